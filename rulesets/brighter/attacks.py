"""Attacks before they are rolled: weapons, modifiers and their grounds, the dice (BW-05, BW-06,
BW-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from events.types.declarations import Aim, Attack
from events.types.outcomes import Ground
from events.types.rolls import format_dice, parse_dice
from events.types.sheets import Condition, Weapon
from events.types.unions import Declaration
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import STR
from rulesets.brighter.scene import EXPOSED, Scene
from rulesets.common.conditions import NEXT_ENHANCED
from rulesets.common.weapons import (
    Modifier,
    choose_recorded_face,
    choose_weapons,
    combine_grounds,
    find_best_die,
    is_blast,
    join_weapon_names,
    list_dice_owners,
    make_grounds,
    make_targets_problem,
)
from rulesets.core.ruleset import Problem


class AttackRoll(NamedTuple):
    """An attack ready to be rolled, once for all its targets (BW-12).

    `bonuses` has the flat bonus of each die. `version` is that of the rules.
    """

    weapons: tuple[Weapon, ...]
    dice: tuple[str, ...]
    bonuses: tuple[int, ...]
    modifier: Modifier
    grounds: tuple[Ground, ...]
    version: int = 2

    @property
    def weapon_name(self) -> str:
        """The weapons in words."""
        return join_weapon_names(self.weapons)

    @property
    def notation(self) -> str:
        """The dice in notation."""
        return format_dice(self.dice, max(self.bonuses))

    def tell_apart(self, faces: Sequence[int]) -> tuple[int, tuple[Weapon, ...]]:
        """Return what of the faces matters: the value, and the weapons whose effects apply."""
        value, _, weapons = self.keep(faces)
        return value, weapons

    def keep(self, faces: Sequence[int]) -> tuple[int, int, tuple[Weapon, ...]]:
        """Return the highest die with its bonus, its face if the bonuses differ, and the weapons
        whose effects apply.

        Those are the weapon that the die belongs to, or all weapons if it belongs to none.
        """
        best = find_best_die(faces, self.bonuses, self.version)
        owners = list_dice_owners(self.weapons)
        value = faces[best] + self.bonuses[best]
        kept = choose_recorded_face(faces[best], self.bonuses, self.version)
        if self.modifier == "impaired" or best >= len(owners):
            return value, kept, self.weapons
        return value, kept, (owners[best],)


def find_weapons(scene: Scene, by: Combatant, labels: Iterable[str]) -> tuple[Weapon, ...]:
    """Return the weapons of an attack: the attacker's own, bare hands, or plain dice."""
    return choose_weapons(by.weapons, labels, scene.rules.bare_hands)


def prepare_attack_roll(scene: Scene, attack: Attack, won: Sequence[Ground] = ()) -> AttackRoll:
    """Return the attack with its modifier and dice; `won` are the grounds from the save within
    it."""
    by = scene.one(attack.by)
    weapons = find_weapons(scene, by, attack.weapons)
    grounds = (*_list_grounds(scene, attack, weapons), *won)
    modifier = combine_grounds(grounds)
    dice, bonuses = _choose_dice(scene, weapons, modifier)
    return AttackRoll(weapons, dice, bonuses, modifier, grounds, scene.state.game.version)


def preview_dice(scene: Scene, declared: Declaration) -> str:
    """Return the dice of an attack at present, before the save within it."""
    return prepare_attack_roll(scene, declared).notation if isinstance(declared, Attack) else ""


def _list_grounds(scene: Scene, attack: Attack, weapons: tuple[Weapon, ...]) -> Iterator[Ground]:
    """Yield the grounds that are stated, that bare hands give, or that earlier turns left
    (BW-02)."""
    yield from make_grounds(attack.enhanced, attack.impaired)
    for aim in attack.targets:
        yield from make_grounds(aim.enhanced, aim.impaired)
    if weapons and all(weapon.name == scene.rules.unarmed for weapon in weapons):
        yield Ground("impaired", scene.rules.unarmed)
    by = scene.one(attack.by)
    if by.has(NEXT_ENHANCED):
        yield Ground("enhanced", "after its critical damage")
    for aim in attack.targets:
        target = scene.one(aim.target)
        if find_openings(target, by):
            yield Ground("enhanced", f"{target.name} is {EXPOSED}")


def find_openings(target: Combatant, by: Combatant) -> list[Condition]:
    """Return the conditions that expose a target to everybody, or to this attacker."""
    lain = [each for each in target.conditions if each.name == EXPOSED]
    return sorted((each for each in lain if each.about in ("", by.id)), key=lambda each: each.about)


def _choose_dice(
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


def find_harmed_attribute(weapons: tuple[Weapon, ...]) -> str:
    """Return the attribute that these weapons' Direct Damage goes to (BW-07)."""
    return next((weapon.against for weapon in weapons if weapon.against), STR)


def find_problems(scene: Scene, attack: Attack, left: Sequence[Aim]) -> Iterator[Problem]:
    """Yield the problems with an attack with the attacker's present weapons. `left` are the targets
    that can still be attacked."""
    by = scene.one(attack.by)
    weapons = find_weapons(scene, by, attack.weapons)
    if not is_blast(weapons):
        if any(aim.target == by.id for aim in left):
            why = f"{by.name} would attack themselves"
            yield Problem(why, "BW-05", bar=f"themselves:{by.id}")
        if len(left) > 1:
            yield make_targets_problem(by, weapons, "BW-12")
    if len(left) > 1 and any(aim.enhanced or aim.impaired for aim in left):
        yield Problem(
            "One roll strikes everybody in the area: say what enhances or impairs it for all of"
            " them, and only the modifiers of their saves (ward, bane) for each",
            "BW-12",
            False,
        )
