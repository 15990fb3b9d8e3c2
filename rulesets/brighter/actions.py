"""Actions as they are resolved: attacks, deeds, retreats, first aid (BW-02, BW-03, BW-05,
BW-10)."""

from __future__ import annotations

from events.types import declarations as d
from events.types.outcomes import (
    Acted,
    Aided,
    AttackRolled,
    ConditionBegan,
    Ground,
    Lapsed,
    WoundTended,
)
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.brighter import effects, harm
from rulesets.brighter.attacks import find_harmed_attribute, find_openings, prepare_attack_roll
from rulesets.brighter.definition import DEX
from rulesets.brighter.saves import Save, roll_save
from rulesets.brighter.scene import EXPOSED, FIRST_AID, RECOVERY, AttackProgress, Blow, Scene
from rulesets.common.conditions import (
    NEXT_ENHANCED,
    end_conditions,
    end_conditions_from,
    make_condition_end,
)
from rulesets.common.turns import make_lapse
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Play, roll_for


def attack(scene: Scene, seq: int, declared: d.Attack) -> Play[None]:
    """Resolve an attack: the save within it, one roll, then each target in the order named."""
    by = scene.one(declared.by)
    brought = yield from _roll_risk(scene, by, declared)
    if brought is None:
        return
    roll = prepare_attack_roll(scene, declared, brought)
    faces = yield from roll_for(by.id, roll.dice, "damage", seq, roll.tell_apart)
    value, kept, weapons = roll.keep(faces)
    yield AttackRolled(
        by.id,
        declared.targets[0].target,
        roll.weapon_name,
        roll.notation,
        faces,
        value,
        roll.modifier,
        roll.grounds,
        seq,
        kept,
    )
    yield from _spend_advantages(scene, by, declared)
    progress = AttackProgress()
    for aim in declared.targets:
        blow = Blow(
            scene.one(aim.target),
            value,
            by,
            roll.weapon_name,
            seq,
            find_harmed_attribute(weapons),
            effects.list_effects(weapons, by),
            (*make_grounds(declared.ward, declared.bane), *make_grounds(aim.ward, aim.bane)),
        )
        yield from harm.land_blow(scene, blow, progress)


def _roll_risk(scene: Scene, by: Combatant, declared: d.Attack) -> Play[list[Ground] | None]:
    """Roll the save within an attack and return the grounds it gives; None if the attack is lost
    (BW-02)."""
    risk = declared.risk
    if risk is None:
        return []
    if (yield from roll_save(scene, _make_save(scene, by, risk, "the attack"))):
        return [make_won_ground(risk.save)] if risk.passed else []
    if risk.failed == "lost":
        yield make_lapse(declared, f"the {risk.save} save failed")
        return None
    if risk.failed == "exposed" and not _is_exposed(by, risk.versus):
        yield ConditionBegan(by.id, EXPOSED, about=risk.versus)
    return []


def make_won_ground(attribute: str) -> Ground:
    """Return the ground that a passed save on an attribute gives an attack."""
    return Ground("enhanced", f"{attribute} save")


def _is_exposed(one: Combatant, about: str) -> bool:
    return any(each.name == EXPOSED and each.about == about for each in one.conditions)


def _spend_advantages(scene: Scene, by: Combatant, declared: d.Attack) -> Play[None]:
    """End the conditions that enhanced this attack, so that they do not enhance another."""
    yield from end_conditions(by, NEXT_ENHANCED)
    for target in (scene.one(aim.target) for aim in declared.targets):
        yield from dict.fromkeys(
            make_condition_end(target, each) for each in find_openings(target, by)
        )


def do_deed(scene: Scene, declared: d.Act | d.Special) -> Play[None]:
    """Resolve any other action, spells too. A risky one takes a save."""
    one = scene.one(declared.by)
    if declared.save and not (
        yield from roll_save(scene, _make_save(scene, one, declared, declared.what))
    ):
        yield Lapsed(one.id, declared.what, f"the {declared.save} save failed")
    else:
        yield Acted(one.id, declared.what)


def _make_save(scene: Scene, one: Combatant, risk: d.Risk | d.Act | d.Special, why: str) -> Save:
    versus = find_opponent(scene, risk.versus)
    return Save(
        one,
        risk.save,
        "action",
        why,
        versus,
        grounds=make_grounds(risk.enhanced, risk.impaired),
        opposing=risk.opposing,
    )


def find_opponent(scene: Scene, id: str) -> Combatant | None:
    """Return the opponent of a save; None if there is none, or if they have left."""
    one = scene.one(id) if id else None
    return one if one is not None and one.standing == "in" else None


def try_to_leave(scene: Scene, declared: d.Retreat) -> Play[bool]:
    """Roll a retreat's save against the opponent in the way, and return whether the retreat
    succeeds.

    Without an opponent it succeeds.
    """
    one, versus = scene.one(declared.by), find_opponent(scene, declared.versus)
    if versus is None:
        return True
    if (yield from roll_save(scene, Save(one, DEX, "retreat", f"to {declared.to}", versus))):
        return True
    yield make_lapse(declared, f"the {DEX} save failed")
    return False


def aid(scene: Scene, declared: d.Aid) -> Play[None]:
    """Give first aid: the incapacitated stand up, and their STR stays as it is (BW-10)."""
    one = scene.one(declared.target)
    yield Aided(one.id, declared.by)
    for wound in list(one.wounds):
        if wound.awaits == FIRST_AID and declared.wound in ("", wound.label):
            yield from _tend_wound(one, wound)


def _tend_wound(one: Combatant, wound: Wound) -> Play[None]:
    yield WoundTended(one.id, wound.label, RECOVERY)
    yield from end_conditions_from(one, wound.label)
