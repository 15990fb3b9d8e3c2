"""Rounds and turns (BW-03, BW-04, BW-11, BW-14).

A turn resolves one side's declarations in declared order, each by the state that the last one left;
then departures, then morale.
"""

from __future__ import annotations

import msgspec

from events.types import declarations as d
from events.types.declarations import BeginRound
from events.types.outcomes import (
    ConditionBegan,
    Left,
    Moved,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
)
from events.types.unions import TurnAction
from projections.state.fight_state import LOST_ROUND, Combatant, Pending
from rulesets.brighter import actions, attacks, effects, saves
from rulesets.brighter.actions import find_opponent
from rulesets.brighter.definition import DEX
from rulesets.brighter.problems import find_action_bars, resolves_at_once
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import ATTACK_LEFT, FIRST_AID, Scene
from rulesets.common import conditions, turns
from rulesets.common.conditions import end_conditions
from rulesets.common.scene import can_act, explain_absence
from rulesets.common.turns import lapse_all
from rulesets.common.weapons import explain_misfit
from rulesets.core.play import Play


def resolve_turn(scene: Scene, declared: d.Resolve) -> Play[None]:
    """Resolve the turn of the side that is named, or whose turn it is; or of one combatant."""
    if declared.who:
        return resolve_ahead(scene, scene.one(declared.who))
    return take_turn(scene, turns.choose_side(scene.state, declared))


def resolve_ahead(scene: Scene, one: Combatant) -> Play[None]:
    """Resolve what one combatant has declared, ahead of the others of their side (BW-11). The turn
    goes on, and morale waits for its end."""
    waiting = scene.state.pending_of(one.id)
    yield from saves.test_postponed_morale(scene)
    yield TurnBegan(one.side, one.id, ahead=True)
    for each in waiting:
        yield from _resolve(scene, each, [])
    yield TurnEnded(one.side, one.id, tuple(each.seq for each in waiting))


def resolve_alone(scene: Scene, declared: TurnAction) -> Play[None]:
    """Resolve an action by itself if it does not wait for its side's turn (BW-11)."""
    if resolves_at_once(scene, declared):
        one = scene.one(declared.by)
        yield from take_turn(scene, one.side, alone=one.id)


def take_turn(scene: Scene, side: str, alone: str = "") -> Play[None]:
    """Resolve the declarations of a side; with `alone`, only those of one combatant."""
    if not alone:
        yield from saves.test_postponed_morale(scene)
    yield TurnBegan(side, alone)
    if alone:
        yield from end_conditions(scene.one(alone), ATTACK_LEFT)
    leaving: list[Pending] = []
    for waiting in turns.list_declared(scene, side, alone):
        yield from _resolve(scene, waiting, leaving)
    for each in leaving:
        yield from _leave(scene, each)
    yield from saves.test_morale(scene)
    yield TurnEnded(side, alone)


def _resolve(scene: Scene, waiting: Pending, leaving: list[Pending]) -> Play[None]:
    """Resolve one declaration. It lapses if its actor is down by now, or if it has no target
    left."""
    action = waiting.action
    one = scene.one(action.by)
    bars = find_action_bars(scene, one, action)
    if reason := turns.find_objection(scene.state, waiting, bars):
        yield turns.make_lapse(action, reason)
        return
    match action:
        case d.Attack():
            yield from _resolve_attack(scene, waiting, action)
        case d.Move():
            yield Moved(one.id, action.distance, action.to)
        case d.Aid():
            vain = turns.find_vain_aid(scene.one(action.target), (FIRST_AID,), "BW-10")
            if reason := turns.find_objection(scene.state, waiting, vain):
                yield turns.make_lapse(action, reason)
            else:
                yield from actions.aid(scene, action)
        case d.Retreat():
            if (yield from actions.try_to_leave(scene, action)):
                leaving.append(waiting)
        case d.Act() | d.Special():
            yield from actions.do_deed(scene, action)


def _resolve_attack(scene: Scene, waiting: Pending, attack: d.Attack) -> Play[None]:
    """Resolve an attack on the targets that are left. If none is left, its attacker can declare
    another, unless only the referee's word let them attack at all (BW-11)."""
    out = [(each, turns.explain_out(scene, waiting, each.target)) for each in attack.targets]
    left = tuple(each for each, reason in out if not reason)
    if not left:
        yield turns.make_lapse(attack, out[0][1])
        one = scene.one(attack.by)
        is_free = scene.state.game.version < 2 or can_act(one)
        if scene.state.round_open and is_free and not one.has(ATTACK_LEFT):
            yield ConditionBegan(attack.by, ATTACK_LEFT)
        return
    problems = attacks.find_problems(scene, attack, left)
    if reason := explain_misfit(scene, waiting, attack, problems):
        yield turns.make_lapse(attack, reason)
    else:
        remaining = msgspec.structs.replace(attack, targets=left)
        yield from actions.attack(scene, waiting.seq, remaining)


def _leave(scene: Scene, waiting: Pending) -> Play[None]:
    """Let a combatant who got away leave as the turn ends, unless something has stopped them since
    that was not overruled. Overruling revives nobody: the dead and those who left stay so."""
    retreat = waiting.action
    assert isinstance(retreat, d.Retreat)
    one = scene.one(retreat.by)
    if scene.state.game.version < 2:  # which knew no overruling here
        waiting = Pending(waiting.seq, retreat)
    absence = explain_absence(one)
    reason = turns.find_objection(scene.state, waiting, find_action_bars(scene, one, retreat))
    if not reason and not absence:
        yield Left(one.id, "retreated", retreat.to)
    elif not absence or scene.state.game.version > 1:
        yield turns.make_lapse(retreat, reason or absence)


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

    That is nobody if the players obviously act first, and all of them if they are surprised.
    Otherwise it is those who fail a save against the named opponent. An heir makes no save.
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
    yield from saves.test_postponed_morale(scene)
    yield from lapse_all(scene.state, f"round {scene.state.round} ended")
    yield RoundEnded(scene.state.round)
    for one in list(scene.state.combatants.values()):
        yield from conditions.end_conditions(one, LOST_ROUND)
    yield from advance_clock(scene, scene.rules.round_seconds)


def advance_clock(scene: Scene, by: int) -> Play[None]:
    """Advance the clock, and apply the deaths that follow."""
    died = yield from conditions.advance_clock(scene.state, by)
    for one in died:
        yield from effects.apply_death(scene, one)
    yield from saves.test_morale_between_turns(scene)
