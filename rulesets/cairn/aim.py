"""What speaks against an attack by what it is made with and whom it is to strike (CF-07, CF-12,
CF-21, CF-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types.declarations import Aim, Attack
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant
from rulesets.cairn import attacks, craft
from rulesets.cairn.scene import Scene, is_crowd
from rulesets.common.weapons import is_blast, one_target
from rulesets.core.ruleset import Problem


def problems(scene: Scene, attack: Attack, left: Sequence[Aim]) -> Iterator[Problem]:
    """Everything that speaks against it, with the weapons as they are now; `left` are the
    targets that can still be struck."""
    by = scene.one(attack.by)
    weapons = attacks.weapons_of(scene, by, attack.weapons)
    if not is_blast(weapons) and any(aim.target == by.id for aim in left):
        yield Problem(f"{by.name} would attack themselves", "CF-07")
    if not _strikes_an_area(scene, by, attack, weapons):
        if len(left) > 1:
            yield one_target(by, weapons, "CF-12")
        if attack.count:
            yield Problem("Only a blast has its targets counted", "CF-12", False)
    yield from _band(scene, attack, weapons)
    yield from _guns(scene, by, attack)


def _strikes_an_area(
    scene: Scene, by: Combatant, attack: Attack, weapons: Sequence[Weapon]
) -> bool:
    """A blast does, and a detachment that does not only attack its like (CF-21)."""
    targets = [scene.one(aim.target) for aim in attack.targets]
    return is_blast(weapons) or (is_crowd(by) and not all(map(is_crowd, targets)))


def _guns(scene: Scene, by: Combatant, attack: Attack) -> Iterator[Problem]:
    """A weapon that is out cannot be fired, and one that is locked on fires by itself (CF-27)."""
    for label in attack.weapons:
        if craft.is_out(scene, by, label):
            yield Problem(f"{by.name}'s {label} is out", "CF-27")
    for aim in attack.targets:
        locked = craft.half_locked(scene, by, attack.weapons, aim.target)
        if locked:
            target = scene.one(aim.target).name
            yield Problem(
                f"{by.name}'s {locked} is locked on {target}; let it fire by itself", "CF-27"
            )


def _band(scene: Scene, attack: Attack, weapons: Sequence[Weapon]) -> Iterator[Problem]:
    bands = scene.rules.bands
    if not attack.band or not bands:
        return
    for weapon in weapons:
        reach = weapon.range or scene.rules.default_band
        if reach in bands and bands.index(attack.band) > bands.index(reach):
            yield Problem(f"The {weapon.name} reaches {reach}, not {attack.band}", "CF-26")
