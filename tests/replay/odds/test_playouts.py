"""Playouts: what can be declared in them, how they go on, and the blocks they come in."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given as drawn, settings, strategies as st

from events.store.memory import MemoryStore
from events.types.declarations import BeginRound
from projections.state.fight_state import FightState
from replay.odds.blocks import FEW, SIZE, run_blocks
from replay.odds.comparison import judge
from replay.odds.playouts import is_decided, list_actors, play_out
from replay.odds.policies import POLICIES
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import GAMES, load_game
from rulesets.options.actions import list_allowed_actions
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import given, npc, pc
from tests.support.random_fights import play_randomly, seeded_fight


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_every_option_can_be_declared_as_it_stands(game: str, seed: int) -> None:
    """The rules fill in nothing, and find no problem."""
    fight = seeded_fight(MemoryStore(), game, seed, "typed")
    play_randomly(fight, Random(seed), 25)
    state, rules = fight.state, load_ruleset(fight.state.game.rules)
    for one in state.combatants.values():
        for option in list_allowed_actions(state, one):
            assert option == rules.prepare(state, option)
            assert [] == rules.check(state, option)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_playout_goes_on_in_every_game_as_long_as_it_is_told(game: str, policy: str) -> None:
    """For so many rounds, unless one side is left; the fight itself stays as it was. Somebody is
    hurt in most."""
    loaded = load_game(game)
    fight = seeded_fight(MemoryStore(), game, 7)
    before = fight.state.copied()
    hurt = 0
    for seed in range(10):
        after = play_out(fight.state, BeginRound(), 3, policy, Random(seed))
        felled = load_ruleset(loaded.rules).lexicon(loaded).felled
        assert after.round == 3 or is_decided(after, felled)
        hurt += judge(before, after) != judge(before, before)
    assert before == fight.state
    assert hurt > 5


def test_two_sides_that_cannot_be_hurt_fight_to_the_last_round() -> None:
    """Everybody of the side whose turn it is declares."""
    fight = given("golden-idol", pc("Ben", "9/3/9/9/9", club="d4"), npc("Wolf", "9/3/9/9/9"))
    state = fight.when(BeginRound("ambush")).state
    assert ["ben"] == [one.id for one in list_actors(state)]
    start = given("golden-idol", pc("Ben", "20/3/9/9/9"), npc("Wolf", "20/3/9/9/9")).state
    after = play_out(start, BeginRound("ambush"), 5, "focus", Random(1))
    assert 5 == after.round and not after.side_to_act


def test_a_playout_ends_when_one_side_is_left() -> None:
    """A giant fells a rat in the first round."""
    giant = pc("Giant", "20/3/18/18/18", club="2d12")
    start = given("golden-idol", giant, npc("Rat", "1/0/1/1/1")).state
    after = play_out(start, BeginRound("ambush"), 9, "focus", Random(1))
    assert 1 == after.round
    assert "dead" == after.combatants["rat"].standing or after.combatants["rat"].conditions


def test_policies_choose_their_targets() -> None:
    """Focus takes the weakest foe, spread one that nobody attacks yet."""
    people = (
        paraverse.pc("Fay", "sword 6"),
        paraverse.pc("Gil", "sword 6"),
        paraverse.npc("Ogre", "club 5", CON=16),
        paraverse.npc("Imp", "claw 3", CON=7),
    )
    start = paraverse.fight(*people).when(paraverse.ROUND).state
    fay = start.combatants["fay"]
    foes = [start.combatants["ogre"], start.combatants["imp"]]
    wishes = {
        name: next(choose(start, fay, foes, ["sword"], Random(1))).targets[0].target  # type: ignore[union-attr]
        for name, (choose, _) in POLICIES.items()
    }
    assert "imp" == wishes["focus"]
    assert "ogre" == wishes["spread"]


def _draw(sides: int, random: Random, count: int) -> list[int]:
    return [random.randint(1, sides) for _ in range(count)]


def test_blocks_do_not_depend_on_the_number_of_cores() -> None:
    """Each has a seed of its own; another seed gives other numbers."""
    count = FEW + SIZE + 30
    one = run_blocks(partial(_draw, 20), count, cores=1)
    heard: list[int] = []
    two = run_blocks(
        partial(_draw, 20), count, cores=2, progress=lambda done, of: heard.append(done)
    )
    assert one == two
    assert count == sum(map(len, one)) == heard[-1]
    assert len(heard) == len(one)
    assert one != run_blocks(partial(_draw, 20), count, seed=1, cores=1)


def _fail(random: Random, count: int) -> FightState:
    raise ValueError("no")


def test_what_goes_wrong_in_a_block_is_heard() -> None:
    """Also from another process."""
    with pytest.raises(ValueError, match="no"):
        run_blocks(_fail, FEW + SIZE, cores=2)
