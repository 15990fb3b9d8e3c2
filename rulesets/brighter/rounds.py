"""Rounds, who acts first in the first of them, and the clock (BW-03, BW-04)."""

from __future__ import annotations

from events.types.declarations import BeginRound
from events.types.outcomes import ConditionBegan, RoundBegan, RoundEnded
from projections.state.fight_state import Combatant
from rulesets.brighter import effects, morale
from rulesets.brighter.actions import opponent
from rulesets.brighter.definition import DEX
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import LOST_ROUND, Scene
from rulesets.common import conditions
from rulesets.common.turns import lapse_all
from rulesets.core.play import Play


def begin(scene: Scene, declared: BeginRound) -> Play[None]:
    """The next round: the players' sides, then the others."""
    state = scene.state
    if state.round_open:
        yield from end(scene)
    slow = [] if state.round else (yield from _opening(scene, declared))
    players = scene.player_sides()
    others = [side for side in state.sides if side not in players]
    yield RoundBegan(state.round + 1, (*players, *others))
    for one in slow:
        yield ConditionBegan(one.id, LOST_ROUND, "everything")


def _opening(scene: Scene, declared: BeginRound) -> Play[list[Combatant]]:
    """Who does not act in round 1: nobody where it is obvious that the players do, all of them
    where they are surprised, else whoever fails a save against the opponent named. Who goes on
    for somebody dead makes none."""
    friends = [one for one in scene.present() if scene.with_players(one)]
    if declared.waived == "ambushed":
        return friends
    versus = opponent(scene, declared.versus)
    if versus is None:
        return []
    savers = [one for one in friends if one.kind == "pc" and not one.heir]
    saves = [Save(one, DEX, "opening", versus=versus) for one in savers]
    results = yield from save_all(scene, saves)
    return [one for one, passed in zip(savers, results, strict=True) if not passed]


def end(scene: Scene) -> Play[None]:
    """An open round ends: what is left of it lapses, and its length goes onto the clock."""
    yield from morale.test_overdue(scene)
    yield from lapse_all(scene.state, f"round {scene.state.round} ended")
    yield RoundEnded(scene.state.round)
    for one in list(scene.state.combatants.values()):
        yield from conditions.end(one, LOST_ROUND)
    yield from advance_clock(scene, scene.rules.round_seconds)


def close(scene: Scene) -> Play[None]:
    """The fight is over; an open round ends with it, and what is still declared lapses."""
    if scene.state.round:
        yield from end(scene)
    else:
        yield from lapse_all(scene.state, "the fight ended")


def advance_clock(scene: Scene, by: int) -> Play[None]:
    """The clock goes on; whoever's hour has come dies like anybody."""
    living = [one for one in scene.state.combatants.values() if one.standing != "dead"]
    yield from conditions.advance(scene.state, by)
    for one in living:
        if one.standing == "dead":
            yield from effects.of_death(scene, one)
    yield from morale.test_at_peace(scene)
