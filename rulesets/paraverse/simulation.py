"""Random fights of Paraverse: who takes part, and which events show that a clause was used."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from events.types import outcomes as o
from events.types.base import Game
from events.types.sheets import Sheet
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from rulesets.core.ruleset import Evidence
from rulesets.paraverse.definition import STAMINA, STATS, Definition, definition
from rulesets.paraverse.scene import UNCONSCIOUS, WATCH
from rulesets.paraverse.sheets import read_sheet


def evidence(game: Game) -> Mapping[str, Evidence]:
    """Return, by clause, the test that shows it was played."""
    return _EVIDENCE


def _is_outcome(kind: type, **fields: object) -> Evidence:
    """Return a test for an outcome of this type with these fields."""

    def shown(state: FightState, event: AnyEvent) -> bool:
        return isinstance(event, kind) and all(
            getattr(event, field) == value for field, value in fields.items()
        )

    return shown


def _is_computed(state: FightState, event: AnyEvent) -> bool:
    """Return whether the event rests on a computed number: Endurance from CON, or a learned
    skill."""
    if isinstance(event, o.ContestRolled | o.CheckRolled):
        return event.what in state.combatants[event.who].skills
    return isinstance(event, o.MaximumChanged)


def _is_struck(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.DamageDealt) and bool(event.by)


def _is_evasion(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ContestRolled) and event.what == "Evasion"


def _is_several(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ContestFormed) and sum(map(len, event.sides)) > 2


def _is_shielded(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.DamageDealt) and event.armor > state.combatants[event.to].armor


def _is_hindered(state: FightState, event: AnyEvent) -> bool:
    if not isinstance(event, o.ContestRolled | o.AttackRolled | o.CheckRolled):
        return False
    hindrances = definition(state.game).hindrances
    return any(ground.why in hindrances for ground in event.grounds)


def _is_check(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.CheckRolled) and event.purpose in ("action", "called", "treatment")


_EVIDENCE: Mapping[str, Evidence] = {
    "PV-01": _is_computed,
    "PV-02": _is_check,
    "PV-03": _is_outcome(o.PhaseEnded, phase="end"),
    "PV-04": _is_outcome(o.Moved),
    "PV-05": _is_several,
    "PV-06": _is_outcome(o.AttackRolled),
    "PV-07": _is_outcome(o.CheckRolled, purpose="defence"),
    "PV-08": _is_outcome(o.ContestDecided),
    "PV-09": _is_evasion,
    "PV-10": lambda state, event: isinstance(event, o.DamageDealt) and bool(event.place),
    "PV-11": _is_struck,
    "PV-12": _is_outcome(o.ScoreChanged, score=STAMINA, why="pain"),
    "PV-13": _is_outcome(o.WoundTaken),
    "PV-14": _is_hindered,
    "PV-15": _is_shielded,
    "PV-16": _is_outcome(o.EngagementBegan),
    "PV-17": _is_outcome(o.ConditionBegan, condition=UNCONSCIOUS),
    "PV-18": _is_outcome(o.CheckRolled, purpose="death"),
    "PV-19": _is_outcome(o.PhaseEnded, phase=WATCH),
    "PV-20": lambda state, event: (
        isinstance(event, o.ContestRolled) and event.value - event.bonus == 20
    ),
    "PV-21": lambda state, event: isinstance(event, o.DamageDealt) and not event.by,
}

PARTY = ("Ada", "Ben", "Cho")
FOLLOWER = "Dov"
_SKILLS = ("Melee", "Ranged", "Evasion", "Acrobatics", "Stabilization", "Trauma treatment")


def cast(game: Game, random: Random) -> list[Sheet]:
    """Return three random player characters, a follower, and three creatures of the game."""
    rules = definition(game)
    sheets = [read_sheet(game, _random_character(rules, random, name), "pc") for name in PARTY]
    sheets.append(read_sheet(game, _random_character(rules, random, FOLLOWER), "follower"))
    creatures = sorted(rules.creatures)
    for creature in random.sample(creatures, min(3, len(creatures))):
        sheets.append(read_sheet(game, {"from": creature}, "npc"))
    return sheets


def _random_character(rules: Definition, random: Random, name: str) -> dict[str, object]:
    weapons = sorted(rules.weapons)
    return {
        "name": name,
        **{stat: random.randint(7, 14) for stat in STATS},
        "armor": random.randint(0, 5),
        "shield": random.randint(0, 2),
        "weapons": random.sample(weapons, min(2, len(weapons))),
        "skills": {skill: random.randint(-1, 6) for skill in _SKILLS},
    }
