"""Checks of declarations (PV-03 to PV-06, PV-16 to PV-21, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.types import declarations as d
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant, Pending
from rulesets.common import turns
from rulesets.common.scene import explain_absence
from rulesets.core.ruleset import Problem
from rulesets.paraverse import ranged
from rulesets.paraverse.assignment import Assignment
from rulesets.paraverse.planning import (
    find_impediments,
    find_missing_opponent,
    find_move_problems,
    find_phase,
    find_planned_areas,
    is_shot,
)
from rulesets.paraverse.recovery import list_treatable
from rulesets.paraverse.scene import (
    BEYOND_MEDICINE,
    CLAUSES,
    UNCONSCIOUS,
    Scene,
    find_incapacity,
    is_bleeding,
    is_unconscious,
)

_OVER = Problem("The fight is over; undo its end to go on", "PV-03", False)
_IN_A_ROUND = (d.Attack, d.Move, d.Retreat, d.Disengage)
_IN_A_WATCH = (d.Aid, d.Treat)


def find_problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Yield the problems with a declaration, the most serious first."""
    match declared:
        case (
            d.Attack()
            | d.Move()
            | d.Aid()
            | d.Treat()
            | d.Retreat()
            | d.Disengage()
            | d.Special()
            | d.Act()
        ):
            yield from _check_action(scene, declared)
        case d.Resolve():
            yield from _check_resolve(scene, declared)
        case d.BeginRound():
            yield from _check_begin_round(scene, declared)
        case d.CallSave():
            yield from _check_rollers(scene, declared)
        case d.Rest():
            yield from _check_rest(scene, declared)
        case d.Recover() if scene.one(declared.who).standing == "dead":
            one = scene.one(declared.who)
            yield Problem(f"{one.name} is dead; revive them first", "ALL-03", False)
        case _:
            yield from turns.check_declaration(scene, declared, CLAUSES)


def _check_action(scene: Scene, action: TurnAction) -> Iterator[Problem]:
    one = scene.one(action.by)
    untimely = _check_time(scene, action)
    if untimely is not None:
        yield untimely
        return
    if out := find_incapacity(one):
        yield Problem(out, "ALL-03", False)
        return
    yield from find_impediments(one, action)
    replaced = scene.state.replaced_by(action)
    if any(each not in replaced for each in scene.state.pending_of(one.id)):
        why = f"{one.name} has declared an action already; add “instead” to replace it"
        yield Problem(why, "PV-04", bar=f"declared:{one.id}")
    match action:
        case d.Attack():
            yield from _check_attack(scene, action)
        case d.Disengage() if not one.engaged:
            yield Problem(f"{one.name} is engaged with nobody", "PV-16", bar=f"free:{one.id}")
        case d.Move() | d.Retreat():
            yield from _check_move(scene, one, action)
        case d.Aid():
            yield from _check_aid(scene, one, scene.one(action.target))
        case d.Treat():
            yield from _check_treatment(scene.one(action.target))
        case d.Act() | d.Special() if action.versus:
            yield from _check_opponent(scene, one, action)


def _check_time(scene: Scene, action: TurnAction) -> Problem | None:
    """Return the problem with the time of an action, or None.

    Some actions need an open round, others a quiet watch (PV-03, PV-19).
    """
    if scene.state.ended:
        return None if isinstance(action, _IN_A_WATCH) else _OVER
    if scene.is_planning and isinstance(action, _IN_A_WATCH):
        return Problem(
            "That takes a watch: declare it when no round is open, and then: watch", "PV-19", False
        )
    if not scene.is_planning and isinstance(action, _IN_A_ROUND):
        return Problem("No round is open; begin one first", "PV-03", False)
    return None


def _check_attack(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    by, target = scene.one(attack.by), scene.one(attack.targets[0].target)
    if by is target:
        yield Problem(f"{by.name} would attack themselves", "PV-04", False)
    elif target.standing != "in":
        yield Problem(explain_absence(target), "ALL-03", False)
    elif is_unconscious(target):
        yield Problem(
            f"{target.name} is unconscious and has no defence; say what becomes of them, like:"
            f" harm {target.id} 12 at head, or: kill {target.id}",
            "PV-21",
            False,
        )
    elif is_shot(scene, attack):
        yield from ranged.find_shot_problems(scene, attack)
    else:
        yield from _check_melee(scene, attack)


def _check_melee(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    """Yield the problems with a melee attack.

    All waiting attackers are assigned together with it, in the areas where their declared moves
    will have taken them.
    """
    replaced = scene.state.replaced_by(attack)
    asked = Pending(0, msgspec.structs.replace(attack, overrule=""))
    waiting = [each for each in scene.state.pending if each not in replaced]
    others = [
        each
        for each in waiting
        if find_phase(scene, each) == "melee" and not _would_lapse(scene, each)
    ]
    where = find_planned_areas(scene, waiting)
    yield from Assignment(scene, [*others, asked], asked, where).problems


def _would_lapse(scene: Scene, waiting: Pending) -> bool:
    """Return whether a waiting declaration would lapse at present."""
    target = waiting.action.targets[0].target if isinstance(waiting.action, d.Attack) else ""
    return bool(
        find_incapacity(scene.one(waiting.action.by))
        or (target and find_incapacity(scene.one(target)))
    )


def _check_move(scene: Scene, one: Combatant, action: d.Move | d.Retreat) -> Iterator[Problem]:
    yield from turns.check_destination(one, action, CLAUSES)
    yield from find_move_problems(scene, one, action)


def _check_aid(scene: Scene, one: Combatant, target: Combatant) -> Iterator[Problem]:
    if target is one:
        yield Problem(f"{one.name} needs somebody else for that", "PV-19", False)
    elif target.standing != "in":
        yield Problem(explain_absence(target), "ALL-03", False)
    elif not is_bleeding(target):
        yield Problem(f"{target.name} does not bleed", "PV-19", False)
    elif target.has(BEYOND_MEDICINE):
        yield Problem(f"{target.name} can no longer be stabilized by medicine", "PV-19", False)


def _check_treatment(target: Combatant) -> Iterator[Problem]:
    if target.standing != "in":
        yield Problem(explain_absence(target), "ALL-03", False)
    elif not list_treatable(target):
        yield Problem(f"{target.name} has no wound that can be treated", "PV-19", False)


def _check_opponent(scene: Scene, one: Combatant, action: d.Act | d.Special) -> Iterator[Problem]:
    if one.id == action.versus:
        yield Problem(f"{one.name} would oppose themselves", "PV-02", False)
    else:
        yield from find_missing_opponent(scene, action)


def _check_resolve(scene: Scene, declared: d.Resolve) -> Iterator[Problem]:
    if scene.state.ended:
        yield _OVER
    elif not scene.is_planning:
        yield Problem("No round is open; begin one first", "PV-03", False)
    elif declared.side:
        yield Problem("All sides act at once here: go, without a side", "PV-03", False)


def _check_rollers(scene: Scene, declared: d.CallSave) -> Iterator[Problem]:
    """Yield a problem for each roller of a called check who is dead or unconscious."""
    for one in map(scene.one, filter(None, (*declared.who, declared.versus))):
        if one.standing == "dead":
            yield from turns.check_present([one])
        elif is_unconscious(one):
            yield Problem(find_incapacity(one), "ALL-03", bar=f"{UNCONSCIOUS}:{one.id}")


def _check_begin_round(scene: Scene, declared: d.BeginRound) -> Iterator[Problem]:
    state = scene.state
    if state.ended:
        yield _OVER
    elif not state.combatants:
        yield Problem("Nobody has joined the fight yet", "PV-03", False)
    elif declared.waived or declared.versus:
        yield Problem("Everybody acts at once here, so there is no opening", "PV-03", False)
    elif scene.is_planning:
        why = f"Round {state.round} is open still; play it first: go"
        yield Problem(why, "PV-03", bar=f"open:{state.round}")


def _check_rest(scene: Scene, declared: d.Rest) -> Iterator[Problem]:
    if scene.is_planning:
        yield Problem("No watch passes while a round is open; play it first: go", "PV-19", False)
    for one in scene.list_resters(declared.who):
        if one.standing != "in":
            yield Problem(explain_absence(one), "ALL-03", False)
