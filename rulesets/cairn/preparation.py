"""Preparation of declarations: names become ids, defaults are filled in (ALL-04)."""

from __future__ import annotations

from typing import get_args

import msgspec

from events.errors import Refused
from events.types import declarations as d
from events.types.base import Game
from events.types.names import join_words, pick
from events.types.rolls import is_dice
from events.types.sheets import Condition, Scale
from events.types.statements import AddCondition, Arm, Crew, Revive, SetTrait, Stated
from events.types.unions import Declaration, Statement
from projections.state.fight_state import Combatant
from rulesets.cairn import manoeuvres
from rulesets.cairn.craft import (
    find_locks,
    find_silenced_weapon,
    is_weapon_out,
    refuse_enemy,
)
from rulesets.cairn.definition import definition
from rulesets.cairn.problems import list_used_weapons
from rulesets.cairn.recovery import AID, find_craft_damage
from rulesets.cairn.scene import (
    CLAUSES,
    CRITICAL,
    DELIRIOUS,
    INCAPACITATED,
    OUT_OF_ACTION,
    PARALYSED,
    Scene,
)
from rulesets.cairn.sheets import check_weapon, prepare_sheet
from rulesets.common import preparation, weapons
from rulesets.common.conditions import DEPRIVED
from rulesets.common.definition import cached_per_game
from rulesets.common.effects import read_amount
from rulesets.common.preparation import SIDES, resolve_declaration
from rulesets.core.ruleset import Lexicon

replace = msgspec.structs.replace

HAS = SIDES | {
    *("amount", "direct", "crowds", "keep", "morale", "packs", "minutes", "extended"),
    *("scale", "leader", "each", "critical", "broken"),
}
"""The features that all games of the family have."""


@cached_per_game
def list_features(game: Game) -> frozenset[str]:
    """Return the features of a game of the family."""
    rules = definition(game)
    some = {"band": rules.bands, "crew": rules.craft, "manoeuvre": rules.manoeuvres}
    return HAS | {feature for feature, there in some.items() if there}


def prepare_declaration(scene: Scene, declared: Declaration) -> Declaration:
    """Return the declaration ready to be checked; raise `Refused` if it names what does not
    exist."""
    named = resolve_declaration(scene.state, declared, CLAUSES, list_features(scene.state.game))
    if isinstance(named, Stated):
        return _prepare_statement(scene, named)
    match named:
        case d.Join():
            return d.Join(prepare_sheet(scene, named.sheet))
        case d.Attack():
            return _prepare_attack(scene, named)
        case d.Manoeuvre():
            return manoeuvres.prepare_manoeuvre(scene, named)
        case d.Aid() if named.wound:
            one = scene.one(named.target)
            labels = [wound.label for wound in one.wounds if wound.awaits in AID]
            what = f"wound of {one.name} that waits for aid"
            return replace(named, wound=pick(named.wound, labels, what))
        case d.Act() | d.Special() if named.save:
            return replace(named, save=_pick_ability(scene, scene.one(named.by), named.save))
        case d.CallSave():
            return replace(named, score=_pick_ability(scene, scene.one(named.who[0]), named.score))
        case d.Harm():
            return _prepare_harm(scene, named)
        case d.Recover():
            one = scene.one(named.who)
            labels = [wound.label for wound in one.wounds]
            damage = [
                each.name for each in one.conditions if find_craft_damage(scene, one, each.name)
            ]
            return replace(
                named, wound=pick(named.wound, [*labels, *damage], f"wound of {one.name}")
            )
    return named


def _prepare_statement(scene: Scene, stated: Statement) -> Statement:
    """Return the statement with conditions, weapons and crews as these rules know them."""
    match stated:
        case Arm():
            check_weapon(scene, stated.weapon)
        case AddCondition():
            known = scene.known(Condition(stated.condition, stated.bars))
            about = stated.about or find_silenced_weapon(scene, scene.one(stated.who), known.name)
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
    """Raise `Refused` if a combatant lacks the scores of its new scale."""
    one = scene.one(stated.who)
    scales: tuple[Scale, ...] = get_args(Scale)
    (scale,) = (scale for scale in scales if scale == stated.value)
    names = scene.rules.scores_of(scale).every
    if set(names) != set(one.scores):
        raise Refused(
            f"{one.name} has no {join_words(names)}, the scores of scale {scale}; let it join anew."
        )


def _prepare_attack(scene: Scene, attack: d.Attack) -> d.Attack:
    by = scene.one(attack.by)
    names = tuple(_pick_weapon(scene, by, text) for text in attack.weapons)
    names = names or _choose_weapons(scene, by, attack)
    weapons.refuse_too_many(by, names, "CF-11")
    band = attack.band and pick(attack.band, scene.rules.bands, "distance")
    return replace(attack, weapons=names, band=band)


def _pick_weapon(scene: Scene, by: Combatant, text: str) -> str:
    if is_dice(text):
        return text.casefold()
    bare = [] if scene.craft(by) is not None else [scene.rules.unarmed]
    return pick(text, [*(w.name for w in by.weapons), *bare], f"weapon of {by.name}")


def _choose_weapons(scene: Scene, by: Combatant, attack: d.Attack) -> tuple[str, ...]:
    """Return the only weapons that can be meant.

    A ship whose gunners all fire attacks with every weapon that has not had its turn; those locked
    on the target fire by themselves (CF-27).
    """
    craft = scene.craft(by)
    if craft is not None and not by.weapons:
        raise Refused(f"{by.name} has no weapon; say which dice, like 2d10.")
    if scene.fires_each(by):
        return _list_salvo(scene, by, attack)
    return (weapons.choose_only_weapon(by, scene.rules.unarmed),)


def _list_salvo(scene: Scene, by: Combatant, attack: d.Attack) -> tuple[str, ...]:
    replaced = scene.state.replaced_by(attack)
    waiting = [each.action for each in scene.state.pending_of(by.id) if each not in replaced]
    gone = list_used_weapons(scene, by, waiting)
    works = [weapon.name for weapon in by.weapons if not is_weapon_out(scene, by, weapon.name)]
    ready = [name for name in works if name not in gone] or works
    targets = [aim.target for aim in attack.targets]
    free = [
        name for name in ready if not any(find_locks(scene, by, name, target) for target in targets)
    ]
    return tuple(free or ready[:1] or [by.weapons[0].name])


def _prepare_harm(scene: Scene, harm: d.Harm) -> d.Harm:
    one = scene.one(harm.who[0])
    amount = read_amount(harm.amount, "1d6 or 3")
    return replace(
        harm, amount=amount, direct=harm.direct and _pick_ability(scene, one, harm.direct)
    )


def _pick_ability(scene: Scene, one: Combatant, text: str) -> str:
    names = scene.scores(one)
    return pick(text, (names.body, names.agility, names.will), "ability")


@cached_per_game
def build_lexicon(game: Game) -> Lexicon:
    """Return the game's abilities, distances, creatures, and its word for the special action."""
    rules = definition(game)
    manoeuvres = [each for craft in rules.craft.values() for each in craft.manoeuvres]
    return preparation.build_lexicon(
        game,
        rules,
        rules.scores_of("individual").every,
        list_features(game),
        bands=rules.bands,
        manoeuvres=tuple(each.name for each in manoeuvres),
        posts=tuple({post: "" for each in manoeuvres for post in each.posts}),
        felled=(OUT_OF_ACTION, CRITICAL, INCAPACITATED, PARALYSED, DELIRIOUS),
        known=(DEPRIVED,),
    )
