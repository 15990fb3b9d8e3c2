"""How hits, misses and falls are felt, what is left of who was struck, and what is to come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from events.types.outcomes import AttackRolled, DamageDealt, RoundBegan, ScoreChanged, TurnBegan
from tests.combatlog.export.html_replay.looking import walk_stops
from tests.combatlog.export.html_replay.reading import example, page_data, render_page
from tests.combatlog.export.html_replay.test_stage_moments import open_page, read_news, show_beat
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc
from tests.support.browser import Watched
from tests.support.given import attack

pytestmark = pytest.mark.slow

DESKTOP, PHONE, SMALL = (1280, 800), (390, 844), (320, 568)


def read(page: Watched, parts: str) -> list[str]:
    """Return the texts of the visible parts of the page."""
    found: list[str] = page.page.evaluate(
        """(parts) => [...document.querySelectorAll(parts)]
            .filter((it) => it.textContent && it.checkVisibility()).map((it) => it.textContent)""",
        parts,
    )
    return found


def find_token(name: str) -> str:
    """Return the selector of somebody's token."""
    return f".token:has(.name:text-is('{name}'))"


def test_a_blow_that_the_armor_turns_is_seen_at_its_target(page: Watched, tmp_path: Path) -> None:
    """A grey arrow, a 0, and the armor in words; in one line as well."""
    page.page.emulate_media(reduced_motion="reduce")
    for size in (DESKTOP, PHONE, SMALL):
        open_page(page, example("bridge-ambush"), tmp_path, size)
        show_beat(page, 67)
        assert {"Ada": [["new dull", "armor 1 · 0"]]} == read_news(page)
        assert 1 == page.page.locator(".links g.dull .blow").count()
        assert ["0"] == read(page, ".links .amount.dull")


def test_a_blow_that_a_save_passes_is_seen_at_its_target(page: Watched, tmp_path: Path) -> None:
    """It is no hit, and no miss either."""
    page.page.emulate_media(reduced_motion="reduce")
    for size, news in ((DESKTOP, "saved"), (PHONE, "saved"), (SMALL, "✓")):
        open_page(page, example("sam-pete-and-the-troll"), tmp_path, size)
        show_beat(page, 91)
        assert {"Troll": [["new dull", news]]} == read_news(page)
    assert [1, 0] == [page.page.locator(f".links {it}").count() for it in ("g.dull", ".amount")]


def test_a_fall_has_its_amount_on_the_smallest_screen(page: Watched, tmp_path: Path) -> None:
    """At the arrow and at the token, behind the sign of the fall."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, SMALL)
    show_beat(page, "Dee went down")
    assert ["▼", "−11"] == [text for _, text in read_news(page)["Dee"]]
    assert ["−11"] == read(page, ".links .amount")


def test_a_blow_that_misses_is_seen_at_its_target(page: Watched, tmp_path: Path) -> None:
    """Where a defence passed; players see the same."""
    page.page.emulate_media(reduced_motion="reduce")
    given = fight(pc("Kit", "longbow", Marksman=3), npc("Orc", Evasion=3))
    given.when(ROUND, attack("kit", "orc"), GO).rolls("kit d20=5", "orc d20=19")
    for audience in ("referee", "players"):
        text = render_page(given.fight.history, audience=audience)
        page.open(text, tmp_path)
        page.page.keyboard.press("End")
        page.page.keyboard.press("ArrowLeft")  # behind it the record stops
        assert {"Orc": [["new dull", "missed"]]} == read_news(page)
        assert ["missed"] == read(page, ".links .amount.dull")


def test_players_see_that_a_blow_hit_whose_numbers_are_hidden(
    page: Watched, tmp_path: Path
) -> None:
    """Also where the target looks as before; armor that they may not know has no number."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("bridge-ambush"), audience="players"), tmp_path)
    show_beat(page, "Ben's grenade caught the mask priest")
    assert {"Mask priest": [["new loss", "hit"]]} == read_news(page)
    assert ["hit"] == read(page, ".links .amount")
    history = example("sam-pete-and-the-troll")
    failed = {
        audience: [
            beat["z"] for beat in page_data(history, audience)["story"]["beats"] if "z" in beat
        ]
        for audience in ("referee", "players")
    }
    assert {"referee": [-2, 1, -2, -2], "players": [-2, 0, -2, -2]} == failed


def test_harm_that_nobody_did_says_what_it_was(page: Watched, tmp_path: Path) -> None:
    """In words at its target, with a burst beside it: no arrow comes from anybody."""
    page.page.emulate_media(reduced_motion="reduce")
    for size, words in (
        (DESKTOP, ["HP 3 → 1", "steam from the cut line"]),
        (PHONE, ["−2", "steam"]),
        (SMALL, ["−2", "steam"]),
    ):
        open_page(page, example("hold-seven"), tmp_path, size)
        show_beat(page, "Tam was hit by steam")
        assert words == [text for _, text in read_news(page)["Tam"]]
        assert 1 == page.page.locator(".links .burst").count()
        assert not page.page.locator(".links .tip").count()


def test_the_number_of_a_heavy_blow_is_larger(page: Watched, tmp_path: Path) -> None:
    """By the part of the target that it took."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    sizes: list[float] = []
    for seq in (171, 228, 66):
        show_beat(page, seq)
        size = page.page.locator(".links .amount").evaluate(
            "(it) => parseFloat(getComputedStyle(it).fontSize)"
        )
        sizes.append(size)
    light, middle, heavy = sizes
    assert 20 < light < middle < heavy


def test_who_goes_down_has_a_moment_of_their_own(page: Watched, tmp_path: Path) -> None:
    """The others stand back, as at a death, but not as far."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, DESKTOP)
    dim = "(it) => Number(getComputedStyle(it, '::after').getPropertyValue('--deep'))"
    field = page.page.locator(".field-box")
    show_beat(page, 69)
    assert 0 == field.evaluate(dim)
    show_beat(page, 66)
    assert 0 < field.evaluate(dim) < 1
    show_beat(page, 228)
    assert 1 == field.evaluate(dim)


def test_the_bar_shows_the_score_behind_the_first_one(page: Watched, tmp_path: Path) -> None:
    """As a second part; its number stands at the token once it is eaten, at every size."""
    page.page.emulate_media(reduced_motion="reduce")
    for size in (DESKTOP, PHONE, SMALL):
        open_page(page, example("bridge-ambush"), tmp_path, size)
        show_beat(page, 147)
        cho = page.page.locator(find_token("Cho"))
        told = "STR 7" if size == SMALL else "STR 7/9"
        assert told in cho.locator(".value").inner_text().replace("\xa0", " ")
        assert "STR 7/9" in (cho.get_attribute("aria-label") or "")
        share = "(it) => it.getBoundingClientRect().width / it.parentElement.clientWidth"
        assert 0 == cho.locator(".pool").evaluate(share)
        assert pytest.approx(0.35 * 7 / 9, abs=0.02) == cho.locator(".behind").evaluate(share)
        ben = page.page.locator(find_token("Ben"))
        assert "STR" not in ben.locator(".value").inner_text()
    open_page(page, example("the-toll-at-the-ford"), tmp_path, DESKTOP)
    assert not page.page.locator(".token.two").count()  # abilities are no second pool


def test_the_most_urgent_mark_stands_first_and_whole(page: Watched, tmp_path: Path) -> None:
    """The time that is left before the wound; what has no room is counted."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, PHONE)
    show_beat(page, 67)
    assert "1 h left · ✚ critical" == page.page.locator(f"{find_token('Dee')} .marks").inner_text()
    open_page(page, example("hold-seven"), tmp_path, PHONE)
    for at in range(int(page.page.locator("#slider").get_attribute("max") or 0) + 1):
        page.page.evaluate(
            """(at) => { const it = document.querySelector("#slider");
                it.value = at; it.dispatchEvent(new Event("input")); }""",
            at,
        )
        assert not [
            text for text in read(page, ".token .marks") if text.endswith("…") and "→" not in text
        ]


def test_what_was_done_is_no_longer_declared(page: Watched, tmp_path: Path) -> None:
    """Nor what lapsed, or what somebody who is down had declared."""
    page.page.emulate_media(reduced_motion="reduce")

    def list_plans() -> dict[str, str]:
        labels: list[Any] = page.page.evaluate(
            """() => [...document.querySelectorAll(".token:not([hidden])")].map((it) =>
                [it.querySelector(".name").textContent, it.getAttribute("aria-label")])"""
        )
        return {name: label.partition("→ ")[2] for name, label in labels if "→" in label}

    open_page(page, example("black-sails"), tmp_path, DESKTOP)
    show_beat(page, 149)
    assert {"Theron": "attacks Captain Brasidas with sword instead"} == list_plans()
    show_beat(page, "Theron laid into Captain Brasidas")
    assert {} == list_plans()
    open_page(page, example("the-toll-at-the-ford"), tmp_path, DESKTOP)
    show_beat(page, "Mira knew how to help Gil")
    assert {"Tor": "treats Wren"} == list_plans()
    show_beat(page, "What Tor did for Wren was not quite enough")
    assert {} == list_plans()


def test_what_a_rest_restores_is_seen_with_the_rest(page: Watched, tmp_path: Path) -> None:
    """Not at the beat before, where somebody comes to by it."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-toll-at-the-ford"), tmp_path, DESKTOP)
    show_beat(page, "The ogre slipped further away")
    assert "Gil" not in read_news(page)
    show_beat(page, "took a rest. The raider")
    assert [["new gain", "Stamina 2 → 3"]] == read_news(page)["Gil"]
    assert ["new gain", "Stamina 0 → 1"] in read_news(page)["Raider"]


def test_brackets_of_skirmishes_are_whole(page: Watched, tmp_path: Path) -> None:
    """Within the field, with a strong border around each of their tokens."""
    page.page.emulate_media(reduced_motion="reduce")
    for size in (DESKTOP, PHONE, SMALL):
        open_page(page, example("the-toll-at-the-ford"), tmp_path, size)
        show_beat(page, "the ogre had the upper hand")
        assert ["Tor", "Gil", "Mira", "Ogre"] == read(page, ".token.locked .name")
        left, right, top, bottom, width, height = page.page.locator(".skirmish").evaluate(
            """(it) => { const {x, y, width, height} = it.getBBox();
                const field = document.querySelector("#field");
                return [x, x + width, y, y + height, field.clientWidth, field.clientHeight]; }"""
        )
        assert 1 < left < right < width - 1
        assert 1 < top < bottom < height - 1
        assert page.page.evaluate(
            """() => [...document.querySelectorAll(".band-name")].every((name) => {
                const [it, line] = [name, document.querySelector(".skirmish")]
                    .map((each) => each.getBoundingClientRect());
                return it.right < line.left || it.left > line.right
                    || it.bottom < line.top || it.top > line.bottom;
            })"""
        )


@pytest.mark.parametrize("name", ["bridge-ambush", "hold-seven"])
def test_event_by_event_a_blow_is_seen_as_one(page: Watched, tmp_path: Path, name: str) -> None:
    """The arrow and the die at the attack's roll; the arrow at the damage, and what it cost. What
    nobody did has no arrow."""
    page.page.emulate_media(reduced_motion="reduce")
    history = example(name)
    open_page(page, history, tmp_path, DESKTOP)
    page.page.evaluate("() => document.querySelector('#single').click()")
    read_arrows = """() => {
        const count = (parts) => document.querySelectorAll(parts).length;
        return [Number(document.querySelector("#event").dataset.seq), count(".links .blow"),
            count(".links .shape"), count(".links .amount")];
    }"""
    beats = [each for each in page_data(history)["story"]["beats"] if each.get("b") and "o" in each]
    rolls = {roll for each in beats for roll in each.get("r", []) if not each.get("g")}
    ends = {each["e"] for each in beats if each.get("r")}
    seen = {seq: shown for seq, *shown in walk_stops(page, read_arrows)}
    attacks = [seq for seq in rolls & seen.keys() if isinstance(history[seq].event, AttackRolled)]
    assert attacks
    for seq in attacks:
        assert seen[seq][0] == 1, seq
        assert seen[seq][1], seq
    events = {seq: history[seq].event for seq in seen}
    damages = [seq for seq, each in events.items() if isinstance(each, DamageDealt) and each.by]
    assert sum(seen[seq][0] > 0 for seq in damages) >= 0.9 * len(damages)
    lost = [seq for seq in ends & seen.keys() if isinstance(history[seq].event, ScoreChanged)]
    assert all(seen[seq][2] for seq in lost), [seq for seq in lost if not seen[seq][2]]
    begun = [seq for seq in seen if isinstance(history[seq].event, RoundBegan | TurnBegan)]
    assert not any(seen[seq][0] for seq in begun)
