"""Planning: the declarations of a round, the phase that resolves each, and what prevents them
(PV-03, PV-04, PV-09, PV-16, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant, Pending
from rulesets.common.scene import can_only_crawl
from rulesets.common.turns import date_further_problems, find_objection
from rulesets.core.ruleset import Problem
from rulesets.paraverse.scene import PLANNING, UNCONSCIOUS, Scene, find_incapacity, is_ranged

MELEE_BAND = "melee"
"""The distance word that makes an attack with a throwing weapon a melee attack."""


class RoundPlan:
    """The declarations of a round, as they stood when planning ended.

    `fought` is what each combatant carries out in the melee phase, by id: one thing, though the
    referee may have allowed several (PV-04, PV-05). `Assignment` chooses it.
    """

    def __init__(self, scene: Scene, waiting: Sequence[Pending]) -> None:
        self.scene = scene
        self.waiting = list(waiting)
        self.fought: dict[str, Pending] = {}

    def declared_by(self, one: Combatant) -> list[Pending]:
        """Return the declarations of a combatant."""
        return [each for each in self.waiting if each.action.by == one.id]

    def find_intent(self, one: Combatant) -> Pending | None:
        """Return the declaration that decides what a combatant does in a skirmish, or None.

        That is what they carry out in the melee phase, or meant to; else what they do besides.
        """
        planned = self.declared_by(one)
        if self.scene.state.game.version < 2:  # which looked for an attack, then at the first
            attacks = [each for each in planned if is_melee_attack(self.scene, each)]
            return next(iter(attacks or planned), None)
        meant = [each for each in planned if find_phase(self.scene, each) == "melee"]
        return self.fought.get(one.id) or next(iter(meant or planned), None)

    def find_attacks_fought(self, one: Combatant) -> list[Pending]:
        """Return the melee attacks of a combatant that count against their targets' defence."""
        if self.scene.state.game.version < 2:  # which counted those that were not fought, too
            return [each for each in self.declared_by(one) if is_melee_attack(self.scene, each)]
        fought = self.fought.get(one.id)
        return [fought] if fought is not None and is_melee_attack(self.scene, fought) else []

    def due_in(self, phase: str) -> list[Pending]:
        """Return the declarations that a phase resolves, in declared order. Moves belong to no
        phase."""
        return [each for each in self.waiting if find_phase(self.scene, each) == phase]

    def moves_after(self, phase: str) -> list[Pending]:
        """Return the moves and retreats that take effect after a phase. Without a phase of their
        own, that is the ranged one."""
        return [
            each
            for each in self.waiting
            if isinstance(each.action, d.Move | d.Retreat)
            and (getattr(each.action, "phase", "") or "ranged") == phase
        ]


def find_phase(scene: Scene, waiting: Pending) -> str:
    """Return the phase that resolves a declaration; empty for moves and retreats."""
    match waiting.action:
        case d.Attack():
            return "ranged" if is_shot(scene, waiting.action) else "melee"
        case d.Disengage():
            return "melee"
        case d.Special():
            return "magic"
        case d.Move() | d.Retreat():
            return ""
        case _:
            return "miscellaneous"


def find_planned_areas(scene: Scene, waiting: Sequence[Pending]) -> dict[str, str]:
    """Return, by combatant, the areas that declared moves will have reached when the melee phase
    begins (PV-05)."""
    return {
        each.action.by: each.action.to
        for each in waiting
        if isinstance(each.action, d.Move)
        and each.action.to in scene.state.areas
        and each.action.phase in ("", PLANNING, "ranged")
    }


def is_shot(scene: Scene, attack: d.Attack) -> bool:
    """Return whether an attack is ranged. A throwing weapon can also be used hand to hand
    (PV-08)."""
    weapon = scene.find_weapon(scene.one(attack.by), attack.weapons[0])
    return weapon is not None and is_ranged(weapon) and attack.band != MELEE_BAND


def is_melee_attack(scene: Scene, waiting: Pending) -> bool:
    """Return whether a declaration is an attack hand to hand."""
    return isinstance(waiting.action, d.Attack) and not is_shot(scene, waiting.action)


def find_reason_to_lapse(scene: Scene, waiting: Pending) -> str:
    """Return why a declaration cannot be carried out at present.

    Empty if it can, or if the referee overruled the reason when it was declared.
    """
    action = waiting.action
    by = scene.one(action.by)
    impediments = find_impediments(by, action)
    if reason := find_incapacity(by) or find_objection(scene.state, waiting, impediments):
        return reason
    if isinstance(action, d.Attack):
        if scene.find_weapon(by, action.weapons[0]) is None:
            return f"{by.name} no longer has the {action.weapons[0]}"
        return find_incapacity(scene.one(action.targets[0].target))
    if isinstance(action, d.Act | d.Special) and action.versus:
        return find_objection(scene.state, waiting, find_missing_opponent(scene, action))
    return ""


def find_missing_opponent(scene: Scene, action: d.Act | d.Special) -> Iterator[Problem]:
    """Yield a problem if the opponent of a check is out, so that there is nothing to roll against
    (PV-02)."""
    versus = scene.one(action.versus)
    if out := find_incapacity(versus):
        how = UNCONSCIOUS if versus.standing == "in" else versus.standing
        yield Problem(out, "ALL-03", bar=f"{how}:{versus.id}")


def find_impediments(one: Combatant, action: TurnAction | None = None) -> Iterator[Problem]:
    """Yield a problem for each condition that prevents a combatant from this action. Without an
    action: from striking back."""
    bound = [each.name for each in one.conditions if each.bars == "everything"]
    yield from date_further_problems(
        Problem(f"{one.name} is {name}", "ALL-03", bar=f"{name}:{one.id}") for name in bound
    )
    if can_only_crawl(one) and not isinstance(action, d.Move):
        crawling = [each.name for each in one.conditions if each.bars == "all but crawling"]
        yield from date_further_problems(
            Problem(f"{one.name} can only crawl", "ALL-03", bar=f"{name}:{one.id}")
            for name in crawling
        )
    if isinstance(action, d.Move | d.Retreat):
        yield from find_hold(one)


def find_hold(one: Combatant) -> Iterator[Problem]:
    """Yield a problem for each condition that prevents a combatant from moving."""
    held = [each.name for each in one.conditions if each.bars == "moving"]
    yield from date_further_problems(
        Problem(f"{one.name} is {name} and can barely move", "ALL-03", bar=f"{name}:{one.id}")
        for name in held
    )


def find_move_problems(
    scene: Scene, one: Combatant, action: d.Move | d.Retreat
) -> Iterator[Problem]:
    """Yield the problems with a move or retreat, as it is declared and again as it takes effect."""
    if one.engaged:
        why = f"{one.name} is engaged and cannot leave; disengage first"
        yield Problem(why, "PV-16", bar=f"engaged:{one.id}")
    if isinstance(action, d.Move) and scene.state.areas:
        here = scene.area_of(one)
        if here == action.to:
            yield Problem(f"{one.name} is in {here} already", "PV-04", False)
        elif not scene.is_adjacent(here, action.to):
            why = f"{action.to} is not next to {here}, where {one.name} is"
            yield Problem(why, "PV-04", bar=f"apart:{one.id}:{here}:{action.to}")
