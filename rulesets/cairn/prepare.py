"""Filling in what a declaration leaves open: ids, the only weapon, the side (ALL-04)."""

from __future__ import annotations

import msgspec

from events import declarations as d
from events.dice import is_dice
from events.errors import Refused
from events.sheets import Condition
from events.statements import AddCondition, Arm, Revive
from events.vocabulary import Declaration, Statement
from projections.state import Combatant
from rulesets.cairn.entry import check_weapon, ready
from rulesets.cairn.scene import Scene
from rulesets.common.foreign import refuse_foreign
from rulesets.common.naming import listed, pick
from rulesets.common.prepare import resolved

replace = msgspec.structs.replace

HAS = frozenset({"amount"})
"""What the family has of the things that not every game has."""

LONGEST = 10 * 365 * 24 * 3600
"""More seconds than this at once are a slip of the keyboard."""


def prepare(scene: Scene, declared: Declaration) -> Declaration:
    """The declaration ready to be checked; raises `Refused` where it names what is not there."""
    named = resolved(scene.state, declared)
    refuse_foreign(scene.state, named, HAS | ({"band"} if scene.rules.bands else frozenset()))
    if isinstance(named, Statement):
        return _statement(scene, named)
    match named:
        case d.Join():
            return d.Join(ready(scene, named.sheet))
        case d.Attack():
            return _attack(scene, named)
        case d.Act() | d.Special() if named.save:
            return replace(named, save=_ability(scene, scene.one(named.by), named.save))
        case d.CallSave():
            return replace(named, score=_ability(scene, scene.one(named.who[0]), named.score))
        case d.Harm():
            return _harm(scene, named)
        case d.Recover():
            one = scene.one(named.who)
            labels = [wound.label for wound in one.wounds]
            return replace(named, wound=pick(named.wound, labels, f"wound of {one.name}"))
        case d.PassTime() if named.seconds > LONGEST:
            raise Refused("Ten years at a time are the most that pass in a fight.")
    return named


def _statement(scene: Scene, stated: Statement) -> Statement:
    """A statement as the family's rules understand it."""
    match stated:
        case Arm():
            check_weapon(scene, stated.weapon)
        case AddCondition():
            known = scene.known(Condition(stated.condition, stated.bars))
            return replace(stated, condition=known.name, bars=known.bars)
        case Revive():
            one = scene.one(stated.who)
            body = scene.scores(one).body
            if not one.scores[body]:
                raise Refused(
                    f"{one.name}'s {body} is 0, and that is death; set it first, like:"
                    f" set {one.id} {body} 1.",
                    clause="CF-16",
                )
    return stated


def _attack(scene: Scene, attack: d.Attack) -> d.Attack:
    by = scene.one(attack.by)
    weapons = tuple(_weapon(scene, by, text) for text in attack.weapons) or _only(scene, by)
    carried = [weapon.name for weapon in by.weapons]
    for name in set(weapons).intersection(carried):
        if weapons.count(name) > carried.count(name):
            raise Refused(f"{by.name} does not have as many: {name}.", clause="CF-11")
    band = attack.band and pick(attack.band, scene.rules.bands, "distance")
    return replace(attack, weapons=weapons, band=band)


def _weapon(scene: Scene, by: Combatant, text: str) -> str:
    if is_dice(text):
        return text.casefold()
    return pick(text, [*(w.name for w in by.weapons), scene.rules.unarmed], f"weapon of {by.name}")


def _only(scene: Scene, by: Combatant) -> tuple[str, ...]:
    """The weapon that can only be meant."""
    if len(by.weapons) > 1:
        names = listed([weapon.name for weapon in by.weapons], "or")
        raise Refused(f"Say what {by.name} attacks with: {names}.")
    return (by.weapons[0].name,) if by.weapons else (scene.rules.unarmed,)


def _harm(scene: Scene, harm: d.Harm) -> d.Harm:
    amount = harm.amount.strip().casefold()
    is_number = amount.isascii() and amount.isdigit() and len(amount) <= 4
    if not is_number and not is_dice(amount):
        raise Refused(f"“{harm.amount}” is no damage; say dice or a number, like 1d6 or 3.")
    one = scene.one(harm.who[0])
    return replace(harm, amount=amount, direct=harm.direct and _ability(scene, one, harm.direct))


def _ability(scene: Scene, one: Combatant, text: str) -> str:
    names = scene.scores(one)
    return pick(text, (names.body, names.agility, names.will), "ability")
