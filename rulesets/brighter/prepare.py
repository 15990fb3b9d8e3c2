"""Filling in what a declaration leaves open: ids, the only weapon, the stakes, what is meant
(ALL-04, BW-02, BW-13)."""

from __future__ import annotations

import msgspec

from events.errors import Refused
from events.types import declarations as d
from events.types import statements as s
from events.types.dice_notation import is_dice
from events.types.game import Game
from events.types.sheets import Condition
from events.types.unions import Declaration, Statement, is_statement
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import ATTRIBUTES, GRIT, STR, definition
from rulesets.brighter.scene import CLAUSES, Scene, known
from rulesets.brighter.sheets import check_weapon, ready, refuse_off_ladder
from rulesets.common import weapons
from rulesets.common.definition import once_a_game
from rulesets.common.features import SIDES, lacks, refuse_foreign, traits
from rulesets.common.naming import listed, pick
from rulesets.common.prepare import resolved
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
}
"""What the game has of the things that not every game has."""


def prepare_declaration(scene: Scene, declared: Declaration) -> Declaration:
    """The declaration ready to be checked; raises `Refused` where it names what is not there."""
    named = resolved(scene.state, declared, CLAUSES)
    refuse_foreign(scene.state, named, HAS)
    if is_statement(named):
        return _statement(scene, named)
    match named:
        case d.Join():
            return d.Join(ready(scene, named.sheet))
        case d.Attack():
            return _attack(scene, named)
        case d.Act() | d.Special():
            return _deed(scene, named)
        case d.Retreat():
            _refuse_self(scene, named.by, named.versus)
        case d.CallSave():
            for who in named.who:
                _refuse_self(scene, who, named.versus)
            return replace(named, score=_attribute(named.score), opposing=_opposing(named))
        case d.Harm():
            return replace(named, direct=_attribute(named.direct) if named.direct else STR)
        case d.Aid() if named.wound:
            return replace(named, wound=_wound(scene.one(named.target), named.wound))
        case d.Recover():
            return replace(named, wound=_wound(scene.one(named.who), named.wound, ATTRIBUTES))
    return named


def _attribute(text: str) -> str:
    return pick(text, ATTRIBUTES, "attribute")


def _opposing(risk: d.Risk | d.Act | d.Special | d.CallSave) -> str:
    """What the opponent rolls on; empty where it is the same as the saver."""
    if not risk.opposing:
        return ""
    if not risk.versus:
        raise Refused(
            f"Say who rolls {risk.opposing} against it, like: versus troll.", clause="BW-02"
        )
    return _attribute(risk.opposing)


def _wound(one: Combatant, text: str, besides: tuple[str, ...] = ()) -> str:
    """One of their wounds, by its label, or one of these."""
    return pick(text, [*(each.label for each in one.wounds), *besides], f"wound of {one.name}")


def _refuse_self(scene: Scene, who: str, versus: str) -> None:
    if who == versus:
        raise Refused(f"{scene.one(who).name} cannot save against themselves.", clause="BW-02")


def _deed(scene: Scene, deed: d.Act | d.Special) -> d.Act | d.Special:
    if deed.save:
        _refuse_self(scene, deed.by, deed.versus)
        return replace(deed, save=_attribute(deed.save), opposing=_opposing(deed))
    if deed.versus or deed.opposing or deed.enhanced or deed.impaired:
        raise Refused(
            f"Say what {scene.one(deed.by).name} saves on: {listed(ATTRIBUTES, 'or')}.",
            clause="BW-02",
        )
    return deed


def _attack(scene: Scene, attack: d.Attack) -> d.Attack:
    by = scene.one(attack.by)
    if attack.count:
        raise Refused(
            f"{scene.state.game.name} counts no targets; name everybody in the area.",
            clause="BW-12",
        )
    names = _once(scene, [_weapon(scene, by, text) for text in attack.weapons])
    names = names or (weapons.only(by, scene.rules.unarmed),)
    weapons.refuse_too_many(by, names, "BW-05")
    risk = attack.risk and _risk(scene, attack, attack.risk)
    return replace(attack, weapons=names, risk=risk)


def _once(scene: Scene, names: list[str]) -> tuple[str, ...]:
    """The weapons as named, bare hands but once: two fists are one attack, and one die (BW-06)."""
    bare = scene.rules.unarmed
    return tuple(name for at, name in enumerate(names) if name != bare or bare not in names[:at])


def _risk(scene: Scene, attack: d.Attack, risk: d.Risk) -> d.Risk:
    """Against the first target, where nobody else is named; what hangs on it is what the text's
    example has, where nothing else is said (BW-02)."""
    versus = risk.versus or attack.targets[0].target
    _refuse_self(scene, attack.by, versus)
    risk = replace(risk, save=_attribute(risk.save), versus=versus)
    risk = replace(risk, opposing=_opposing(risk))
    if risk.passed or risk.failed:
        return risk
    return replace(risk, passed="enhanced", failed="exposed")


def _weapon(scene: Scene, by: Combatant, text: str) -> str:
    if is_dice(text):
        return text.casefold()
    return pick(text, [*(w.name for w in by.weapons), scene.rules.unarmed], f"weapon of {by.name}")


def _statement(scene: Scene, stated: Statement) -> Statement:
    """A statement as these rules understand it."""
    match stated:
        case s.SetScore():
            for size in (stated.now, stated.maximum):
                if size is not None:
                    refuse_off_ladder(stated.score, size)
        case s.Arm():
            check_weapon(stated.weapon)
        case s.AddCondition():
            named = known(Condition(stated.condition, stated.bars))
            return replace(stated, condition=named.name, bars=named.bars)
    return stated


@once_a_game
def build_lexicon(game: Game) -> Lexicon:
    """Grit and the three dice, the game's creatures, and its word for the special action."""
    rules = definition(game)
    fields = (GRIT, *ATTRIBUTES)
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=lacks(HAS),
        has=HAS,
        traits=traits(HAS),
    )
