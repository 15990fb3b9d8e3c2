"""What somebody is kept from, and what speaks against going somewhere: the same when it is
declared and when it is to be done (PV-04, PV-16, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant
from rulesets.common.scene import barring, crawls
from rulesets.core.ruleset import Problem
from rulesets.paraverse.scene import Scene


def area_of(scene: Scene, one: Combatant) -> str:
    """Where somebody stands. Whoever was never placed is in the area laid out first; without any
    areas everybody is in one place."""
    areas = scene.state.areas
    if not areas or one.area in areas:
        return one.area if areas else ""
    return next(iter(areas))


def next_to(scene: Scene, here: str, there: str) -> bool:
    """Are these two areas adjacent?"""
    return there in scene.state.neighbours(here)


def in_sight(scene: Scene, here: str, there: str) -> bool:
    """Can one be seen from the other?"""
    return here == there or there in scene.state.seen_from(here)


def hampered(one: Combatant, action: TurnAction | None = None) -> Iterator[Problem]:
    """What the referee has stated that somebody is kept from; no action: from striking back."""
    bound = barring(one)
    if bound is not None:
        yield Problem(f"{one.name} is {bound.name}", "ALL-03")
    if crawls(one) and not isinstance(action, d.Move):
        yield Problem(f"{one.name} can only crawl", "ALL-03")
    if isinstance(action, d.Move | d.Retreat):
        yield from held(one)


def held(one: Combatant) -> Iterator[Problem]:
    """Can they hardly move?"""
    for condition in one.conditions:
        if condition.bars == "moving":
            yield Problem(f"{one.name} is {condition.name} and can barely move", "ALL-03")
            return


def problems(scene: Scene, one: Combatant, action: d.Move | d.Retreat) -> Iterator[Problem]:
    """What speaks against a move or retreat from where they are."""
    if one.engaged:
        yield Problem(f"{one.name} is engaged and cannot leave; disengage first", "PV-16")
    if isinstance(action, d.Move) and scene.state.areas:
        here = area_of(scene, one)
        if here == action.to:
            yield Problem(f"{one.name} is in {here} already", "PV-04", False)
        elif not next_to(scene, here, action.to):
            yield Problem(f"{action.to} is not next to {here}, where {one.name} is", "PV-04")
