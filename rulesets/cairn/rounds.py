"""Rounds, the opening, and the clock (CF-01, CF-05, CF-14)."""

from __future__ import annotations

from events.declarations import BeginRound, PassTime
from events.outcomes import (
    ClockAdvanced,
    ConditionBegan,
    ConditionEnded,
    Died,
    Lapsed,
    RoundBegan,
    RoundEnded,
)
from projections.state import Combatant
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import LOST_ROUND, Scene, can_act
from rulesets.steps import Play


def begin(scene: Scene, declared: BeginRound) -> Play[None]:
    """The next round; the first one with the opening saves, unless waived."""
    state = scene.state
    if state.round_open:
        yield from end(scene)
    players = scene.player_sides()
    order = (*players, *(side for side in state.sides if side not in players))
    if state.round:
        yield RoundBegan(state.round + 1, order)
        return
    slow = yield from _opening(scene, declared)
    if scene.rules.options.late_openers:
        second = tuple(side for side in players if any(one.side == side for one in slow))
        yield RoundBegan(1, (*order, *second), tuple(one.id for one in slow))
        return
    yield RoundBegan(1, order)
    for one in slow:
        yield ConditionBegan(one.id, LOST_ROUND, "everything")


def _opening(scene: Scene, declared: BeginRound) -> Play[list[Combatant]]:
    """Who is too slow to act before the opponents."""
    if declared.waived == "ambush":
        return []
    friends = [one for one in scene.present() if scene.with_players(one)]
    if declared.waived == "ambushed":
        return friends
    if all(scene.with_players(one) for one in scene.present()):
        return []
    pcs = [one for one in friends if one.kind == "pc" and can_act(one)]
    results = yield from save_all(scene, [Save(one, "agility", "opening") for one in pcs])
    slow = [one for one, passed in zip(pcs, results, strict=True) if not passed]
    if pcs and len(slow) == len(pcs):
        return friends
    return slow


def end(scene: Scene) -> Play[None]:
    """An open round ends: what is left of it lapses, and its length goes onto the clock."""
    state = scene.state
    for waiting in list(state.pending):
        what = type(waiting.action).__name__.lower()
        yield Lapsed(waiting.action.by, what, f"round {state.round} ended")
    yield RoundEnded(state.round)
    for one in list(state.combatants.values()):
        if one.has(LOST_ROUND):
            yield ConditionEnded(one.id, LOST_ROUND)
    yield from pass_time(scene, scene.rules.round_seconds["individual"])


def pass_time(scene: Scene, seconds: int) -> Play[None]:
    """The clock goes on, and whoever's hour has come is dead (CF-14)."""
    was = scene.state.clock
    yield ClockAdvanced(was, was + seconds)
    for one in list(scene.state.combatants.values()):
        if one.standing == "dead":
            continue
        due = [w for w in one.wounds if w.due is not None and w.due <= scene.state.clock]
        if due:
            yield Died(one.id, f"{due[0].label}, untreated")


def let_pass(scene: Scene, declared: PassTime) -> Play[None]:
    """Time goes by."""
    yield from pass_time(scene, declared.seconds)


def close(scene: Scene) -> Play[None]:
    """The fight is over; an open round ends with it."""
    if scene.state.round:
        yield from end(scene)
