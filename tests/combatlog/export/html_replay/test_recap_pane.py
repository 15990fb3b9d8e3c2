"""The recap on the page: who fell, what would have saved them, missed chances, rolls, damage."""

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


def play(name: str) -> History:
    store = MemoryStore()
    for _ in play_example(find_example(name), Campaign(store, by="demo")):
        pass
    return history_of(store, *store.fights())


@pytest.mark.sampled
@pytest.mark.parametrize("example", list_examples(), ids=lambda each: each.name)
@pytest.mark.parametrize("audience", ["players", "referee"])
def test_the_page_tells_the_recap_of_the_terminal(example: Example, audience: Audience) -> None:
    """The same falls, blows, rescues, missed chances and damage."""
    history = play(example.name)
    told, page = convert_recap(history, audience), page_data(history, audience)["recap"]
    assert [fall["seq"] for fall in told["falls"]] == [fall[0] for fall in page["falls"]]
    for fall, (_, said, blows, rescues, *nothing) in zip(told["falls"], page["falls"], strict=True):
        assert fall["said"] + "." == said
        assert [[blow["seq"], blow["said"]] for blow in fall["blows"]] == blows
        expected = fall["rescues"]["said"] if fall["rescues"] else []
        assert [f"{each[:1].upper()}{each[1:]}." for each in expected] == [*rescues, *nothing]
    assert [each["said"] + "." for each in told["missed"]] == [each[1] for each in page["missed"]]
    for dimension, shares in told["damage"].items():
        assert [share["dealt"] for share in shares] == [row[3] for row in page["damage"][dimension]]


def test_the_least_likely_rolls_come_first() -> None:
    """Each with its chance, and none that was likely."""
    rolls = page_data(play("bridge-ambush"))["recap"]["rolls"]
    chances = [chance for _, _, chance in rolls]
    assert chances == sorted(chances)
    assert [0.0833, 0.19] == chances[:2]  # 12 on a d12; 10 on the better of 2d10
    assert chances[-1] <= 0.25


def test_players_read_no_absorbed_damage_and_no_stranger_s_rescue() -> None:
    """Both tell the armor and strength of those whose numbers they do not know."""
    recap = page_data(play("bridge-ambush"), "players")["recap"]
    assert all(len(row) == 4 for rows in recap["damage"].values() for row in rows)
    assert all(fall[3:] == [[]] for fall in recap["falls"])
    assert recap["falls"]


def test_a_fall_leads_to_its_moment(page: Watched, tmp_path: Path) -> None:
    """A click on it, and on a blow, goes there; the damage is taken apart as chosen."""
    history = play("bridge-ambush")
    page.open(render_replay_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    fall = page.page.locator("#falls .fall").first
    assert "6 or less would have saved them" in fall.inner_text()
    data = page_data(history)["recap"]
    page.page.evaluate("() => document.querySelector('#single').click()")
    fall.locator(".fell a").click()
    assert data["falls"][0][0] == present(page)
    fall.locator(".blows a").first.click()
    assert data["falls"][0][2][0][0] == present(page)
    for dimension in ("source", "weapon"):
        page.page.locator("#dimension").select_option(dimension)
        rows = page.page.locator("#damage tbody tr")
        assert len(data["damage"][dimension]) == rows.count()
        assert data["damage"][dimension][0][0] in rows.first.inner_text()


def test_with_odds_the_page_has_the_chances_of_every_turn(page: Watched, tmp_path: Path) -> None:
    """Before its dice fell, with what came of it; and how the fight went."""
    history = play("bridge-ambush")
    page.open(render_replay_page(history, audience="referee", odds=True), tmp_path)
    open_pane(page, "recap")
    told = page.page.locator("#odds-box").inner_text()
    assert "Cult mob: hurt 78.1 %, gone 21.9 %; came out hurt" in told
    assert "with the same declarations and other dice" in told
    assert [] == page_data(history)["recap"]["turns"]


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
