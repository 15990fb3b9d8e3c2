"""The lanes: a mark for each blow that somebody gave or took, round by round."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from events.types.outcomes import AttackRolled, ContestDecided, ContestRolled
from projections.queries.breakdown import list_blows
from projections.queries.rounds import find_round
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import Watched

MARKS = """() => {
    const heads = [...document.querySelectorAll("#lanes thead th")].map((head) => head.textContent);
    return [...document.querySelectorAll("#lanes tbody tr")].flatMap((row) =>
        [...row.cells].slice(1).flatMap((cell, at) =>
            [...cell.querySelectorAll("a")].map((mark) => [row.cells[0].textContent,
                heads[at + 1], mark.textContent, Number(mark.hash.slice(5))])));
}"""

EDGES = """() => {
    const places = [...document.querySelectorAll("#lanes tbody tr")].map((row) =>
        [...row.cells].slice(1).map((cell) => cell.querySelector("a"))
            .map((mark) => mark && Math.round(mark.getBoundingClientRect().left)));
    return places[0].map((_, at) => new Set(places.map((row) => row[at]).filter(Boolean)).size);
}"""


LINES = """() => [...document.querySelectorAll("#lanes td:has(a)")].map((cell) =>
    new Set([...cell.querySelectorAll("a")].map((mark) => mark.offsetTop)).size)"""


@pytest.mark.parametrize(
    "name", ["bridge-ambush", "hold-seven", "sam-pete-and-the-troll", "the-toll-at-the-ford"]
)
def test_each_blow_has_its_mark(page: Watched, tmp_path: Path, name: str) -> None:
    """A diamond for each one taken and a triangle for each one given, filled where something came
    of it; those of a column begin at one edge, and those of a cell stand in one line. On a small
    phone, where they have no room, they are numbered."""
    history = example(name)
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    end = history.state(len(history))
    marks = page.page.evaluate(MARKS)
    names = {id: one.name for id, one in end.combatants.items()}
    taken = Counter(
        (names[blow.to], f"R{blow.round}") for blow in list_blows(history.line_events())
    )
    assert taken == Counter((who, when) for who, when, sign, _ in marks if sign in "◆◇")
    given, struck, outdone = _list_given(history)
    assert given == Counter((who, when) for who, when, sign, _ in marks if sign in "►▻")
    landed = {seq for _, _, sign, seq in marks if sign == "►"}
    assert struck <= landed and not outdone & landed
    has_room = name != "the-toll-at-the-ford"  # it has six rounds
    if not has_room:  # Mira failed, stabilized Wren, and healed Gil; Tor failed
        assert ["♡", "●", "●", "♥", "♥"] == [sign for _, when, sign, _ in marks if when == "after"]
    vain = {seq for _, _, sign, seq in marks if sign == "◇"}
    assert vain == {blow.seq for blow in list_blows(history.line_events()) if not blow.lost}
    assert all(count <= 1 for count in page.page.evaluate(EDGES))
    assert has_room == (page.page.locator("#lanes.numbered").count() == 0)
    if has_room:
        assert {1} == {*page.page.evaluate(LINES)}
    page.page.set_viewport_size({"width": 320, "height": 568})
    page.page.keyboard.press("ArrowRight")
    assert page.page.locator("#lanes.numbered").count() or {1} == {*page.page.evaluate(LINES)}


def _list_given(history: History) -> tuple[Counter[tuple[str, str]], set[int], set[int]]:
    """Return how many blows each gave in each round, and which rolls of melees struck somebody and
    which did not. Who breaks away from a melee gives no blow."""
    names = {id: one.name for id, one in history.state(len(history)).combatants.items()}
    given: Counter[tuple[str, str]] = Counter()
    struck, rolls = set(), set()
    melee: dict[str, int] = {}
    for seq, event in history.line_events():
        when = f"R{find_round(history.state(seq))}"
        if isinstance(event, AttackRolled):
            given[names[event.by], when] += 1
        elif isinstance(event, ContestRolled):
            given[names[event.who], when] += 1
            melee[event.who] = seq
            rolls.add(seq)
        elif isinstance(event, ContestDecided) and event.winner and event.loser:
            struck.add(melee[event.winner])
        elif isinstance(event, ContestDecided) and event.winner:
            given[names[event.winner], when] -= 1
    return given, struck, rolls - struck


def test_the_present_moment_is_marked(page: Watched, tmp_path: Path) -> None:
    """A blow at who gave it and who took it; the marks follow each step."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    now = page.page.locator("#lanes [aria-current]")
    seen = set()
    for _ in range(6):
        page.page.keyboard.press("ArrowRight")
        beat = int(page.page.locator("#event").get_attribute("data-seq") or 0)
        seqs = [int(str(mark.get_attribute("href")).partition("=")[2]) for mark in now.all()]
        assert all(seq <= beat for seq in seqs)
        seen |= {*seqs}
    assert len(seen) > 4


def test_a_mark_leads_to_its_moment(page: Watched, tmp_path: Path) -> None:
    """To the beat of the blow; on a phone the field stands above. The mark tells the blow."""
    history = example("bridge-ambush")
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.open(render_page(history, audience="referee"), tmp_path)
    blow = next(each for each in list_blows(history.line_events()) if each.lost == 6)
    open_pane(page, "numbers")
    mark = page.page.locator(f"#lanes a[href='#seq={blow.seq}']").first
    assert "Rhinoceros takes 9 − 3 armor = 6 from Ada" == mark.get_attribute("aria-label")
    mark.click()
    assert "Ada shot at the rhinoceros" in page.page.locator("#event").inner_text()
    assert page.page.locator("#field").is_visible()
    assert [] == page.errors
