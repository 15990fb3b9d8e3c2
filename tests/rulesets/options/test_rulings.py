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
