"""What shows that a clause of Paraverse was made use of in play."""

from __future__ import annotations

from collections.abc import Mapping

from events import outcomes as o
from events.vocabulary import AnyEvent
from projections.state import FightState
from rulesets.paraverse.definition import STAMINA
from rulesets.paraverse.scene import UNCONSCIOUS, WATCH
from rulesets.ruleset import Evidence


def _told(kind: type, **fields: object) -> Evidence:
    """An outcome of this kind, with these fields."""

    def shown(state: FightState, event: AnyEvent) -> bool:
        return isinstance(event, kind) and all(
            getattr(event, field) == value for field, value in fields.items()
        )

    return shown


def _evaded(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ContestRolled) and event.what == "Evasion"


def _several(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ContestFormed) and sum(map(len, event.sides)) > 2


def _shielded(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.DamageDealt) and event.armor > state.combatants[event.to].armor


def _hindered(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.ContestRolled | o.AttackRolled | o.CheckRolled) and any(
        ground.why.startswith("fractured") or ground.why.startswith("skull")
        for ground in event.grounds
    )


def _check(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, o.CheckRolled) and event.purpose in ("action", "called", "treatment")


EVIDENCE: Mapping[str, Evidence] = {
    "PV-01": lambda state, event: isinstance(event, o.DamageDealt | o.MaximumChanged),
    "PV-02": _check,
    "PV-03": _told(o.PhaseEnded, phase="end"),
    "PV-04": _told(o.Moved),
    "PV-05": _several,
    "PV-06": _told(o.AttackRolled),
    "PV-07": _told(o.CheckRolled, purpose="defence"),
    "PV-08": _told(o.ContestDecided),
    "PV-09": _evaded,
    "PV-10": _told(o.HitLocated),
    "PV-11": _told(o.DamageDealt),
    "PV-12": _told(o.ScoreChanged, score=STAMINA, why="pain"),
    "PV-13": _told(o.WoundTaken),
    "PV-14": _hindered,
    "PV-15": _shielded,
    "PV-16": _told(o.EngagementBegan),
    "PV-17": _told(o.ConditionBegan, condition=UNCONSCIOUS),
    "PV-18": _told(o.CheckRolled, purpose="death"),
    "PV-19": _told(o.PhaseEnded, phase=WATCH),
    "PV-20": lambda state, event: isinstance(event, o.ContestRolled) and event.natural == 20,
    "PV-21": lambda state, event: isinstance(event, o.DamageDealt) and not event.by,
}
"""By clause, each with what shows it."""
