"""Where everybody is, and who is within reach (PV-05, PV-06)."""

from __future__ import annotations

from projections.state.fight_state import Combatant
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
