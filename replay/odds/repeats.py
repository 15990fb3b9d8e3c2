"""The declarations of a fight, said again with other dice: what luck alone would have changed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.odds.playouts import Player


def repeat(
    state: FightState, declarations: Sequence[Declaration], random: Random
) -> tuple[FightState, int]:
    """Say declarations again with random dice; return the fight after them, and how many could be
    said. One that is no longer possible is left out, unless the referee overruled what is in the
    way."""
    player = Player(state, random)
    said = 0
    for declared in declarations:
        problems = player.rules.check(player.state, declared)
        insists = getattr(declared, "overrule", "")
        if not problems or (insists and all(problem.overrulable for problem in problems)):
            player.play(declared, problems)
            said += 1
    return player.state, said
