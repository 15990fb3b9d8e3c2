"""What would have saved somebody can be watched: the turn that felled them, played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.examples import Example, list_examples
from combatlog.export.html_replay import what_if_data
from combatlog.export.html_replay.what_if_words import describe_outcome
from events.types.declarations import BeginRound, Resolve
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane, present
from tests.combatlog.export.html_replay.reading import example, page_data, render_page
from tests.combatlog.export.html_replay.test_stage_moments import open_page, show_beat
from tests.support.browser import Watched
from tests.support.given import Given, attack, given, npc, pc

SECRETS = (617, 728, 839)
"""Numbers of a stranger that stand nowhere else."""


def fell_ada(armor: int, scores: tuple[int, ...], second: str = "") -> Given:
    """Return a fight in which a wolf with these hidden numbers brings Ada down. With a `second`
    die, another wolf strikes her, too."""
    numbers = f"300/{armor}/{'/'.join(map(str, scores))}"
    wolves = [npc("Wolf", numbers, fang="d12")]
    wolves += [npc("Fox", numbers, fang=second)] if second else []
    fight = given(
        "golden-idol", pc("Ada", "3/0/10/10/10", axe="d8"), pc("Ben", "6/0/9/9/9"), *wolves
    )
    if second:
        fight.when(BeginRound("ambushed"), attack("wolf", "ada"), attack("fox", "ada"), Resolve())
        fight.rolls("wolf d12=12", "fox d6=2", "ada d20=19")
    else:
        fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve()).rolls(
            "wolf d12=12", "ada d20=19"
        )
    return fight


def list_what_ifs(fight: Given, audience: Audience = "players") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page_data(fight.fight.history, audience)["whatIfs"]
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("fight", list_examples(), ids=lambda each: each.name)
@pytest.mark.parametrize("audience", ["players", "referee"])
def test_a_what_if_goes_on_from_the_log(fight: Example, audience: Audience) -> None:
    """Its rows are numbered on behind those of the log; it leaves the line as it stands before the
    turn's end, and its beats tell of its own events alone. Each belongs to one rescue."""
    data = page_data(example(fight.name), audience)
    last, line = len(data["rows"]), {*range(1, len(data["rows"]) + 1)}
    for each in data["whatIfs"]:
        rows = each["rows"]
        assert each["tip"] == last + len(rows)
        assert each["from"] == rows[0][3]["p"]
        shared = [row[3] for row in rows[1:] if len(row) > 3 and row[3] == last + 1]
        assert not shared, "another row would leave the log there, too"
        assert each["from"] in line and each["from"] <= each["until"] <= len(line)
        own = {*range(last + 1, each["tip"] + 1)}
        assert each["beats"] and {beat["e"] for beat in each["beats"]} <= own
        assert all({*beat.get("r", ())} <= own | line for beat in each["beats"])
        last = each["tip"]
    falls = data["recap"]["falls"]
    told = [rescue for fall in falls for moment in fall[1] for rescue in moment[3]]
    places = [rescue[1] for rescue in told if not isinstance(rescue, str)]
    others = sum(len(each["at"]) > 1 for each in data["moreWhatIfs"])  # dice of a fall
    assert sorted(places) == [*range(len(data["whatIfs"]) + others)]
    assert audience == "players" or len(places) == len(told)


def test_players_watch_nothing_that_hidden_numbers_decide() -> None:
    """What they watch is the same whatever the stranger's numbers are, and has none of them."""
    mine = list_what_ifs(fell_ada(3, SECRETS))
    assert 2 == len(mine)  # another die of the wolf, another save of Ada's
    assert mine == list_what_ifs(fell_ada(0, (10, 11, 12)))
    text = json.dumps(mine)
    assert not [number for number in SECRETS if str(number) in text]


def test_players_watch_no_die_whose_bonus_they_have_not_seen() -> None:
    """With the wolf's die lower, the fox's would count, and what is added to it would be seen. The
    referee watches that."""
    fight = fell_ada(0, (10, 10, 10), "d6+1")
    assert list_what_ifs(fight, "referee")
    assert not [each for each in list_what_ifs(fight) if "the wolf had rolled" in each["name"]]


@pytest.mark.slow
def test_a_long_fight_says_that_it_has_no_what_ifs(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would make its page too large."""
    assert "cannot be watched" not in json.dumps(page_data(example("hold-seven"))["recap"])
    monkeypatch.setattr(what_if_data, "MOST_ROWS", 100)
    data = page_data(History(example("hold-seven").rows))
    assert [] == data["whatIfs"]
    assert 1 == json.dumps(data["recap"]).count("cannot be watched")


@pytest.mark.slow
def test_of_many_the_first_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a page has room for."""
    monkeypatch.setattr(what_if_data, "MOST_WHAT_IFS", 2)
    assert 2 == len(page_data(History(example("hold-seven").rows))["whatIfs"])


NOTE_SHOWN = """() => {
    window.shown = [];
    const told = document.querySelector("#event");
    const note = () => window.shown.push(Number(told.dataset.seq));
    new MutationObserver(note).observe(told, { attributes: true, attributeFilter: ["data-seq"] });
}"""
"""Notes what the page shows from now on: a busy machine may look late at a page that plays."""


def open_what_if(page: Watched, folder: Path, nth: int) -> dict[str, Any]:
    """Open the recap of an example, and tap the button of a what-if."""
    history = example("hold-seven")
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(history, audience="referee"), folder)
    open_pane(page, "recap")
    page.page.evaluate(NOTE_SHOWN)
    data = page_data(history)
    moments = [moment for fall in data["recap"]["falls"] for moment in fall[1]]
    places = [rescue[1] for moment in moments for rescue in moment[3]]
    page.page.locator(".what-if").nth(places.index(nth)).click()
    found: dict[str, Any] = data["whatIfs"][nth]
    return found


def test_a_tap_plays_what_did_not_happen(page: Watched, tmp_path: Path) -> None:
    """It is marked as such, and says at its end what came of it. One tap leads back to where
    the reader was: here at the beginning, with the recap."""
    told = open_what_if(page, tmp_path, 1)
    head = page.page.locator("#watched-name")
    assert told["beats"][0]["e"] == page.page.evaluate("() => window.shown[0]")
    page.page.wait_for_function(
        f"() => document.querySelector('#then-now').textContent.includes({told['ends']!r})",
        timeout=20_000,
    )
    assert f"Not what happened: {told['name']}" == head.text_content()
    assert told["beats"][-1]["e"] == present(page)
    assert "imagined" in (page.page.locator("html").get_attribute("class") or "")
    tam = page.page.locator(".token").filter(has=page.page.get_by_text("Tam", exact=True))
    assert "down" not in (tam.first.get_attribute("class") or "").split()
    page.page.locator("#back").click()
    assert head.is_hidden()
    assert present(page) < told["from"]
    assert page.page.locator("#pane-recap").is_visible()
    assert "imagined" not in (page.page.locator("html").get_attribute("class") or "")


def test_its_first_beat_is_held_as_long_as_any(page: Watched, tmp_path: Path) -> None:
    """Nobody has read it yet when it begins to play."""
    told = open_what_if(page, tmp_path, 1)
    page.page.wait_for_timeout(900)
    assert [told["beats"][0]["e"]] == page.page.evaluate("() => [...new Set(window.shown)]")


def test_a_link_to_the_fight_leads_out_of_it(page: Watched, tmp_path: Path) -> None:
    """To the fight as it stands, though other lines leave it later."""
    open_what_if(page, tmp_path, 1)
    page.page.evaluate("() => { location.hash = 'seq=200'; }")
    page.page.wait_for_function("() => Number(document.querySelector('#event').dataset.seq) >= 200")
    assert page.page.locator("#watched-name").is_hidden()
    assert present(page) < len(page_data(example("hold-seven"))["rows"])


def test_it_is_no_part_of_the_log(page: Watched, tmp_path: Path) -> None:
    """Neither among all events nor in the tree of what was undone."""
    told = open_what_if(page, tmp_path, 1)
    open_pane(page, "log")
    beyond = page.page.locator("#log-beyond")
    assert "What did not happen is told by the story; no log has it." == beyond.inner_text()
    page.page.locator("#back").click()
    assert not beyond.is_visible()
    count = page.page.locator("#branches li").count()
    open_pane(page, "log")
    assert len(page_data(example("hold-seven"))["rows"]) == page.page.locator("#log > li").count()
    open_pane(page, "story")
    page.page.locator("#undone").check(force=True)
    page.page.locator("#single").check(force=True)
    page.page.keyboard.press("End")
    assert present(page) < told["tip"] - len(told["rows"]) + 1
    assert count == page.page.locator("#branches li").count()


def test_a_link_to_a_moment_of_it_works(page: Watched, tmp_path: Path) -> None:
    """The page opens on it."""
    told = open_what_if(page, tmp_path, 1)
    seq = told["beats"][-1]["e"]
    page.page.evaluate(f"() => {{ location.hash = 'seq={seq}'; }}")
    page.page.reload()
    assert seq == present(page)
    assert told["name"] in (page.page.locator("#watched-name").text_content() or "")
    assert told["ends"] in page.page.locator("#then-now").inner_text()


def test_on_a_phone_the_stage_comes_into_sight(page: Watched, tmp_path: Path) -> None:
    """With the way back, and in its whole height, which the recap does not leave it there."""
    page.page.set_viewport_size({"width": 320, "height": 568})
    open_what_if(page, tmp_path, 1)
    assert page.page.locator("#field").is_visible()
    assert page.page.locator("#back").is_visible()


def test_its_end_says_what_was_seen_and_that_it_stops_there(page: Watched, tmp_path: Path) -> None:
    """Once, and not that the fight is over, also where Tam's aid leaves foes standing."""
    told = [each["ends"] for each in page_data(example("hold-seven"))["whatIfs"]]
    goes_on = "The rest of the round goes as in the fight as it stands, with the same dice."
    stands = "Here Tam stands, HP 0, STR 6; round 2 is over, and nobody declared what came next."
    assert f"{goes_on} {stands}" in told
    ended = "foes stand who had fallen, so that the fight would have gone on."
    nth = told.index(f"Here Tam is down, but alive, HP 0, STR 6; {ended}")
    open_what_if(page, tmp_path, nth)
    page.page.keyboard.press("End")
    assert 1 == page.page.locator("body").inner_text().count(told[nth])
    assert not page.page.locator("#outcome").is_visible()
    box = page.page.locator("#then-now").inner_text()
    assert told[nth] in box
    assert not any(words in box for words in ("..", " ahead", "Round"))


def test_it_goes_on_to_the_end_of_the_round() -> None:
    """With the dice that fell: here Tam is struck behind Ines, who was saved."""
    (ines, *_) = page_data(example("hold-seven"))["whatIfs"]
    told = json.dumps([beat["t"] for beat in ines["beats"][1:]])
    assert 'It felled ", ["Tam"' in told
    assert 166 == ines["until"]  # with which the round is over


@pytest.mark.parametrize(
    ("name", "who", "told"),
    [
        (
            "hold-seven",
            "Tam had worn",
            "In round 1 the hatchling swarm's bites would have cost Tam 1 instead of 3; in round 2"
            " steam from the cut line nothing instead of 2. By then Tam would have had HP 5",
        ),
        (
            "the-toll-at-the-ford",
            "the ogre had worn",
            "In round 5 Gil's broadsword would have cost the ogre nothing instead of 2. By then",
        ),
    ],
)
def test_armor_from_the_start_names_the_blows_that_it_changes(
    name: str, who: str, told: str
) -> None:
    """Those before the turn that is played again; the field shows only what they come to."""
    found = next(each for each in page_data(example(name))["whatIfs"] if who in each["name"])
    said = "".join(span if isinstance(span, str) else span[0] for span in found["beats"][0]["t"])
    assert said.startswith(told)


def test_the_other_die_is_named() -> None:
    """By its event, its place among the dice there, and the face that it had in the fight."""
    data = page_data(example("hold-seven"), "referee")
    found = [each for each in data["whatIfs"] if "turned" in each]
    assert len(found) == sum("had rolled" in each["name"] for each in data["whatIfs"])
    for each in found:
        seq, place, was = each["turned"]
        die, face, *_ = each["rows"][seq - each["tip"] - 1][3]["d"][place]
        assert f"rolled {face} instead of {was} on the {die}" in each["name"]
        assert any(seq in beat.get("r", ()) for beat in each["beats"])


def test_the_other_die_is_marked_on_the_stage(page: Watched, tmp_path: Path) -> None:
    """Without colour alone: the face that it had in the fight stands beside it, struck out, in the
    sentence's dice and beside the arrow."""
    told = open_what_if(page, tmp_path, 0)
    page.page.evaluate(f"() => {{ location.hash = 'seq={told['beats'][0]['e']}'; }}")
    old = page.page.locator(".die.instead .was-face s")
    assert ["9"] == old.all_text_contents()
    assert "instead of 9" in (page.page.locator(".die.instead").get_attribute("aria-label") or "")
    assert "instead of 9" in (page.page.locator(".thrown.instead .was-face").text_content() or "")


def test_a_corrected_die_is_marked_with_the_face_that_it_had(page: Watched, tmp_path: Path) -> None:
    """As the other die of a what-if is: in the sentence and over the arrow."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hounds-on-the-causeway"), tmp_path, (1280, 800))
    show_beat(page, "It was the second root goblin's spear")
    marked = page.page.locator("#dice .die.instead")
    assert ["6 →"] == marked.locator(".was-face").all_inner_texts()
    assert "3" == marked.locator("svg text").text_content()
    assert ["instead of 6"] == page.page.locator(".links .was-face").all_text_contents()
    page.page.keyboard.press("ArrowLeft")
    assert 0 == page.page.locator(".instead").count()


def test_what_a_wound_costs_later_has_no_attacker() -> None:
    """The blow that gave it was told before; nobody strikes at the end of the round."""
    (first, *_) = page_data(example("the-toll-at-the-ford"))["whatIfs"]
    shot, *_, bleeding = [beat for beat in first["beats"] if beat.get("o") == 0]
    assert "bleeding" in bleeding["k"]
    assert "b" in shot and "b" not in bleeding


def test_players_read_no_score_of_strangers_at_its_end() -> None:
    """How they stand can be seen."""
    history = example("hold-seven")
    state = history.state(len(history))
    said = describe_outcome("drone-2", state, "players")
    assert "Here Drone 2 is down, but alive; nobody rolled further." == said
    assert "STR" in describe_outcome("drone-2", state, "referee")
