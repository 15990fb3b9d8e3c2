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
from rulesets.paraverse.contest import Member, Verdict, attacked, decide, stance
from rulesets.paraverse.harm import Blow, locate
from rulesets.paraverse.planning import Plan
from rulesets.paraverse.scene import Scene


class Melee(NamedTuple):
    """What a melee phase came to, to be told as it ends: the skirmishes for who is engaged, who
    got away, the blows, and everybody who was attacked in one."""

    skirmishes: list[Skirmish]
    away: list[str]
    blows: list[Blow]
    attacked: list[str]


def fight_all(scene: Scene, plan: Plan, able: list[Pending]) -> Play[Melee]:
    """The melee phase: everybody is assigned, then one skirmish after the other is rolled."""
    assigned = Assignment(scene, able)
    for each in able:
        reason = assigned.failed.get(each.seq)
        if reason is not None:
            yield lapsed(each.action, reason)
        elif each.action.by in assigned.moves:
            yield Moved(each.action.by, to=assigned.moves[each.action.by])
            yield from away(scene.one(each.action.by))
    phase = Melee(assigned.skirmishes, [], [], [])
    for skirmish in assigned.skirmishes:
        yield from _fight(scene, plan, skirmish, phase)
    return phase


def away(one: Combatant) -> Play[None]:
    """Who has gone, against the rules if need be, has left their opponents behind (PV-16)."""
    if one.engaged:
        yield EngagementEnded(one.id, "away")


def engage_all(scene: Scene, phase: Melee) -> Play[None]:
    """Everybody is engaged with all their opponents, but who got away is with nobody (PV-16)."""
    for skirmish in phase.skirmishes:
        for id in skirmish.sides[0]:
            known = scene.one(id).engaged
            new = tuple(other for other in skirmish.sides[1] if other not in known)
            if new:
                yield EngagementBegan(id, new)
    for id in phase.away:
        yield EngagementEnded(id, "disengaged")


def _fight(scene: Scene, plan: Plan, skirmish: Skirmish, phase: Melee) -> Play[None]:
    yield ContestFormed(tuple(tuple(side) for side in skirmish.sides), skirmish.place)
    sides = [(side, id) for side in (0, 1) for id in skirmish.sides[side]]
    phase.attacked.extend(id for _, id in sides if attacked(scene, plan, skirmish.against(id)))
    stances = [stance(scene, plan, scene.one(id), skirmish.sides[1 - side]) for side, id in sides]
    faces = yield from throw(*(each.thrown.ask for each in stances))
    members: list[Member] = []
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
            Member(thrown.one, side, each.way, each.weapon, natural, value, declared, root)
        )
    yield from _decided(scene, decide(scene.rules, members), phase)


def _decided(scene: Scene, verdict: Verdict | None, phase: Melee) -> Play[None]:
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
    place = yield from locate(scene, winner.one.id, winner.root)
    times = verdict.multiplier
    rolled = times * int(winner.weapon.dice)
    weapon = winner.weapon.name
    phase.blows.append(Blow(victim.one, rolled, place, winner.one.id, weapon, times, winner.root))
