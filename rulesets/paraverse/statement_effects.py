"""Consequences of facts that the referee states, which keep the state consistent (ALL-01, PV-01,
PV-16, PV-17)."""

from __future__ import annotations

from collections.abc import Callable

from events.types import statements as s
from events.types.outcomes import EngagementBegan, EngagementEnded, MaximumChanged, ScoreChanged
from events.types.unions import Statement
from projections.state.fight_state import Combatant
from rulesets.core.play import Play
from rulesets.paraverse.definition import STAMINA
from rulesets.paraverse.harm import (
    clear_death_checks,
    update_consciousness,
    update_derived_state,
    wake_up,
)
from rulesets.paraverse.scene import Scene, endurance_of, stamina


def apply_consequences(scene: Scene, stated: Statement) -> Play[None]:
    """Apply the consequences of a statement; most have none."""
    one = scene.one(stated.who)
    match stated:
        case s.SetScore(score="CON"):
            yield from _update_endurance(scene, stated)
        case s.SetScore(score=score, now=now, was=was) if score == STAMINA:
            if now is not None and was is not None and now > was:
                yield from wake_up(one)
            yield from update_consciousness(one)
        case s.Place():
            here = scene.area_of(one)
            yield from _end_engagements(
                scene, one, "away", lambda other: scene.area_of(other) != here
            )
        case s.SetTrait(trait="side") | s.HandOver():
            yield from _end_engagements(
                scene, one, "one side", lambda other: other.side == one.side
            )
        case s.AddCondition() | s.EndCondition() | s.Kill() | s.Remove():
            yield from update_derived_state(one)
        case s.Revive() | s.Return():
            yield from clear_death_checks(one)
            yield from update_consciousness(one)


def _end_engagements(
    scene: Scene, one: Combatant, why: str, no_more: Callable[[Combatant], bool]
) -> Play[None]:
    """End a combatant's engagements with some opponents, and keep the others (PV-16)."""
    others = list(map(scene.one, one.engaged))
    if any(map(no_more, others)):
        left = tuple(other.id for other in others if not no_more(other))
        yield EngagementEnded(one.id, why)
        if left:
            yield EngagementBegan(one.id, left)


def _update_endurance(scene: Scene, stated: s.SetScore) -> Play[None]:
    """Change Endurance after a change of CON; Fatigue stays the same (PV-01)."""
    one = scene.one(stated.who)
    was, now = one.maxima[STAMINA], endurance_of(one)
    if now == was:
        return
    left = stamina(one)
    yield MaximumChanged(one.id, STAMINA, was, now, "CON")
    yield ScoreChanged(one.id, STAMINA, left, left + now - was, "CON")
    if now > was:
        yield from wake_up(one)
    yield from update_consciousness(one)
