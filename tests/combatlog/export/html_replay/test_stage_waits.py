"""What tells the result of a blow waits for its dice; the dimming at a fall passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.combatlog.export.html_replay.reading import example
from tests.combatlog.export.html_replay.test_stage_felt import STEP
from tests.combatlog.export.html_replay.test_stage_hits import DESKTOP, find_token
from tests.combatlog.export.html_replay.test_stage_moments import open_page, show_beat
from tests.combatlog.export.html_replay.test_stage_texts import SHOW
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

RESULT = """() => {
    const opacity = (each) => Number(getComputedStyle(each).opacity);
    const share = document.querySelector("#balance .half-1 b");
    const was = getComputedStyle(share, "::after");
    return [
        Number(was.opacity) ? was.content.split('"')[1] : share.textContent,
        ...["#event .result", ".beat.present .costs", ".beat.present .thrown", "#small > *"]
            .map((each) => opacity(document.querySelector(each))),
    ];
}"""
"""The percentage of the foes that is seen, and how well the result is: in the sentence, as costs
and as small print of the story, and below the sentence."""

DIM = "() => Number(getComputedStyle(document.querySelector('.field-box'), '::after').opacity)"


def jump(page: Watched, at: int = 2) -> None:
    """Show a stop, by default the first blow, from the end of the fight."""
    page.page.keyboard.press("End")
    page.page.evaluate(SHOW, at)


def test_nothing_tells_of_a_blow_before_its_dice_have_landed(page: Watched, tmp_path: Path) -> None:
    """Neither the percentages, nor the sentence, nor the story; all of it at once after a jump."""
    open_page(page, example("hounds-on-the-causeway"), tmp_path, DESKTOP)
    for time, seen in ((300, ["100 %", 0, 0, 0, 0]), (1000, ["75 %", 1, 1, 1, 1])):
        show_beat(page, "raised the longbow")
        page.page.keyboard.press("ArrowLeft")
        page.page.evaluate(STEP, time)
        assert seen == page.page.evaluate(RESULT)
    assert "It put the first root goblin out of action." == (
        page.page.locator("#event .result").inner_text()
    )
    jump(page)
    assert ["75 %", 1, 1, 1, 1] == page.page.evaluate(RESULT)
    page.page.emulate_media(reduced_motion="reduce")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowRight")
    assert ["75 %", 1, 1, 1, 1] == page.page.evaluate(RESULT)
    page.page.keyboard.press("ArrowRight")
    assert not page.page.evaluate("() => document.getAnimations().length")


def test_a_percentage_that_stays_does_not_go_back(page: Watched, tmp_path: Path) -> None:
    """The beat after a jump to a blow, without a loss, shows the same."""
    open_page(page, example("hounds-on-the-causeway"), tmp_path, DESKTOP)
    jump(page, 3)
    assert page.page.locator("#balance [data-was]").count()
    shares = page.page.locator("#balance b").all_inner_texts()
    page.page.evaluate(STEP, 100)
    assert shares == page.page.locator("#balance b").all_inner_texts()
    assert not page.page.locator("#balance [data-was]").count()


def test_the_card_of_the_target_keeps_what_it_had_until_then(page: Watched, tmp_path: Path) -> None:
    """The line of the other scores, in the same place, and the name of the score beside the old
    number."""
    open_page(page, example("black-sails"), tmp_path, DESKTOP)
    for who, words in (("Dion", "That brought Dion down"), ("Myrine", "It left Myrine a scar")):
        show_beat(page, words)
        page.page.keyboard.press("ArrowLeft")
        card = page.page.locator(find_token(who))
        others = card.locator(".others")
        said, before = others.inner_text(), others.bounding_box()
        box = card.bounding_box()
        assert said and before and box
        for time, seen in ((300, 1), (1000, 0)):
            page.page.evaluate(STEP, time)
            shown = card.evaluate(
                """(it) => {
                    const { content, opacity, top, left } = getComputedStyle(it, "::before");
                    return [content.split('"')[1], Number(opacity), top, left]; }"""
            )
            assert [said, seen] == shown[:2]
            where = [float(each.removesuffix("px")) for each in shown[2:]]
            assert abs(where[0] - (before["y"] - box["y"])) < 8
            assert abs(where[1] - (before["x"] - box["x"])) < 8
            page.page.keyboard.press("ArrowLeft")


SEEN = """() => Object.fromEntries([...document.querySelectorAll(".token")].map((it) => {
    const read = (part) => {
        const was = getComputedStyle(part, "::after");
        if (Number(was.opacity) && part.dataset.was) return part.dataset.was;
        return part.offsetHeight && Number(getComputedStyle(part).opacity) ? part.textContent : "";
    };
    const below = Number(getComputedStyle(it, "::before").opacity) ? it.dataset.below ?? "" : "";
    const [others, troop] = [".others", ".troop"].map((part) => read(it.querySelector(part)));
    return [it.dataset.number, [others || below, troop]];
}))"""
"""The scores behind the first one and the marks of a detachment, as they are seen on each token."""


def test_facts_and_detachments_are_as_before_until_then(page: Watched, tmp_path: Path) -> None:
    """On every card that a beat of dice changes, where the same is told there afterwards."""
    open_page(page, example("hold-seven"), tmp_path, DESKTOP)
    compared = 0
    for at in range(1, 30):
        jump(page, at)
        later = page.page.evaluate(SEEN)
        jump(page, at - 1)
        before = page.page.evaluate(SEEN)
        page.page.evaluate(STEP, 200)
        now = page.page.evaluate(SEEN)
        if page.page.locator("#dice .die").count():
            for number in now.keys() & before.keys():
                for was, seen, then in zip(before[number], now[number], later[number], strict=True):
                    if was and then:
                        assert was == seen, (at, number)
                        compared += was != then
    assert compared > 3


def test_what_came_of_a_line_waits_for_its_last_blow(page: Watched, tmp_path: Path) -> None:
    """It stands there at once after a jump."""
    open_page(page, example("hold-seven"), tmp_path, DESKTOP, 126)
    told = "() => Number(getComputedStyle(document.querySelector('#then-now p')).opacity)"
    assert 1 == page.page.evaluate(told)
    for time, seen in ((200, 0), (1000, 1)):
        page.page.keyboard.press("ArrowLeft")
        page.page.evaluate(STEP, time)
        assert seen == page.page.evaluate(told)


def test_the_dimming_at_a_fall_passes(page: Watched, tmp_path: Path) -> None:
    """The field is dim while the fall is held, and clear for whoever pauses; never with reduced
    motion, nor after a jump."""
    open_page(page, example("hounds-on-the-causeway"), tmp_path, DESKTOP)
    dim = []
    for time in (300, 1200, 2500):
        jump(page)
        assert not page.page.evaluate(DIM)
        page.page.keyboard.press("ArrowLeft")
        page.page.evaluate(STEP, time)
        dim.append(page.page.evaluate(DIM))
    assert not dim[0]
    assert dim[1] > 0.5
    assert not dim[2]
    page.page.emulate_media(reduced_motion="reduce")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowRight")
    assert not page.page.evaluate(DIM)
    assert page.page.locator("#field.felling .token.changed .new.fate").is_visible()


LOOKS = """(it) => {
    const word = document.querySelector("#event strong") ?? it;
    const name = it.querySelector(".name");
    return [getComputedStyle(it).backgroundColor, getComputedStyle(name).color,
        it.querySelector(".value").innerText, Number(getComputedStyle(word).opacity)];
}"""
"""The colours of a card and of its name, its number, and how well the strong words are seen."""


@pytest.mark.parametrize(
    ("name", "seq", "who", "number"),
    [("bridge-ambush", 232, "Mask priest", "STR 0/10"), ("black-sails", 184, "Phaidra", "KRA 0/9")],
)
def test_who_dies_is_not_revived_first(
    page: Watched, tmp_path: Path, name: str, seq: int, who: str, number: str
) -> None:
    """Their card becomes no brighter, its number stays, and the sentence is whole."""
    open_page(page, example(name), tmp_path, DESKTOP)
    show_beat(page, seq)
    token = page.page.locator(find_token(who))
    page.page.keyboard.press("ArrowLeft")
    before = token.evaluate(LOOKS)[:2]
    for time in (0, 250, 1000, 2500):
        page.page.evaluate(STEP, time)
        assert [*before, number, 1] == token.evaluate(LOOKS), time
        page.page.keyboard.press("ArrowLeft")
