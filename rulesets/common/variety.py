"""Variety of random fights: readings that a table can choose, sturdier characters, tags and effects
of weapons that no shipped creature has, foes who surrender, and words for the dice.

Each feature that a game has is found by asking its rules whether somebody may join with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from events.errors import Refused
from events.types import outcomes as o
from events.types.base import Game
from events.types.declarations import Attack, DiceMode, FightStarted, Join
from events.types.log_events import Salted
from events.types.sheets import Effect, Sheet
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.state.fold import fold
from rulesets.core.registry import find_package, load_ruleset

STURDY = (9, 12)
"""The least and the most hit protection of a sturdy character. A blow that takes exactly all of it
scars, and its size says how: the gravest scar needs one of 12."""

HEAVY = "4d12"
"""The dice of a heavy weapon, which strikes that hard."""

OF_WEAPONS = ("hit", "critical")
"""The moments of the effects that a weapon has."""

OF_BEARERS = ("own-critical", "killed")
"""The moments of the effects that a combatant has."""

SURRENDERS = {"morale": "surrenders"}


class Feature(NamedTuple):
    """Something that a game has beside declarations, outcomes and clauses: its kind (`option`,
    `scar`, `tag`, `effect`, `way out`, `log event`) and its name."""

    kind: str
    name: str


def list_features(game: Game) -> list[Feature]:
    """Return the features that fights of a game can have."""
    found = [
        Feature("option", f"{name} = {value}")
        for name, values in _list_options(game)
        for value in values
    ]
    found += [Feature("scar", scar["name"]) for scar in game.definition.get("scars", ())]
    found += [Feature("tag", tag) for tag in _list_tags(game)]
    found += [
        Feature("effect", effect.text)
        for moments in (OF_WEAPONS, OF_BEARERS)
        for effect in _list_effects(game, moments)
    ]
    if _may_join(game, Sheet("Foe", _score(game), choices=SURRENDERS)):
        found.append(Feature("way out", "surrendered"))
    return [*found, Feature("log event", "Salted")]


def find_features(state: FightState, event: AnyEvent) -> Iterator[Feature]:
    """Yield the features that an event shows; `state` is the fight with it."""
    match event:
        case FightStarted(game=game):
            for name, value in game.definition.get("options", {}).items():
                yield Feature("option", f"{name} = {value}")
        case o.WoundTaken(wound=wound):
            yield Feature("scar", wound.name)
        case Attack(by=by, weapons=names):
            carried = state.combatants[by].weapons
            tags = {tag for weapon in carried if weapon.name in names for tag in weapon.tags}
            yield from (Feature("tag", tag) for tag in sorted(tags))
        case o.EffectTold(text=text) | o.SaveRolled(why=text):
            yield Feature("effect", text)
        case o.Left(how=how):
            yield Feature("way out", how)
        case Salted():
            yield Feature("log event", "Salted")


def vary_game(game: Game, random: Random) -> Game:
    """Return a game with a reading at random for each of its options."""
    chosen = {name: random.choice(values) for name, values in _list_options(game)}
    options = {**game.definition.get("options", {}), **chosen}
    return replace(game, definition={**game.definition, "options": options})


def vary_sheet(game: Game, sheet: Sheet, random: Random) -> Sheet:
    """Return a sheet with a chance of more hit protection, of a tag or an effect of its first
    weapon, and of surrender in place of flight. The same sheet where its game has none of that."""
    protection = next(iter(game.scores["individual"]))
    varied = sheet
    is_harder = "scars" in game.definition and random.random() < 0.5
    if is_harder and sheet.kind == "pc":
        scores = {**sheet.scores, protection: random.randint(*STURDY)}
        varied = replace(varied, scores=scores, armor=0)
    if is_harder and sheet.kind == "npc" and sheet.weapons:
        heavy = replace(sheet.weapons[0], dice=HEAVY)
        varied = replace(varied, weapons=(heavy, *sheet.weapons[1:]))
    if varied.weapons and random.random() < 0.5:
        first, *others = varied.weapons
        tags, effects = _list_tags(game), _list_effects(game, OF_WEAPONS)
        if tags and random.random() < 0.5:
            first = replace(first, tags=tuple(dict.fromkeys((*first.tags, random.choice(tags)))))
        elif effects:
            first = replace(first, effects=(random.choice(effects),))
        varied = replace(varied, weapons=(first, *others))
    effects = _list_effects(game, OF_BEARERS)
    if sheet.kind == "npc" and effects and random.random() < 0.7:
        varied = replace(varied, effects=(random.choice(effects),))
    if sheet.kind == "npc" and random.random() < 0.3:
        varied = replace(varied, choices={**sheet.choices, **SURRENDERS})
    return varied if _may_join(game, varied) else sheet


def _list_options(game: Game) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield the options of a game with the values that each can have. Of a number, these are the
    default and 10, which the texts name."""
    options = import_module(f"{find_package(game.rules)}.definition").Options
    for name, kind in get_type_hints(options).items():
        if get_origin(kind) is Literal:
            yield name, get_args(kind)
        else:
            yield name, (False, True) if kind is bool else (getattr(options(), name), 10)


def _list_tags(game: Game) -> tuple[str, ...]:
    tags: tuple[str, ...] = import_module(f"{find_package(game.rules)}.sheets").TAGS
    return tags


def _list_effects(game: Game, moments: Sequence[str]) -> list[Effect]:
    """Return an effect of each kind at these moments that somebody can have in this game."""
    hints = get_type_hints(Effect)
    ability = list(game.scores["individual"])[1]
    every = (
        Effect(when, does, f"{when}: {does}", *_state_amount(does, ability))  # type: ignore[arg-type]
        for when in moments
        for does in get_args(hints["does"])
    )
    return [
        effect for effect in every if _may_join(game, Sheet("Foe", _score(game), effects=(effect,)))
    ]


def _state_amount(does: str, ability: str) -> tuple[str, str]:
    """Return the dice and the score of an effect that needs them; empty where it does not."""
    dice = "d4" if does in ("lose", "damage", "regain") else ""
    return dice, ability if does in ("lose", "rise") else ""


def _score(game: Game) -> dict[str, int]:
    return dict.fromkeys(game.scores["individual"], 8)


def _may_join(game: Game, sheet: Sheet) -> bool:
    """Return whether the rules of a game let somebody join."""
    rules = load_ruleset(game.rules)
    state = fold(FightState(), 1, (FightStarted("Probe", game, _MODE),))
    try:
        return not rules.check(state, rules.prepare(state, Join(sheet)))
    except Refused:
        return False


_MODE: DiceMode = "typed"
