"""Deaths afterwards, escapes, blows at the same time, what waits for the dice, crews and places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.combatlog.export.html_replay.looking import present
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.combatlog.export.html_replay.test_meanings import go
from tests.combatlog.export.html_replay.test_stage_hits import (
    DESKTOP,
    PHONE,
    SMALL,
    find_token,
    read,
)
from tests.combatlog.export.html_replay.test_stage_moments import open_page, read_news, show_beat
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

STEP = """(time) => {
    document.querySelector("#next").click();
    for (const each of document.getAnimations()) {
        each.pause();
        each.currentTime = time;
    }
}"""
"""Goes to the next beat and stops all animations at a time in milliseconds."""

FINISH = "() => document.getAnimations().forEach((each) => each.finish())"

AGAIN = f"""(time) => {{
    for (const step of ["next", "previous"]) document.querySelector(`#${{step}}`).click();
    ({STEP})(time);
}}"""
"""The same for somebody who steps quickly, on a busy machine, too."""

SEEN = """(it) => {
    const after = getComputedStyle(it, "::after");
    return after.content.startsWith('"') && Number(after.opacity) ? after.content.split('"')[1]
        : [...it.children].filter((each) => Number(getComputedStyle(each).opacity))
            .map((each) => each.innerText).join("").trim();
}"""
"""The value that is seen at a token."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL])
def test_a_death_after_the_fight_has_the_room_to_itself(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The outcome gives way to it, and stands there again at the next beat."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hold-seven"), tmp_path, size)
    show_beat(page, "Tam died")
    assert not page.page.locator("#outcome").is_visible()
    assert page.page.locator("#event.held").is_visible()
    assert page.page.locator("#field.death").count()
    assert "dead" == page.page.locator(".token.changed .new.fate").inner_text().lower()
    page.page.keyboard.press("ArrowRight")
    assert page.page.locator("#outcome").is_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL])
def test_an_escape_is_no_defeat(page: Watched, tmp_path: Path, size: tuple[int, int]) -> None:
    """Who got away has a calm stamp, and nothing dims; who fled has another than who fell."""
    page.page.emulate_media(reduced_motion="reduce")
    colour = "(it) => getComputedStyle(it).color"
    open_page(page, example("the-courier-run"), tmp_path, size)
    show_beat(page, "controls explode")
    felled = page.page.locator(".new.fate").first.evaluate(colour)
    show_beat(page, "got clear to the gate")
    stamps = page.page.locator(".token.changed .new.away")
    assert 5 == stamps.count()
    assert "got away" in {each.lower() for each in stamps.all_text_contents()}
    assert felled != stamps.first.evaluate(colour)
    assert not page.page.locator("#field:is(.felling, .death), .new.fate").count()
    assert not page.page.locator("#story .present.fell").count()
    page.page.keyboard.press("ArrowRight")
    assert "got away" in (page.page.locator(find_token("Bo")).get_attribute("aria-label") or "")
    open_page(page, example("hounds-on-the-causeway"), tmp_path, size)
    show_beat(page, "took fright and ran")
    fled = page.page.locator(".token.changed .new.fate")
    assert fled.inner_text().lower() in ("fled", "↗")
    assert felled != fled.evaluate(colour)
    assert "dashed" == fled.evaluate("(it) => getComputedStyle(it).borderTopStyle")


def test_who_falls_still_does_what_was_thrown_at_the_same_time(
    page: Watched, tmp_path: Path
) -> None:
    """The stamp says that they fall, and what is still to come; the shot, that it was declared
    before. Nobody else is told so."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-toll-at-the-ford"), tmp_path, DESKTOP)
    show_beat(page, "let fly at the raider")
    told = [text for _, text in read_news(page)["Raider"]]
    assert "falls" == told[0]
    assert "still → Wren" == told[-1]
    page.page.keyboard.press("ArrowRight")
    assert ["new note", "declared before the fall"] in read_news(page)["Raider"]
    assert "declared before the fall" in page.page.locator("#event").inner_text()
    page.page.keyboard.press("ArrowRight")
    assert "declared before" not in page.page.locator("#event").inner_text()


def test_the_result_of_a_blow_waits_for_the_dice(page: Watched, tmp_path: Path) -> None:
    """At first the old value stands at an upright token; then the new one, and the stamp."""
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    show_beat(page, "Dee went down")
    page.page.keyboard.press("ArrowLeft")
    token = page.page.locator(find_token("Dee"))
    value = token.locator(".value")
    was = value.evaluate(SEEN)
    seen: dict[int, list[Any]] = {}
    for time in (0, 300, 2500):
        page.page.keyboard.press("ArrowLeft")
        page.page.keyboard.press("ArrowRight")
        page.page.evaluate(STEP, time)
        opacity = token.locator(".new.fate").evaluate("(it) => getComputedStyle(it).opacity")
        border = token.evaluate("(it) => getComputedStyle(it).borderTopStyle")
        seen[time] = [value.evaluate(SEEN), float(opacity), border]
        page.page.keyboard.press("ArrowLeft")
    assert seen[0] == seen[300] == [was.removesuffix("HP"), 0, "solid"]
    assert [1, "dashed"] == seen[2500][1:]
    assert was != seen[2500][0]
    page.page.emulate_media(reduced_motion="reduce")
    page.page.keyboard.press("ArrowRight")
    assert seen[2500][0] == value.evaluate(SEEN)


def test_the_graph_waits_for_the_dice(page: Watched, tmp_path: Path) -> None:
    """Its dots stand where they were, and slide down with the blow; not where somebody steps on
    before the dice have landed."""
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    show_beat(page, "Dee went down")
    dot = page.page.locator("#strength .dot").first
    place = "(it) => getComputedStyle(it).d"
    page.page.emulate_media(reduced_motion="reduce")
    now = dot.evaluate(place)
    page.page.keyboard.press("ArrowLeft")
    was = dot.evaluate(place)
    seen = []
    for time, step in ((300, STEP), (2500, STEP), (300, AGAIN)):
        page.page.emulate_media(reduced_motion="no-preference")
        page.page.wait_for_timeout(800)
        page.page.evaluate(step, time)
        seen.append(dot.evaluate(place))
        page.page.emulate_media(reduced_motion="reduce")
        page.page.keyboard.press("ArrowLeft")
    assert seen == [was, now, now]
    assert was != now


def test_a_blow_moves_its_target_the_further_the_more_it_took(
    page: Watched, tmp_path: Path
) -> None:
    """Away from the other side, by a transform, and back; not with reduced motion."""
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    moved: list[float] = []
    for words in ("Ada shot at the rhinoceros", "he stood against the sky"):
        show_beat(page, words)
        page.page.keyboard.press("ArrowLeft")
        page.page.evaluate(STEP, 400 + 70)
        target = page.page.locator(".token.changed:has(.loss)")
        rest = target.evaluate("(it) => it.offsetLeft + new DOMMatrix(it.style.transform).m41")
        left = target.evaluate(
            """(it) => it.getBoundingClientRect().left
                - document.querySelector("#field").getBoundingClientRect().left"""
        )
        moved.append(left - rest)
    assert 4 < moved[0] < moved[1] < 24
    page.page.emulate_media(reduced_motion="reduce")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowRight")
    assert not page.page.evaluate("() => document.getAnimations().length")


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_name_of_two_words_has_two_lines(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Before anything of it is cut."""
    page.page.emulate_media(reduced_motion="reduce")
    for name, words, who in (
        ("sam-pete-and-the-troll", "turned the dust on Pete", "Incubus Butterfly"),
        ("aniet-and-the-black-destroyer", "tore at Aniet", "Black Destroyer"),
        ("hold-seven", "The second drone went for Tam", "Hatchling swarm"),
    ):
        open_page(page, example(name), tmp_path, size)
        show_beat(page, words)
        assert who in read(page, ".token .name")


def test_a_side_in_one_area_stands_in_one_column_on_the_smallest_screen(
    page: Watched, tmp_path: Path
) -> None:
    """The names of the areas stand in the half that has room for them."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-toll-at-the-ford"), tmp_path, SMALL)
    show_beat(page, "claymore came down on Gil's legs")
    lefts = {
        page.page.locator(find_token(name)).evaluate("(it) => it.getBoundingClientRect().left")
        for name in ("Wren", "Tor", "Gil", "Mira")
    }
    assert 1 == len(lefts)
    sides = {
        name: page.page.locator(f".band:has-text('{name}')").get_attribute("class")
        for name in ("bank", "ford", "hill")
    }
    assert {"bank": "band half-1", "ford": "band half-1", "hill": "band half-0"} == sides


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL])
def test_the_tip_of_an_arrow_is_free_of_its_number(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Where the sides are near each other, too."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("sam-pete-and-the-troll"), tmp_path, size)
    show_beat(page, "turned the dust on Pete")
    is_apart = page.page.evaluate(
        """() => {
            const [tip, amount] = [".links .tip", ".links .amount"]
                .map((each) => document.querySelector(each).getBBox());
            return tip.x > amount.x + amount.width || amount.x > tip.x + tip.width
                || tip.y > amount.y + amount.height - 4 || amount.y > tip.y + tip.height - 4;
        }"""
    )
    assert is_apart


def test_the_graph_is_whole_on_a_phone_that_lies(page: Watched, tmp_path: Path) -> None:
    """Above the slider, with everything that can be tapped within the window."""
    open_page(page, example("the-toll-at-the-ford"), tmp_path, (844, 390))
    graph = page.page.locator("#strength").bounding_box()
    slider = page.page.locator("#slider").bounding_box()
    split = page.page.locator(".split").first.bounding_box()
    assert graph and slider and split
    assert graph["height"] >= 24 <= slider["height"]
    assert graph["y"] + graph["height"] <= slider["y"] + 1
    assert slider["y"] + slider["height"] <= 390 >= split["y"] + split["height"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL])
def test_a_crew_stands_on_the_hull_of_its_craft(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Below it, and nobody else; each says what they are aboard."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-courier-run"), tmp_path, size)
    show_beat(page, "fired the gun at the fighter")
    aboard = page.page.evaluate(
        """() => [...document.querySelectorAll(".hull")].map((hull) => {
            const edge = hull.getBoundingClientRect();
            return [...document.querySelectorAll(".token")].filter((token) => {
                const box = token.getBoundingClientRect();
                return box.left < edge.right && box.right > edge.left
                    && box.top < edge.bottom && box.bottom > edge.top + 1;
            }).sort((one, other) => one.getBoundingClientRect().top
                - other.getBoundingClientRect().top)
                .map((token) => token.ariaLabel.split(", ")[0]);
        })"""
    )
    assert [["Courier", "Aniet", "Bo", "Ines", "Doctor Osei"], ["Fighter", "Vex"]] == aboard
    label = page.page.locator(find_token("Bo")).get_attribute("aria-label") or ""
    assert label.endswith(", aboard Courier")


def test_where_somebody_went_stands_on_their_card(page: Watched, tmp_path: Path) -> None:
    """Until they go elsewhere, or the fight is over; players read it, too."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("black-sails"), tmp_path, DESKTOP)
    show_beat(page, 46)
    lykos = page.page.locator(find_token("Lykos"))
    assert "near the dunes" == lykos.locator(".marks").inner_text()
    show_beat(page, "Lykos went over to Myrine")
    assert {"Lykos": [["new note", "near Myrine"]]} == read_news(page)
    show_beat(page, 149)
    assert "near Myrine" == lykos.locator(".marks").inner_text()
    page.page.keyboard.press("End")
    assert "near" not in (lykos.get_attribute("aria-label") or "")
    page.open(render_page(example("black-sails"), audience="players"), tmp_path)
    show_beat(page, 46)
    assert "near the dunes" == lykos.locator(".marks").inner_text()


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_card_that_dies_or_is_struck_stays_in_its_place_on_a_phone(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """It turns about its own middle: it leaves neither the screen nor covers its neighbours."""
    open_page(page, example("black-sails"), tmp_path, size)
    box = """(it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return [left, right, top, bottom];
    }"""
    for said, time in (
        ("Phaidra died", 900),
        ("Phaidra died", 1300),
        ("Phaidra could not take that", 470),
    ):
        show_beat(page, said)
        token = page.page.locator(find_token("Phaidra"))
        left, right, top, bottom = token.evaluate(box)
        page.page.locator("#previous").click()
        page.page.evaluate(STEP, time)
        now = token.evaluate(box)
        assert now != [left, right, top, bottom], (said, time)
        assert now[0] >= 0 and now[1] <= size[0]
        assert top - 6 <= now[2] and now[3] <= bottom + 6, (said, time)


@pytest.mark.parametrize(
    ("before", "who", "score"),
    [("Bix sealed the hatch", "Orlo", "pool"), ("The queen snapped at Ines", "Drone", "behind")],
)
def test_what_a_blow_took_stays_in_the_bar_before_it_drains(
    page: Watched, tmp_path: Path, before: str, who: str, score: str
) -> None:
    """In the bar of the first score and in that of the score behind it."""
    open_page(page, example("hold-seven"), tmp_path, DESKTOP)
    show_beat(page, before)
    token = page.page.locator(find_token(who)).first
    width = "(it, part) => it.querySelector(`.${part}`).getBoundingClientRect().width"
    parts = (score, f"{score}-lost")
    page.page.evaluate(FINISH)  # what the beat before took may still drain
    was, ghost = (token.evaluate(width, part) for part in parts)
    assert pytest.approx(was, abs=1) == ghost
    assert was > 20
    page.page.evaluate(STEP, 900)
    now, ghost = (token.evaluate(width, part) for part in parts)
    assert now < was / 2
    assert pytest.approx(was, abs=1) == ghost
    page.page.evaluate(FINISH)
    now, ghost = (token.evaluate(width, part) for part in parts)
    assert ghost <= now + 1


def test_the_dead_are_crossed_out(page: Watched, tmp_path: Path) -> None:
    """Where the page jumps at once, without a movement; those who are down are not."""
    cross = """(it) => {
        const fill = it.querySelector(".fill");
        const { content, animationName, opacity } = getComputedStyle(fill, "::before");
        return content === "none" ? null : [animationName, Number(opacity) > 0];
    }"""
    open_page(page, example("hold-seven"), tmp_path, DESKTOP)
    show_beat(page, "Tam died")
    seq = present(page)
    page.page.keyboard.press("Home")
    go(page, seq)
    assert page.page.locator("html.still").count()
    assert ["none", True] == page.page.locator(find_token("Tam")).evaluate(cross)
    assert page.page.locator(find_token("Drone 2")).evaluate(cross) is None
    assert page.page.locator(find_token("Bix")).evaluate(cross) is None


def test_the_cards_of_a_duel_are_large(page: Watched, tmp_path: Path) -> None:
    """With a larger type, in which all facts have room also beside a blow."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("aniet-and-the-black-destroyer"), tmp_path, DESKTOP)
    show_beat(page, "tore at Aniet")
    for box in page.page.locator(".token").all():
        assert (box.bounding_box() or {"height": 0})["height"] >= 170
    others = page.page.locator(f"{find_token('Aniet')} .others").inner_text()
    assert others.endswith("armor\xa01")
    name = page.page.locator(f"{find_token('Aniet')} .name")
    assert "24px" == name.evaluate("(it) => getComputedStyle(it).fontSize")
