"""Attacks: modifiers and their grounds, the dice, the pool of one target (CF-08 to CF-12,
CF-21, CF-29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from events.types.declarations import Aim, Attack
from events.types.dice_notation import FACES, parse_dice, written
from events.types.outcomes import Ground
from events.types.sheets import Effect, Weapon
from events.types.unions import Declaration
from projections.state.fight_state import Combatant
from rulesets.cairn import craft
from rulesets.cairn.scene import NEXT_ENHANCED, Scene, is_crowd
from rulesets.common.weapons import Modifier, is_blast, named, net, one_target, said
from rulesets.core.play import Ask
from rulesets.core.ruleset import Problem


class Swing(NamedTuple):
    """One attack against one target, ready to be rolled. `dice` are those thrown; `bonuses`
    the flat bonus of each; `precise` the effect on a craft that it is aimed at (CF-27)."""

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

    @property
    def ask(self) -> Ask:
        """The dice it asks for."""
        return Ask(self.by.id, self.dice, "damage", self.seq)

    @property
    def weapon_name(self) -> str:
        """What it is done with."""
        return named(self.weapons)

    @property
    def notation(self) -> str:
        """The dice as written."""
        return written(self.dice, max(self.bonuses))

    def keep(self, faces: Sequence[int]) -> tuple[int, tuple[Weapon, ...]]:
        """The highest die with its bonus (CF-11), of equal dice the better bonus; and the
        weapons it speaks for: its own, or all where one die stands for them."""
        best = max(range(len(faces)), key=lambda at: (faces[at], self.bonuses[at]))
        value = faces[best] + self.bonuses[best]
        if len(faces) == 1:
            return value, self.weapons
        owners = [weapon for weapon in self.weapons for _ in parse_dice(weapon.dice).dice]
        return value, (owners[best],)


def weapons_of(scene: Scene, by: Combatant, labels: Iterable[str]) -> tuple[Weapon, ...]:
    """The weapons an attack is made with: the attacker's own, bare hands, or plain dice."""
    own = {weapon.name: weapon for weapon in by.weapons}
    if by.conditions:
        own = {label: craft.boosted(by, weapon) for label, weapon in own.items()}
    return tuple(own.get(label) or improvised(scene, label) for label in labels)


def improvised(scene: Scene, label: str) -> Weapon:
    """Bare hands, or something that is only its dice."""
    if label == scene.rules.unarmed:
        return Weapon(label, scene.rules.unarmed_dice)
    return Weapon(label, label)


def effects_of(weapon: Weapon, bearer: Combatant) -> tuple[Effect, ...]:
    """All that an attack brings along: the weapon's effects, the stun of its tag, and what the
    bearer's record does to whoever it strikes."""
    stun = (Effect("hit", "stun", "stunned", save="body"),) if "stun" in weapon.tags else ()
    striking = tuple(effect for effect in bearer.effects if effect.when in ("hit", "critical"))
    return weapon.effects + stun + striking


def aim_swing(
    scene: Scene,
    seq: int,
    attack: Attack,
    aim: Aim,
    clumsy: bool = False,
    again: bool = False,
    favour: bool = False,
) -> Swing:
    """One target's attack with its modifier and dice. `clumsy` says the save before a clumsy
    weapon failed; `again` that the same target is attacked without having moved; `favour` that
    a critical hit of before enhances this attack."""
    by, target = scene.one(attack.by), scene.one(aim.target)
    weapons = weapons_of(scene, by, attack.weapons)
    named_ones = (*said(attack.enhanced, attack.impaired), *said(aim.enhanced, aim.impaired))
    grounds = sorted(named_ones, key=lambda ground: ground.modifier)
    grounds += _lying_in(by, target, weapons)
    if favour:
        grounds.append(Ground("enhanced", "after its critical hit"))
    if clumsy:
        grounds.append(Ground("impaired", "clumsy"))
    locks = craft.locks_of(scene, by, weapons, target.id) if by.conditions else []
    grounds += dict.fromkeys(_locked(lock) for lock in locks)
    precise = next((lock.effect for lock in locks if lock.effect), "")
    modifier = net(grounds)
    dice, bonuses = _dice(scene, attack, weapons, modifier, again)
    return Swing(seq, attack, by, target, weapons, dice, bonuses, modifier, tuple(grounds), precise)


def is_again(by: Combatant, attack: Attack, target: str) -> bool:
    """Was the last attack with this, without a move since, on this target too (CF-29)?"""
    last = by.last.get(" and ".join(attack.weapons))
    return last is not None and target in last.targets


def preview_dice(scene: Scene, declared: Declaration) -> str:
    """What an attack will throw, before saves and counts: `2d10`, or `d12 / d4` where targets
    differ."""
    if not isinstance(declared, Attack):
        return ""
    by = scene.one(declared.by)
    favour = by.has(NEXT_ENHANCED)
    swings = [
        aim_swing(scene, 0, declared, aim, again=is_again(by, declared, aim.target), favour=favour)
        for aim in declared.targets
    ]
    return " / ".join(dict.fromkeys(swing.notation for swing in swings))


def _lying_in(by: Combatant, target: Combatant, weapons: tuple[Weapon, ...]) -> Iterable[Ground]:
    """What lies in the weapon, and in who attacks whom (CF-21, CF-29)."""
    for weapon in weapons:
        if "enhanced" in weapon.tags:
            yield Ground("enhanced", weapon.name)
    if by.has(craft.THROWN_OFF):
        yield Ground("impaired", craft.THROWN_OFF)
    if is_crowd(by) and not is_crowd(target):
        yield Ground("enhanced", "a detachment against an individual")
    if is_crowd(target) and not is_crowd(by) and not is_blast(weapons):
        yield Ground("impaired", "an individual against a detachment")


def _locked(lock: craft.Lock) -> Ground:
    """A lock makes an attack stronger, or a precise one that is weaker (CF-27)."""
    if lock.effect:
        return Ground("impaired", f"a precise shot ({lock.effect})")
    return Ground("enhanced", "locked on")


def _dice(
    scene: Scene, attack: Attack, weapons: tuple[Weapon, ...], modifier: Modifier, again: bool
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    rules = scene.rules
    own = [parse_dice(weapon.dice) for weapon in weapons]
    normal = tuple(die for dice in own for die in dice.dice)
    steady = [int(again and "recoilless" in weapon.tags) for weapon in weapons]
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
    """Everything that speaks against it, with the weapons as they are now; `left` are the
    targets that can still be struck."""
    by = scene.one(attack.by)
    weapons = weapons_of(scene, by, attack.weapons)
    if not is_blast(weapons) and any(aim.target == by.id for aim in left):
        yield Problem(f"{by.name} would attack themselves", "CF-07")
    if not _strikes_an_area(scene, by, attack, weapons):
        if len(left) > 1:
            yield one_target(by, weapons, "CF-12")
        if attack.count:
            yield Problem("Only a blast has its targets counted", "CF-12", False)
    yield from _band(scene, attack, weapons)
    if by.conditions:
        yield from craft.find_gun_problems(scene, by, attack)


def _strikes_an_area(
    scene: Scene, by: Combatant, attack: Attack, weapons: Sequence[Weapon]
) -> bool:
    """A blast does, and a detachment that does not only attack its like (CF-21)."""
    targets = [scene.one(aim.target) for aim in attack.targets]
    return is_blast(weapons) or (is_crowd(by) and not all(map(is_crowd, targets)))


def _band(scene: Scene, attack: Attack, weapons: Sequence[Weapon]) -> Iterator[Problem]:
    bands = scene.rules.bands
    if not attack.band or not bands:
        return
    for weapon in weapons:
        reach = weapon.range or scene.rules.default_band
        if reach in bands and bands.index(attack.band) > bands.index(reach):
            yield Problem(f"The {weapon.name} reaches {reach}, not {attack.band}", "CF-26")
