"""Players read no chance that tells a hidden number: of two fights that differ in nothing else,
they read the same odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from combatlog.app.fight_odds import find_readable_fight
from combatlog.app.odds import compute_odds_for, convert_odds, list_flats
from combatlog.app.turn_odds import list_fight_odds, list_turn_odds
from combatlog.terminal.views.odds import render_odds
from events.errors import Refused
from events.types.declarations import Act, BeginRound, CallSave, EndFight, Resolve
from replay.odds.chances import compute_odds
from replay.odds.declared import start_declared, start_said
from replay.odds.plays import list_plays
from replay.odds.swayed import find_swayed
from rulesets.core.courses import Start
from tests.rulesets.brighter import people as brighter
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import Given, attack, given, npc, pc


def duel(strong: bool) -> Start:
    skills = {"Melee": 7} if strong else {"Melee": 4}
    ogre = paraverse.npc("Ogre", "club 5", CON=14 if strong else 12, skills=skills)
    people = (paraverse.pc("Fay", "sword 6", CON=8), paraverse.pc("Gil", "bow 6"), ogre)
    fight = paraverse.fight(*people).when(paraverse.ROUND)
    return start_declared(fight.when(attack("fay", "ogre"), attack("ogre", "fay")).fight.history)


def unskilled_duel(strong: bool) -> Start:
    """Of somebody who has the skill, or lacks it."""
    ogre = paraverse.npc("Ogre", "club 5", skills={"Melee": 2} if strong else {})
    fight = paraverse.fight(paraverse.pc("Fay", "sword 6", CON=8), ogre).when(paraverse.ROUND)
    return start_declared(fight.when(attack("fay", "ogre"), attack("ogre", "fay")).fight.history)


def bite(strong: bool) -> Start:
    block = "9/2/12/8/6" if strong else "3/0/4/8/6"
    fight = given("cairn", pc("Ben", "3/0/9/9/9"), npc("Wolf", block, bite="d6"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"))
    return start_declared(fight.fight.history)


def wrestling(strong: bool) -> Start:
    troll = brighter.troll("4/1/12/8/8" if strong else "4/1/6/8/8")
    fight = brighter.fight(brighter.sam(), troll)
    return start_said(fight.state, [CallSave(("sam",), "STR", "wrestling", versus="troll")])


STARTS: dict[str, Callable[[bool], Start]] = {
    "a duel": duel,
    "an unskilled duel": unskilled_duel,
    "a bite": bite,
    "an opposed save": wrestling,
}


def read(start: Start) -> tuple[Any, list[str]]:
    odds = compute_odds(start)
    return convert_odds(odds, "players"), list(render_odds(odds, "players"))


@pytest.mark.parametrize("what", STARTS)
def test_players_read_the_same_odds_of_strong_and_weak_strangers(what: str) -> None:
    """As data and on the screen; the referee does not, but of a bite, which asks for no number of
    the wolf's."""
    weak, strong = STARTS[what](False), STARTS[what](True)
    assert read(weak) == read(strong)
    told = [convert_odds(compute_odds(start)) for start in (weak, strong)]
    assert (told[0] == told[1]) == (what == "a bite")


def test_players_see_the_chances_of_their_side_where_no_hidden_number_is_in_them() -> None:
    """What a bite does to Ben comes from its die and his own numbers. Of a duel they see nothing of
    those who fight in it."""
    told = convert_odds(compute_odds(bite(True)), "players")
    assert ["ben"] == list(told["combatants"])
    assert 1 / 6 == pytest.approx(told["combatants"]["ben"]["scores"]["HP"]["after"]["2"]["value"])
    assert ["wolf"] == told["hidden"]
    assert {"fay"} == find_swayed(duel(True), {"ogre"})
    assert ["fay", "ogre"] == convert_odds(compute_odds(duel(True)), "players")["hidden"]


def thrown_at(hp: int) -> Start:
    """Eight strike a wolf, and one climbs: too many courses to be enumerated, and more dice where
    the wolf's strength is struck, too."""
    party = [pc(f"P{number}", "6/0/9/9/9", sword="d8") for number in range(9)]
    fight = given("cairn", *party, npc("Wolf", f"{hp}/0/10/8/6", bite="d6"))
    fight.when(BeginRound("ambush"), *(attack(f"p{number}", "wolf") for number in range(8)))
    return start_said(fight.state, [Act("p8", "climbs", "DEX")])


def bitten(flat: str) -> Start:
    fight = given("cairn", pc("Ben", "9/0/9/9/9"), npc("Wolf", "9/2/12/8/6", bite=f"d6{flat}"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"))
    return start_declared(fight.fight.history)


def veiled(start: Start) -> Any:
    return convert_odds(compute_odds_for(start, "players", 200, cores=1), "players")


@pytest.mark.slow
def test_players_read_the_same_playouts_whatever_a_strangers_numbers_are() -> None:
    """How often a thing came out in playouts follows from all dice that fell in them, and so from
    whether the wolf saved."""
    weak, strong = veiled(thrown_at(1)), veiled(thrown_at(60))
    assert weak == strong
    assert {"p8"} == {each["who"] for each in weak["checks"]}


def test_players_read_no_chance_that_tells_what_is_added_to_a_strangers_die() -> None:
    """Before it strikes nobody knows, not even that anything is; nor from how many courses there
    are."""
    assert veiled(bitten("")) == veiled(bitten("+1")) == veiled(bitten("+4"))
    assert ["ben"] == list(veiled(bitten("+1"))["combatants"])
    assert ["wolf"] == veiled(bitten("+1"))["hidden"]


def test_what_is_added_counts_once_players_have_seen_it() -> None:
    fight = given("cairn", pc("Ben", "12/0/9/9/9"), npc("Wolf", "9/2/12/8/6", bite="d6+4"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(1)
    fight.when(BeginRound(), Resolve(), attack("wolf", "ben"))
    history = fight.fight.history
    flats = list_flats(list_plays(history), "players")
    assert {("wolf", "bite"): 4} == flats
    start = start_declared(history)
    seen = convert_odds(compute_odds_for(start, "players", flats=flats), "players")
    assert ["ben"] == list(seen["combatants"])
    assert {"2", "1", "0"} == seen["combatants"]["ben"]["scores"]["HP"]["after"].keys()
    assert seen["combatants"] != convert_odds(compute_odds_for(start, "players"), "players")
    turns = list_turn_odds(history, "players")
    assert all("hurt 100 %" in said for turn in turns for said in turn.said)
    assert {} == list_flats(list_plays(history), "referee")


def test_the_referee_reads_the_true_chances() -> None:
    start = bitten("+1")
    mine = convert_odds(compute_odds_for(start, "referee"))
    assert mine == convert_odds(compute_odds(start))


def bite_to_the_end() -> Given:
    fight = given("cairn", pc("Ben", "3/0/9/9/9"), npc("Wolf", "3/0/4/8/6", bite="d6"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(2)
    return fight.when(EndFight())


def test_players_read_no_comparison_that_comes_from_hidden_numbers() -> None:
    """On no surface; the chances of their own turn they do."""
    history = bite_to_the_end().fight.history
    with pytest.raises(Refused, match="comes from everybody's numbers"):
        find_readable_fight(history, "players")
    assert [] == list_fight_odds(history, "players", 100)
    assert 2 == len(list_fight_odds(history, "referee", 100))
    (turn,) = list_turn_odds(history, "players")
    assert turn.said[0].startswith("Ben: hurt")
