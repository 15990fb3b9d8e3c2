"""Random fights of the family: who takes part, and which events show that a clause was used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from msgspec.structs import replace

from events.types import outcomes as o
from events.types.base import Game
from events.types.declarations import Attack
from events.types.sheets import Sheet
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from rulesets.cairn.definition import Definition, definition
from rulesets.cairn.scene import (
    CRITICAL,
    DELIRIOUS,
    INCAPACITATED,
    OUT_OF_ACTION,
    PARALYSED,
    STUNNED,
    is_crowd,
)
from rulesets.cairn.sheets import read_sheet
from rulesets.common.definition import cached_per_game
from rulesets.common.simulation import draw_party, refused_only
from rulesets.core.ruleset import Evidence


def evidence(game: Game) -> Mapping[str, Evidence]:
    """Return, by clause, the test that shows it was played. Clauses of distances and craft are
    there only if the game has them."""
    rules = definition(game)
    shown = dict(_EVIDENCE)
    if not rules.bands:
        del shown["CF-26"]
    if len(rules.scores) == 1:
        del shown["CF-27"]
    return shown


def _save_for(*purposes: str) -> Evidence:
    return lambda state, event: isinstance(event, o.SaveRolled) and event.purpose in purposes


def _pooled(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.DamageDealt) and bool(event.dropped)


def _several_dice(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.AttackRolled) and len(event.faces) > 1


def _bare(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.AttackRolled) and event.weapon == definition(state.game).unarmed


def _crowds(state: FightState, event: AnyEvent) -> bool:
    if not isinstance(event, o.AttackRolled):
        return False
    by, target = state.combatants[event.by], state.combatants[event.target]
    return is_crowd(by) != is_crowd(target)


def _out(state: FightState, event: AnyEvent) -> bool:
    named = (OUT_OF_ACTION, INCAPACITATED)
    return isinstance(event, o.ConditionBegan) and event.condition in named


def _spent_ability(state: FightState, event: AnyEvent) -> bool:
    named = (PARALYSED, DELIRIOUS)
    return isinstance(event, o.ConditionBegan) and event.condition in named


def _scarred(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.WoundTaken) and bool(event.wound.row)


def _critical(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.WoundTaken) and event.wound.name == CRITICAL


def _broken(state: FightState, event: AnyEvent) -> bool:
    if isinstance(event, o.Died):
        return state.combatants[event.who].scale == "detachment"
    return isinstance(event, o.Left) and event.how == "routed"


def _craft(state: FightState, event: AnyEvent) -> bool:
    if not isinstance(event, o.DamageDealt):
        return False
    return state.combatants[event.to].scale in ("vehicle", "starship")


def _tagged(state: FightState, event: AnyEvent) -> bool:
    if isinstance(event, o.ConditionBegan):
        return event.condition == STUNNED
    return isinstance(event, o.EffectTold)


def _modified(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.AttackRolled) and bool(event.grounds)


def _armored(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.DamageDealt) and bool(event.by) and event.armor > 0


def _unattacked(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.DamageDealt) and not event.by


def _struck_while_out(state: FightState, event: AnyEvent) -> bool:
    """Return whether an action lapses in a turn, because its actor or target is out by now
    (CF-06)."""
    return isinstance(event, o.Lapsed) and bool(state.acting)


_EVIDENCE: dict[str, Evidence] = {
    "CF-01": lambda state, event: isinstance(event, o.ClockAdvanced),
    "CF-02": lambda state, event: isinstance(event, o.Moved),
    "CF-03": refused_only,
    "CF-04": _save_for("called", "action"),
    "CF-05": _save_for("opening"),
    "CF-06": _struck_while_out,
    "CF-07": _armored,
    "CF-08": _bare,
    "CF-09": _pooled,
    "CF-10": _modified,
    "CF-11": _several_dice,
    "CF-12": lambda state, event: isinstance(event, o.TargetsCounted),
    "CF-13": _save_for("critical"),
    "CF-14": _critical,
    "CF-15": _out,
    "CF-16": _spent_ability,
    "CF-17": _scarred,
    "CF-18": _scarred,
    "CF-19": lambda state, event: isinstance(event, o.ControlPassed),
    "CF-20": _broken,
    "CF-21": _crowds,
    "CF-22": lambda state, event: isinstance(event, o.Left) and event.how == "retreated",
    "CF-23": _unattacked,
    "CF-24": lambda state, event: isinstance(event, o.Rested),
    "CF-25": lambda state, event: isinstance(event, o.MoraleTested),
    "CF-26": lambda state, event: isinstance(event, Attack) and bool(event.band),
    "CF-27": _craft,
    "CF-28": lambda state, event: isinstance(event, o.TurnEnded),
    "CF-29": _tagged,
}

CROWD = "Mob"


def cast(game: Game, random: Random) -> list[Sheet]:
    """Return the sheets of a random fight.

    There are three player characters, a follower, two creatures of the game, and a crowd. If the
    game has craft, the party and its foes sometimes have one each.
    """
    rules = definition(game)
    sheets = draw_party(game, read_sheet, partial(_person, rules, random))
    known = _creatures(game)
    creatures = [sheet for sheet in known if sheet.scale == "individual"]
    sheets += random.sample(creatures, min(2, len(creatures)))
    crowd = {**_person(rules, random, CROWD), "detachment": True}
    sheets.append(read_sheet(game, crowd, "npc"))
    craft = [sheet for sheet in known if sheet.scale not in ("individual", "detachment")]
    if craft and random.random() < 0.4:
        own, theirs = random.choice(craft), random.choice(craft)
        pcs = [sheet.name for sheet in sheets if sheet.kind == "pc"]
        crew = dict(zip(pcs, ("pilot", "gunner", ""), strict=True))
        sheets += [replace(own, side="party", crew=crew), theirs]
    return sheets


@cached_per_game
def _creatures(game: Game) -> list[Sheet]:
    """Return every creature and craft of the game."""
    names = sorted(definition(game).creatures)
    return [read_sheet(game, {"from": name}, "npc") for name in names]


def _person(rules: Definition, random: Random, name: str) -> dict[str, object]:
    scores = rules.scores_of("individual")
    weapons = sorted(rules.weapons)
    return {
        "name": name,
        scores.protection: random.randint(1, 8),
        **{field: random.randint(6, 15) for field in (scores.body, scores.agility, scores.will)},
        "armor": random.randint(0, 2),
        "weapons": random.sample(weapons, min(2, len(weapons))),
    }
