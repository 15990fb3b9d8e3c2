"""What speaks against a declaration (PV-03 to PV-06, PV-16 to PV-21, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.types import declarations as d
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant, Pending
from rulesets.common import checks
from rulesets.common.people import absence
from rulesets.core.ruleset import Problem
from rulesets.paraverse import ranged
from rulesets.paraverse.assignment import Assignment
from rulesets.paraverse.planning import (
    hampered,
    is_shot,
    move_problems,
    on_the_way,
    phase_of,
    unopposed,
)
from rulesets.paraverse.recovery import resters, treatable
from rulesets.paraverse.scene import (
    BEYOND_MEDICINE,
    CLAUSES,
    Scene,
    is_bleeding,
    is_unconscious,
    out_of_it,
)

_OVER = Problem("The fight is over; undo its end to go on", "PV-03", False)
_IN_A_ROUND = (d.Attack, d.Move, d.Retreat, d.Disengage)
_IN_A_WATCH = (d.Aid, d.Treat)


def problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Everything that speaks against it, the gravest first."""
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
            yield from _action(scene, declared)
        case d.Resolve():
            yield from _resolve(scene, declared)
        case d.BeginRound():
            yield from _begin(scene, declared)
        case d.CallSave():
            for one in map(scene.one, filter(None, (*declared.who, declared.versus))):
                if one.standing == "dead":
                    yield Problem(absence(one), "ALL-03")
                elif is_unconscious(one):
                    yield Problem(out_of_it(one), "ALL-03")
        case d.Harm():
            yield from checks.away(map(scene.one, declared.who))
        case d.Rest():
            yield from _rest(scene, declared)
        case d.Recover() if scene.one(declared.who).standing == "dead":
            one = scene.one(declared.who)
            yield Problem(f"{one.name} is dead; revive them first", "ALL-03", False)
        case _:
            yield from checks.plain(scene.state, declared, CLAUSES)


def _action(scene: Scene, action: TurnAction) -> Iterator[Problem]:
    one = scene.one(action.by)
    untimely = _untimely(scene, action)
    if untimely is not None:
        yield untimely
        return
    if out := out_of_it(one):
        yield Problem(out, "ALL-03", False)
        return
    yield from hampered(one, action)
    replaced = scene.state.replaced_by(action)
    if any(each not in replaced for each in scene.state.pending_of(one.id)):
        yield Problem(
            f"{one.name} has declared an action already; add “instead” to replace it", "PV-04"
        )
    match action:
        case d.Attack():
            yield from _attack(scene, action)
        case d.Disengage() if not one.engaged:
            yield Problem(f"{one.name} is engaged with nobody", "PV-16")
        case d.Move() | d.Retreat():
            yield from _move(scene, one, action)
        case d.Aid():
            yield from _aid(scene, one, scene.one(action.target))
        case d.Treat():
            yield from _treat(scene.one(action.target))
        case d.Act() | d.Special() if action.versus:
            yield from _versus(scene, one, action)


def _untimely(scene: Scene, action: TurnAction) -> Problem | None:
    """What is planned in a round, and what takes the quiet of a watch (PV-03, PV-19)."""
    if scene.state.ended:
        return None if isinstance(action, _IN_A_WATCH) else _OVER
    if scene.planning and isinstance(action, _IN_A_WATCH):
        return Problem(
            "That takes a watch: declare it when no round is open, and then: watch", "PV-19", False
        )
    if not scene.planning and isinstance(action, _IN_A_ROUND):
        return Problem("No round is open; begin one first: next", "PV-03", False)
    return None


def _attack(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    by, target = scene.one(attack.by), scene.one(attack.targets[0].target)
    if by is target:
        yield Problem(f"{by.name} would attack themselves", "PV-04", False)
    elif target.standing != "in":
        yield Problem(absence(target), "ALL-03", False)
    elif is_unconscious(target):
        yield Problem(
            f"{target.name} is unconscious and has no defence; say what becomes of them, like:"
            f" harm {target.id} 12 at head, or: kill {target.id}",
            "PV-21",
            False,
        )
    elif is_shot(scene, attack):
        yield from ranged.problems(scene, attack)
    else:
        yield from _melee(scene, attack)


def _melee(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    """Everybody is assigned with this attack among the others, where they will be by then as far
    as they have said."""
    replaced = scene.state.replaced_by(attack)
    asked = Pending(0, msgspec.structs.replace(attack, overrule=""))
    waiting = [each for each in scene.state.pending if each not in replaced]
    others = [
        each for each in waiting if phase_of(scene, each) == "melee" and not _is_out(scene, each)
    ]
    where = on_the_way(scene, waiting)
    yield from Assignment(scene, [*others, asked], asked, where).problems


def _is_out(scene: Scene, waiting: Pending) -> bool:
    """Would it lapse as things stand?"""
    target = waiting.action.targets[0].target if isinstance(waiting.action, d.Attack) else ""
    return bool(
        out_of_it(scene.one(waiting.action.by)) or (target and out_of_it(scene.one(target)))
    )


def _move(scene: Scene, one: Combatant, action: d.Move | d.Retreat) -> Iterator[Problem]:
    if isinstance(action, d.Retreat) and not action.to.strip():
        yield Problem(
            f"{one.name} needs somewhere to retreat to, like: retreat {one.id} to the woods",
            "PV-04",
            False,
        )
    yield from move_problems(scene, one, action)


def _aid(scene: Scene, one: Combatant, target: Combatant) -> Iterator[Problem]:
    if target is one:
        yield Problem(f"{one.name} needs somebody else for that", "PV-19", False)
    elif target.standing != "in":
        yield Problem(absence(target), "ALL-03", False)
    elif not is_bleeding(target):
        yield Problem(f"{target.name} does not bleed", "PV-19", False)
    elif target.has(BEYOND_MEDICINE):
        yield Problem(f"{target.name} can no longer be stabilized by medicine", "PV-19", False)


def _treat(target: Combatant) -> Iterator[Problem]:
    if target.standing != "in":
        yield Problem(absence(target), "ALL-03", False)
    elif not treatable(target):
        yield Problem(f"{target.name} has no wound that can be treated", "PV-19", False)


def _versus(scene: Scene, one: Combatant, action: d.Act | d.Special) -> Iterator[Problem]:
    if one.id == action.versus:
        yield Problem(f"{one.name} would oppose themselves", "PV-02", False)
    else:
        yield from unopposed(scene, action)


def _resolve(scene: Scene, declared: d.Resolve) -> Iterator[Problem]:
    if scene.state.ended:
        yield _OVER
    elif not scene.planning:
        yield Problem("No round is open; begin one first: next", "PV-03", False)
    elif declared.side:
        yield Problem("All sides act at once here: go, without a side", "PV-03", False)


def _begin(scene: Scene, declared: d.BeginRound) -> Iterator[Problem]:
    state = scene.state
    if state.ended:
        yield _OVER
    elif not state.combatants:
        yield Problem("Nobody has joined the fight yet", "PV-03", False)
    elif declared.waived or declared.versus:
        yield Problem("Everybody acts at once here, so there is no opening", "PV-03", False)
    elif scene.planning:
        yield Problem(f"Round {state.round} is open still; play it first: go", "PV-03")


def _rest(scene: Scene, declared: d.Rest) -> Iterator[Problem]:
    if scene.planning:
        yield Problem("No watch passes while a round is open; play it first: go", "PV-19", False)
    for one in resters(scene, declared):
        if one.standing != "in":
            yield Problem(absence(one), "ALL-03", False)
