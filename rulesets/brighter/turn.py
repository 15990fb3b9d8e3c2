"""One side's turn: its declarations in declared order, each by the state that the last one left;
then departures, then morale (BW-03, BW-11, BW-14)."""

from __future__ import annotations

import msgspec

from events.types import declarations as d
from events.types.outcomes import ConditionBegan, Left, Moved, TurnBegan, TurnEnded
from projections.state.fight_state import Pending
from rulesets.brighter import actions, attacks, morale
from rulesets.brighter.check import find_action_bar
from rulesets.brighter.scene import ATTACK_LEFT, FIRST_AID, Scene
from rulesets.common import turns
from rulesets.common.conditions import end_conditions
from rulesets.common.scene import explain_absence
from rulesets.common.weapons import explain_lost_weapon
from rulesets.core.play import Play


def take_turn(scene: Scene, side: str, alone: str = "") -> Play[None]:
    """Resolve what a side has declared; with `alone`, only what one combatant has."""
    if not alone:
        yield from morale.test_overdue(scene)
    yield TurnBegan(side, alone)
    if alone:
        yield from end_conditions(scene.one(alone), ATTACK_LEFT)
    leaving: list[d.Retreat] = []
    for waiting in turns.list_declared(scene, side, alone):
        yield from _resolve(scene, waiting, leaving)
    for retreat in leaving:
        yield from _leave(scene, retreat)
    yield from morale.test_morale(scene)
    yield TurnEnded(side, alone)


def _resolve(scene: Scene, waiting: Pending, leaving: list[d.Retreat]) -> Play[None]:
    """Resolve one declaration; it lapses if its actor is down by now, or nobody is left to do it
    to."""
    action = waiting.action
    one = scene.one(action.by)
    problem = find_action_bar(scene, one, action)
    if problem is not None and problem.reason not in waiting.overruled:
        yield turns.make_lapse(action, problem.reason)
        return
    match action:
        case d.Attack():
            yield from _resolve_attack(scene, waiting, action)
        case d.Move():
            yield Moved(one.id, action.distance, action.to)
        case d.Aid():
            reason = _explain_vain_aid(scene, action)
            if reason and reason not in waiting.overruled:
                yield turns.make_lapse(action, reason)
            else:
                yield from actions.aid(scene, action)
        case d.Retreat():
            if (yield from actions.try_to_leave(scene, action)):
                leaving.append(action)
        case d.Act() | d.Special():
            yield from actions.do_deed(scene, action)


def _resolve_attack(scene: Scene, waiting: Pending, attack: d.Attack) -> Play[None]:
    """Resolve an attack on the targets that are left; without any, another can be declared
    (BW-11)."""
    out = [(each, explain_absence(scene.one(each.target))) for each in attack.targets]
    left = tuple(each for each, reason in out if not reason or reason in waiting.overruled)
    if not left:
        yield turns.make_lapse(attack, out[0][1])
        if scene.state.round_open and not scene.one(attack.by).has(ATTACK_LEFT):
            yield ConditionBegan(attack.by, ATTACK_LEFT)
    elif reason := _explain_misfit(scene, waiting, attack, left):
        yield turns.make_lapse(attack, reason)
    else:
        remaining = msgspec.structs.replace(attack, targets=left)
        yield from actions.attack(scene, waiting.seq, remaining)


def _explain_misfit(
    scene: Scene, waiting: Pending, attack: d.Attack, left: tuple[d.Aim, ...]
) -> str:
    """Return why an attack cannot be made with its weapons now; empty if it can or was
    overruled."""
    lost = explain_lost_weapon(scene.one(attack.by), attack.weapons, scene.rules.unarmed)
    return lost or turns.find_objection(waiting, attacks.find_problems(scene, attack, left))


def _explain_vain_aid(scene: Scene, declared: d.Aid) -> str:
    """Return why there is nothing to aid; empty if there is."""
    target = scene.one(declared.target)
    if target.standing != "in":
        return explain_absence(target)
    if any(wound.awaits == FIRST_AID for wound in target.wounds):
        return ""
    return f"{target.name} has no wound that waits for {FIRST_AID}"


def _leave(scene: Scene, retreat: d.Retreat) -> Play[None]:
    """Let a combatant who got away leave as the turn ends, unless something has stopped it
    since."""
    one = scene.one(retreat.by)
    problem = find_action_bar(scene, one, retreat)
    if problem is None:
        yield Left(one.id, "retreated", retreat.to)
    elif one.standing == "in":
        yield turns.make_lapse(retreat, problem.reason)
