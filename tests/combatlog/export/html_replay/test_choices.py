"""The choices above the story and the log: a person, rounds, a kind of events, words; and the line
that says what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.types.declarations import Harm, Move
from events.types.outcomes import Awaited, DamageDealt, Died, Overruled
from events.types.rolls import Rolled
from projections.queries.rounds import find_round
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import example, more_of, page_data, render_page
from tests.combatlog.export.html_replay.test_numbers_pane import choose
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

ROWS = """(rows) => rows.map((row) => Number(row.firstChild.dataset.seq))"""
STEPS = """(rows) => new Set(rows.map((row) => row.firstChild.hash)).size"""
LOG = "#log .row:visible:not(.context)"


def read_log(page: Watched) -> list[int]:
    """Return the events that the log shows."""
    seqs: list[int] = page.page.locator(LOG).evaluate_all(ROWS)
    return seqs


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_a_person_and_a_round_are_chosen_together(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """In the story and the log. A line counts what is shown, also where the choices are closed;
    its button shows all again."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    shown = page.page.locator("#shown-of")
    assert not shown.is_visible()
    if size[0] < 640:
        page.page.locator("#seek").click()
    page.page.locator("#whose").select_option(label="Sefa")
    choose(page, first_round="2", last_round="2")
    if size[0] < 640:
        page.page.locator("#seek").click()
    said = page.page.locator("#shown-words")
    every = page.page.locator("#story .beat:not(.round)").evaluate_all(STEPS)
    told = page.page.locator("#story .beat:not([hidden]):not(.round)").evaluate_all(STEPS)
    assert every == 1 + int(page.page.locator("#slider").get_attribute("max") or 0)
    assert f"Sefa in R2: {told} of {every} entries" == said.inner_text()
    assert 0 < told < 5
    open_pane(page, "log")
    seqs, without_dice = read_log(page), 254 - len(list_throws())
    assert f"Sefa in R2: {len(seqs)} of {without_dice} events" == said.inner_text()
    assert all("Sefa" in row for row in page.page.locator(LOG).all_inner_texts())
    open_pane(page, "numbers")
    assert "Only Sefa in R2" == said.inner_text()
    open_pane(page, "people")
    assert not shown.is_visible()
    open_pane(page, "log")
    page.page.locator("#unfilter").click()
    assert not shown.is_visible()
    assert without_dice == len(read_log(page)) and not list_throws() & {*read_log(page)}
    if size[0] < 640:
        page.page.locator("#seek").click()
    page.page.get_by_role("switch", name="Dice").check()
    assert 254 == len(read_log(page))


def list_throws() -> set[int]:
    """Return the events of hold-seven that ask for dice, or are one: the rolls tell them again."""
    line = example("hold-seven").line_events()
    return {seq for seq, event in line if isinstance(event, Awaited | Rolled)}


def test_what_was_undone_is_found_by_its_words(page: Watched, tmp_path: Path) -> None:
    """Its entry stays in the story, also where only what is told on its line has them."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path)
    fork = page.page.locator("#story .fork")
    for words, found in (("Phaidra sang the mist", True), ("flat on her back", False)):
        page.page.locator("#search").fill(words)
        assert found == fork.is_visible()
    assert [] == page.errors


def test_a_kind_of_events_is_chosen(page: Watched, tmp_path: Path) -> None:
    """Damage, falls and deaths, dice, or rulings; with a round, each of these alone. Headings of
    rounds and turns stay above what is shown, and do not count."""
    history = example("hold-seven")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "log")
    line = list(history.line_events())
    choose(page, kind="damage", first_round="2", last_round="2")
    dealt = [
        seq
        for seq, event in line
        if isinstance(event, DamageDealt) and find_round(history.state(seq)) == 2
    ]
    assert {*dealt} < {*read_log(page)}
    heads = page.page.locator("#log .row.context:visible")
    assert heads.count() and all(
        said.split(maxsplit=1)[1].startswith(("Round 2", "Turn of"))
        for said in heads.all_inner_texts()
    )
    choose(page, kind="fates", first_round="0", last_round="")
    died = {seq for seq, event in line if isinstance(event, Died)}
    fallen = {*read_log(page)}
    assert fallen and len(fallen) < 12
    assert died & fallen
    choose(page, kind="rulings")
    assert {seq for seq, event in line if isinstance(event, Harm)} <= {*read_log(page)}
    choose(page, kind="dice")
    assert all("→" in row or "save" in row for row in page.page.locator(LOG).all_inner_texts())
    open_pane(page, "story")
    choose(page, kind="fates")
    told = page.page.locator("#story .beat:visible:not(.round)")
    assert told.count() and told.count() == page.page.locator("#story .fell:visible").count()
    choose(page, kind="damage")
    assert all(row.locator(".loss, .wound").count() for row in told.all())


def test_a_name_within_another_name_is_not_meant(page: Watched, tmp_path: Path) -> None:
    """“Drone 2” is no event of the first drone."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "log")
    page.page.locator("#whose").select_option(label="Drone")
    rows = page.page.locator(LOG).all_inner_texts()
    assert rows and all("Drone" in row.replace("Drone 2", "") for row in rows)


def test_a_choice_that_shows_nothing_says_so(page: Watched, tmp_path: Path) -> None:
    """In the log, as in the story."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "log")
    page.page.locator("#search").fill("no such words")
    assert page.page.locator("#log-nothing").is_visible()
    assert "“no such words”: 0 of 254 events" == page.page.locator("#shown-words").inner_text()
    open_pane(page, "story")
    assert page.page.locator("#story-nothing").is_visible()


def test_what_the_referee_overrules_is_a_ruling() -> None:
    """Both what was declared against a rule, and the rule that gives way. Else of black sails
    nothing is."""
    history = example("black-sails")
    data = page_data(history)
    line = {seq for seq, _ in history.line_events()}
    ruled = [seq for seq in sorted(line) if more_of(data, seq).get("u")]
    assert [Move, Overruled] == [type(history[seq].event) for seq in ruled]


FOUND = """() => [...CSS.highlights.get("found") ?? []].map((range) => range.toString())"""


def test_the_words_that_were_searched_for_are_marked(page: Watched, tmp_path: Path) -> None:
    """In every row that is shown, also over several of its parts; nothing once nothing is
    searched for."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    search = page.page.locator("#search")
    for words in ("Queen", "fired on the FIRST drone"):
        search.fill(words)
        rows = page.page.locator("#story .beat:not(.round):visible").count()
        found = page.page.evaluate(FOUND)
        assert 0 < rows <= len(found)
        assert {words.lower()} == {each.lower() for each in found}
    search.fill("")
    assert [] == page.page.evaluate(FOUND)
