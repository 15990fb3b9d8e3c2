"""The what-ifs of lines that were undone or corrected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combatlog.export.html_replay import what_if_data
from events.types.declarations import BeginRound, Resolve
from events.types.statements import SetTrait
from replay.log.branches import list_branches
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane, open_tree, present
from tests.combatlog.export.html_replay.reading import (
    example,
    page_data,
    recorded,
    render_page,
    rows_of,
    what_ifs_of,
)
from tests.support.browser import Watched
from tests.support.given import Given, attack, given, pc


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("the-toll", 3), ("black-sails", 5), ("bridge", 4)])
def test_an_undone_line_has_its_own_what_ifs(name: str, least: int) -> None:
    """They are those of the fight as it stood at its end, of what had happened on it since it left
    the fight; their rows follow those of all others. Those who fell there have what would have
    saved them."""
    history = example(name)
    (tip,) = (each.tip for each in list_branches(history) if not each.current)
    data, then = page_data(history), page_data(History(history.rows[:tip]))
    (line,) = (each for each in data["story"]["branches"] if each["tip"] == tip)
    found = data["lineWhatIfs"]
    assert len(found) >= least and {tip} == {each["on"] for each in found}
    known = [_outline(each) for each in what_ifs_of(then)]
    assert all(_outline(each) in known for each in found)
    assert all(any(at > line["from"] for at in each["at"]) for each in found)
    last = len(data["rows"])
    for each in what_ifs_of(data):
        last += len(each["rows"])
        assert last == each["tip"]
    saved = [
        (seq, place)
        for fall in data["lines"][str(tip)][1]["falls"]
        for seq, _, _, rescues, *_ in fall[1]
        for _, place in rescues
        if seq > line["from"]
    ]
    assert saved
    for seq, place in saved:
        assert tip == what_ifs_of(data)[place]["on"]
        assert seq >= max(what_ifs_of(data)[place]["at"])


def _outline(what_if: dict[str, Any]) -> object:
    """Return what a what-if tells, whatever numbers its events have."""
    said = [beat.get("t") for beat in what_if["beats"]]
    return what_if["name"], what_if["from"], what_if["at"], what_if["until"], said


def test_players_have_no_what_ifs_of_lines_where_a_number_is_hidden() -> None:
    assert page_data(example("black-sails"), "referee")["lineWhatIfs"]
    assert not page_data(example("black-sails"), "players")["lineWhatIfs"]


def test_a_what_if_begins_on_an_undone_line(page: Watched, tmp_path: Path) -> None:
    """It is offered where that is watched, stands below it in the tree, is compared with it, and
    leads back to it."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, "#seq=103")
    before = present(page)
    page.page.locator("#what-if-open").click()
    said = "What if Harpyia had rolled 7 instead of 16 on the d20 for the save?"
    offered = page.page.locator("#what-if-list li", has_text=said)
    assert "Harpyia up (undone: down)" in offered.inner_text()
    offered.locator("button").click()
    page.page.keyboard.press("End")
    assert "imagined" in (page.page.locator("html").get_attribute("class") or "")
    heads = page.page.locator("#compared thead th").all_inner_texts()
    assert ["undone", "what if"] == [each.split(" (")[0] for each in heads]
    assert "undone." in page.page.locator("#compared caption").inner_text()
    open_pane(page, "recap")
    assert "Harpyia" not in page.page.locator("#falls").inner_text()
    page.page.locator("#back").click()
    assert before == present(page)
    assert "the mist blinds both" in page.page.locator("#watched").inner_text()
    open_pane(page, "recap")
    fallen = page.page.locator("#falls > li", has_text="Harpyia went down")
    assert fallen.locator(".what-if").count() >= 2
    open_pane(page, "story")
    open_tree(page)
    below = page.page.locator("#branches li:has(> .watch) .might-watch").all_inner_texts()
    assert any(said in each for each in below)
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Escape")
    assert not page.page.locator("#watched").is_visible()
    assert not page.errors


@pytest.mark.parametrize("seq", [1413, 1440])
def test_a_link_to_such_a_what_if_opens_it(page: Watched, tmp_path: Path, seq: int) -> None:
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, f"#seq={seq}")
    assert "What if" in page.page.locator("#watched").inner_text()
    page.page.keyboard.press("Home")
    for _ in range(60):
        page.page.keyboard.press("ArrowRight")
    assert not page.errors


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16, 20))
def test_lines_before_corrections_and_lines_that_left_others_have_them(seed: int) -> None:
    """Each is told as in the fight as it stood at the end of its line. No number is taken twice."""
    (history,) = recorded("golden-idol", seed)
    data = page_data(history)
    what_ifs, last = what_ifs_of(data), len(data["rows"])
    for each in what_ifs:
        last += len(each["rows"])
        assert last == each["tip"]
    rows = rows_of(render_page(history, audience="referee"))
    parents = {(row[3] or {}).get("p") for row in rows}
    assert {each["from"] for each in what_ifs} <= parents
    for tip in {each["on"] for each in data["lineWhatIfs"]}:
        known = [_outline(each) for each in what_ifs_of(page_data(History(history.rows[:tip])))]
        line = {row.seq for row in history.on_line(tip)}
        for each in data["lineWhatIfs"]:
            if each["on"] == tip:
                assert _outline(each) in known
                assert {each["from"], each["until"], *each["at"]} <= line
    for tip, (_, recap) in data["lines"].items():
        for fall in recap["falls"]:
            for seq, _, _, rescues, *_ in fall[1]:
                places = [each[1] for each in rescues if not isinstance(each, str)]
                assert all(max(what_ifs[place]["at"]) <= seq for place in places), tip


def _duel(other: str = "foes") -> Given:
    """Return a fight in which Ben has hurt Ada, which was undone; both are players' characters."""
    fight = given("golden-idol", pc("Ada", "3/0/10/10/10"), pc("Ben", "6/0/9/9/9", axe="d12"))
    fight.when(SetTrait("ben", "side", other), BeginRound("ambushed"))
    fight.when(attack("ben", "ada"), Resolve()).rolls("ben d12=8", "ada d20=15")
    fight.fight.undo(2)
    fight.when(attack("ben", "ada"), Resolve()).rolls("ben d12=2")
    return fight


def test_players_have_those_of_lines_where_they_know_everybody() -> None:
    """What would have saved Ada, but no further dice."""
    history = _duel().fight.history
    referee, players = (page_data(history, each) for each in ("referee", "players"))
    assert any("more" in each for each in referee["lineWhatIfs"])
    names = [each["name"] for each in players["lineWhatIfs"]]
    assert names and not any("more" in each for each in players["lineWhatIfs"])
    assert names == [each["name"] for each in referee["lineWhatIfs"] if "more" not in each]


def test_an_undone_line_tries_no_more_dice_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all lines together so many faces, and of each so many what-ifs."""

    def list_dice() -> list[str]:
        data = page_data(_duel().fight.history, "referee")
        return [each["name"] for each in data["lineWhatIfs"] if len(each["at"]) == 1]

    every = list_dice()
    assert every
    for limit in ("MOST_FACES_OF_LINES", "MOST_FOR_BEATS_OF_A_LINE"):
        with monkeypatch.context() as patch:
            patch.setattr(what_if_data, limit, 0)
            assert len(list_dice()) < len(every)


def test_it_says_that_the_line_ends_not_the_fight() -> None:
    said = " ".join(each["ends"] for each in page_data(_duel().fight.history)["lineWhatIfs"])
    assert "the line that it left ends here, too" in said
    assert "as it stands" not in said


def test_what_has_no_item_of_its_own_is_at_its_line_in_the_tree(
    page: Watched, tmp_path: Path
) -> None:
    """Where one is stands there: the tree has no further dice."""
    history = _duel().fight.history
    (tip, *_) = [each["tip"] for each in page_data(history)["lineWhatIfs"] if "more" in each]
    page.open(render_page(history, audience="referee"), tmp_path, f"#seq={tip}")
    assert "What if" in page.page.locator("#watched").inner_text()
    here = page.page.locator("#branches [aria-current]")
    assert ["watch"] == here.evaluate_all("(all) => all.map((it) => it.className)")


def test_the_graph_marks_where_its_line_left_the_fight(page: Watched, tmp_path: Path) -> None:
    """Not where it left its line."""
    history = example("black-sails")
    page.open(render_page(history, audience="referee"), tmp_path, "#seq=100")
    fork = "(all) => all.map((it) => it.style.left)"
    line = page.page.locator("#strength .fork-sign").evaluate_all(fork)
    page.page.locator("#what-if-open").click()
    page.page.locator("#what-if-list button").first.click()
    page.page.keyboard.press("End")
    assert line == page.page.locator("#strength .fork-sign").evaluate_all(fork)
    assert line


@pytest.mark.parametrize("size", [(1280, 800), (320, 568)])
def test_the_end_of_a_line_offers_what_begins_there(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """What the line was stands in the place of the dice and of the offer."""
    page.page.emulate_media(reduced_motion="reduce")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(example("the-toll"), audience="referee"), tmp_path, "#seq=158")
    page.page.get_by_role("button", name="What if… (4)").click()
    assert 4 == page.page.locator("#what-if-list li:visible").count()
    page.page.locator("#what-if-list button").first.click()
    assert "What if" in page.page.locator("#watched").inner_text()
    assert not page.errors
