"""Filling in what a declaration leaves open: ids, the only weapon, the side (ALL-04)."""

from __future__ import annotations

import msgspec

from events import declarations as d
from events.dice import is_dice
from events.errors import Refused
from events.sheets import Condition
from events.statements import AddCondition, Arm, Revive
from events.vocabulary import Declaration, Statement
from projections.state import Combatant, FightState
from rulesets.cairn.entry import check_weapon, ready
from rulesets.cairn.scene import Scene
from rulesets.common.naming import find, listed, pick
from rulesets.common.statements import LARGEST, prepare_statement

replace = msgspec.structs.replace

LONGEST = 10 * 365 * 24 * 3600
"""More seconds than this at once are a slip of the keyboard."""


def prepare(scene: Scene, declared: Declaration) -> Declaration:
    """The declaration ready to be checked; raises `Refused` where it names what is not there."""
    state = scene.state
    if isinstance(declared, Statement):
        return _statement(scene, prepare_statement(state, declared))
    match declared:
        case d.Join():
            return d.Join(ready(scene, declared.sheet))
        case d.Attack():
            return _attack(scene, declared)
        case d.Aid():
            return replace(
                declared, by=find(state, declared.by).id, target=find(state, declared.target).id
            )
        case d.Act() | d.Special():
            one = find(state, declared.by)
            save = _ability(scene, one, declared.save) if declared.save else ""
            return replace(declared, by=one.id, save=save)
        case d.Move():
            if not 0 <= declared.distance <= LARGEST:
                raise Refused(f"A move is 0 to {LARGEST} long, not {declared.distance}.")
            return replace(declared, by=find(state, declared.by).id)
        case d.Retreat():
            return replace(declared, by=find(state, declared.by).id)
        case d.Resolve() if declared.side:
            return replace(declared, side=pick(declared.side, state.sides, "side"))
        case d.CallSave():
            ones = _several(state, declared.who)
            return replace(
                declared,
                who=tuple(one.id for one in ones),
                score=_ability(scene, ones[0], declared.score),
            )
        case d.Harm():
            return _harm(scene, declared)
        case d.Rest() if declared.who:
            return replace(declared, who=tuple(one.id for one in _several(state, declared.who)))
        case d.Recover():
            one = find(state, declared.who)
            labels = [wound.label for wound in one.wounds]
            return replace(
                declared, who=one.id, wound=pick(declared.wound, labels, f"wound of {one.name}")
            )
        case d.Burden():
            return replace(declared, who=find(state, declared.who).id)
        case d.TakeOver():
            return replace(
                declared, dead=find(state, declared.dead).id, to=find(state, declared.to).id
            )
        case d.PassTime() if declared.seconds > LONGEST:
            raise Refused("Ten years at a time are the most that pass in a fight.")
        case d.FightStarted():
            raise Refused("The fight has started already; start another one for that.")
    return declared


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
    by = find(scene.state, attack.by)
    if not attack.targets:
        raise Refused(f"Say whom {by.name} attacks.")
    targets = tuple(replace(aim, target=find(scene.state, aim.target).id) for aim in attack.targets)
    named = [aim.target for aim in targets]
    if len(set(named)) < len(named):
        raise Refused("Each target is named once.", clause="CF-12")
    weapons = tuple(_weapon(scene, by, text) for text in attack.weapons) or _only(scene, by)
    carried = [weapon.name for weapon in by.weapons]
    for name in set(weapons).intersection(carried):
        if weapons.count(name) > carried.count(name):
            raise Refused(f"{by.name} does not have as many: {name}.", clause="CF-11")
    band = pick(attack.band, scene.rules.bands, "distance") if attack.band else ""
    return replace(attack, by=by.id, targets=targets, weapons=weapons, band=band)


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
    ones = _several(scene.state, harm.who)
    amount = harm.amount.strip().casefold()
    is_number = amount.isascii() and amount.isdigit() and len(amount) <= 4
    if not is_number and not is_dice(amount):
        raise Refused(f"“{harm.amount}” is no damage; say dice or a number, like 1d6 or 3.")
    direct = _ability(scene, ones[0], harm.direct) if harm.direct else ""
    return replace(harm, who=tuple(one.id for one in ones), amount=amount, direct=direct)


def _several(state: FightState, names: tuple[str, ...]) -> list[Combatant]:
    if not names:
        raise Refused("Say who.")
    ones = [find(state, name) for name in names]
    return list({one.id: one for one in ones}.values())


def _ability(scene: Scene, one: Combatant, text: str) -> str:
    names = scene.scores(one)
    return pick(text, (names.body, names.agility, names.will), "ability")
