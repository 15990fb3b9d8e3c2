"""Preparation of a declaration in any game: ids in place of names (ALL-04), the spelling of areas
and sides, and the features that it needs.

A game's verbs and traits follow from its features.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Protocol, get_args, get_type_hints

import msgspec

from events.errors import Refused
from events.types import declarations as d, statements as s
from events.types.base import Game
from events.types.names import check_name, fold_case, join_words, pick
from events.types.statements import Stated
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from rulesets.common.scene import find_combatant
from rulesets.common.statements import LARGEST, TEN_YEARS, prepare_statement
from rulesets.common.turns import Clauses
from rulesets.core.ruleset import Lexicon

replace = msgspec.structs.replace

_NAMED = ("by", "target", "versus", "dead")
"""Fields that name one combatant, where they hold text."""

_MAY_BE_EMPTY = {(d.Manoeuvre, "target"), (d.Resolve, "who")}
"""Fields that may be empty; `versus` always may."""


def resolve_declaration(
    state: FightState,
    declared: Declaration,
    clauses: Clauses,
    has: frozenset[str],
    least: int = 0,
) -> Declaration:
    """Return the declaration with every combatant named by id.

    Raise `Refused` if it names something that does not exist, or needs a feature that is not in
    `has`. `least` is the lowest score that can be stated.
    """
    named = _resolve_names(state, declared, clauses, least)
    _refuse_foreign(state, named, has)
    return named


def _resolve_names(
    state: FightState, declared: Declaration, clauses: Clauses, least: int
) -> Declaration:
    if isinstance(declared, Stated):
        return prepare_statement(state, declared, least)
    match declared:
        case d.FightStarted():
            raise Refused("The fight has started already; start another one for that.")
        case d.Area():
            return _resolve_area(state, declared, clauses.areas)
        case d.PassTime() if declared.seconds > TEN_YEARS:
            raise Refused("No more than ten years can pass at once.")
    changes = _resolve_ids(state, declared)
    match declared:
        case d.Attack():
            changes |= _resolve_attack(state, declared, clauses.targets)
        case d.Move():
            if not 0 <= declared.distance <= LARGEST:
                raise Refused(f"A move is 0 to {LARGEST} long, not {declared.distance}.")
            if declared.to:
                changes["to"] = match_area(state, declared.to)
        case d.Resolve() if declared.side:
            changes["side"] = pick(declared.side, state.sides, "side")
        case d.TakeOver():
            changes["to"] = find_combatant(state, declared.to).id
    return replace(declared, **changes) if changes else declared


def _resolve_ids(state: FightState, declared: Declaration) -> dict[str, Any]:
    """Return the fields that name combatants other than by id, with their ids."""
    changes: dict[str, Any] = {}
    for field in _list_name_fields(type(declared)):
        said = getattr(declared, field)
        if isinstance(said, tuple):
            changes[field] = resolve_several(state, said, isinstance(declared, d.Rest))
        elif said or not (field == "versus" or (type(declared), field) in _MAY_BE_EMPTY):
            found = find_combatant(state, said).id
            if found != said:
                changes[field] = found
    return changes


@cache
def _list_name_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a declaration that name combatants: one each, or several in `who`."""
    hints = get_type_hints(kind)
    one = tuple(field for field in (*_NAMED, "who") if hints.get(field) is str)
    return (*one, "who") if hints.get("who") == tuple[str, ...] else one


def resolve_several(
    state: FightState, names: tuple[str, ...], or_nobody: bool = False
) -> tuple[str, ...]:
    """Return the ids of these names without repeats; raise `Refused` if there are none."""
    if not names and not or_nobody:
        raise Refused("Say who.")
    return tuple(dict.fromkeys(find_combatant(state, name).id for name in names))


def match_area(state: FightState, text: str) -> str:
    """Return the name of an area as it was laid out. Any other text stays as it is."""
    return next((name for name in state.areas if fold_case(name) == fold_case(text)), text)


def _resolve_attack(state: FightState, attack: d.Attack, clause: str) -> dict[str, Any]:
    if state.ended and not attack.weapons:  # before anybody is asked which one
        raise Refused("The fight is over; undo its end to go on.", overrulable=False)
    if not attack.targets:
        raise Refused(f"Say whom {find_combatant(state, attack.by).name} attacks.")
    named = [find_combatant(state, aim.target).id for aim in attack.targets]
    if len(set(named)) < len(named):
        raise Refused("Each target is named once.", clause=clause)
    changes: dict[str, Any] = {}
    if named != [aim.target for aim in attack.targets]:
        aims = zip(attack.targets, named, strict=True)
        changes["targets"] = tuple(replace(aim, target=id) for aim, id in aims)
    if attack.risk is not None and attack.risk.versus:
        versus = find_combatant(state, attack.risk.versus).id
        changes["risk"] = replace(attack.risk, versus=versus)
    return changes


def _resolve_area(state: FightState, declared: d.Area, clause: str) -> d.Area:
    """Return an area with the names of those next to it or seen from it, which may be laid out
    later."""
    name = match_area(state, check_name(declared.name))
    near, seen, unseen = (
        tuple(dict.fromkeys(match_area(state, check_name(one)) for one in said))
        for said in (declared.adjacent, declared.sight, declared.unseen)
    )
    if name in (*near, *seen, *unseen):
        raise Refused(f"{name} is not next to itself.", clause=clause)
    return replace(declared, name=name, adjacent=near, sight=seen, unseen=unseen)


FEATURES = {
    "treat": "treating wounds for good; rest and recover are the words for it",
    "disengage": "disengaging",
    "manoeuvre": "manoeuvres of craft",
    "crew": "craft with a crew",
    "risk": "{save}s within an attack",
    "odds": "modifiers of the {save} against an attack's harm",
    "keep": "dice to keep",
    "versus": "{save}s against an opponent",
    "opposing": "opponents who roll on something else",
    "target": "numbers to roll against",
    "modified saves": "modified {save}s",
    "place": "hit locations",
    "phase": "phases",
    "band": "distances",
    "amount": "amounts of harm outside an attack",
    "morale": "morale; say what they do",
    "packs": "full packs",
    "minutes": "hours and minutes; time passes in {clocks}",
    "extended": "extended {rest}",
    "engagement": "engagements",
    "skills": "skills",
    "one by one": "turns of one combatant; a side acts together: go, without a name",
}
"""The features that a declaration can need, each as a refusal names it."""

SIDES = frozenset({"several", "opening", "measured", "sides", "bare dice"})
"""Features of games in which sides take turns that are only used in help and completion: several
targets and weapons in one attack, who acts first, moves in feet or metres, one side resolved at a
time, dice in place of a weapon. `steps` is another: harm outside an attack costs a step."""

_VERBS = {
    "treat": "treat",
    "disengage": "disengage",
    "manoeuvre": "manoeuvre",
    "crew": "crew",
    "morale": "morale",
    "packs": "pack",
    "minutes": "time",
    "camp": "camp",
    "engagement": "engage",
    "skills": "skill",
}
"""The verb that is useless without the feature."""

_ANYBODYS = frozenset({"armor", "side", "kind"})
"""The traits that every game has; each other trait is a feature with the same name."""

_WHOLE: dict[type[AnyEvent], str] = {
    d.Treat: "treat",
    d.Disengage: "disengage",
    d.Manoeuvre: "manoeuvre",
    d.CallMorale: "morale",
    d.Burden: "packs",
    d.PassTime: "minutes",
    s.Crew: "crew",
    s.Engage: "engagement",
    s.SetSkill: "skills",
}
"""The declarations that always need one feature."""

_ASKING: frozenset[type[AnyEvent]] = frozenset(
    (
        *(
            d.Attack,
            d.Move,
            d.Act,
            d.Special,
            d.CallSave,
            d.Harm,
            d.BeginRound,
            d.Retreat,
            d.Resolve,
        ),
        d.Rest,
        *(d.Join, s.SetTrait, *_WHOLE),
    )
)
"""The declarations that can need a feature. Checked first, because most cannot."""


class Stock(Protocol):
    """The part of a definition that people can name: creatures, and bare hands."""

    @property
    def creatures(self) -> Mapping[str, Mapping[str, object]]:
        """The creatures by name."""
        ...

    @property
    def unarmed(self) -> str:
        """The name of bare hands."""
        ...


def list_missing_verbs(has: frozenset[str]) -> frozenset[str]:
    """Return the verbs that a game with these features cannot use."""
    return frozenset(verb for feature, verb in _VERBS.items() if feature not in has)


def list_traits(has: frozenset[str]) -> tuple[str, ...]:
    """Return the traits that the referee can state in a game with these features."""
    return tuple(trait for trait in get_args(s.Trait) if trait in has | _ANYBODYS)


def build_lexicon(
    game: Game, rules: Stock, fields: tuple[str, ...], has: frozenset[str], **more: Any
) -> Lexicon:
    """Return the vocabulary of a game with these features; all `fields` are needed to join."""
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=list_missing_verbs(has),
        has=has,
        traits=list_traits(has),
        **more,
    )


def _refuse_foreign(state: FightState, declared: Declaration, has: frozenset[str]) -> None:
    """Raise `Refused` if a declaration needs a feature that the game lacks."""
    if type(declared) not in _ASKING:
        return
    for feature in find_features(declared):
        if feature not in has:
            raise _make_refusal(state, feature, has)


def _make_refusal(state: FightState, feature: str, has: frozenset[str]) -> Refused:
    name = state.game.name
    if feature not in FEATURES:
        return Refused(f"{name} has no {feature}; there is {join_words(list_traits(has))}.")
    words = {"save": "save", "clocks": "rests", "rest": "rest", **state.game.words}
    what = FEATURES[feature].format_map(words)
    return Refused(f"{name} knows no {what}.")


def find_features(declared: Declaration) -> Iterator[str]:
    """Yield the features that a declaration needs."""
    if type(declared) in _WHOLE:
        yield _WHOLE[type(declared)]
    match declared:
        case d.Attack():
            yield from _find_attack_features(declared)
        case d.Move() if declared.phase:
            yield "phase"
        case d.Act() | d.Special() | d.CallSave() | d.CallMorale():
            yield from _find_save_features(declared)
        case d.Rest() if declared.extended:
            yield "extended"
        case d.Resolve() if declared.who:
            yield "one by one"
        case d.Harm():
            if declared.amount:
                yield "amount"
            if declared.place:
                yield "place"
        case d.Join():
            if declared.sheet.shield:
                yield "shield"
            if declared.sheet.skills:
                yield "skills"
        case s.SetTrait() if declared.trait not in _ANYBODYS:
            yield declared.trait
    if getattr(declared, "versus", ""):
        yield "versus"


def _find_save_features(called: d.Act | d.Special | d.CallSave | d.CallMorale) -> Iterator[str]:
    if not isinstance(called, d.CallMorale) and called.target is not None:
        yield "target"
    if called.enhanced or called.impaired:
        yield "modified saves"
    if not isinstance(called, d.CallMorale) and called.opposing:
        yield "opposing"


def _find_attack_features(attack: d.Attack) -> Iterator[str]:
    if attack.risk is not None:
        yield "risk"
    aimed = any(aim.ward or aim.bane for aim in attack.targets)
    if attack.ward or attack.bane or aimed:
        yield "odds"
    if attack.band:
        yield "band"
    if attack.keep:
        yield "keep"
