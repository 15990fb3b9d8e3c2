"""What attacks are made with, in games where sides take turns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from events.types.dice_notation import is_dice
from events.types.outcomes import Ground
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant
from rulesets.core.ruleset import Problem


def is_blast(weapons: Iterable[Weapon]) -> bool:
    """Does the attack strike an area?"""
    return any("blast" in weapon.tags for weapon in weapons)


def named(weapons: Iterable[Weapon]) -> str:
    """What an attack is done with, in words."""
    return " and ".join(weapon.name for weapon in weapons)


def one_target(by: Combatant, weapons: Iterable[Weapon], clause: str) -> Problem:
    """What speaks against striking several with these weapons."""
    return Problem(
        f"With {named(weapons)} {by.name} strikes one target at a time; only a blast strikes"
        " several",
        clause,
    )


def lost_weapon(by: Combatant, labels: Iterable[str], unarmed: str) -> str:
    """Why an attack cannot be made with what it was declared with; empty where it can."""
    owned = {unarmed, *(weapon.name for weapon in by.weapons)}
    for label in labels:
        if label not in owned and not is_dice(label):
            return f"{by.name} no longer has the {label}"
    return ""


Modifier = Literal["", "enhanced", "impaired"]


def net(grounds: Iterable[Ground]) -> Modifier:
    """However many there are: both kinds at once cancel (CF-10, BW-06, PV-02)."""
    kinds = {ground.modifier for ground in grounds}
    return kinds.pop() if len(kinds) == 1 else ""


def said(enhanced: str, impaired: str) -> tuple[Ground, ...]:
    """The reasons that somebody has named."""
    better = (Ground("enhanced", enhanced),) if enhanced else ()
    worse = (Ground("impaired", impaired),) if impaired else ()
    return better + worse
