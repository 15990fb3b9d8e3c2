"""Attacks before they land: weapons, modifiers and their grounds, the dice (BW-05, BW-06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from events.types.declarations import Aim, Attack
from events.types.dice_notation import parse_dice, written
from events.types.outcomes import Ground
from events.types.sheets import Condition, Weapon
from events.types.unions import Declaration
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import STR
from rulesets.brighter.scene import EXPOSED, NEXT_ENHANCED, Scene
from rulesets.common.weapons import Modifier, is_blast, named, net, one_target, said
from rulesets.core.ruleset import Problem


class Swing(NamedTuple):
    """An attack ready to be rolled, once for all its targets (BW-12). `bonuses` has the flat
    bonus of each die."""

    weapons: tuple[Weapon, ...]
    dice: tuple[str, ...]
    bonuses: tuple[int, ...]
    modifier: Modifier
    grounds: tuple[Ground, ...]

    @property
    def weapon_name(self) -> str:
        """What it is done with."""
        return named(self.weapons)

    @property
    def notation(self) -> str:
        """The dice as written."""
        return written(self.dice, max(self.bonuses))

    def keep(self, faces: Sequence[int]) -> tuple[int, tuple[Weapon, ...]]:
        """The highest die with its bonus, of equal ones the better bonus, then the first; and the
        weapons it speaks for: its own, or all where it is nobody's."""
        best = max(range(len(faces)), key=lambda at: (faces[at], self.bonuses[at]))
        owners = [weapon for weapon in self.weapons for _ in parse_dice(weapon.dice).dice]
        value = faces[best] + self.bonuses[best]
        if self.modifier == "impaired" or best >= len(owners):
            return value, self.weapons
        return value, (owners[best],)


def weapons_of(scene: Scene, by: Combatant, labels: Iterable[str]) -> tuple[Weapon, ...]:
    """The weapons an attack is made with: the attacker's own, bare hands, or plain dice."""
    own = {weapon.name: weapon for weapon in by.weapons}
    return tuple(own.get(label) or _improvised(scene, label) for label in labels)


def _improvised(scene: Scene, label: str) -> Weapon:
    unarmed = label == scene.rules.unarmed
    return Weapon(label, scene.rules.unarmed_dice if unarmed else label)


def aimed(scene: Scene, attack: Attack, won: Sequence[Ground] = ()) -> Swing:
    """The attack with its modifier and dice; `won` is what the save within it has brought."""
    by = scene.one(attack.by)
    weapons = weapons_of(scene, by, attack.weapons)
    grounds = (*_grounds(scene, attack, weapons), *won)
    modifier = net(grounds)
    dice, bonuses = _dice(scene, weapons, modifier)
    return Swing(weapons, dice, bonuses, modifier, grounds)


def preview_dice(scene: Scene, declared: Declaration) -> str:
    """What an attack will throw as things stand, before the save within it."""
    return aimed(scene, declared).notation if isinstance(declared, Attack) else ""


def _grounds(scene: Scene, attack: Attack, weapons: tuple[Weapon, ...]) -> Iterator[Ground]:
    """What is said of it, what lies in bare hands, what earlier turns have brought (BW-02)."""
    yield from said(attack.enhanced, attack.impaired)
    for aim in attack.targets:
        yield from said(aim.enhanced, aim.impaired)
    if weapons and all(weapon.name == scene.rules.unarmed for weapon in weapons):
        yield Ground("impaired", scene.rules.unarmed)
    by = scene.one(attack.by)
    if by.has(NEXT_ENHANCED):
        yield Ground("enhanced", "after its critical damage")
    for aim in attack.targets:
        target = scene.one(aim.target)
        if openings(target, by):
            yield Ground("enhanced", f"{target.name} is {EXPOSED}")


def openings(target: Combatant, by: Combatant) -> list[Condition]:
    """How the target has laid itself open to anybody, and to this attacker."""
    lain = [each for each in target.conditions if each.name == EXPOSED]
    return sorted((each for each in lain if each.about in ("", by.id)), key=lambda each: each.about)


def _dice(
    scene: Scene, weapons: tuple[Weapon, ...], modifier: Modifier
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    own = [parse_dice(weapon.dice) for weapon in weapons]
    dice = tuple(die for each in own for die in each.dice)
    bonuses = tuple(each.bonus for each in own for _ in each.dice)
    if modifier == "impaired":
        return (scene.rules.impaired_die,), (max(bonuses),)
    if modifier == "enhanced":
        return (*dice, scene.rules.enhanced_die), (*bonuses, max(bonuses))
    return dice, bonuses


def harmed(weapons: tuple[Weapon, ...]) -> str:
    """The attribute that their Direct Damage goes to (BW-07)."""
    return next((weapon.against for weapon in weapons if weapon.against), STR)


def find_problems(scene: Scene, attack: Attack, left: Sequence[Aim]) -> Iterator[Problem]:
    """Everything that speaks against it, with the weapons as they are now; `left` are the
    targets that can still be struck."""
    by = scene.one(attack.by)
    weapons = weapons_of(scene, by, attack.weapons)
    if not is_blast(weapons):
        if any(aim.target == by.id for aim in left):
            yield Problem(f"{by.name} would attack themselves", "BW-05")
        if len(left) > 1:
            yield one_target(by, weapons, "BW-12")
    if len(left) > 1 and any(aim.enhanced or aim.impaired for aim in left):
        yield Problem(
            "One roll strikes everybody in the area: say what enhances or impairs it for all of"
            " them, and only the modifiers of their saves (ward, bane) for each",
            "BW-12",
            False,
        )
