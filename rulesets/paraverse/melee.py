"""The melee phase: its skirmishes, and who is engaged with whom after them (PV-05, PV-08, PV-09,
PV-16)."""

from __future__ import annotations

from collections.abc import Hashable
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
from rulesets.common.turns import make_lapse
from rulesets.core.play import Faces, Play, roll_dice
from rulesets.paraverse.assignment import Assignment, Skirmish
from rulesets.paraverse.contest import (
    Contestant,
    ContestResult,
    decide_contest,
    is_attacked_by,
    prepare_entry,
    summarize_contest,
)
from rulesets.paraverse.harm import Blow, roll_location
from rulesets.paraverse.planning import RoundPlan
from rulesets.paraverse.scene import Scene


class MeleeOutcome(NamedTuple):
    """The results of a melee phase, which take effect at its end: the skirmishes (for engagements),
    the combatants who got away, the blows, and the combatants who were attacked."""

    skirmishes: list[Skirmish]
    disengaged: list[str]
    blows: list[Blow]
    attacked: list[str]


def resolve_melee(scene: Scene, plan: RoundPlan, able: list[Pending]) -> Play[MeleeOutcome]:
    """Assign everyone, then roll one skirmish after the other."""
    assigned = Assignment(scene, able)
    plan.fought = assigned.fought
    for each in able:
        reason = assigned.failed.get(each.seq)
        if reason is not None:
            yield make_lapse(each.action, reason)
        elif each.action.by in assigned.moves:
            yield Moved(each.action.by, to=assigned.moves[each.action.by])
            yield from leave_engagement(scene.one(each.action.by))
    outcome = MeleeOutcome(assigned.skirmishes, [], [], [])
    for skirmish in assigned.skirmishes:
        yield from _resolve_skirmish(scene, plan, skirmish, outcome)
    return outcome


def leave_engagement(one: Combatant) -> Play[None]:
    """End the engagements of a combatant who has moved away from their opponents (PV-16)."""
    if one.engaged:
        yield EngagementEnded(one.id, "away")


def update_engagements(scene: Scene, outcome: MeleeOutcome) -> Play[None]:
    """Engage the opponents in each skirmish with each other; free those who got away (PV-16)."""
    for skirmish in outcome.skirmishes:
        for id in skirmish.sides[0]:
            known = scene.one(id).engaged
            new = tuple(other for other in skirmish.sides[1] if other not in known)
            if new:
                yield EngagementBegan(id, new)
    for id in outcome.disengaged:
        yield EngagementEnded(id, "disengaged")


def _resolve_skirmish(
    scene: Scene, plan: RoundPlan, skirmish: Skirmish, outcome: MeleeOutcome
) -> Play[None]:
    yield ContestFormed(tuple(tuple(side) for side in skirmish.sides), skirmish.place)
    sides = [(side, id) for side in (0, 1) for id in skirmish.sides[side]]
    outcome.attacked.extend(
        id for _, id in sides if is_attacked_by(scene, plan, skirmish.opponents_of(id))
    )
    entries = [
        prepare_entry(scene, plan, scene.one(id), skirmish.sides[1 - side]) for side, id in sides
    ]

    def rank(faces: Faces) -> list[Contestant]:
        return [
            each.make_contestant(side, dice)
            for (side, _), each, dice in zip(sides, entries, faces, strict=False)
        ]

    def tell_apart(faces: Faces) -> Hashable:
        result = decide_contest(scene.rules, rank(faces))
        return None if result is None else _tell_apart(result)

    def summarize(faces: Faces) -> Hashable:
        return summarize_contest(scene.rules, rank(faces), [*map(len, skirmish.sides)])

    faces = yield from roll_dice(
        *(each.roll.ask for each in entries), alike=tell_apart, summary=summarize
    )
    contestants = rank(faces)
    for each, one, dice in zip(entries, contestants, faces, strict=True):
        roll = each.roll
        yield ContestRolled(
            roll.roller.id,
            roll.what,
            roll.notation,
            dice,
            one.value,
            roll.bonus,
            roll.modifier,
            roll.grounds,
        )
    yield from _apply_result(scene, decide_contest(scene.rules, contestants), outcome)


def _tell_apart(result: ContestResult) -> Hashable:
    """Return what of a contest's result matters: who wins, and whom they strike how hard."""
    winner = result.winner
    if winner.intent != "fight" or winner.weapon is None:
        return winner.combatant.id
    return winner.combatant.id, result.victim.combatant.id, result.multiplier


def _apply_result(scene: Scene, result: ContestResult | None, outcome: MeleeOutcome) -> Play[None]:
    """Record the result of a contest: the winner deals damage, gets away, or defends."""
    if result is None:
        yield ContestDecided("", "", 0, "all are equal")
        return
    winner, victim = result.winner, result.victim
    if winner.intent == "disengage":
        yield ContestDecided(winner.combatant.id, "", result.margin, "gets away")
        outcome.disengaged.append(winner.combatant.id)
        return
    if winner.intent == "evade" or winner.weapon is None:
        yield ContestDecided(winner.combatant.id, "", result.margin, "wards them off")
        return
    yield ContestDecided(winner.combatant.id, victim.combatant.id, result.margin)
    by, weapon, times = winner.combatant.id, winner.weapon, result.multiplier
    place = yield from roll_location(scene, by, winner.root)
    damage = times * int(weapon.dice)
    blow = Blow(victim.combatant, damage, place, by, weapon.name, times, winner.root)
    outcome.blows.append(blow)
