"""One side's turn: its declarations one at a time, in declared order, each by the state that the
last has left; then departures, then morale (BW-03, BW-11, BW-14)."""

from __future__ import annotations

import msgspec

from events.types import declarations as d
from events.types.outcomes import ConditionBegan, Left, Moved, TurnBegan, TurnEnded
from projections.state.fight_state import Pending
from rulesets.brighter import actions, attacks, morale
from rulesets.brighter.check import bars_action
from rulesets.brighter.scene import ATTACK_LEFT, FIRST_AID, Scene
from rulesets.common import turns
from rulesets.common.conditions import end
from rulesets.common.scene import absence
from rulesets.common.weapons import lost_weapon
from rulesets.core.play import Play


def take_turn(scene: Scene, side: str, alone: str = "") -> Play[None]:
    """Resolve what a side has declared; `alone`, only what one of them has."""
    if not alone:
        yield from morale.test_overdue(scene)
    yield TurnBegan(side, alone)
    if alone:
        yield from end(scene.one(alone), ATTACK_LEFT)
    leaving: list[d.Retreat] = []
    for waiting in turns.declared(scene, side, alone):
        yield from _resolve(scene, waiting, leaving)
    for retreat in leaving:
        yield from _leave(scene, retreat)
    yield from morale.test_morale(scene)
    yield TurnEnded(side, alone)


def _resolve(scene: Scene, waiting: Pending, leaving: list[d.Retreat]) -> Play[None]:
    """One declaration: who is downed by now, or has nobody left to do it to, has lost it."""
    action = waiting.action
    one = scene.one(action.by)
    problem = bars_action(scene, one, action)
    if problem is not None and problem.reason not in waiting.overruled:
        yield turns.lapsed(action, problem.reason)
        return
    match action:
        case d.Attack():
            yield from _attack(scene, waiting, action)
        case d.Move():
            yield Moved(one.id, action.distance, action.to)
        case d.Aid():
            reason = _in_vain(scene, action)
            if reason and reason not in waiting.overruled:
                yield turns.lapsed(action, reason)
            else:
                yield from actions.aid(scene, action)
        case d.Retreat():
            if (yield from actions.gets_away(scene, action)):
                leaving.append(action)
        case d.Act() | d.Special():
            yield from actions.deed(scene, action)


def _attack(scene: Scene, waiting: Pending, attack: d.Attack) -> Play[None]:
    """An attack on those who are left of its targets. Where nobody is, it can be declared anew
    (BW-11)."""
    out = [(each, absence(scene.one(each.target))) for each in attack.targets]
    left = tuple(each for each, reason in out if not reason or reason in waiting.overruled)
    if not left:
        yield turns.lapsed(attack, out[0][1])
        if scene.state.round_open and not scene.one(attack.by).has(ATTACK_LEFT):
            yield ConditionBegan(attack.by, ATTACK_LEFT)
    elif reason := _misfit(scene, waiting, attack, left):
        yield turns.lapsed(attack, reason)
    else:
        remaining = msgspec.structs.replace(attack, targets=left)
        yield from actions.attack(scene, waiting.seq, remaining)


def _misfit(scene: Scene, waiting: Pending, attack: d.Attack, left: tuple[d.Aim, ...]) -> str:
    """Why it cannot be made with the weapons as they are by now; empty where it can, or is to be
    all the same."""
    lost = lost_weapon(scene.one(attack.by), attack.weapons, scene.rules.unarmed)
    return lost or turns.against(waiting, attacks.find_problems(scene, attack, left))


def _in_vain(scene: Scene, declared: d.Aid) -> str:
    """Why there is nothing to aid; empty where there is."""
    target = scene.one(declared.target)
    if target.standing != "in":
        return absence(target)
    if any(wound.awaits == FIRST_AID for wound in target.wounds):
        return ""
    return f"{target.name} has no wound that waits for {FIRST_AID}"


def _leave(scene: Scene, retreat: d.Retreat) -> Play[None]:
    """Who got away is out of the fight as the turn ends, if nothing has stopped them since."""
    one = scene.one(retreat.by)
    problem = bars_action(scene, one, retreat)
    if problem is None:
        yield Left(one.id, "retreated", retreat.to)
    elif one.standing == "in":
        yield turns.lapsed(retreat, problem.reason)
