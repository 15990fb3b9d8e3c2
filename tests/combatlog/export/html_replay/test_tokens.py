"""The tokens of the stage: the clocks of wounds, the brackets of skirmishes, room for names."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import line_of, of_kind, walk_stops
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import Watched


def go(page: Watched, seq: int) -> None:
    """Show the event with this seq, event by event."""
    page.page.evaluate(f"() => {{ location.hash = 'seq={seq}'; }}")
    page.page.wait_for_function(f"() => document.querySelector('#event').dataset.seq === '{seq}'")


def open_single(page: Watched, history: History, folder: Path) -> None:
    """Open the page of a fight for the referee, event by event."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(history, audience="referee"), folder)
    page.page.evaluate("() => document.querySelector('#single').click()")


def test_a_wound_that_kills_has_a_clock(page: Watched, tmp_path: Path) -> None:
    """At the token of its bearer alone; each round says how much time is left."""
    history = example("bridge-ambush")
    open_single(page, history, tmp_path)
    joined = of_kind(history, "Join")[3]
    wounded = next(
        row.seq
        for row in history.rows
        if row.seq > joined
        and any(wound.due for wound in history.state(row.seq).combatants["dee"].wounds)
    )
    clock = page.page.locator(".token:not([hidden]) .clock:visible")
    go(page, wounded - 1)
    assert 0 == clock.count()
    go(page, wounded)
    assert 1 == clock.count()
    token = page.page.locator(".token:has(.clock:visible)")
    assert "Dee" == token.locator(".name").text_content()
    assert "1 h left" in (token.locator(".marks").text_content() or "")
    then = history.state(wounded).clock
    go(page, next(seq for seq in line_of(history) if history.state(seq).clock > then))
    assert "59 min 50 s left" == token.locator(".new").first.text_content()


def test_a_skirmish_is_bracketed(page: Watched, tmp_path: Path) -> None:
    """One line of brackets for all in it; it is drawn again as they change, and goes with them."""
    history = example("the-toll-at-the-ford")
    open_single(page, history, tmp_path)
    line = page.page.locator(".skirmish")
    engaged = of_kind(history, "EngagementBegan")
    go(page, engaged[0] - 1)
    assert 0 == line.count()
    drawn = []
    for seq in engaged[:3]:
        go(page, seq)
        assert 1 == line.count()
        assert "skirmish fresh" == line.get_attribute("class")
        drawn.append((line.get_attribute("d") or "").count("H"))
    assert drawn == sorted(set(drawn)), "each who comes has a bracket more"
    go(page, engaged[2] + 1)
    assert "skirmish" == line.get_attribute("class")
    go(page, of_kind(history, "EngagementEnded")[-1])
    assert 0 == line.count()


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_three_sides_have_room_for_names_on_a_phone(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The names of the sides are whole, and who joins does not lose the beginning of their name."""
    history = example("black-sails")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_single(page, history, tmp_path)
    for seq in (of_kind(history, "Join")[6], of_kind(history, "RoundBegan")[-1]):
        go(page, seq)
        cut = page.page.evaluate(
            """() => [...document.querySelectorAll(".bar .whose, .side-name")]
                .filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)"""
        )
        assert [] == cut
    go(page, of_kind(history, "Join")[6])
    covered = page.page.evaluate(
        """() => [...document.querySelectorAll(".token:not([hidden])")].filter((token) => {
            const range = document.createRange();
            range.selectNodeContents(token.querySelector(".name"));
            const name = range.getBoundingClientRect();
            return [...token.querySelectorAll(".new")].some((each) => {
                const { left, right, top, bottom } = each.getBoundingClientRect();
                return right > name.left + 1 && left < name.right - 1
                    && bottom > name.top + 1 && top < name.bottom - 1;
            });
        }).map((token) => token.textContent)"""
    )
    assert [] == covered


FACTS = """() => [...document.querySelectorAll(".token.changed")]
    .filter((it) => it.querySelector(".state").hidden && it.querySelector(".others").textContent)
    .map((it) => {
        const box = (part) => it.querySelector(part).getBoundingClientRect();
        const [name, others, news] = [".name", ".others", ".news"].map(box);
        const room = news.height ? news.top - name.bottom : 99;
        const apart = others.height && news.height ? news.top - others.bottom : 0;
        return [others.height > 0, room, apart];
    })"""
"""Of each who changes and is up: whether their facts are told, the room between name and news, and
that between facts and news."""


def test_facts_stay_beside_a_blow(page: Watched, tmp_path: Path) -> None:
    """Where there is a line for them, between the name and what is new."""
    page.page.emulate_media(reduced_motion="reduce")
    seen = 0
    for name in ("hold-seven", "bridge-ambush", "black-sails"):
        page.open(render_page(example(name), audience="referee"), tmp_path)
        for at, told in enumerate(walk_stops(page, FACTS)):
            for is_told, room, apart in told:
                assert is_told or room < 14, (name, at)
                assert apart > -1, (name, at)
                seen += is_told
    assert seen > 40
