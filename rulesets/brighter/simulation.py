"""Random fights of Brighter Worlds: who takes part, and which events show that a clause was
used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

from events.types import outcomes as o, statements as s
from events.types.base import Game
from events.types.sheets import Sheet
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from rulesets.brighter.actions import make_won_ground
from rulesets.brighter.definition import ATTRIBUTES, LADDER, definition
from rulesets.brighter.scene import ATTACK_LEFT, WOUND
from rulesets.brighter.sheets import read_sheet
from rulesets.common.conditions import FULL_PACK
from rulesets.common.simulation import draw_creatures, draw_party
from rulesets.common.weapons import is_blast
from rulesets.core.ruleset import Evidence


def evidence(game: Game) -> Mapping[str, Evidence]:
    """Return the evidence by clause."""
    return _EVIDENCE


def _check_for(*purposes: str) -> Evidence:
    return lambda state, event: isinstance(event, o.CheckRolled) and event.purpose in purposes


def _sized(state: FightState, event: AnyEvent) -> bool:
    named = isinstance(event, o.ScoreChanged | s.SetScore)
    return named and getattr(event, "score", "") in ATTRIBUTES


def _acts(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.Moved | o.Acted | o.AttackRolled)


def _modified(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.AttackRolled) and bool(event.grounds)


def _effect(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.EffectTold) and bool(event.of)


def _filled(state: FightState, event: AnyEvent) -> bool:
    """Return whether the damage after armor fills at least the smallest attribute die."""
    if not isinstance(event, o.DamageDealt):
        return False
    return event.dealt >= min(state.combatants[event.to].scores[each] for each in ATTRIBUTES) > 0


def _zero(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.WoundTaken) and event.wound.name == WOUND


def _too_late(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ConditionBegan) and event.condition == ATTACK_LEFT


def _area(state: FightState, event: AnyEvent) -> bool:
    if not isinstance(event, o.AttackRolled):
        return False
    used = event.weapon.split(" and ")
    return is_blast(each for each in state.combatants[event.by].weapons if each.name in used)


def _harm(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ScoreChanged) and event.score in ATTRIBUTES and not state.acting


def _rested(state: FightState, event: AnyEvent) -> bool:
    if isinstance(event, o.ConditionBegan):
        return event.condition == FULL_PACK
    return isinstance(event, o.Rested)


def _as_in_the_example(state: FightState, event: AnyEvent) -> bool:
    """Return whether the save within an attack enhanced it."""
    if not isinstance(event, o.AttackRolled) or event.modifier != "enhanced":
        return False
    enhanced = definition(state.game).enhanced_die in event.dice
    return enhanced and any(ground.why in _SAVED for ground in event.grounds)


_SAVED = {make_won_ground(each).why for each in ATTRIBUTES}

_EVIDENCE: dict[str, Evidence] = {
    "BW-01": _sized,
    "BW-02": _check_for("action", "called"),
    "BW-03": _acts,
    "BW-04": _check_for("opening"),
    "BW-05": lambda state, event: isinstance(event, o.DamageDealt) and event.attack > 0,
    "BW-06": _modified,
    "BW-07": _check_for("critical"),
    "BW-08": _effect,
    "BW-09": _filled,
    "BW-10": _zero,
    "BW-11": _too_late,
    "BW-12": _area,
    "BW-13": _harm,
    "BW-14": lambda state, event: isinstance(event, o.MoraleTested),
    "BW-15": _rested,
    "BW-16": _as_in_the_example,
}


def cast(game: Game, random: Random) -> list[Sheet]:
    """Return three player characters, a follower and three creatures of the game."""
    rules = definition(game)
    party = draw_party(game, read_sheet, partial(_numbers, random, list(rules.weapons)))
    return [*party, *draw_creatures(game, read_sheet, rules.creatures, random)]


def _numbers(random: Random, weapons: list[str], name: str) -> dict[str, Any]:
    return {
        "name": name,
        **{attribute: random.choice(LADDER[1:]) for attribute in ATTRIBUTES},
        "armor": random.randint(0, 2),
        "weapons": random.sample(weapons, min(2, len(weapons))),
    }
