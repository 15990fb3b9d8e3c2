"""Moments of the stage: a death holds, the end is told in words, and a card says what the sentence
says; the strength of the sides and the marks of undone lines."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.examples import Example, list_examples
from combatlog.export.html_replay.moments import SCENE
from events.store.envelope import Recorded
from events.types import outcomes as o
from projections.state.fight_state import DISABLING
from replay.log.event_log import History
from tests.combatlog.export.html_replay.reading import example, page_data, render_page, states_of
from tests.combatlog.export.html_replay.test_stage_texts import SHOW
from tests.support.browser import Watched

MOST_SCORES = 5
"""Who has more scores than this has none behind the first one: the others are abilities."""

SIZES = [(1280, 800), (390, 844), (320, 568)]


def open_page(
    page: Watched, history: History, folder: Path, size: tuple[int, int], seq: int = 0
) -> None:
    """Show the page of a fight for the referee at a size, and there an event if one is given."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(history, audience="referee"), folder, f"#seq={seq}" if seq else "")


@pytest.mark.slow
@pytest.mark.parametrize("each", list_examples(), ids=lambda each: each.name)
def test_who_falls_has_fallen_from_the_blow_on(each: Example) -> None:
    """Though death and condition are recorded after the other blows of the turn; and the strength
    of their side is as it will be then."""
    history = example(each.name)
    data = page_data(history)
    states, people = states_of(data), list(history.state(len(history)).combatants)
    ends = [beat["e"] for beat in data["story"]["beats"]]
    for row, who in list_falls(history):
        card = str(people.index(who))
        blow = find_blow(history, row.seq, who)
        for end in ends:
            if blow <= end < row.seq:
                assert "down" == states[end][card]["look"], (end, row.seq)
                is_dying = states[end][card].get("out") == "dying"
                assert isinstance(row.event, o.Died) == is_dying
        if blow < row.seq:
            was, now = (states[seq][SCENE].get("strength") for seq in (row.seq - 1, row.seq))
            assert was == now, row.seq


def list_falls(history: History) -> list[tuple[Recorded, str]]:
    """Return the events of the line by which somebody dies or goes down in a fight, and who."""
    felled = ("unconscious", "out of action", "critical damage", "incapacitated")
    found = []
    for row in history.on_line(len(history)):
        match row.event:
            case o.Died(who=who):
                found.append((row, who))
            case o.ConditionBegan(who=who, condition=name, bars=bars) if bars in DISABLING:
                found += [(row, who)] if name in felled else []
    return found


def find_blow(history: History, fall: int, who: str) -> int:
    """Return the last harm to somebody in the command of their fall, else the fall itself."""
    harm = fall
    for seq in range(fall - 1, history[fall].cmd, -1):
        match history[seq].event:
            case o.DamageDealt(to=to, dealt=dealt) if to == who and dealt:
                return harm
            case o.ScoreChanged(who=of) | o.WoundTaken(who=of) if of == who and harm == fall:
                harm = seq
    return fall


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("each", list_examples(), ids=lambda each: each.name)
def test_at_the_end_of_every_beat_the_cards_are_as_the_projection(
    page: Watched, tmp_path: Path, each: Example, size: tuple[int, int]
) -> None:
    """Everybody's name, looks and the score that counts: the first one, or the one behind it once
    nothing is left of that."""
    history = example(each.name)
    data = page_data(history)
    states = states_of(data)
    open_page(page, history, tmp_path, size)
    stops = list_stops(page)
    told = {beat["e"] for beat in data["story"]["beats"] if "t" in beat}
    assert told <= {*stops}
    for at, end in enumerate(stops):
        page.page.evaluate(SHOW, at)
        shown: dict[str, list[str]] = page.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".token:not([hidden])")]
                .map((it) => [it.dataset.number, [it.ariaLabel.split(", ")[0],
                    it.querySelector(".number").textContent
                        || it.querySelector(".body").textContent,
                    it.querySelector(".sign").textContent, it.dataset.look]]))"""
        )
        cards = {n: card for n, card in states[end].items() if n != SCENE}
        assert {n: describe(card, data) for n, card in cards.items()} == shown


def list_stops(page: Watched) -> list[int]:
    """Return the event that each stop of the slider ends with."""
    seqs: list[int] = page.page.evaluate(
        """() => {
            const slider = document.querySelector("#slider");
            return Array.from({ length: Number(slider.max) + 1 }, (_, at) => {
                slider.value = at;
                slider.dispatchEvent(new Event("input"));
                return Number(document.querySelector("#event").dataset.seq);
            });
        }"""
    )
    return seqs


def describe(card: dict[str, Any], data: dict[str, Any]) -> list[str]:
    """Return what a token shows: name, the score that counts, sign of who is out, looks."""
    scores = [key for key in card if key.startswith("=")]
    score = scores[0] if scores else ""
    if 1 < len(scores) <= MOST_SCORES and card[score][0] <= 0:
        score = scores[1]
    now = card[score][0] if score else ""
    if score.removeprefix("=") in data["dice"]:
        now = f"d{now}" if now else "0" if score != scores[0] else "none left"
    out = {"dead": "✕", "gone": "↗"}.get(card.get("standing", ""), "")
    out = out or {"dying": "✕"}.get(card.get("out", ""), "")
    sign = out or {"down": "▼", "held": "⊘"}.get(card["look"], "")
    return [card["name"], str(now).replace("-", "−"), sign, card["look"]]


@pytest.mark.parametrize("size", SIZES)
def test_a_death_holds_and_leaves_a_stamp(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The stamp lands on the card, and playback stays a second longer; with reduced motion, nothing
    dims."""
    history = example("black-sails")
    died = next(row.seq for row in history.rows if isinstance(row.event, o.Died))
    page.page.emulate_media(reduced_motion="reduce")
    page.page.clock.install()
    open_page(page, history, tmp_path, size)
    at = next(at for at, end in enumerate(list_stops(page)) if end >= died)
    page.page.evaluate(SHOW, at)
    assert "dead" == page.page.locator(".token.changed .new.fate").inner_text().lower()
    assert "0" == page.page.evaluate(
        "() => getComputedStyle(document.querySelector('.field-box'), '::after').opacity"
    )
    assert "none" == page.page.locator(".token.changed").evaluate(
        "(it) => getComputedStyle(it).animationName"
    )
    usual = time_beat(page, at + 1)
    page.page.evaluate(SHOW, at + 1)
    assert "✕" == page.page.locator(".token[data-look=dead] .sign").inner_text()
    assert time_beat(page, at) >= usual + 800


@pytest.mark.parametrize("size", SIZES)
def test_a_blow_that_kills_says_so(page: Watched, tmp_path: Path, size: tuple[int, int]) -> None:
    """The card is stamped, and the side has nothing left; the death has a stamp of its own where it
    is told, and the mark on the line of its side leads there."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, size)
    show_beat(page, "nothing between them but air")
    stamp = page.page.locator(".token.changed .new.fate")
    assert stamp.inner_text().lower() == ("dying" if size[0] > 320 else "✕")
    assert page.page.locator("#field.death").count()
    assert "0 %" == page.page.locator(".bar b").last.text_content()
    blow = page.page.locator("#event").get_attribute("data-seq")
    page.page.keyboard.press("ArrowRight")
    assert "✕" == page.page.locator(".token[data-look=down] .sign").last.inner_text()
    page.page.keyboard.press("ArrowRight")
    assert stamp.inner_text().lower() == ("dead" if size[0] > 320 else "✕")
    marked = page.page.locator(".mark.death").get_attribute("href") or ""
    died = page.page.locator("#event").get_attribute("data-seq")
    assert int(blow or 0) < int(marked.removeprefix("#seq=")) <= int(died or 0)


@pytest.mark.parametrize("size", SIZES)
def test_a_scar_that_is_told_is_on_the_card(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """At the beat that tells it, and where it is said to stay: among the marks, or as a sign beside
    the score."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    for words in ("left Ada a scar", "the scar stayed", "with a higher maximum of HP"):
        show_beat(page, words)
        token = page.page.locator(".token:has(.name:text-is('Ada'))")
        sign = token.locator(".value").evaluate("(it) => getComputedStyle(it, '::before').content")
        assert "✚" in sign


@pytest.mark.parametrize("size", SIZES)
def test_a_round_that_begins_moves_no_sentence(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """It lights up in the head, where it stands at every beat; its name is spoken."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    show_beat(page, "nothing between them but air")
    places = "() => document.querySelector('#event .who').offsetTop"
    first = page.page.evaluate(places)
    assert page.page.locator("#where.opens").is_visible()
    assert (page.page.locator("#event").text_content() or "").startswith("Round 4 ")
    page.page.keyboard.press("ArrowRight")
    assert abs(first - page.page.evaluate(places)) <= 3  # its letters may have another size
    assert not page.page.locator("#where.opens").count()


def test_the_present_beat_stays_in_sight_when_the_window_changes(
    page: Watched, tmp_path: Path
) -> None:
    """To a phone and back."""
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    page.page.keyboard.press("End")
    for size in ((390, 844), (1280, 500), (1280, 800)):
        page.page.set_viewport_size({"width": size[0], "height": size[1]})
        page.page.wait_for_function(
            """() => {
                const row = document.querySelector("#story .present").getBoundingClientRect();
                const box = document.querySelector("#story").getBoundingClientRect();
                return row.top >= box.top - 1 && row.top < box.bottom - 10;
            }"""
        )


def test_every_side_has_its_percents_and_cards_are_large_on_a_phone(
    page: Watched, tmp_path: Path
) -> None:
    """Where two sides share a half, too; the smallest phone leaves out the sign, so that their
    names are whole. A card has two lines where five stand below each other."""
    for size in SIZES[1:]:
        open_page(page, example("black-sails"), tmp_path, size)
        for nth in range(3):
            bar = page.page.locator(".bar").nth(nth)
            assert bar.locator("b").is_visible()
            assert bar.locator(".sign").is_visible() == (size[0] == 390)
            whose = bar.locator(".whose")
            assert whose.evaluate("each => each.scrollWidth <= each.clientWidth")
        tier = page.page.locator("#field").get_attribute("data-tier")
        assert ("medium" == tier) == (size[0] == 390)


def time_beat(page: Watched, at: int) -> int:
    """Return how long playback shows a beat, in milliseconds: not the one at which it begins."""
    page.page.evaluate(SHOW, at - 1)
    page.page.evaluate("() => document.querySelector('#play').click()")
    page.page.clock.run_for(510)
    assert page.page.locator("#slider").input_value() == str(at)
    for spent in range(0, 6000, 100):
        if page.page.locator("#slider").input_value() != str(at):
            page.page.evaluate("() => document.querySelector('#previous').click()")
            return spent
        page.page.clock.run_for(100)
    raise AssertionError("playback stays")


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_fight_is_told_in_words(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Who still stood, and what each side had lost: Dion lay, and was healed afterwards. Beside the
    cards, not over them."""
    open_page(page, example("black-sails"), tmp_path, size)
    outcome = page.page.locator("#outcome")
    assert not outcome.is_visible()
    page.page.keyboard.press("End")
    assert "The party held the field at the end." == outcome.locator("b").inner_text()
    assert [
        "the party: 1 down (recovered since), 1 dead",
        "the reavers: 1 routed, 1 down",
        "the harpies: 1 down, 1 fled",
    ] == outcome.locator("li").all_inner_texts()
    told, field = outcome.bounding_box(), page.page.locator("#field").bounding_box()
    assert told
    assert field
    assert told["y"] >= field["y"] + field["height"]


def test_who_got_away_is_not_told_as_beaten(page: Watched, tmp_path: Path) -> None:
    """Neither in the verdict nor in the graph, whose line goes on as they went."""
    open_page(page, example("the-courier-run"), tmp_path, (1280, 800))
    page.page.keyboard.press("End")
    outcome = page.page.locator("#outcome")
    assert "The party got away with 4 of 4; the raiders held the field at the end." == (
        outcome.locator("b").inner_text()
    )
    told = ["the party: no losses", "the raiders: 1 down"]
    assert told == outcome.locator("li").all_inner_texts()
    labels = page.page.locator("#strength-legend li").all_text_contents()
    assert ["the party 68 %", "the raiders 47 %"] == labels
    assert page.page.locator("#story").get_by_text("All of the party had got clear").is_visible()


@pytest.mark.parametrize("size", SIZES)
def test_each_line_of_strength_is_named_at_its_end(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """With what the side has left, as the bars say at the end; sides that stand together are named
    together, each below them; deaths stand on the lines, on a small phone with a fall close by."""
    open_page(page, example("black-sails"), tmp_path, size)
    page.page.keyboard.press("End")
    labels = page.page.locator("#strength-legend li")
    whole = "the reavers and the harpies 0 %"
    assert [
        *("the party 42 %", whole, "the reavers 0 %", "the harpies 0 %")
    ] == labels.all_text_contents()
    bars = page.page.locator(".bar b").all_text_contents()
    assert ["42 %", "0 %", "0 %"] == bars
    boxes = [labels.nth(nth).bounding_box() for nth in range(4)]
    tops = [box["y"] for box in boxes if box]
    assert size[0] < 640 or 4 == len(tops)
    assert all(after - before >= 12 for before, after in pairwise(tops))
    marks = page.page.locator(".mark.death").all_text_contents()
    assert marks == (["✕"] if size[0] >= 390 else ["✕2"])
    assert 4 == page.page.locator("#strength .dot").count()


def test_the_lead_is_between_the_halves_of_the_field(page: Watched, tmp_path: Path) -> None:
    """Sides of one half count together; behind the fight, the words say that it is over."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    lead = page.page.locator("#strength-lead")
    told = set()
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        told.add(lead.text_content() or "")
    assert any(each.startswith("the reavers and the harpies: ") for each in told)
    assert "At the end, the party: 42 points ahead" in told
    assert not any(each.startswith(("the reavers:", "the harpies:")) for each in told)


def test_help_that_comes_later_heals_nobody(page: Watched, tmp_path: Path) -> None:
    """Each who has joined counts as whole: a side whose troll is spent does not have all it had."""
    open_page(page, example("sam-pete-and-the-troll"), tmp_path, (1280, 800))
    foes = page.page.locator(".bar b").nth(1)
    shares = []
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        shares.append(int((foes.text_content() or "").split()[0]))
    assert max(shares) < 100


def test_the_slider_marks_where_a_line_was_undone(page: Watched, tmp_path: Path) -> None:
    """The mark leads onto it, and the header says who took it back and why."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    mark = page.page.locator(".split")
    assert 1 == mark.count()
    mark.click()
    header = page.page.locator("#watched-name").inner_text()
    assert "undone by the referee: the mist blinds both" in header
    assert "#" not in header
    assert [] == page.errors


def test_who_falls_has_the_word_while_it_lands(page: Watched, tmp_path: Path) -> None:
    """A step into a fall, with its animations, finds the same words as a jump without them."""
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    read = """() => [...document.querySelectorAll(".token.changed .new.fate")]
        .map((it) => it.textContent)"""
    count = len(list_stops(page))
    jumped = []
    for at in range(count):
        page.page.evaluate(SHOW, (at + 2) % count)
        page.page.evaluate(SHOW, at)
        jumped.append(page.page.evaluate(read))
    page.page.keyboard.press("Home")
    stepped = [page.page.evaluate(read)]
    for _ in range(1, count):
        page.page.keyboard.press("ArrowRight")
        stepped.append(page.page.evaluate(read))
    words = [word for fell in stepped for word in fell]
    assert {"dead", "routed"} <= {*words}
    assert jumped == stepped


def show_beat(page: Watched, which: str | int) -> None:
    """Show the beat that ends with an event, or whose sentence has these words."""
    if isinstance(which, int):
        page.page.evaluate("(seq) => { location.hash = `seq=${seq}`; }", which)
        page.page.locator(f"#story .present a[href='#seq={which}']").wait_for(state="attached")
        return
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        if which in page.page.locator("#event").inner_text():
            return
    raise AssertionError(which)


def read_news(page: Watched) -> dict[str, list[list[str]]]:
    """Return what is new on the cards by name: kind and text."""
    found: dict[str, list[list[str]]] = page.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".token.changed")].map((it) =>
            [it.ariaLabel.split(", ")[0], [...it.querySelectorAll(".new")]
                .map((each) => [each.className, each.textContent])]))"""
    )
    return found


def test_who_is_bound_or_spellbound_is_not_felled(page: Watched, tmp_path: Path) -> None:
    """The card has the condition as its word, and no stamp; nothing in the story has fallen."""
    page.page.emulate_media(reduced_motion="reduce")
    for name, who, word in (
        ("the-toll-at-the-ford", "Raider", "bound"),
        ("hold-seven", "Queen", "spellbound"),
    ):
        open_page(page, example(name), tmp_path, (1280, 800))
        show_beat(page, f"was now {word}")
        assert {who: [["new loss", word]]} == read_news(page)
        assert not page.page.locator("#story .present.fell").count()
        page.page.keyboard.press("ArrowRight")
        state = page.page.locator(".token[data-look=held] .state").first
        assert f"⊘{word}" == state.text_content()


def test_a_tended_wound_is_a_gain(page: Watched, tmp_path: Path) -> None:
    """It is no new wound, though its words have changed; and the aid has an arrow of its own."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-toll-at-the-ford"), tmp_path, (1280, 800))
    show_beat(page, "Mira stabilized Wren")
    assert [["new gain", "tended"], ["new gain", "✓"]] == read_news(page)["Wren"]
    assert "bleeding: tended" in (page.page.locator(".token.changed").get_attribute("title") or "")
    assert not page.page.locator(".new.wound, .new.loss").count()
    assert 1 == page.page.locator(".links .blow.aid").count() == page.page.locator(".blow").count()
    show_beat(page, "the raider raised the longbow")
    assert not page.page.locator(".links .aid").count()
    assert page.page.locator(".links .blow").count()


def test_a_condition_stands_where_it_is_told(page: Watched, tmp_path: Path) -> None:
    """Not with who is struck at the next beat, where it is recorded."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    show_beat(page, "Cho fired the sniper rifle at the mask priest")
    assert [["new note", "lost the round"]] == read_news(page)["Ben"]
    said = " ".join(page.page.locator("#story .costs").all_text_contents())
    assert "lost the round" not in said
    assert "critical damage" in said
    found = set()
    for name in ("hold-seven", "black-sails", "the-courier-run", "the-toll-at-the-ford"):
        open_page(page, example(name), tmp_path, (1280, 800))
        for cost in page.page.locator("#story .cost").all_text_contents():
            found.add(cost)
    assert "Queenspellbound" in found
    for gone in ("out of action", "no longer", "death checks"):
        assert not [each for each in found if gone in each]
    assert not {"Inescritical damage", "Tamcritical damage"} & found


def test_a_lost_round_ends_in_plain_words(page: Watched, tmp_path: Path) -> None:
    """And a target that is no longer locked on is not told at all."""
    page.page.emulate_media(reduced_motion="reduce")
    told = []
    for name in ("bridge-ambush", "the-courier-run"):
        open_page(page, example(name), tmp_path, (1280, 800))
        for at in range(len(list_stops(page))):
            page.page.evaluate(SHOW, at)
            told += page.page.evaluate(
                "() => [...document.querySelectorAll('.token.changed')].map((it) => it.title)"
            )
    said = " ".join(told)
    assert "ready again" in said
    assert "no longer lost" not in said
    assert "no longer gun" not in said
    assert "no longer bow gun" not in said


def test_what_was_undone_has_a_strength_of_its_own(page: Watched, tmp_path: Path) -> None:
    """The bars say it at every undone beat."""
    history = example("black-sails")
    data = page_data(history)
    page.open(render_page(history, audience="referee"), tmp_path)
    page.page.locator("#undone").check()
    states = states_of(data)
    line = {row.seq for row in history.on_line(len(history))}
    sides = ("the party", "the reavers", "the harpies")
    beside = 0
    for at in range(int(page.page.locator("#slider").get_attribute("max") or 0)):
        page.page.evaluate(SHOW, at)
        seq = int(page.page.locator("#event").get_attribute("data-seq") or 0)
        strength = states[seq][SCENE].get("strength")
        if seq in line or not strength:
            continue
        beside += 1
        said = page.page.locator("#balance b").all_text_contents()
        joined = [one["side"] for whose, one in states[seq].items() if whose != SCENE]
        parts = [round(strength[side] / joined.count(side)) for side in sides]
        assert [f"{part} %" for part in parts] == said
    assert beside > 3


def test_the_head_names_the_turn_of_the_one_who_acts(page: Watched, tmp_path: Path) -> None:
    """Not the next one, though a beat may end behind the turn."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    show_beat(page, 46)
    assert "the party" in page.page.locator("#where").inner_text().lower()


def test_a_number_stands_over_all_lines(page: Watched, tmp_path: Path) -> None:
    """Of two arrows the second does not cross it, and the sheet shows around it."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    show_beat(page, "Dee opened up with the medium pistol")
    assert 2 == page.page.locator(".links .blow").count()
    last = page.page.locator(".links > :last-child")
    assert "−3" == last.text_content()
    painted, halo, width = last.evaluate(
        """(it) => {
            const style = getComputedStyle(it);
            return [style.paintOrder, style.stroke, parseFloat(style.strokeWidth)];
        }"""
    )
    assert painted.startswith("stroke")
    sheet = page.page.evaluate(
        "() => getComputedStyle(document.querySelector('.token')).backgroundColor"
    )
    assert sheet == halo
    assert width >= 6
