"""The ranged phase: shots and throws, their checks and their results (PV-06, PV-07)."""

from __future__ import annotations

from collections.abc import Iterator

from events.types import declarations as d
from events.types.outcomes import AttackRolled, Ground
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant, Pending
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Faces, Play, roll_dice
from rulesets.core.ruleset import Problem
from rulesets.paraverse.harm import Blow, roll_location
from rulesets.paraverse.planning import RoundPlan
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.skills import SkillRoll, find_hindrances, find_modifier


def find_shot_problems(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    """Yield the problems with a shot or throw at this target from here."""
    by, target = scene.one(attack.by), scene.one(attack.targets[0].target)
    weapon = scene.find_weapon(by, attack.weapons[0])
    if weapon is None:
        return
    here, there = scene.area_of(by), scene.area_of(target)
    if "throwing" in weapon.tags:
        if here != there:
            yield Problem(
                f"{by.name}'s {weapon.name} is thrown within one area, and {target.name} is in"
                f" {there}",
                "PV-06",
                bar=f"thrown:{by.id}:{here}:{there}",
            )
        return
    if by.engaged:
        yield Problem(f"{by.name} is engaged and cannot shoot", "PV-06", bar=f"engaged:{by.id}")
    is_seen = scene.is_in_sight(here, there)
    if not is_seen:
        why = f"{there} is not in sight of {here}"
        yield Problem(why, "PV-06", bar=f"unseen:{by.id}:{here}:{there}")
    if here != there and not scene.is_adjacent(here, there):
        seen = f"{there} is in sight of {here}, but further than the next area"
        why = seen if is_seen else f"{there} is further from {here} than the next area"
        far = Problem(why, "PV-06", bar=f"far:{by.id}:{here}:{there}")
        yield far if is_seen else far._replace(since=2)


def prepare_shot(scene: Scene, attack: d.Attack, seq: int) -> SkillRoll:
    """Return the attacker's d20 roll."""
    by, aim = scene.one(attack.by), attack.targets[0]
    weapon = scene.find_weapon(by, attack.weapons[0])
    skill = "Marksman" if weapon is not None and "marksman" in weapon.tags else "Throwing"
    grounds = (
        *make_grounds(attack.enhanced, attack.impaired),
        *make_grounds(aim.enhanced, aim.impaired),
        *find_hindrances(scene, by, skill),
    )
    return SkillRoll(by, skill, "attack", find_modifier(scene, by, skill), grounds, seq)


def resolve_shots(scene: Scene, plan: RoundPlan, shots: list[Pending]) -> Play[list[Blow]]:
    """Resolve the ranged attacks in order; return the blows that land as the phase ends."""
    blows: list[Blow] = []
    for each in shots:
        assert isinstance(each.action, d.Attack)
        blow = yield from _resolve_shot(scene, plan, each.action, each.seq)
        if blow is not None:
            blows.append(blow)
    return blows


def _resolve_shot(scene: Scene, plan: RoundPlan, attack: d.Attack, seq: int) -> Play[Blow | None]:
    by, target = scene.one(attack.by), scene.one(attack.targets[0].target)
    weapon = scene.find_weapon(by, attack.weapons[0])
    assert weapon is not None, "judged before"
    attack_roll = prepare_shot(scene, attack, seq)
    defence_roll = _prepare_defence(scene, plan, attack, target)

    def tell_apart(faces: Faces) -> int:
        difference = attack_roll.value(faces[0]) - defence_roll.value(faces[1])
        return scene.rules.multiplier(difference) if difference > 0 else 0

    attack_faces, defence_faces = yield from roll_dice(
        attack_roll.ask, defence_roll.ask, alike=tell_apart
    )
    value, defence = attack_roll.value(attack_faces), defence_roll.value(defence_faces)
    yield AttackRolled(
        by.id,
        target.id,
        weapon.name,
        attack_roll.formula,
        attack_faces,
        value,
        attack_roll.modifier,
        attack_roll.grounds,
        seq,
    )
    yield defence_roll.as_check(
        defence_faces,
        value,
        defence >= value,
        least=True,
        versus=by.id,
        why=_describe_shield(target),
    )
    if defence >= value:
        return None
    return (yield from _prepare_blow(scene, by, target, weapon, value - defence, seq))


def _prepare_blow(
    scene: Scene, by: Combatant, target: Combatant, weapon: Weapon, difference: int, seq: int
) -> Play[Blow]:
    place = yield from roll_location(scene, by.id, seq)
    times = scene.rules.multiplier(difference)
    return Blow(target, times * int(weapon.dice), place, by.id, weapon.name, times, seq)


def _prepare_defence(
    scene: Scene, plan: RoundPlan, attack: d.Attack, target: Combatant
) -> SkillRoll:
    """Return the defender's roll on Evasion with the shield; each attack has one (PV-07, PV-15)."""
    aim = attack.targets[0]
    grounds = (
        *make_grounds(attack.ward, attack.bane),
        *make_grounds(aim.ward, aim.bane),
        *find_distraction(plan, target),
        *find_hindrances(scene, target, "Evasion"),
    )
    bonus = find_modifier(scene, target, "Evasion") + target.shield
    return SkillRoll(target, "Evasion", "defence", bonus, grounds)


def _describe_shield(one: Combatant) -> str:
    """Return, in words, what the shield added to a defence (PV-15)."""
    return f"shield {one.shield}" if one.shield else ""


def find_distraction(plan: RoundPlan, one: Combatant) -> Iterator[Ground]:
    """Yield a disadvantage on evading for each action other than fighting (PV-09)."""
    for each in plan.declared_by(one):
        if isinstance(each.action, d.Act):
            yield Ground("impaired", f"busy: {each.action.what}")
