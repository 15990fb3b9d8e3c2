"""The rulings of the referee: every one that is offered free can be recorded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn, settings, strategies as st

from events.store.memory import MemoryStore
from events.types.declarations import BeginRound
from projections.state.fight_state import FightState
from rulesets.definitions.shipped import GAMES
from rulesets.options.option import Blank, Option, fill_in, find_obstacles
from rulesets.options.rulings import list_fight_rulings, list_rulings_about
from tests.support.given import attack, given, npc, pc
from tests.support.random_fights import play_randomly, seeded_fight

_WORDS: dict[str, Any] = {
    "text": "a word",
    "number": 1,
    "dice": "d6",
    "area": "hall",
    "choice": "2",
}


WEAPONS = {"paraverse": "pike 8"}
"""How a weapon is written where it has no damage dice."""


def list_all(state: FightState) -> list[Option]:
    """Return every ruling, about the fight and about everybody."""
    every = (list_rulings_about(state, one) for one in state.combatants.values())
    return [*list_fight_rulings(state), *(option for options in every for option in options)]


def fill_needed(blank: Blank, game: str) -> Any:
    if blank.kind == "weapon":
        return WEAPONS.get(game, "pike d8")
    if free := [each.value for each in blank.choices if not each.barred]:
        value = free[0]
        return [value] if blank.several else value
    return _WORDS[blank.kind]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_every_ruling_is_understood(game: str, seed: int) -> None:
    """With what it needs filled in, the rules know what is meant: there may be a problem as the
    fight stands, but nothing is missing, misspelt or foreign to the game."""
    fight = seeded_fight(MemoryStore(), game, seed)
    play_randomly(fight, Random(seed), 25)
    for option in list_all(fight.state):
        if option.barred:
            continue
        values = {blank.field: fill_needed(blank, game) for blank in option.blanks if blank.needed}
        declared = fill_in(fight.state.game, option, values)
        for each in find_obstacles(fight.state, declared):
            assert each.overrulable or each.clause, (option.name, each.reason)


@pytest.mark.parametrize("game", GAMES)
def test_every_blank_of_a_ruling_is_understood(game: str) -> None:
    """What need not be filled in is offered only where the game has it: no blank leads to what the
    rules refuse whoever says it."""
    fight = seeded_fight(MemoryStore(), game, 7)
    for option in list_all(fight.state):
        if option.barred:
            continue
        needed = {each.field: fill_needed(each, game) for each in option.blanks if each.needed}
        for blank in option.blanks:
            value = {"reason": "the fog", "switch": True}.get(blank.kind)
            value = value or fill_needed(blank, game)
            if blank.several and not isinstance(value, list):
                value = [value]
            values = {**needed, blank.field: value}
            for each in find_obstacles(fight.state, fill_in(fight.state.game, option, values)):
                assert each.overrulable or each.clause, (option.name, blank.field, each.reason)


def test_players_save_against_the_opponent_whom_the_referee_names() -> None:
    """The form of the first round offers the foes (BW-04), where the game has such saves."""
    fight = given("brighter-worlds", pc("Sam", "3/0/6/10/6"), npc("Troll", "2/1/10/6/6"))
    (option,) = (each for each in list_fight_rulings(fight.state) if each.type == "begin-round")
    (versus,) = (each for each in option.blanks if each.field == "versus")
    assert [each.value for each in versus.choices] == ["troll"]
    fight.when(fill_in(fight.state.game, option, {"versus": "troll"}))
    assert [each.by for each in fight.state.awaited] == ["sam", "troll"]


def test_people_go_aboard_a_craft_at_a_post_of_its_own() -> None:
    """No craft is the crew of another one, and the posts that manoeuvres ask for are offered."""
    ship = npc("Courier", "2/3/8/15/12", scale="starship", gun="d10")
    other = npc("Fighter", "3/3/8/13/14", scale="starship", gun="d10")
    fight = given("plerion", pc("Aniet", "5/1/11/12/10"), ship, other)
    rulings = list_rulings_about(fight.state, fight.state.combatants["courier"])
    (option,) = (each for each in rulings if each.type == "crew")
    choices = {each.field: [one.value for one in each.choices] for each in option.blanks}
    assert choices["member"] == ["aniet"]
    assert choices["post"] == ["pilot", "gunner", "engineer"]


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_range_and_the_rules_refuse_what_is_outside(game: str) -> None:
    """So a screen can refuse it at the field; the rules refuse it without being overruled."""
    fight = seeded_fight(MemoryStore(), game, 7)
    for option in list_all(fight.state):
        needed = {each.field: fill_needed(each, game) for each in option.blanks if each.needed}
        for blank in (each for each in option.blanks if each.kind == "number"):
            assert blank.least is not None and blank.most is not None, (option.name, blank.field)
            for number in (blank.least - 1, blank.most + 1):
                declared = fill_in(fight.state.game, option, {**needed, blank.field: number})
                found = find_obstacles(fight.state, declared)
                assert found and not any(each.overrulable for each in found), (option.name, number)


def name_barred(state: FightState) -> dict[str, list[str]]:
    """Return the reasons why a ruling about the fight is barred, by its name."""
    return {
        each.name: [why.reason for why in each.obstacles]
        for each in list_fight_rulings(state)
        if each.barred
    }


def test_a_side_is_resolved_once_somebody_has_declared() -> None:
    """Before that, and after the fight, the engine says why not."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf"))
    assert name_barred(fight.state)["resolve"] == [
        "Nobody has declared anything; name a side to let its turn pass"
    ]
    fight.when(attack("ada", "wolf"))
    assert "resolve" not in name_barred(fight.state)
    assert "begin-round" not in name_barred(fight.state)


def test_the_first_round_alone_has_an_opening() -> None:
    """An ambush is offered before the fight, and not in it."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf"))

    def fields() -> list[str]:
        (option,) = (each for each in list_fight_rulings(fight.state) if each.type == "begin-round")
        return [blank.field for blank in option.blanks]

    assert fields() == ["waived", "why"]
    fight.when(BeginRound("ambush"))
    assert fields() == []
