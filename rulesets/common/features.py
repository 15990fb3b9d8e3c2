"""Features: what some games have and others lack. A declaration that needs a feature which the game
lacks is refused; a game's verbs and traits follow from its features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, get_args

from events.errors import Refused
from events.types import declarations as d
from events.types import statements as s
from events.types.game import Game
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from rulesets.common.naming import join_words
from rulesets.core.ruleset import Lexicon

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
        *(d.Attack, d.Move, d.Act, d.Special, d.CallSave, d.Harm, d.BeginRound, d.Retreat),
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
    """Return what can be said in a game with these features; `fields` are all needed to join."""
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


def refuse_foreign(state: FightState, declared: Declaration, has: frozenset[str]) -> None:
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
