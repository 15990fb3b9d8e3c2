"""Preparation of declarations: names become ids, defaults are filled in (ALL-04, BW-02, BW-13)."""

from __future__ import annotations

import msgspec

from events.errors import Refused
from events.types import declarations as d, statements as s
from events.types.base import Game
from events.types.names import join_words, pick
from events.types.rolls import is_dice
from events.types.sheets import Condition
from events.types.statements import Stated
from events.types.unions import Declaration, Statement
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import ATTRIBUTES, GRIT, LADDER, STR, definition, name_die
from rulesets.brighter.scene import (
    CATATONIC,
    CLAUSES,
    HELPLESS,
    INCAPACITATED,
    PARALYSED,
    Scene,
    normalize_condition,
)
from rulesets.brighter.sheets import check_weapon, prepare_sheet, refuse_off_ladder
from rulesets.common import preparation, weapons
from rulesets.common.conditions import DEPRIVED
from rulesets.common.definition import cached_per_game
from rulesets.common.preparation import SIDES, resolve_declaration
from rulesets.core.ruleset import Lexicon

replace = msgspec.structs.replace

HAS = SIDES | {
    *(
        "risk",
        "odds",
        "versus",
        "opposing",
        "modified saves",
        "morale",
        "nerve",
        "packs",
        "minutes",
    ),
    "steps",
    "one by one",
}
"""The features that the game has."""


def prepare_declaration(scene: Scene, declared: Declaration) -> Declaration:
    """Return the declaration ready to be checked; raise `Refused` if it names what does not
    exist."""
    named = resolve_declaration(scene.state, declared, CLAUSES, HAS)
    if isinstance(named, Stated):
        return _prepare_statement(scene, named)
    match named:
        case d.Join():
            return d.Join(prepare_sheet(scene, named.sheet))
        case d.Attack():
            return _prepare_attack(scene, named)
        case d.Act() | d.Special():
            return _prepare_deed(scene, named)
        case d.Retreat():
            _refuse_self(scene, named.by, named.versus)
        case d.CallSave():
            for who in named.who:
                _refuse_self(scene, who, named.versus)
            return replace(
                named, score=_pick_attribute(named.score), opposing=_pick_opposing(named)
            )
        case d.Harm():
            return replace(named, direct=_pick_attribute(named.direct) if named.direct else STR)
        case d.Aid() if named.wound:
            return replace(named, wound=_pick_wound(scene.one(named.target), named.wound))
        case d.Recover():
            return replace(named, wound=_pick_wound(scene.one(named.who), named.wound, ATTRIBUTES))
    return named


def _pick_attribute(text: str) -> str:
    return pick(text, ATTRIBUTES, "attribute")


def _pick_opposing(risk: d.Risk | d.Act | d.Special | d.CallSave) -> str:
    """Return what the opponent rolls on; empty if it is the saver's attribute."""
    if not risk.opposing:
        return ""
    if not risk.versus:
        raise Refused(
            f"Say who rolls {risk.opposing} against it, like: versus troll.", clause="BW-02"
        )
    return _pick_attribute(risk.opposing)


def _pick_wound(one: Combatant, text: str, besides: tuple[str, ...] = ()) -> str:
    """Return one of a combatant's wounds by its label, or one of the names `besides`."""
    return pick(text, [*(each.label for each in one.wounds), *besides], f"wound of {one.name}")


def _refuse_self(scene: Scene, who: str, versus: str) -> None:
    if who == versus:
        raise Refused(f"{scene.one(who).name} cannot save against themselves.", clause="BW-02")


def _prepare_deed(scene: Scene, deed: d.Act | d.Special) -> d.Act | d.Special:
    if deed.save:
        _refuse_self(scene, deed.by, deed.versus)
        return replace(deed, save=_pick_attribute(deed.save), opposing=_pick_opposing(deed))
    if deed.versus or deed.opposing or deed.enhanced or deed.impaired:
        raise Refused(
            f"Say what {scene.one(deed.by).name} saves on: {join_words(ATTRIBUTES, 'or')}.",
            clause="BW-02",
        )
    return deed


def _prepare_attack(scene: Scene, attack: d.Attack) -> d.Attack:
    by = scene.one(attack.by)
    if attack.count:
        raise Refused(
            f"{scene.state.game.name} counts no targets; name everybody in the area.",
            clause="BW-12",
        )
    names = _drop_second_fist(scene, [_pick_weapon(scene, by, text) for text in attack.weapons])
    names = names or (weapons.choose_only_weapon(by, scene.rules.unarmed),)
    weapons.refuse_too_many(by, names, "BW-05")
    risk = attack.risk and _prepare_risk(scene, attack, attack.risk)
    return replace(attack, weapons=names, risk=risk)


def _drop_second_fist(scene: Scene, names: list[str]) -> tuple[str, ...]:
    """Return the weapons with bare hands once: two fists are one attack and one die (BW-06)."""
    bare = scene.rules.unarmed
    return tuple(name for at, name in enumerate(names) if name != bare or bare not in names[:at])


def _prepare_risk(scene: Scene, attack: d.Attack, risk: d.Risk) -> d.Risk:
    """Return a risk against the first target, unless another opponent is named (BW-02).

    Without stakes it has those of the example in the text: enhanced if passed, exposed if failed.
    """
    versus = risk.versus or attack.targets[0].target
    _refuse_self(scene, attack.by, versus)
    risk = replace(risk, save=_pick_attribute(risk.save), versus=versus)
    risk = replace(risk, opposing=_pick_opposing(risk))
    if risk.passed or risk.failed:
        return risk
    return replace(risk, passed="enhanced", failed="exposed")


def _pick_weapon(scene: Scene, by: Combatant, text: str) -> str:
    if is_dice(text):
        return text.casefold()
    return pick(text, [*(w.name for w in by.weapons), scene.rules.unarmed], f"weapon of {by.name}")


def _prepare_statement(scene: Scene, stated: Statement) -> Statement:
    """Return the statement with scores, weapons and conditions as these rules know them."""
    match stated:
        case s.SetScore():
            for size in (stated.now, stated.maximum):
                if size is not None:
                    refuse_off_ladder(stated.score, size)
        case s.Arm():
            check_weapon(stated.weapon)
        case s.AddCondition():
            named = normalize_condition(Condition(stated.condition, stated.bars))
            return replace(stated, condition=named.name, bars=named.bars)
    return stated


@cached_per_game
def build_lexicon(game: Game) -> Lexicon:
    """Return Grit and the three dice, the game's creatures, and its word for the special action."""
    return preparation.build_lexicon(
        game,
        definition(game),
        (GRIT, *ATTRIBUTES),
        HAS,
        felled=(INCAPACITATED, PARALYSED, CATATONIC, HELPLESS),
        known=(DEPRIVED,),
        dice=dict.fromkeys(ATTRIBUTES, (*map(name_die, LADDER[1:]), "0")),
    )
