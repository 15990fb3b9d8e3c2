"""One side's turn: who can still do what they declared, what comes of it, morale (CF-06, CF-28)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from events.types import declarations as d
from events.types.outcomes import Lapsed, TurnBegan, TurnEnded
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant, Pending
from rulesets.cairn import aim, manoeuvres, morale
from rulesets.cairn.ability import bars_action, bars_crawling
from rulesets.cairn.resolution import carry_out
from rulesets.cairn.scene import STUNNED, Scene
from rulesets.common import turns
from rulesets.common.attacks import lost_weapon
from rulesets.common.conditions import end
from rulesets.common.people import absence
from rulesets.core.play import Play
from rulesets.core.ruleset import Problem


def take_turn(scene: Scene, side: str, alone: str = "") -> Play[None]:
    """Resolve what a side has declared; `alone`, only what one of them has (CF-03)."""
    yield TurnBegan(side, alone)
    able: list[Pending] = []
    for waiting in turns.declared(scene, side, alone):
        standing, fallen = _judged(scene, waiting, able)
        if fallen is not None:
            yield fallen
        if standing is not None:
            able.append(standing)
    if not alone:
        yield from _recovered(scene, side)
    yield from carry_out(scene, able)
    yield from morale.test(scene)
    yield TurnEnded(side, alone)


def _recovered(scene: Scene, side: str) -> Play[None]:
    """Whoever was stunned has lost the turn by now (CF-29)."""
    for one in list(scene.state.members(side)):
        if one.has(STUNNED) and scene.takes_turn(one, side):
            yield from end(one, STUNNED)


def _judged(
    scene: Scene, waiting: Pending, able: Sequence[Pending]
) -> tuple[Pending | None, Lapsed | None]:
    """Who can act, with what and on whom, as the turn begins (CF-06): what goes on, what lapses.
    `able` is what goes on before it."""
    action = waiting.action
    one = scene.one(action.by)
    problem = bars_action(scene, one, action) or _crawled(one, action, able)
    if problem is not None and problem.reason not in waiting.overruled:
        return None, turns.lapsed(action, problem.reason)
    if isinstance(action, d.Attack):
        out = {each: _out(scene, waiting, each.target) for each in action.targets}
        targets = tuple(each for each, reason in out.items() if not reason)
        if not targets:
            return None, turns.lapsed(action, out[action.targets[0]])
        if reason := _misfit(scene, waiting, action, targets):
            return None, turns.lapsed(action, reason)
        if len(targets) < len(action.targets):
            return Pending(waiting.seq, msgspec.structs.replace(action, targets=targets)), None
    if isinstance(action, d.Aid) and (reason := _out(scene, waiting, action.target)):
        return None, turns.lapsed(action, reason)
    if isinstance(action, d.Manoeuvre):
        for against in manoeuvres.problems(scene, action):
            if not against.overrulable or against.reason not in waiting.overruled:
                return None, turns.lapsed(action, against.reason)
    return waiting, None


def _crawled(one: Combatant, action: TurnAction, able: Sequence[Pending]) -> Problem | None:
    """Who has begun to crawl makes only one of the moves declared before (CF-14)."""
    if not isinstance(action, d.Move):
        return None
    made = [each for each in able if isinstance(each.action, d.Move) and each.action.by == one.id]
    return bars_crawling(one, one.moves + len(made))


def _misfit(scene: Scene, waiting: Pending, attack: d.Attack, left: tuple[d.Aim, ...]) -> str:
    """Why the attack cannot be made with the weapons as they are by now; empty where it can, or
    is to be all the same."""
    lost = lost_weapon(scene.one(attack.by), attack.weapons, scene.rules.unarmed)
    return lost or turns.against(waiting, aim.problems(scene, attack, left))


def _out(scene: Scene, waiting: Pending, target: str) -> str:
    """Why nothing can be done to a target any more; empty where it can, or is to be all the
    same."""
    reason = absence(scene.one(target))
    return "" if reason in waiting.overruled else reason
