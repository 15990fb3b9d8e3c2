"""What the replay page shows, in a real browser: dice, chart, statistics, every game, any name."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from combatlog.app.turning_points import find_turning_points
from combatlog.export.html_replay.moments import SCENE
from events.types import outcomes as o
from replay.log.event_log import History
from tests.combatlog.export.html_replay.hostile import NAMES, hostile_fight
from tests.combatlog.export.html_replay.looking import (
    line_of,
    open_pane,
    present,
    told_on,
    watch_events,
)
from tests.combatlog.export.html_replay.reading import (
    example,
    page_data,
    recorded,
    render_page,
    states_of,
)
from tests.support.browser import Watched

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize


def test_dice_are_drawn_and_the_kept_one_marked(page: Watched, tmp_path: Path) -> None:
    """With their faces; a screen reader hears them."""
    (history,) = recorded("golden-idol", 2)
    data = page_data(history)
    seq, dice = next(
        (seq, row[3]["d"])
        for seq, row in enumerate(data["rows"], 1)
        if len(row) > 3 and row[3] and len(row[3].get("d", [])) > 1
    )
    page.open(render_page(history, audience="referee"), tmp_path, f"#seq={seq}")
    watch_events(page)
    drawn = page.page.locator("#dice [role=listitem]")
    assert len(dice) == drawn.count()
    for at, (die, face, kept) in enumerate(dice):
        one = drawn.nth(at)
        assert str(face) == one.locator("svg text").text_content()
        assert f"{die} shows {face}, {'which counts' if kept else 'not kept'}" == (
            one.get_attribute("aria-label")
        )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_a_save_says_below_its_die_whose_it_is_and_how_it_went(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """By a sign, the target number and words; a roll of one alone needs no name."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    page.page.keyboard.press("Home")
    page.page.keyboard.press("ArrowRight")
    read = """() => [...document.querySelectorAll("#dice .group")].map((group) => [
        group.querySelector("bdi")?.textContent ?? "",
        group.querySelector("b [aria-hidden]")?.textContent ?? "",
        group.querySelector("b .unseen")?.textContent ?? ""])"""
    assert [
        ["Ada", "✓ 12", "passed against 12"],
        ["Ben", "✗ 9", "failed against 9"],
        ["Cho", "✓ 14", "passed against 14"],
        ["Dee", "✓ 11", "passed against 11"],
    ] == page.page.evaluate(read)
    page.page.keyboard.press("ArrowRight")
    assert [["", "", ""]] == page.page.evaluate(read)
    box = page.page.locator(".told").bounding_box()
    page.page.keyboard.press("ArrowLeft")
    last = page.page.locator("#dice .roller").first.bounding_box()
    assert box
    assert last
    assert last["y"] + last["height"] <= box["y"] + box["height"]


def test_players_see_how_a_save_went_where_they_may() -> None:
    """Not of strangers."""
    rows = page_data(example("bridge-ambush"), "players")["rows"]
    found = {tuple(row[3]["v"]) for row in rows if row[3] and "v" in row[3]}
    assert (0, 1, 12) in found
    assert all(who < 5 for who, *_ in found)


def test_the_chart_has_a_row_for_each_combatant_and_a_cursor(
    shown: Watched, history: History
) -> None:
    """Turning points link to their moments; a click on the chart goes there; who fell is marked."""
    turns = find_turning_points(history.line_events())
    everybody = len(history.state(len(history)).combatants)
    open_pane(shown, "numbers")
    assert everybody == shown.page.locator("#chart li").count()
    assert everybody == shown.page.locator("#chart path.series").count()
    for path in shown.page.locator("#chart path.series").all():
        assert re.match(r"M\d+ \d", path.get_attribute("d") or "")
    cursor = shown.page.locator("#chart .cursor")
    at = cursor.bounding_box()
    shown.page.keyboard.press("End")
    now = cursor.bounding_box()
    assert at and now and at["x"] < now["x"]
    assert len(turns) == shown.page.locator("#chart a.turning").count()
    dead = sum(isinstance(event, o.Died) for _, event in history.line_events())
    assert dead
    assert dead == shown.page.locator("#chart .mark", has_text="✕").count()
    shown.page.locator("#turns a").first.click()
    assert turns[0].seq == present(shown)
    shown.page.get_by_label("Show", exact=True).select_option("STR")
    values = shown.page.locator("#chart output").all_text_contents()
    state = history.state(turns[0].seq)
    expected = [str(one.scores["STR"]) for one in state.combatants.values() if "STR" in one.scores]
    assert sorted(expected) == sorted(filter(None, values))
    shown.page.locator("#chart svg").last.scroll_into_view_if_needed()
    box = shown.page.locator("#chart svg").last.bounding_box()
    assert box is not None
    shown.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    line = line_of(history)
    assert abs(line.index(present(shown)) - len(line) / 2) <= len(line) / 50


def test_the_page_shows_the_statistics(shown: Watched, history: History) -> None:
    """The tables have the numbers in the page's data, but falls, kills, aid and saves that
    nobody has."""
    numbers = page_data(history)["numbers"]
    open_pane(shown, "numbers")
    tables = shown.page.get_by_role("region", name="Combatants").get_by_role("table")
    heads = tables.locator("thead th").all_text_contents()
    sums = "rolled", "kept off"
    told = {
        at: any(row[at] not in ("0", "–") for row in numbers["combatants"]) for at in (5, 6, 13, 14)
    }
    first = [
        "others lost",
        "lost",
        *(name for at, name in ((5, "felled"), (6, "killed")) if told[at]),
    ]
    how = "at others", "at them", *sums, "dealt", *sums, "taken"
    names = [*numbers["columns"][:12], "aid given", *numbers["columns"][13:]]
    rest = [name for at, name in enumerate(names) if at > 11 and told.get(at + 1, True)]
    assert [*first, *how, "attacks hit", *rest] == [each for each in heads if each != "Who"]
    who, *values = numbers["combatants"][0]
    attacks, hits = values[10:12]
    values[10:12] = [f"{hits} of {attacks}"]
    for at, is_told in told.items():
        if not is_told:
            values.remove("0" if at < 14 else "–")
    row = tables.locator("tbody tr", has=shown.page.get_by_role("rowheader", name=who, exact=True))
    cells = [each.strip() for each in row.locator("td").all_text_contents()]
    assert sorted(values) == sorted(cells)


@pytest.mark.parametrize("game", ["brighter-worlds", "paraverse", "plerion"])
def test_every_game_shows_its_own_parts(page: Watched, tmp_path: Path, game: str) -> None:
    """Step dice, many scores, craft with crews, areas, at every tenth event."""
    for history in recorded(game, 2, 17):
        data = page_data(history)
        states = states_of(data)
        page.open(render_page(history, audience="referee"), tmp_path)
        watch_events(page)
        for seq in told_on(history)[::10]:
            page.page.evaluate(f"() => {{ location.hash = 'seq={seq}'; }}")
            page.page.wait_for_function(
                f"() => document.querySelector('#event').dataset.seq === '{seq}'"
            )
            cards = [card for whose, card in states[seq].items() if whose != SCENE]
            text = page.page.locator("#cards").text_content() or ""
            for card in cards:
                for each in (*card.get("conditions", []), *card.get("wounds", [])):
                    assert each in text
                for post in card.get("crew", []):
                    assert post in text
            scores = sum(1 for card in cards for key in card if key.startswith("="))
            assert scores == page.page.locator(".card:not([hidden]) .score").count()
            areas = states[seq].get(SCENE, {}).get("areas", {})
            shown = page.page.locator(".band-name").all_text_contents()
            assert {*areas} <= {*shown}
    assert [] == page.errors


def test_step_dice_are_drawn_as_dice(page: Watched, tmp_path: Path) -> None:
    """Brighter Worlds' abilities show their die, and say what it is at most."""
    (history,) = recorded("brighter-worlds", 2)
    page.open(render_page(history, audience="referee"), tmp_path)
    state = history.state(present(page))
    one = next(iter(state.combatants.values()))
    score = page.page.locator(".card").first.locator("[data-score=STR]")
    label = score.get_attribute("aria-label") or ""
    assert f"STR: d{one.scores['STR']}" in label
    assert str(one.scores["STR"]) == score.locator("svg text").text_content()


def test_hostile_names_are_harmless_and_whole(page: Watched, tmp_path: Path) -> None:
    """In cards, log, chart and table: nothing runs, nothing is lost, nothing overflows. A name of
    thousands of letters holds nothing up, and as much of it as has room is there."""
    began = perf_counter()
    page.open(render_page(hostile_fight(), audience="referee"), tmp_path)
    page.page.keyboard.press("End")
    shown = page.page.locator(".token .name").all_text_contents()
    assert perf_counter() - began < 8
    assert any(re.fullmatch("n{8,}…", told) for told in shown)
    names = page.page.locator(".card h4 bdi").evaluate_all(
        "(all) => all.map((it) => it.textContent)"
    )
    assert sorted(NAMES) == sorted(names)
    areas = page.page.locator(".band-name").all_text_contents()
    assert {*NAMES} <= {*areas}
    labels = page.page.locator(".token").evaluate_all("(all) => all.map((it) => it.ariaLabel)")
    assert len(NAMES) == len(labels)
    assert all(any(label.startswith(name) for label in labels) for name in NAMES)
    for told in page.page.locator(".token .name").all_text_contents():
        assert told in NAMES or any(name.startswith(told.split("…")[0]) for name in NAMES)
    assert NAMES[0] == page.page.locator("#title").text_content()
    assert page.page.title() != "broken"
    assert not page.page.locator("main img, aside img").count()
    sizes: list[ViewportSize] = [{"width": 360, "height": 740}, {"width": 1280, "height": 800}]
    for size in sizes:
        page.page.set_viewport_size(size)
        wide = page.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= size["width"]
    assert [] == page.errors


def test_players_see_how_strangers_look(page: Watched, history: History, tmp_path: Path) -> None:
    """A word instead of bars."""
    page.open(render_page(history, audience="players"), tmp_path)
    hidden = [
        card
        for whose, card in states_of(page_data(history, "players"))[present(page)].items()
        if whose != SCENE and card.get("hidden")
    ]
    assert hidden
    for card in hidden:
        box = page.page.locator(".card", has=page.page.get_by_text(card["name"], exact=True)).first
        assert card["look"] == box.locator(".standing").inner_text()
        assert 0 == box.locator(".score").count()
    assert [] == page.errors
