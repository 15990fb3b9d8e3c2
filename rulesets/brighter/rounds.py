"""Rounds, who acts first in the first one, and the clock (BW-03, BW-04)."""

from __future__ import annotations

from events.types.declarations import BeginRound
from events.types.outcomes import ConditionBegan, RoundBegan, RoundEnded
from projections.state.fight_state import LOST_ROUND, Combatant
from rulesets.brighter import effects, morale
from rulesets.brighter.actions import find_opponent
from rulesets.brighter.definition import DEX
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import Scene
from rulesets.common import conditions
from rulesets.common.turns import lapse_all
from rulesets.core.play import Play


def begin_round(scene: Scene, declared: BeginRound) -> Play[None]:
    """Begin the next round: the players' sides act, then the others."""
    state = scene.state
    if state.round_open:
        yield from end_round(scene)
    slow = [] if state.round else (yield from _roll_opening(scene, declared))
    players = scene.player_sides()
    others = [side for side in state.sides if side not in players]
    yield RoundBegan(state.round + 1, (*players, *others))
    for one in slow:
        yield ConditionBegan(one.id, LOST_ROUND, "everything")


def _roll_opening(scene: Scene, declared: BeginRound) -> Play[list[Combatant]]:
    """Return the combatants who do not act in round 1.

    That is nobody if the players obviously act first, all of them if they are surprised, and
    otherwise those who fail a save against the opponent named. An heir makes no save.
    """
    friends = [one for one in scene.present() if scene.with_players(one)]
    if declared.waived == "ambushed":
        return friends
    versus = find_opponent(scene, declared.versus)
    if versus is None:
        return []
    savers = [one for one in friends if one.kind == "pc" and not one.heir]
    saves = [Save(one, DEX, "opening", versus=versus) for one in savers]
    results = yield from save_all(scene, saves)
    return [one for one, passed in zip(savers, results, strict=True) if not passed]


def end_round(scene: Scene) -> Play[None]:
    """End the open round: lapse what is left, and advance the clock."""
    yield from morale.test_overdue(scene)
    yield from lapse_all(scene.state, f"round {scene.state.round} ended")
    yield RoundEnded(scene.state.round)
    for one in list(scene.state.combatants.values()):
        yield from conditions.end_conditions(one, LOST_ROUND)
    yield from advance_clock(scene, scene.rules.round_seconds)


def advance_clock(scene: Scene, by: int) -> Play[None]:
    """Advance the clock, with the results of the deaths that it brings."""
    died = yield from conditions.advance_clock(scene.state, by)
    for one in died:
        yield from effects.apply_death(scene, one)
    yield from morale.test_at_peace(scene)
