"""Skirmishes hand to hand, and who is engaged with whom after them (PV-05, PV-08, PV-09,
PV-16)."""

from __future__ import annotations

from typing import NamedTuple

from events.types.outcomes import (
    ContestDecided,
    ContestFormed,
    ContestRolled,
    EngagementBegan,
    EngagementEnded,
    Moved,
)
from projections.state.fight_state import Combatant, Pending
from rulesets.common.turns import lapsed
from rulesets.core.play import Play, throw
from rulesets.paraverse.assignment import Assignment, Skirmish
from rulesets.paraverse.contest import (
    Contestant,
    ContestResult,
    decide_contest,
    is_attacked_by,
    prepare_entry,
)
from rulesets.paraverse.harm import Blow, roll_location
from rulesets.paraverse.planning import RoundPlan
from rulesets.paraverse.scene import Scene


class MeleeOutcome(NamedTuple):
    """What a melee phase came to, to be told as it ends: the skirmishes for who is engaged, who
    got away, the blows, and everybody who was attacked in one."""

    skirmishes: list[Skirmish]
    away: list[str]
    blows: list[Blow]
    attacked: list[str]


def resolve_melee(scene: Scene, plan: RoundPlan, able: list[Pending]) -> Play[MeleeOutcome]:
    """The melee phase: everybody is assigned, then one skirmish after the other is rolled."""
    assigned = Assignment(scene, able)
    for each in able:
        reason = assigned.failed.get(each.seq)
        if reason is not None:
            yield lapsed(each.action, reason)
        elif each.action.by in assigned.moves:
            yield Moved(each.action.by, to=assigned.moves[each.action.by])
            yield from leave_engagement(scene.one(each.action.by))
    phase = MeleeOutcome(assigned.skirmishes, [], [], [])
    for skirmish in assigned.skirmishes:
        yield from _resolve_skirmish(scene, plan, skirmish, phase)
    return phase


def leave_engagement(one: Combatant) -> Play[None]:
    """Who has gone, against the rules if need be, has left their opponents behind (PV-16)."""
    if one.engaged:
        yield EngagementEnded(one.id, "away")


def update_engagements(scene: Scene, phase: MeleeOutcome) -> Play[None]:
    """Everybody is engaged with all their opponents, but who got away is with nobody (PV-16)."""
    for skirmish in phase.skirmishes:
        for id in skirmish.sides[0]:
            known = scene.one(id).engaged
            new = tuple(other for other in skirmish.sides[1] if other not in known)
            if new:
                yield EngagementBegan(id, new)
    for id in phase.away:
        yield EngagementEnded(id, "disengaged")


def _resolve_skirmish(
    scene: Scene, plan: RoundPlan, skirmish: Skirmish, phase: MeleeOutcome
) -> Play[None]:
    yield ContestFormed(tuple(tuple(side) for side in skirmish.sides), skirmish.place)
    sides = [(side, id) for side in (0, 1) for id in skirmish.sides[side]]
    phase.attacked.extend(
        id for _, id in sides if is_attacked_by(scene, plan, skirmish.against(id))
    )
    stances = [
        prepare_entry(scene, plan, scene.one(id), skirmish.sides[1 - side]) for side, id in sides
    ]
    faces = yield from throw(*(each.thrown.ask for each in stances))
    members: list[Contestant] = []
    for (side, _), each, dice in zip(sides, stances, faces, strict=True):
        thrown = each.thrown
        natural = thrown.natural(dice)
        value = natural + thrown.bonus
        yield ContestRolled(
            thrown.one.id,
            thrown.what,
            thrown.notation,
            dice,
            value,
            thrown.bonus,
            thrown.modifier,
            thrown.grounds,
        )
        root, declared = thrown.root, each.declared
        members.append(
            Contestant(thrown.one, side, each.way, each.weapon, natural, value, declared, root)
        )
    yield from _apply_result(scene, decide_contest(scene.rules, members), phase)


def _apply_result(scene: Scene, verdict: ContestResult | None, phase: MeleeOutcome) -> Play[None]:
    """The winner strikes, or gets away, or has only warded the others off."""
    if verdict is None:
        yield ContestDecided("", "", 0, "all are equal")
        return
    winner, victim = verdict.winner, verdict.victim
    if winner.way == "disengage":
        yield ContestDecided(winner.one.id, "", verdict.margin, "gets away")
        phase.away.append(winner.one.id)
        return
    if winner.way == "evade" or winner.weapon is None:
        yield ContestDecided(winner.one.id, "", verdict.margin, "wards them off")
        return
    yield ContestDecided(winner.one.id, victim.one.id, verdict.margin)
    place = yield from roll_location(scene, winner.one.id, winner.root)
    times = verdict.multiplier
    rolled = times * int(winner.weapon.dice)
    weapon = winner.weapon.name
    phase.blows.append(Blow(victim.one, rolled, place, winner.one.id, weapon, times, winner.root))
