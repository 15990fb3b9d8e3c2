"""Blows in a row, deaths told behind their blow, and conditions: each is felt in its turn, and said
in words."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.combatlog.export.html_replay.reading import example, page_data
from tests.combatlog.export.html_replay.test_stage_felt import STEP
from tests.combatlog.export.html_replay.test_stage_hits import DESKTOP, PHONE
from tests.combatlog.export.html_replay.test_stage_moments import list_stops, open_page, show_beat
from tests.combatlog.export.html_replay.test_stage_texts import SHOW
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

MOVES = """(name) => document.getAnimations().filter((each) => each.animationName === "struck"
    && each.effect.target.querySelector(".name").textContent === name).length"""
"""How many blows shake the card with a name."""

STRUCK = """() => {
    const name = document.querySelector(".token[data-look='dead'] .name");
    return getComputedStyle(name).textDecorationColor !== "rgba(0, 0, 0, 0)";
}"""

WAITING = """() => ["#strength-lead", "#strength-legend [data-was]"].map((each) => {
    const was = getComputedStyle(document.querySelector(each), "::after");
    return Number(was.opacity) ? was.content.split('"')[1] : "";
})"""
"""What still stands in the place of the lead and of the first percentage of the legend."""

NEWS = """() => [...document.querySelectorAll(".token:not([hidden]) :is(.new, .marks)")]
    .map((each) => [each.className, each.innerText])"""


def test_a_second_blow_in_a_row_shakes_the_card_again(page: Watched, tmp_path: Path) -> None:
    """The ogre is struck in two beats, one after the other."""
    open_page(page, example("the-toll-at-the-ford"), tmp_path, DESKTOP)
    show_beat(page, 209)
    for _ in range(2):
        page.page.evaluate(STEP, 500)
        assert 1 == page.page.evaluate(MOVES, "Ogre")
        page.page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
        assert not page.page.evaluate(MOVES, "Ogre")


def test_a_name_is_struck_once_the_stamp_has_fallen(page: Watched, tmp_path: Path) -> None:
    """Also of who lay dying since a blow before."""
    open_page(page, example("black-sails"), tmp_path, DESKTOP)
    seen = []
    show_beat(page, 183)
    for time in (500, 900):
        page.page.evaluate(STEP, time)
        seen.append(page.page.evaluate(STRUCK))
        page.page.keyboard.press("ArrowLeft")
    assert [False, True] == seen


def test_the_field_is_dim_at_a_fall_alone(page: Watched, tmp_path: Path) -> None:
    """Not at the blows on others while somebody lies dying; again at the death."""
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    dim = []
    for seq in (228, 231, 232):
        show_beat(page, seq)
        dim.append(page.page.locator("#field.death").count())
    assert [1, 0, 1] == dim


def test_the_graph_and_the_story_wait_for_the_dice(page: Watched, tmp_path: Path) -> None:
    """The lead, the legend and the result in the row of the story."""
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    row = "() => Number(getComputedStyle(document.querySelector('.beat.present .result')).opacity)"
    show_beat(page, 209)
    for time, seen, told in (
        (300, ["The party: 4 points ahead", "39 %"], 0),
        (1000, ["", ""], 1),
    ):
        page.page.evaluate(STEP, time)
        assert (seen, told) == (page.page.evaluate(WAITING), page.page.evaluate(row))
        said = page.page.locator("#strength-lead").text_content() or ""
        assert "the party: 20 points ahead" in said.lower()
        page.page.keyboard.press("ArrowLeft")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_conditions_are_words(page: Watched, tmp_path: Path, size: tuple[int, int]) -> None:
    """No card has a bare “!”; what is good for its bearer is no alarm; a lock names its target."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-courier-run"), tmp_path, size)
    told: list[list[str]] = []
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        told += page.page.evaluate(NEWS)
    assert "!" not in {text for _, text in told}
    for good in ("jury-rigged", "locked on"):
        kinds = {kind for kind, text in told if good in text}
        assert kinds and kinds <= {"marks", "new gain", "new note"}
    assert not [text for _, text in told if "for no manoeuvre" in text or "nobody" in text]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_last_round_has_its_name(page: Watched, tmp_path: Path, size: tuple[int, int]) -> None:
    """In the graph, though what came after the fight stands close behind it."""
    open_page(page, example("the-courier-run"), tmp_path, size)
    names = page.page.locator("#strength .round-name")
    told = names.all_inner_texts()
    assert ["5", "after"] == [told[-2].removeprefix("R"), told[-1]]
    assert [str(each) for each in range(1, 6)] == [each.removeprefix("R") for each in told[:-1]]
    boxes = [each.bounding_box() for each in names.all()]
    for one, other in pairwise(boxes):
        assert one and other and one["x"] + one["width"] <= other["x"]


def test_what_is_left_at_the_end_says_so(page: Watched, tmp_path: Path) -> None:
    """The percentages above the field do not move any more."""
    open_page(page, example("the-courier-run"), tmp_path, DESKTOP)
    since = page.page.locator("#balance .since:visible")
    show_beat(page, 180)
    assert 0 == since.count()
    show_beat(page, 218)
    assert ["at the end", "at the end"] == since.all_inner_texts()


def test_a_lock_on_a_card_names_its_target() -> None:
    """With what it is for behind it; the page carries it so."""
    page = str(page_data(example("the-courier-run")))
    assert "gun locked on Marrow (for: no manoeuvre)" in page
    assert "gun locked on Fighter" in page
