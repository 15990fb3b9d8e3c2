"""Skirmishes hand to hand, and who is engaged with whom after them (PV-05, PV-08, PV-09,
PV-16)."""

from __future__ import annotations

from typing import NamedTuple

from events import declarations as d
from events.outcomes import (
    ContestDecided,
    ContestFormed,
    ContestRolled,
    EngagementBegan,
    EngagementEnded,
    Ground,
    Moved,
)
from events.sheets import Weapon
from projections.state import Combatant, Pending
from rulesets.common.grounds import said
from rulesets.common.turns import lapsed
from rulesets.paraverse.assign import Assignment, Skirmish
from rulesets.paraverse.blows import Blow, locate
from rulesets.paraverse.contest import Member, Verdict, Way, decide
from rulesets.paraverse.plan import Plan, is_shot
from rulesets.paraverse.ranged import busy
from rulesets.paraverse.scene import Scene, out_of_action
from rulesets.paraverse.skills import Throw, hindrances, modifier
from rulesets.steps import Play, throw


class Stance(NamedTuple):
    """How somebody goes into a skirmish: their d20, what they are after, and with what."""

    thrown: Throw
    way: Way
    weapon: Weapon | None
    declared: int | None


class Melee(NamedTuple):
    """What a melee phase came to, to be told as it ends: the skirmishes for who is engaged, who
    got away, the blows, and everybody who was in one."""

    skirmishes: list[Skirmish]
    away: list[str]
    blows: list[Blow]

    def fought(self) -> list[str]:
        """Everybody who was in a skirmish."""
        return [id for each in self.skirmishes for side in each.sides for id in side]


def fight_all(scene: Scene, plan: Plan, able: list[Pending]) -> Play[Melee]:
    """The melee phase: everybody is assigned, then one skirmish after the other is rolled."""
    assigned = Assignment(scene, able)
    for each in able:
        problem = assigned.failed.get(each.seq)
        if problem is not None:
            yield lapsed(each.action, problem.reason)
        elif each.action.by in assigned.moves:
            yield Moved(each.action.by, to=assigned.moves[each.action.by])
            yield from away(scene.one(each.action.by))
    phase = Melee(assigned.skirmishes, [], [])
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
            natural,
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


def stance(scene: Scene, plan: Plan, one: Combatant, opponents: list[str]) -> Stance:
    """How somebody goes into a skirmish: as they said, fighting back where they said nothing,
    evading where they do something else."""
    warded = _warded(scene, plan, one, opponents)
    planned = plan.of(one)
    attack = next((each for each in planned if _is_blow(scene, each)), None)
    if out_of_action(one) and not any(each.action.overrule for each in planned):
        return _evade(scene, one, warded, "evade", None)
    if attack is not None and isinstance(attack.action, d.Attack):
        weapon = scene.weapon(one, attack.action.weapons[0]) or scene.at_hand(one)
        grounds = (*_said(attack.action, opponents), *warded)
        return _blow(scene, one, weapon, grounds, attack.seq, attack.seq)
    if not planned:
        return _blow(scene, one, scene.at_hand(one), warded, None, 0)
    away = isinstance(planned[0].action, d.Disengage)
    grounds = (*warded, *busy(plan, one))
    return _evade(scene, one, grounds, "disengage" if away else "evade", planned[0].seq)


def _is_blow(scene: Scene, waiting: Pending) -> bool:
    return isinstance(waiting.action, d.Attack) and not is_shot(scene, waiting.action)


def _blow(
    scene: Scene,
    one: Combatant,
    weapon: Weapon,
    grounds: tuple[Ground, ...],
    declared: int | None,
    root: int,
) -> Stance:
    what = "Throwing" if "throwing" in weapon.tags else "Melee"
    every = (*grounds, *hindrances(scene, one, what))
    thrown = Throw(one, what, "melee", modifier(scene, one, what), every, root)
    return Stance(thrown, "fight", weapon, declared)


def _evade(
    scene: Scene, one: Combatant, grounds: tuple[Ground, ...], way: Way, declared: int | None
) -> Stance:
    every = (*grounds, *hindrances(scene, one, "Evasion"))
    thrown = Throw(one, "Evasion", "melee", modifier(scene, one, "Evasion"), every)
    return Stance(thrown, way, None, declared)


def _said(attack: d.Attack, opponents: list[str]) -> tuple[Ground, ...]:
    """What the referee has named for an attack; against its target alone, where it meets it."""
    aim = attack.targets[0]
    only = said(aim.enhanced, aim.impaired) if aim.target in opponents else ()
    return (*said(attack.enhanced, attack.impaired), *only)


def _warded(scene: Scene, plan: Plan, one: Combatant, opponents: list[str]) -> tuple[Ground, ...]:
    """What the referee has named for somebody's defence in the attacks on them."""
    grounds: list[Ground] = []
    for each in plan.waiting:
        action = each.action
        if action.by in opponents and isinstance(action, d.Attack) and _is_blow(scene, each):
            aim = action.targets[0]
            if aim.target == one.id:
                grounds += [*said(action.ward, action.bane), *said(aim.ward, aim.bane)]
    return tuple(grounds)
