"""The options of a combatant: what is free passes the rules, and what is barred does not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn, settings, strategies as st

from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.base import get_tag
from events.types.declarations import Area, Attack, BeginRound, Join, Move, Resolve
from events.types.statements import AddCondition, Kill
from projections.state.fight_state import FightState
from rulesets.definitions.shipped import GAMES
from rulesets.options.actions import list_allowed_actions
from rulesets.options.option import (
    AS_IT_STANDS,
    Blank,
    Choice,
    Clash,
    Option,
    fill_in,
    find_obstacles,
)
from rulesets.options.turn_options import list_turn_options
from tests.rulesets.paraverse import people
from tests.support.given import attack, given, npc, pc
from tests.support.random_fights import play_randomly, seeded_fight

_WORDS = {"area": "the gate", "text": "acts", "number": 1}


def random_state(game: str, seed: int) -> FightState:
    """Return a random fight with nothing awaited, so that something can be declared."""
    fight = seeded_fight(MemoryStore(), game, seed)
    play_randomly(fight, Random(seed), 25)
    return fight.state


def find_option(state: FightState, who: str, name: str) -> Option:
    (found,) = (
        each for each in list_turn_options(state, state.combatants[who]) if each.name == name
    )
    return found


def find_choice(option: Option, field: str, value: str) -> Choice:
    (found,) = (each for each in find_blank(option, field).choices if each.value == value)
    return found


def find_blank(option: Option, field: str) -> Blank:
    (found,) = (each for each in option.blanks if each.field == field)
    return found


def list_reasons(what: Option | Choice | Clash) -> list[str]:
    return [each.reason for each in what.obstacles]


def list_values(option: Option, is_free: bool) -> Iterator[dict[str, Any]]:
    """Yield ways to fill in what an option needs: each choice of its first blank in turn, and for
    the others the first that is free (or any, where the option is barred)."""
    needed = [blank for blank in option.blanks if blank.needed]
    first = {blank.field: value for blank in needed if (value := _pick(blank, is_free)) is not None}
    if len(first) < len(needed):
        return
    yield first
    for blank in needed[:1]:
        for choice in blank.choices:
            if choice.barred != is_free:
                yield {**first, blank.field: [choice.value] if _is_list(blank) else choice.value}


def _pick(blank: Blank, is_free: bool) -> Any:
    values = [each.value for each in blank.choices if not (is_free and each.barred)]
    if not values:
        return _WORDS.get(blank.kind)
    return values[:1] if _is_list(blank) else values[0]


def _is_list(blank: Blank) -> bool:
    return blank.several or blank.kind in ("aims", "weapons")


def clashes(option: Option, values: dict[str, Any]) -> bool:
    """Return whether two of these values do not go together."""
    return any(
        all(value in values.get(field, ()) for field, value in each.values.items())
        for each in option.clashes
    )


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_what_is_offered_free_can_be_declared(game: str, seed: int) -> None:
    """For everybody who ever joined, with each of the choices that are free."""
    state = random_state(game, seed)
    for one in state.combatants.values():
        for option in list_turn_options(state, one):
            if option.barred:
                continue
            for values in list_values(option, is_free=True):
                if not clashes(option, values):
                    declared = fill_in(state.game, option, values)
                    assert () == find_obstacles(state, declared), (option.name, values)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_what_is_barred_is_refused_for_the_reasons_told(game: str, seed: int) -> None:
    """Those of the option and of the choice together, and for an attack those of the pair."""
    state = random_state(game, seed)
    for one in state.combatants.values():
        for option in list_turn_options(state, one):
            if option.type != "attack" or not option.blanks:
                continue
            for target in find_blank(option, "targets").choices:
                for weapon in find_blank(option, "weapons").choices:
                    pair = {"targets": target.value, "weapons": weapon.value}
                    of_pair = [each for each in option.clashes if each.values == pair]
                    told = [*option.obstacles, *target.obstacles, *weapon.obstacles]
                    for clash in of_pair:
                        told += clash.obstacles
                    said = {field: [value] for field, value in pair.items()}
                    found = find_obstacles(state, fill_in(state.game, option, said))
                    assert sorted(map(str, {*told})) == sorted(map(str, {*found}))


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_every_action_that_the_rules_allow_is_offered(game: str, seed: int) -> None:
    """An attack with its weapon and target, aid with whom it goes to, a move with its area."""
    state = random_state(game, seed)
    for one in state.combatants.values():
        free = {each.type: each for each in list_turn_options(state, one) if not each.obstacles}
        for action in list_allowed_actions(state, one):
            option = free[get_tag(action)]
            if isinstance(action, Attack) and len(action.targets) == 1 and not action.band:
                pair = {"targets": [action.targets[0].target], "weapons": [*action.weapons]}
                assert not clashes(option, pair)
                assert not find_choice(option, "targets", action.targets[0].target).obstacles
                assert not find_choice(option, "weapons", action.weapons[0]).obstacles
            if isinstance(action, Move) and action.to:
                assert not find_choice(option, "to", action.to).obstacles


def test_somebody_who_has_declared_is_offered_to_declare_otherwise() -> None:
    """In place of what waits, so that nobody has to take it back first."""
    fight = given("golden-idol", pc("Ada", sword="d8", bow="d6"), npc("Wolf"), npc("Bear"))
    fight.when(attack("ada", "wolf", weapons="bow"))
    option = find_option(fight.state, "ada", "attack")
    assert option.given == {"by": "ada", "instead": True}
    assert find_blank(option, "weapons").default == ("bow",)
    assert not option.barred


def test_whoever_is_dead_or_has_acted_reads_why() -> None:
    """The whole option is barred; the choices themselves are free."""
    fight = given("golden-idol", pc("Ada", sword="d8"), pc("Ben"), npc("Wolf", "40/0/10/10/10"))
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve())
    fight.rolls(3)
    option = find_option(fight.state, "ada", "attack")
    assert option.barred
    assert "Ada has acted in this round already" in list_reasons(option)
    assert [] == list_reasons(find_choice(option, "targets", "wolf"))
    fight.when(Kill("ben"))
    ben = find_choice(find_option(fight.state, "ada", "attack"), "targets", "ben")
    assert ben.group == "gone"
    assert ["Ben is dead"] == list_reasons(ben)


def test_nobody_to_help_bars_aid() -> None:
    """Each of the others says why, so the whole option is barred without a reason of its own."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf"))
    option = find_option(fight.state, "ada", "aid")
    assert option.barred
    assert ["Ben has no wound that waits for aid"] == list_reasons(
        find_choice(option, "target", "ben")
    )


def test_a_wound_stands_under_the_name_of_who_has_it() -> None:
    """Names are shown, never identifiers."""
    fight = given("golden-idol", pc("Ada"), npc("Grey Wolf", "1/0/6/6/6"))
    fight.when(attack("ada", "grey-wolf"), Resolve())
    fight.rolls(4, 20)
    option = find_option(fight.state, "ada", "aid")
    (which,) = (each for each in option.blanks if each.field == "wound")
    assert ["Grey Wolf"] == [each.group for each in which.choices]


def test_where_only_a_bow_reaches_the_pair_is_barred() -> None:
    """Paraverse: a sword strikes in its area, a bow in the next one, and nobody is struck who is
    out of sight."""
    party = people.pc("Ada", "broadsword", "short bow", area="hall")
    wolf, bear = people.npc("Wolf", area="hall"), people.npc("Bear", area="cellar")
    fight = people.fight()
    fight.when(Area("hall", adjacent=("yard",)), Area("yard"), Area("cellar"))
    fight.when(*(Join(each.sheet(fight.state.game)) for each in (party, wolf, bear)), BeginRound())
    option = find_option(fight.state, "ada", "attack")
    assert [] == list_reasons(find_choice(option, "targets", "wolf"))
    assert find_choice(option, "targets", "bear").barred
    why = {
        each.values["weapons"]: list_reasons(each)
        for each in option.clashes
        if each.values["targets"] == "bear"
    }
    assert why["broadsword"] == ["Bear is in cellar, which is not next to hall, where Ada is"]
    assert why["short bow"][0] == "cellar is not in sight of hall"


def test_players_read_no_number_of_a_stranger() -> None:
    """A reason that would tell one is replaced, and stays an obstacle."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"))
    fight.when(AddCondition("wolf", "STR 7", bars="everything"))
    told = {}
    for audience in ("referee", "players"):
        option, *_ = list_turn_options(fight.state, fight.state.combatants["wolf"], audience)
        told[audience] = list_reasons(option)
    assert told == {"referee": ["Wolf is STR 7"], "players": [AS_IT_STANDS]}


def test_a_value_without_a_blank_is_refused() -> None:
    """Whatever a program fills in is checked against the option."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"))
    option = find_option(fight.state, "ada", "attack")
    with pytest.raises(Refused, match="Attack has nothing to fill in for “spell”"):
        fill_in(fight.state.game, option, {"spell": "fireball"})
    with pytest.raises(Refused, match="That is no attack: Expected `bool`"):
        fill_in(fight.state.game, option, {"targets": ["wolf"], "keep": "perhaps"})


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_range_and_the_rules_refuse_what_is_outside(game: str) -> None:
    """Of a move how far, of a check against what, with the other blanks filled in."""
    state = random_state(game, 7)
    for one in state.combatants.values():
        for option in list_turn_options(state, one):
            values: dict[str, Any] = {
                blank.field: blank.choices[0].value if blank.choices else "a deed"
                for blank in option.blanks
                if blank.field in ("what", "to", "save")
            }
            for blank in (each for each in option.blanks if each.kind == "number"):
                assert blank.least is not None and blank.most is not None
                for number in (blank.least - 1, blank.most + 1):
                    declared = fill_in(state.game, option, {**values, blank.field: number})
                    found = [each.reason for each in find_obstacles(state, declared)]
                    assert any(f"not {number}" in each for each in found), found
