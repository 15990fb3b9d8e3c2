"""A fight played on by a policy, with random dice that have nothing to do with its own.

Nothing is stored or put into words: declarations and outcomes are folded into a copy of the state.
Nobody joins, and the referee rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from events.types.declarations import BeginRound, Resolve
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold_one
from replay.odds.policies import POLICIES
from rulesets.common.scene import can_act, list_present
from rulesets.core.courses import Known, Start, play_course, throw_at_random
from rulesets.core.play import Faces, RequestGroup
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Problem
from rulesets.options.foes import list_foes, list_weapons, name_camp

_STEPS = 8
"""The most turns of a round."""


class Player:
    """Plays a fight on. `state` is a copy of its own."""

    def __init__(self, state: FightState, random: Random) -> None:
        self.state = state.copied()
        self.random = random
        self.rules = load_ruleset(state.game.rules)
        self._answer: Callable[[RequestGroup, Known], Faces] = throw_at_random(random)

    def play(self, declared: Declaration, overruled: Iterable[Problem] = ()) -> None:
        """Play a declaration that the rules allow, or whose problems are overruled."""
        state = self.state
        seq = state.seq + 1
        fold_one(state, seq, declared)
        for problem in overruled:
            fold_one(state, state.seq + 1, problem.overrule("again"))
        play_course(Start(state, declared, seq), self._answer, own=True)

    def try_to_play(self, declared: Declaration) -> bool:
        """Play a declaration if the rules allow it; return whether they do."""
        if self.rules.check(self.state, declared):
            return False
        self.play(declared)
        return True


def play_out(
    state: FightState,
    opening: BeginRound,
    rounds: int,
    policy: str,
    random: Random,
) -> FightState:
    """Play a fight for so many rounds from before its first, or until one side is left; return it
    as it is then. `opening` is how its first round begins."""
    player = Player(state, random)
    lexicon = player.rules.lexicon(state.game)
    choose = POLICIES[policy][0]

    def declare(one: Combatant) -> None:
        foes = list_foes(player.state, one, lexicon)
        weapons = [name for name, _ in list_weapons(one, lexicon)]
        for wish in choose(player.state, one, foes, weapons, random):
            if player.try_to_play(wish):
                return

    beginning = opening
    for _ in range(rounds):
        if is_decided(player.state, lexicon.felled) or not player.try_to_play(beginning):
            break
        beginning = BeginRound()
        for _ in range(_STEPS):
            if not (player.state.side_to_act or player.state.phase):
                break
            for one in list_actors(player.state):
                declare(one)
            if not player.try_to_play(Resolve()) or is_decided(player.state, lexicon.felled):
                break
    return player.state


def list_actors(state: FightState) -> list[Combatant]:
    """Return those who can declare something for the turn or phase that is open."""
    return [
        one
        for one in list_present(state)
        if can_act(one) and (state.phase or state.acts_in(state.turn, one))
    ]


def is_decided(state: FightState, felled: Iterable[str]) -> bool:
    """Return whether nobody has a foe any more who is not down."""
    down = tuple(felled)
    ready = (one for one in list_present(state) if not one.find_felling(down))
    return len({name_camp(state, one) for one in ready}) < 2
