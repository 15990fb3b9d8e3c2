"""Filling in what a declaration leaves open: ids, the only weapon, the side (ALL-04)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from events.errors import Refused
from events.types import declarations as d
from events.types.dice_notation import is_dice, parse_dice
from events.types.game import Game
from events.types.sheets import Condition, Effect, Scale, Sheet, Weapon
from events.types.statements import AddCondition, Arm, Crew, Revive, SetTrait
from events.types.unions import Declaration, Statement, is_statement
from projections.state.fight_state import Combatant
from rulesets.cairn import manoeuvres
from rulesets.cairn.check import used
from rulesets.cairn.craft import boarded, is_out, locks, refuse_enemy, silenced
from rulesets.cairn.definition import definition
from rulesets.cairn.recovery import AID, mended
from rulesets.cairn.scene import CLAUSES, Scene
from rulesets.common import weapons
from rulesets.common.definition import once_a_game
from rulesets.common.effects import amount_said, check_amount
from rulesets.common.features import SIDES, lacks, refuse_foreign, traits
from rulesets.common.naming import listed, pick
from rulesets.common.prepare import resolved
from rulesets.common.sheets import check_armor, check_scores, named
from rulesets.core.ruleset import Lexicon


def ready(scene: Scene, sheet: Sheet) -> Sheet:
    """The sheet as it joins: a name and an id of its own (ALL-04), a side, its conditions as the
    rules know them (CF-16); raises `Refused` where it cannot be played with."""
    _check_scores(scene, sheet)
    _check_wounds(scene, sheet)
    for weapon in sheet.weapons:
        check_weapon(scene, weapon)
    _check_effects(scene, sheet.effects)
    craft = scene.rules.craft_of(sheet.scale)
    if sheet.crew and craft is None:
        raise Refused(f"{sheet.name} is no craft and has no crew.", clause="CF-27")
    joining = named(scene.state, sheet)
    return msgspec.structs.replace(
        joining,
        conditions=tuple(map(scene.known, sheet.conditions)),
        each=sheet.each or (craft is not None and craft.each),
        crew=boarded(scene.state, joining),
    )


def _check_scores(scene: Scene, sheet: Sheet) -> None:
    names = scene.rules.scores_of(sheet.scale)
    every = names.every
    for score in every:
        if score not in sheet.scores:
            raise Refused(f"{sheet.name} needs a number for {score}.", clause="ALL-04")
    for score in (*sheet.scores, *sheet.maxima):
        if score not in every:
            raise Refused(f"{sheet.name} has no {score}; the scores are {listed(every)}.")
    check_scores(sheet)
    check_armor(sheet)
    if not sheet.scores[names.body] and not sheet.origin:
        raise Refused(
            f"{sheet.name} cannot join with {names.body} 0, because that is death; give 1 or more.",
            clause="CF-16",
        )


def _check_wounds(scene: Scene, sheet: Sheet) -> None:
    """A wound of a row brings the delayed dice of that row, so there has to be one (CF-18)."""
    rows = len(scene.rules.scars)
    for wound in sheet.wounds:
        if not 0 <= wound.row <= rows:
            raise Refused(f"{sheet.name}'s {wound.name} is of row 1 to {rows}, not {wound.row}.")


def check_weapon(scene: Scene, weapon: Weapon) -> None:
    """Raise `Refused` where dice or effects of a weapon cannot be read."""
    parse_dice(weapon.dice)
    _check_effects(scene, weapon.effects)


def _check_effects(scene: Scene, effects: Iterable[Effect]) -> None:
    """Effects are read in the middle of a turn: what cannot be read is refused beforehand."""
    scales = scene.rules.scores.values()
    named = [name for names in scales for name in (names.body, names.agility, names.will)]
    abilities = ("body", "agility", "will", *dict.fromkeys(named))
    for effect in effects:
        if effect.does in ("lose", "damage"):
            check_amount(effect.dice)
        if effect.save:
            pick(effect.save, abilities, "ability")
        if effect.score or effect.does == "lose":
            pick(effect.score, abilities, "ability")


replace = msgspec.structs.replace

HAS = SIDES | {
    *("amount", "direct", "crowds", "keep", "morale", "packs", "minutes", "extended"),
    *("scale", "leader", "each", "critical", "broken"),
}
"""What the whole family has of the things that not every game has."""


@once_a_game
def features(game: Game) -> frozenset[str]:
    """What a game of the family has of them."""
    rules = definition(game)
    some = {"band": rules.bands, "crew": rules.craft, "manoeuvre": rules.manoeuvres}
    return HAS | {feature for feature, there in some.items() if there}


def prepare_declaration(scene: Scene, declared: Declaration) -> Declaration:
    """The declaration ready to be checked; raises `Refused` where it names what is not there."""
    named = resolved(scene.state, declared, CLAUSES)
    refuse_foreign(scene.state, named, features(scene.state.game))
    if is_statement(named):
        return _statement(scene, named)
    match named:
        case d.Join():
            return d.Join(ready(scene, named.sheet))
        case d.Attack():
            return _attack(scene, named)
        case d.Manoeuvre():
            return manoeuvres.prepare_manoeuvre(scene, named)
        case d.Aid() if named.wound:
            one = scene.one(named.target)
            labels = [wound.label for wound in one.wounds if wound.awaits in AID]
            what = f"wound of {one.name} that waits for aid"
            return replace(named, wound=pick(named.wound, labels, what))
        case d.Act() | d.Special() if named.save:
            return replace(named, save=_ability(scene, scene.one(named.by), named.save))
        case d.CallSave():
            return replace(named, score=_ability(scene, scene.one(named.who[0]), named.score))
        case d.Harm():
            return _harm(scene, named)
        case d.Recover():
            one = scene.one(named.who)
            labels = [wound.label for wound in one.wounds]
            damage = [each.name for each in one.conditions if mended(scene, one, each.name)]
            return replace(
                named, wound=pick(named.wound, [*labels, *damage], f"wound of {one.name}")
            )
    return named


def _statement(scene: Scene, stated: Statement) -> Statement:
    """A statement as the family's rules understand it."""
    match stated:
        case Arm():
            check_weapon(scene, stated.weapon)
        case AddCondition():
            known = scene.known(Condition(stated.condition, stated.bars))
            about = stated.about or silenced(scene, scene.one(stated.who), known.name)
            return replace(stated, condition=known.name, bars=known.bars, about=about)
        case Crew() if scene.craft(scene.one(stated.who)) is None:
            name = scene.one(stated.who).name
            raise Refused(f"{name} is no craft and has no crew.", clause="CF-27")
        case Crew() if not stated.ashore:
            craft = scene.one(stated.who)
            refuse_enemy(scene.state, scene.one(stated.member), craft.name, craft.side)
        case SetTrait(trait="scale"):
            _check_scale(scene, stated)
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


def _check_scale(scene: Scene, stated: SetTrait) -> None:
    """Nobody becomes a craft, or ceases to be one, who has not the numbers for it."""
    one = scene.one(stated.who)
    scales: tuple[Scale, ...] = get_args(Scale)
    (scale,) = (scale for scale in scales if scale == stated.value)
    names = scene.rules.scores_of(scale).every
    if set(names) != set(one.scores):
        raise Refused(
            f"{one.name} has no {listed(names)}, the scores of scale {scale}; let it join anew."
        )


def _attack(scene: Scene, attack: d.Attack) -> d.Attack:
    by = scene.one(attack.by)
    names = tuple(_weapon(scene, by, text) for text in attack.weapons)
    names = names or _only(scene, by, attack)
    weapons.refuse_too_many(by, names, "CF-11")
    band = attack.band and pick(attack.band, scene.rules.bands, "distance")
    return replace(attack, weapons=names, band=band)


def _weapon(scene: Scene, by: Combatant, text: str) -> str:
    if is_dice(text):
        return text.casefold()
    bare = [] if scene.craft(by) is not None else [scene.rules.unarmed]
    return pick(text, [*(w.name for w in by.weapons), *bare], f"weapon of {by.name}")


def _only(scene: Scene, by: Combatant, attack: d.Attack) -> tuple[str, ...]:
    """The weapon that can only be meant; of a ship, whose gunners all fire, every one that has
    not had its turn, and those that are locked on the target not with the others (CF-27)."""
    craft = scene.craft(by)
    if craft is not None and not by.weapons:
        raise Refused(f"{by.name} has no weapon; say which dice, like 2d10.")
    if scene.fires_each(by):
        return _salvo(scene, by, attack)
    return (weapons.only(by, scene.rules.unarmed),)


def _salvo(scene: Scene, by: Combatant, attack: d.Attack) -> tuple[str, ...]:
    replaced = scene.state.replaced_by(attack)
    waiting = [each.action for each in scene.state.pending_of(by.id) if each not in replaced]
    gone = used(scene, by, waiting)
    works = [weapon.name for weapon in by.weapons if not is_out(scene, by, weapon.name)]
    ready = [name for name in works if name not in gone] or works
    targets = [aim.target for aim in attack.targets]
    free = [name for name in ready if not any(locks(scene, by, name, target) for target in targets)]
    return tuple(free or ready[:1] or [by.weapons[0].name])


def _harm(scene: Scene, harm: d.Harm) -> d.Harm:
    one = scene.one(harm.who[0])
    amount = amount_said(harm.amount, "1d6 or 3")
    return replace(harm, amount=amount, direct=harm.direct and _ability(scene, one, harm.direct))


def _ability(scene: Scene, one: Combatant, text: str) -> str:
    names = scene.scores(one)
    return pick(text, (names.body, names.agility, names.will), "ability")


@once_a_game
def build_lexicon(game: Game) -> Lexicon:
    """The game's abilities, distances, creatures, and its word for the special action."""
    rules, has = definition(game), features(game)
    fields = rules.scores_of("individual").every
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        bands=rules.bands,
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=lacks(has),
        has=has,
        traits=traits(has),
        manoeuvres=tuple(each.name for craft in rules.craft.values() for each in craft.manoeuvres),
    )
