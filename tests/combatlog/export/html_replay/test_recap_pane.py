"""The recap on the page: who fell, what would have saved them, missed chances, rolls."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.examples import Example, list_examples
from combatlog.app.recap_as_data import convert_recap
from combatlog.app.turn_odds import list_turn_odds
from combatlog.export.html_replay import line_data, render_replay_page
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane, present
from tests.combatlog.export.html_replay.reading import (
    example,
    page_data,
    render_page,
    replace_in_data,
)
from tests.combatlog.export.html_replay.test_stage_moments import show_beat
from tests.support.browser import Watched

SAVED = (
    "If the cult mob had rolled 6 or less instead of 12 on the d12 for damage (#54), Dee would not"
    " have gone down."
)


@pytest.mark.sampled
@pytest.mark.parametrize("each", list_examples(), ids=lambda each: each.name)
@pytest.mark.parametrize("audience", ["players", "referee"])
def test_the_page_tells_the_recap_of_the_terminal(each: Example, audience: Audience) -> None:
    """The same falls, blows, rescues and missed chances. For the referee it adds the other dice
    that the stage offers."""
    history = example(each.name)
    told, data = convert_recap(history, audience), page_data(history, audience)
    page, first = data["recap"], len(data["whatIfs"])
    moments = sorted((m for fall in page["falls"] for m in fall[1]), key=lambda each: each[0])
    assert [fall["seq"] for fall in told["falls"]] == [seq for seq, *_ in moments]
    for fall, (_, said, end, rescues, *nothing) in zip(told["falls"], moments, strict=True):
        whole = f"{fall['said']}."
        assert fall["end"] == end
        assert said == whole if fall["down"] is None else f"d{said[1:]}" in whole
        expected = list_new_rescues(fall, told["falls"])
        watched = [(each, -1) if isinstance(each, str) else each for each in rescues]
        shown = [words for words, place in watched if place < first]
        for words, place in watched:
            if place >= first:
                name = data["moreWhatIfs"][place - first]["name"]
                assert re.search("instead of .*(?=[?])", name)[0] in words  # type: ignore[index]
        assert [f"{each[:1].upper()}{each[1:]}." for each in expected] == [*shown, *nothing]
    for _, ends, rows, *_ in page["falls"]:
        fall = next(fall for fall in told["falls"] if fall["seq"] == ends[-1][0])
        known = {each["seq"]: each for each in (*fall["blows"], *fall["steps"])}
        assert [seq for seq, *_ in rows] == sorted({seq for seq, *_ in rows})
        for seq, kind, who, number, *more in rows:
            said, after = known[seq]["said"], known[seq]["after"]
            assert number == (-1 if after else known[seq]["round"])
            if kind != "blow":
                assert who == said
                continue
            dealt, cost, *_ = more
            assert dealt == known[seq]["dealt"]
            assert said.startswith(f"#{seq} {who}: ") and said.endswith(", ".join(cost))
    chances = [each for _, _, group in page["missed"] for each in group]
    assert [[each["seq"], each["said"] + "."] for each in told["missed"]] == chances
    people = [who for who, _, _ in page["missed"]]
    if each.name == "hold-seven" and audience == "referee":
        often = "did nothing in rounds 2 and 4, could have given Tam aid in round 4, and did not"
        assert ["Bix", often] == page["missed"][0][:2]
    assert len(people) == len(set(people))


def list_new_rescues(fall: dict[str, Any], falls: list[dict[str, Any]]) -> list[str]:
    """Return what would have saved somebody, in words, without what would have kept them up."""
    if not fall["rescues"]:
        return []
    down = next((each["rescues"] for each in falls if each["seq"] == fall["down"]), None) or {}
    ways = [way for way in ("die", "save", "armor", "aid") if fall["rescues"][way]]
    if not ways:
        return list(fall["rescues"]["said"])
    told = zip(ways, fall["rescues"]["said"], strict=True)
    return [said for way, said in told if down.get(way) != fall["rescues"][way]]


@pytest.mark.slow
def test_the_least_likely_rolls_come_first() -> None:
    """Each with its chance, and none that was likely."""
    rolls = page_data(example("bridge-ambush"))["recap"]["rolls"]
    chances = [chance for _, _, chance, _ in rolls]
    assert chances == sorted(chances)
    assert [0.0833, 0.19] == chances[:2]  # 12 on a d12; 10 on the better of 2d10
    assert chances[-1] <= 0.25


def test_players_read_no_stranger_s_rescue() -> None:
    """It tells the armor and strength of those whose numbers they do not know; of Dee, who is
    theirs, they read the dice, also that of her save."""
    dee, priest = page_data(example("bridge-ambush"), "players")["recap"]["falls"]
    own = "If Dee had rolled 5 or less instead of 13 on the d20 for the save (#64), "
    assert [[SAVED, 0], [f"{own}Dee would not have gone down.", 1]] == dee[1][0][3]
    assert [[]] == [moment[3:][0] for moment in priest[1]]
    assert 16 == dee[3]
    assert 0 == priest[3]
    assert all(len(row) == 6 for row in priest[2] if row[1] == "blow")


def test_a_fall_leads_to_its_moment(page: Watched, tmp_path: Path) -> None:
    """A click on it, and on a blow, goes there."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    fall = page.page.locator("#falls .fall").first
    assert SAVED in fall.inner_text()
    data = page_data(history)["recap"]
    page.page.evaluate("() => document.querySelector('#single').click()")
    fall.locator(".fell a").first.click()
    assert data["falls"][0][1][0][0] == present(page)
    fall.locator(".blows a").first.click()
    assert data["falls"][0][2][0][0] == present(page)


def test_what_was_left_is_drawn_blow_by_blow(page: Watched, tmp_path: Path) -> None:
    """A bar for each blow with what it took, in one scale, and a curve; the blow that felled is
    marked, and the save between has a row. What one missed is folded under their name."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    for nth, (_, moments, rows, whole, *_) in enumerate(page_data(history)["recap"]["falls"]):
        card = page.page.locator("#falls .fall").nth(nth)
        blows = [row for row in rows if row[1] == "blow"]
        sizes = {
            "dealt": [100 * (row[6] - row[7]) / whole for row in blows],
            "kept": [100 * row[7] / whole for row in blows],
        }
        for kind, expected in sizes.items():
            widths = card.locator(f".blows .{kind}").evaluate_all(
                "(bars) => bars.map((bar) => bar.width.baseVal.value)"
            )
            assert pytest.approx(expected, abs=0.1) == widths
        told = card.locator(".blows li").filter(has_not_text=" gave aid ")  # that stands behind
        assert len(rows) == told.count()
        assert len(moments) == card.locator(".course b").count()
        assert ["✚ down", "✕ dead"][moments[0][2] == "dead"] == card.locator(
            ".blow-felling .blow-felled"
        ).inner_text()
        left = card.locator(".blow-felling .blow-cost").inner_text()
        assert left.endswith(f"{blows[-1][7]} of {whole} left")
    between = page.page.locator("#falls .between").all_text_contents()
    assert ["◇ STR save failed, 13 against 5 in round 1"] == between[:1]
    folded = page.page.locator("#missed details").first
    chance = folded.locator("a").first
    assert not chance.is_visible()
    folded.locator("summary").click()
    assert chance.is_visible()
    seq = int((chance.get_attribute("href") or "").removeprefix("#seq="))
    chance.click()
    assert seq <= present(page)


def test_with_odds_the_page_has_the_chances_of_every_turn(
    page: Watched, tmp_path: Path, few_playouts: None
) -> None:
    """Before its dice fell, with what came of it; and how the fight went."""
    history = example("bridge-ambush")
    page.open(render_replay_page(history, audience="referee", odds=True), tmp_path)
    open_pane(page, "recap")
    told = page.page.locator("#odds-box").inner_text()
    assert "Cult mob: hurt 78.1 %, gone 21.9 %; came out hurt" in told
    assert "with the same declarations and other dice" in told
    assert [] == page_data(history)["recap"]["turns"]


@pytest.mark.slow
def test_the_odds_tell_how_far_they_are(few_playouts: None) -> None:
    """From the playouts of the fight to those of the last turn, never backwards."""
    heard: list[float] = []
    render_replay_page(
        example("bridge-ambush"),
        audience="referee",
        odds=True,
        progress=lambda done, of: heard.append(done / of),
    )
    assert heard == sorted(heard)
    assert 0 == heard[0]
    assert 0.9 < heard[-1] <= 1


@pytest.mark.slow
def test_the_chances_of_every_turn_are_the_same_each_time() -> None:
    """Also those from playouts; players read of those whose numbers they know."""
    history = example("black-sails")
    turns = list(list_turn_odds(history, "referee", 200))
    assert turns == list(list_turn_odds(history, "referee", 200))
    assert {"exact", "200 playouts"} <= {turn.method for turn in turns}
    told = [said for turn in list_turn_odds(history, "players", 200) for said in turn.said]
    known = ("Myrine", "Dion", "Phaidra", "Theron", "Lykos")
    assert told
    assert all(said.startswith(known) for said in told)


def test_who_went_down_and_died_of_it_has_one_card(page: Watched, tmp_path: Path) -> None:
    """With both moments, to each of which its link in the story leads. What would have kept them up
    is not told again."""
    history = example("hold-seven")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    tam = page.page.locator("#falls .fall").filter(has_text="Tam went down")
    assert 1 == tam.count()
    assert 1 == tam.locator(".fell").count()
    heads = tam.locator("p:has(.to-pane)").all_text_contents()
    assert ["Tam went down in round 2", "Died 1 h 10 min after the fight"] == [
        head.split(" (")[0] for head in heads
    ]
    assert 1 == tam.get_by_text("With armor 3").count()
    assert ["✚", "✕"] == tam.locator(".course b").all_text_contents()
    assert 1 == page.page.locator("#falls").get_by_text("Drone 2 went down").count()


def test_equal_rolls_are_told_once(page: Watched, tmp_path: Path) -> None:
    """With how often they fell, and a link to each."""
    data = page_data(example("bridge-ambush"))
    first = data["recap"]["rolls"][0]
    first[0].append(67)
    text = render_page(example("bridge-ambush"), audience="referee")
    wanted = f'[[{first[0][0]}],"{first[1]}"'
    other = f'[{first[0]},"{first[1]}"'.replace(", 67", ",67")
    page.open(replace_in_data(text, wanted, other), tmp_path)
    open_pane(page, "recap")
    told = page.page.locator("#unlikely li").first
    assert "2 times; also #67" in (told.text_content() or "")


def test_one_line_for_each_fall_leads_to_its_card(page: Watched, tmp_path: Path) -> None:
    """Who, when, by what, and what would have saved them; those of the players' side first, in its
    colour."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "recap")
    lines = page.page.locator("#overview li")
    assert [
        "✚ Ines round 2, by the hatchling swarm's bites;"
        " 3 or less on the hatchling swarm's d12 for damage or 3 or less on Ines' d20 for the save"
        " would have kept Ines up; Bix gave aid in round 3",
        "✕ Tam round 2, by Drone 2's mandibles; died 1 h 10 min after the fight;"
        " 6 or less on Tam's d20 for the save or armor 3 from the start would have kept Tam up;"
        " aid in round 3 would have kept Tam alive",
    ] == lines.all_text_contents()[:2]
    cards = page.page.locator("#falls .fall")
    sides = [
        [(each.get_attribute("class") or "").split()[-1] for each in some.all()]
        for some in (lines, cards)
    ]
    assert ["line-0", "line-0", "line-1", "line-1"] == sides[0] == sides[1]
    lines.nth(2).locator("a").click()
    assert "shown" in (cards.nth(2).get_attribute("class") or "").split()
    assert cards.nth(2).is_visible()


def test_the_course_of_a_fall_names_its_scores_and_rounds(page: Watched, tmp_path: Path) -> None:
    """What they had, all together, and where each round begins."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "recap")
    ines = page.page.locator("#falls .fall").first
    assert "HP + STR 13 → 3" == ines.locator("figcaption").text_content()
    assert ["R1", "R2"] == ines.locator(".course small").all_text_contents()


def test_who_left_and_who_nearly_fell_is_told(page: Watched, tmp_path: Path) -> None:
    """Also where nobody fell."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "recap")
    assert [
        "The hatchling swarm was routed in round 3 (#198): STR save failed, 9 against 5.",
        "The queen fled in round 4 (#237): WIL save for morale failed, 18 against 14.",
    ] == page.page.locator("#left li").all_text_contents()
    assert (
        "Orlo had 0 of 3 HP and 7 of 12 STR left in round 3 (#211), hit by the queen's mandibles;"
        " STR save passed, 5 against 7 (#214)."
    ) in page.page.locator("#calls li").all_text_contents()
    page.open(render_page(example("althea-and-the-kyklops"), audience="referee"), tmp_path)
    open_pane(page, "recap")
    assert page.page.locator("#nobody-fell").is_visible()
    assert not page.page.locator("#left-box").is_visible()
    assert [
        "Althea had 2 of 5 STA left in round 1 (#17), hit by the kyklôps' club."
    ] == page.page.locator("#calls li").all_text_contents()


def test_players_read_no_close_call_of_strangers() -> None:
    """Nor the save with which one fled, nor what would have saved them."""
    recap = page_data(example("hold-seven"), "players")["recap"]
    assert ["Orlo", "Sefa"] == [name for _, name, _ in recap["calls"]]
    assert [
        "The hatchling swarm was routed in round 3 (#198), hit by Orlo's force sword.",
        "The queen fled in round 4 (#237), hit by Orlo's force sword.",
    ] == [said for _, _, said in recap["left"]]
    briefs = {fall[0]: fall[6] for fall in recap["falls"]}
    assert "round 2, by Sefa's energy rifle" == briefs["Drone"]
    assert ["", ""] == [fall[4] for fall in recap["falls"] if fall[5] == "the nest"]


@pytest.mark.slow
def test_a_flight_has_its_reason_where_step_dice_decide_it() -> None:
    """The check is told as a save."""
    recap = page_data(example("sam-pete-and-the-troll"))["recap"]
    said = "The troll fled in round 4 (#202): WIL save for morale failed, 2 against 4."
    assert said in [words for _, _, words in recap["left"]]


def test_the_recap_opens_at_who_falls_in_the_present_beat(page: Watched, tmp_path: Path) -> None:
    """Elsewhere it opens at its top."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    pane = page.page.locator("#pane-recap")
    open_pane(page, "recap")
    assert 0 == pane.evaluate("(it) => it.scrollTop")
    open_pane(page, "story")
    page.page.locator("#story a", has_text="Tam died").click()
    open_pane(page, "recap")
    assert pane.evaluate("(it) => it.scrollTop") > 0
    said = page.page.locator("#falls p", has_text="Died 1 h 10 min after the fight")
    top, box = (each.evaluate("(it) => it.getBoundingClientRect().top") for each in (said, pane))
    assert box - 1 <= top < box + 200
    assert [] == page.errors


def test_the_recap_opens_at_who_fell_last(page: Watched, tmp_path: Path) -> None:
    """Also at the blow behind which somebody dies, and some beats later; at the end at its head.
    Where the reader has read on since, it stays there."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    for words, shown in (
        ("dangled in her sights", "Drone died"),
        ("Outnumbered, Orlo", "Drone died"),
        ("In numbers, the hatchling swarm", "Ines went down"),
    ):
        open_pane(page, "story")
        show_beat(page, words)
        open_pane(page, "recap")
        card = page.page.locator("#falls .fall", has_text=shown).first
        top = card.locator(".fell").bounding_box()
        pane = page.page.locator("#pane-recap").bounding_box()
        assert top and pane and abs(top["y"] - pane["y"]) < 30
    open_pane(page, "story")
    page.page.keyboard.press("End")
    open_pane(page, "recap")
    assert 0 == page.page.locator("#pane-recap").evaluate("(it) => it.scrollTop")
    page.page.locator("#calls-box, #unlikely-box").last.scroll_into_view_if_needed()
    before = page.page.locator("#pane-recap").evaluate("(it) => it.scrollTop")
    assert before > 100
    open_pane(page, "story")
    open_pane(page, "recap")
    assert before == page.page.locator("#pane-recap").evaluate("(it) => it.scrollTop")


def test_the_recap_of_a_what_if_opens_where_it_left_the_fight(
    page: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not at one who fell later, although the what-if's own events have higher numbers; where it
    has no recap of its own."""
    monkeypatch.setattr(line_data, "MOST_ROWS_FOR_WHAT_IFS", 0)
    history = History(example("hold-seven").rows)
    page.open(render_page(history, audience="referee"), tmp_path)
    show_beat(page, "dangled in her sights")
    page.page.locator("#what-if-open").click()
    page.page.locator("#what-if-list .offered").first.click()
    page.page.keyboard.press("Space")
    open_pane(page, "recap")
    drone = page.page.locator("#falls .fall .fell", has_text="Drone died").bounding_box()
    pane = page.page.locator("#pane-recap").bounding_box()
    assert drone and pane and abs(drone["y"] - pane["y"]) < 30
