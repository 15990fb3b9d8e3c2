"""Attacks: modifiers and their grounds, dice, and checks (CF-07 to CF-12, CF-21, CF-26, CF-29)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from events.types.declarations import Aim, Attack
from events.types.outcomes import Ground
from events.types.rolls import FACES, format_dice, parse_dice
from events.types.sheets import Effect, Weapon
from events.types.unions import Declaration
from projections.state.fight_state import Combatant
from rulesets.cairn import craft
from rulesets.cairn.scene import Scene, is_crowd
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
from rulesets.core.play import DiceRequest
from rulesets.core.ruleset import Problem


class AttackRoll(NamedTuple):
    """An attack on one target, ready to be rolled.

    `dice` are the dice to roll, `bonuses` the flat bonus of each. `precise` is the effect on a
    craft that the attack aims for (CF-27). `version` is that of the rules.
    """

    seq: int
    attack: Attack
    by: Combatant
    target: Combatant
    weapons: tuple[Weapon, ...]
    dice: tuple[str, ...]
    bonuses: tuple[int, ...]
    modifier: Modifier
    grounds: tuple[Ground, ...]
    precise: str = ""
    version: int = 2

    @property
    def ask(self) -> DiceRequest:
        """The request for the dice."""
        return DiceRequest(self.by.id, self.dice, "damage", self.seq, self.tell_apart)

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
        """Return the highest die with its bonus (CF-11), its face if the bonuses differ, and the
        weapons whose effects apply.

        Those are the weapon that the die belongs to, or all weapons if one die stands for them.
        """
        best = find_best_die(faces, self.bonuses, self.version)
        value = faces[best] + self.bonuses[best]
        kept = choose_recorded_face(faces[best], self.bonuses, self.version)
        if len(faces) == 1:
            return value, kept, self.weapons
        return value, kept, (list_dice_owners(self.weapons)[best],)


def find_weapons(scene: Scene, by: Combatant, labels: Iterable[str]) -> tuple[Weapon, ...]:
    """Return the weapons of an attack: the attacker's own, bare hands, or plain dice."""
    own = [craft.boost(by, weapon) for weapon in by.weapons] if by.conditions else by.weapons
    return choose_weapons(own, labels, scene.rules.bare_hands)


def list_effects(weapon: Weapon, bearer: Combatant) -> tuple[Effect, ...]:
    """Return the effects of an attack: those of the weapon, of its stun tag, and of the bearer's
    record."""
    stun = (Effect("hit", "stun", "stunned", save="body"),) if "stun" in weapon.tags else ()
    striking = tuple(effect for effect in bearer.effects if effect.when in ("hit", "critical"))
    return weapon.effects + stun + striking


def prepare_attack_roll(
    scene: Scene,
    seq: int,
    attack: Attack,
    aim: Aim,
    clumsy: bool = False,
    again: Collection[str] = (),
    favour: bool = False,
) -> AttackRoll:
    """Return the attack on one target with its modifier and dice.

    `clumsy` says that the save for a clumsy weapon failed. `again` are the weapons whose last
    attack had the same target, and the attacker has not moved since. `favour` says that an earlier
    critical hit enhances this attack.
    """
    by, target = scene.one(attack.by), scene.one(aim.target)
    weapons = find_weapons(scene, by, attack.weapons)
    named_ones = (
        *make_grounds(attack.enhanced, attack.impaired),
        *make_grounds(aim.enhanced, aim.impaired),
    )
    grounds = sorted(named_ones, key=lambda ground: ground.modifier)
    grounds += _list_inherent_grounds(by, target, weapons)
    if favour:
        grounds.append(Ground("enhanced", "after its critical hit"))
    if clumsy:
        grounds.append(Ground("impaired", "clumsy"))
    locks = craft.find_weapon_locks(scene, by, weapons, target.id) if by.conditions else []
    grounds += dict.fromkeys(_make_lock_ground(lock) for lock in locks)
    precise = next((lock.effect for lock in locks if lock.effect), "")
    modifier = combine_grounds(grounds)
    dice, bonuses = _choose_dice(scene, attack, weapons, modifier, again)
    reasons, version = tuple(grounds), scene.state.game.version
    return AttackRoll(
        *(seq, attack, by, target, weapons, dice, bonuses, modifier, reasons, precise, version)
    )


def find_repeated(scene: Scene, by: Combatant, attack: Attack, target: str) -> Collection[str]:
    """Return the weapons of an attack whose last attack had this target, where the attacker has not
    moved since (CF-29). Under version 1 of the rules only all weapons of an attack together had a
    last attack."""
    if scene.state.game.version < 2:
        last = by.last.get(" and ".join(attack.weapons))
        return attack.weapons if last is not None and target in last.targets else ()
    return [weapon for weapon in attack.weapons if target in _list_last_targets(by, weapon)]


def _list_last_targets(by: Combatant, weapon: str) -> Collection[str]:
    """Return the targets of the last attack with a weapon, alone or beside another."""
    used = [last for names, last in by.last.items() if weapon in (names, *names.split(" and "))]
    return max(used, key=lambda last: last.turn).targets if used else ()


def preview_dice(scene: Scene, declared: Declaration) -> str:
    """Return the dice of an attack, before saves and counts: `2d10`, or `d12 / d4` if targets
    differ."""
    if not isinstance(declared, Attack):
        return ""
    by = scene.one(declared.by)
    favour = by.has(NEXT_ENHANCED)
    rolls = [
        prepare_attack_roll(
            scene,
            0,
            declared,
            aim,
            again=find_repeated(scene, by, declared, aim.target),
            favour=favour,
        )
        for aim in declared.targets
    ]
    return " / ".join(dict.fromkeys(roll.notation for roll in rolls))


def _list_inherent_grounds(
    by: Combatant, target: Combatant, weapons: tuple[Weapon, ...]
) -> Iterable[Ground]:
    """Return the grounds that weapons, attacker and target give by themselves (CF-21, CF-29)."""
    for weapon in weapons:
        if "enhanced" in weapon.tags:
            yield Ground("enhanced", weapon.name)
    if by.has(craft.THROWN_OFF):
        yield Ground("impaired", craft.THROWN_OFF)
    if is_crowd(by) and not is_crowd(target):
        yield Ground("enhanced", "a detachment against an individual")
    if is_crowd(target) and not is_crowd(by) and not is_blast(weapons):
        yield Ground("impaired", "an individual against a detachment")


def _make_lock_ground(lock: craft.Lock) -> Ground:
    """Return the ground of a lock: it enhances an attack, or impairs a precise one (CF-27)."""
    if lock.effect:
        return Ground("impaired", f"a precise shot ({lock.effect})")
    return Ground("enhanced", "locked on")


def _choose_dice(
    scene: Scene,
    attack: Attack,
    weapons: tuple[Weapon, ...],
    modifier: Modifier,
    again: Collection[str],
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    rules = scene.rules
    own = [parse_dice(weapon.dice) for weapon in weapons]
    normal = tuple(die for dice in own for die in dice.dice)
    steady = [int(weapon.name in again and "recoilless" in weapon.tags) for weapon in weapons]
    bonuses = tuple(
        dice.bonus + more for dice, more in zip(own, steady, strict=True) for _ in dice.dice
    )
    best = max(bonuses)
    unarmed = all(weapon.name == rules.unarmed for weapon in weapons)
    if modifier == "impaired":
        return (rules.impaired_die,), (best,)
    if (
        modifier == "enhanced"
        and not attack.keep
        and not (unarmed and rules.options.strict_unarmed)
    ):
        largest = max(FACES[die] for die in normal)
        if largest < FACES[rules.enhanced_die]:
            return (rules.enhanced_die,), (best,)
    return normal, bonuses


def find_problems(scene: Scene, attack: Attack, left: Sequence[Aim]) -> Iterator[Problem]:
    """Yield the problems with an attack with the attacker's present weapons. `left` are the targets
    that can still be attacked."""
    by = scene.one(attack.by)
    weapons = find_weapons(scene, by, attack.weapons)
    if not is_blast(weapons) and any(aim.target == by.id for aim in left):
        yield Problem(f"{by.name} would attack themselves", "CF-07", bar=f"themselves:{by.id}")
    if not _strikes_an_area(scene, by, attack, weapons):
        if len(left) > 1:
            yield make_targets_problem(by, weapons, "CF-12")
        if attack.count:
            yield Problem("Only a blast has its targets counted", "CF-12", False)
    yield from _check_band(scene, by, attack, weapons)
    if by.conditions:
        yield from craft.find_gun_problems(scene, by, attack)


def _strikes_an_area(
    scene: Scene, by: Combatant, attack: Attack, weapons: Sequence[Weapon]
) -> bool:
    """Return whether the attack is a blast, or one of a detachment on anyone but detachments
    (CF-21)."""
    targets = [scene.one(aim.target) for aim in attack.targets]
    return is_blast(weapons) or (is_crowd(by) and not all(map(is_crowd, targets)))


def _check_band(
    scene: Scene, by: Combatant, attack: Attack, weapons: Sequence[Weapon]
) -> Iterator[Problem]:
    bands = scene.rules.bands
    if not attack.band or not bands:
        return
    for weapon in weapons:
        reach = weapon.range or scene.rules.default_band
        if reach in bands and bands.index(attack.band) > bands.index(reach):
            why = f"The {weapon.name} reaches {reach}, not {attack.band}"
            yield Problem(why, "CF-26", bar=f"reach:{by.id}:{weapon.name}:{reach}")
