"""The numbers at the first look, in an order of one's own, and the chart of chosen rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.types.outcomes import ScoreChanged
from projections.queries.rounds import Rounds, find_round
from projections.queries.statistics import compute_statistics, name_rows, sort_tallies
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.combatlog.export.html_replay.test_numbers_pane import (
    CELLS,
    choose,
    read,
    read_statistics,
)
from tests.support.browser import Watched

pytestmark = pytest.mark.slow


def test_a_heading_sorts_the_tables_together(page: Watched, tmp_path: Path) -> None:
    """By what they lost, all rows of a person stay beside each other; what nobody did stands
    where it belongs, or last."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    heads = page.page.locator("#numbers table").first.locator("thead th")
    heads.nth(2).locator("button").click()
    lost = [int(row[2]) for row in read(page, "#numbers table") if row[2]]
    assert lost == sorted(lost, reverse=True)
    assert "Drone" == read_statistics(page)[0][0]
    last = page.page.locator("#numbers table").last
    last.locator("thead th").nth(1).locator("button").click()
    assert 1 == page.page.locator("#numbers [aria-sort]").count()
    hits = [int(row[1].split()[0]) for row in last.evaluate(CELLS) if row[1] != "–"]
    assert hits == sorted(hits, reverse=True)
    assert "steam from the cut line" == read(page, "#numbers table")[-1][0]
    assert read_statistics(page)


def test_the_first_look_follows_the_choice(page: Watched, tmp_path: Path) -> None:
    """Who cost others and lost the most in these rounds, as in the table; the hits and the luck of
    each side. The list behind them has the changes of the lead, of which there are several."""
    history = example("hold-seven")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    tiles = page.page.locator("#glance li")
    assert "Attacks that hit · luck in pointsthe party8 of 10 · +16the nest6 of 7 · −2" == (
        tiles.nth(2).text_content()
    )
    assert 3 == tiles.count()
    assert "The party took the lead" in (page.page.locator("#turns").text_content() or "")
    choose(page, first_round="1", last_round="1")
    statistics = compute_statistics(history.line_events(), Rounds(1, 1))
    names, rows = name_rows(statistics), sort_tallies(statistics.combatants)
    most = [max(rows, key=lambda row: getattr(row[1], count)) for count in ("cost", "lost")]
    said = tiles.all_text_contents()
    assert f"Cost others the most{names[most[0][0]]}, {most[0][1].cost}" == said[0]
    assert f"Lost the most{names[most[1][0]]}, {most[1][1].lost}" == said[1]
    assert 3 == len(said)
    assert not page.page.locator("#turns-box").is_visible()


def test_the_chart_sums_what_was_lost(page: Watched, tmp_path: Path) -> None:
    """In black sails STA and KRA: nobody lost anything else, though rest raised TEK. The choice
    names them, and so do the words below."""
    history = example("black-sails")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    line = history.line_events()
    lost = {e.score for _, e in line if isinstance(e, ScoreChanged) and e.now < e.was}
    assert {"STA", "KRA"} == lost
    first = page.page.locator("#score option").first
    assert "STA + KRA together" == first.text_content()
    assert "STA + KRA, which somebody lost" in page.page.locator("#chart-about").inner_text()


def test_the_chart_is_of_the_chosen_rounds(page: Watched, tmp_path: Path) -> None:
    """The name of a round in the lanes chooses it alone, and all again. The chart then begins with
    it, and has its events alone; its cursor is there where the present event is of it."""
    history = example("black-sails")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    names = page.page.locator("#chart .over .round")
    cursor = page.page.locator("#chart .cursor")
    assert ["R1", "R2", "R3", "after"] == [text for text in names.all_text_contents() if text]
    assert cursor.is_visible()
    page.page.locator("#lanes thead button", has_text="R2").click()
    assert ["R2"] == names.all_text_contents()
    assert ["Who", "R2"] == page.page.locator("#lanes thead th").all_text_contents()
    assert not cursor.is_visible()
    assert "Only R2" == page.page.locator("#shown-words").inner_text()
    page.page.locator("#chart li svg").nth(4).click()
    page.page.wait_for_url("**#seq=*")
    assert cursor.is_visible()
    assert 2 == find_round(history.state(int(page.page.url.split("=")[-1])))
    page.page.locator("#lanes thead button", has_text="R2").click()
    assert not page.page.locator("#shown-of").is_visible()
    assert "R1" in names.all_text_contents()


def test_a_name_chooses_a_person(page: Watched, tmp_path: Path) -> None:
    """In all panes; a second tap takes it back. Their damage is told apart: what they dealt, and
    what they took."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    name = page.page.locator("#numbers tbody button.sort", has_text="Sefa")
    name.click()
    assert "Only Sefa" == page.page.locator("#shown-words").inner_text()
    assert [
        "By weapon, the whole fight: dealt by Sefa",
        "By weapon, the whole fight: taken by Sefa",
    ] == page.page.locator("#damage caption").all_text_contents()
    dealt, taken = (page.page.locator("#damage tbody").nth(at) for at in (0, 1))
    assert ["energy rifle"] == dealt.locator("th").all_text_contents()
    assert ["mandibles"] == taken.locator("th").all_text_contents()
    name.click()
    assert not page.page.locator("#shown-of").is_visible()
    assert "Drone 2" in [row[0] for row in read(page, "#numbers table")]
