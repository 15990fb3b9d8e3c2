"""The recap on the page: who fell, what would have saved them, missed chances, rolls."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.examples import Example, find_example, list_examples, play_example
from combatlog.app.recap import convert_recap
from combatlog.app.turn_odds import list_turn_odds
from combatlog.export.html_replay import render_replay_page
from events.store.memory import MemoryStore
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane, present
from tests.combatlog.export.html_replay.reading import history_of, page_data
from tests.support.browser import Watched

SAVED = (
    "If Cult mob had rolled 6 or less instead of 12 on the d12 for damage (#54), Dee would not"
    " have gone down."
)


def play(name: str) -> History:
    store = MemoryStore()
    for _ in play_example(find_example(name), Campaign(store, by="demo")):
        pass
    return history_of(store, *store.fights())


@pytest.mark.sampled
@pytest.mark.parametrize("example", list_examples(), ids=lambda each: each.name)
@pytest.mark.parametrize("audience", ["players", "referee"])
def test_the_page_tells_the_recap_of_the_terminal(example: Example, audience: Audience) -> None:
    """The same falls, blows, rescues and missed chances."""
    history = play(example.name)
    told, page = convert_recap(history, audience), page_data(history, audience)["recap"]
    already: set[int] = set()  # no new blow is told twice
    assert [fall["seq"] for fall in told["falls"]] == [fall[0] for fall in page["falls"]]
    for fall, (_, said, blows, rescues, *nothing) in zip(told["falls"], page["falls"], strict=True):
        assert fall["said"] + "." == said
        new = [blow for blow in fall["blows"] if blow["seq"] > (fall["down"] or 0)]
        new = new or fall["blows"][-1:]
        assert [[blow["seq"], blow["dealt"], blow["round"]] for blow in new] == [
            [seq, dealt, number] for seq, _, _, dealt, number in blows
        ]
        for blow, (seq, who, harm, *_) in zip(new, blows, strict=True):
            assert blow["said"].startswith(f"#{seq} {who}: ")
            assert blow["said"].endswith(", ".join(harm))
            assert seq not in already or seq <= (fall["down"] or 0)
            already.add(seq)
        expected = fall["rescues"]["said"] if fall["rescues"] else []
        assert [f"{each[:1].upper()}{each[1:]}." for each in expected] == [*rescues, *nothing]
    chances = [each for _, _, group in page["missed"] for each in group]
    assert [[each["seq"], each["said"] + "."] for each in told["missed"]] == chances
    people = [who for who, _, _ in page["missed"]]
    assert len(people) == len(set(people))


def test_the_least_likely_rolls_come_first() -> None:
    """Each with its chance, and none that was likely."""
    rolls = page_data(play("bridge-ambush"))["recap"]["rolls"]
    chances = [chance for _, _, chance in rolls]
    assert chances == sorted(chances)
    assert [0.0833, 0.19] == chances[:2]  # 12 on a d12; 10 on the better of 2d10
    assert chances[-1] <= 0.25


def test_players_read_no_stranger_s_rescue() -> None:
    """It tells the armor and strength of those whose numbers they do not know; of Dee, who is
    theirs, they read the die."""
    dee, priest = page_data(play("bridge-ambush"), "players")["recap"]["falls"]
    assert [SAVED] == dee[3]
    assert [[]] == priest[3:]


def test_a_fall_leads_to_its_moment(page: Watched, tmp_path: Path) -> None:
    """A click on it, and on a blow, goes there."""
    history = play("bridge-ambush")
    page.open(render_replay_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    fall = page.page.locator("#falls .fall").first
    assert SAVED in fall.inner_text()
    data = page_data(history)["recap"]
    page.page.evaluate("() => document.querySelector('#single').click()")
    fall.locator(".fell a").click()
    assert data["falls"][0][0] == present(page)
    fall.locator(".blows a").first.click()
    assert data["falls"][0][2][0][0] == present(page)


def test_blows_are_bars_in_scale(page: Watched, tmp_path: Path) -> None:
    """The longest bar is the blow that dealt most; what one missed is folded under their name."""
    history = play("bridge-ambush")
    page.open(render_replay_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    falls = page_data(history)["recap"]["falls"]
    for nth, fall in enumerate(falls):
        dealt = [blow[3] for blow in fall[2]]
        widths = (
            page.page.locator("#falls .fall")
            .nth(nth)
            .locator(".dealt")
            .evaluate_all("(bars) => bars.map((bar) => bar.width.baseVal.value)")
        )
        assert pytest.approx([100 * each / max(dealt) for each in dealt], abs=0.1) == widths
    assert max(len(fall[2]) for fall in falls) > 2
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
    history = play("bridge-ambush")
    page.open(render_replay_page(history, audience="referee", odds=True), tmp_path)
    open_pane(page, "recap")
    told = page.page.locator("#odds-box").inner_text()
    assert "Cult mob: hurt 78.1 %, gone 21.9 %; came out hurt" in told
    assert "with the same declarations and other dice" in told
    assert [] == page_data(history)["recap"]["turns"]


def test_the_odds_tell_how_far_they_are(few_playouts: None) -> None:
    """From the playouts of the fight to those of the last turn, never backwards."""
    heard: list[float] = []
    render_replay_page(
        play("bridge-ambush"),
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
    history = play("black-sails")
    turns = list(list_turn_odds(history, "referee", 200))
    assert turns == list(list_turn_odds(history, "referee", 200))
    assert {"exact", "200 playouts"} <= {turn.method for turn in turns}
    told = [said for turn in list_turn_odds(history, "players", 200) for said in turn.said]
    known = ("Myrine", "Dion", "Phaidra", "Theron", "Lykos")
    assert told
    assert all(said.startswith(known) for said in told)
