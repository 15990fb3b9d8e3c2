"""What becomes of one declared action when its moment has come (BW-02, BW-03, BW-05, BW-10)."""

from __future__ import annotations

from events import declarations as d
from events.outcomes import (
    Acted,
    Aided,
    AttackRolled,
    ConditionBegan,
    ConditionEnded,
    Ground,
    Lapsed,
    WoundTended,
)
from events.sheets import Wound
from projections.state import Combatant
from rulesets.brighter import effects, harm
from rulesets.brighter.blow import Blow, Course
from rulesets.brighter.ladder import DEX
from rulesets.brighter.saves import Save, grounds_of, save
from rulesets.brighter.scene import EXPOSED, FIRST_AID, NEXT_ENHANCED, RECOVERY, Scene
from rulesets.brighter.swing import aimed, harmed
from rulesets.steps import Play, throw_one


def attack(scene: Scene, seq: int, declared: d.Attack) -> Play[None]:
    """The save within it, one roll, and each target in the order named."""
    by = scene.one(declared.by)
    won = yield from _risked(scene, by, declared)
    if won is None:
        return
    swing = aimed(scene, declared, won)
    faces = yield from throw_one(by.id, swing.dice, "damage", seq)
    value, kept = swing.keep(faces)
    yield AttackRolled(
        by.id,
        declared.targets[0].target,
        swing.weapon_name,
        swing.notation,
        faces,
        value,
        swing.modifier,
        swing.grounds,
        seq,
    )
    yield from _spent(scene, by, declared)
    course = Course()
    for aim in declared.targets:
        blow = Blow(
            scene.one(aim.target),
            value,
            by,
            swing.weapon_name,
            seq,
            harmed(kept),
            effects.of_attack(kept, by),
            (*grounds_of(declared.ward, declared.bane), *grounds_of(aim.ward, aim.bane)),
        )
        yield from harm.strike(scene, blow, course)


def _risked(scene: Scene, by: Combatant, declared: d.Attack) -> Play[list[Ground] | None]:
    """The save that an attack begins with: what it has brought the attack, None where that is
    lost (BW-02)."""
    risk = declared.risk
    if risk is None:
        return []
    if (yield from save(scene, _saved(scene, by, risk, "the attack"))):
        return [Ground("enhanced", f"{risk.save} save")] if risk.passed else []
    if risk.failed == "lost":
        yield Lapsed(by.id, "attack", f"the {risk.save} save failed")
        return None
    if risk.failed == "exposed" and not _lies_open(by, risk.versus):
        yield ConditionBegan(by.id, EXPOSED, about=risk.versus)
    return []


def _lies_open(one: Combatant, about: str) -> bool:
    return any(each.name == EXPOSED and each.about == about for each in one.conditions)


def _spent(scene: Scene, by: Combatant, declared: d.Attack) -> Play[None]:
    """What has enhanced this attack enhances no other."""
    if by.has(NEXT_ENHANCED):
        yield ConditionEnded(by.id, NEXT_ENHANCED)
    for target in (scene.one(aim.target) for aim in declared.targets):
        for about in ("", by.id):
            if _lies_open(target, about):
                yield ConditionEnded(target.id, EXPOSED, about=about)


def deed(scene: Scene, declared: d.Act | d.Special) -> Play[None]:
    """Anything else, a spell among it; where it is risky it takes a save."""
    one = scene.one(declared.by)
    if declared.save and not (yield from save(scene, _saved(scene, one, declared, declared.what))):
        yield Lapsed(one.id, declared.what, f"the {declared.save} save failed")
    else:
        yield Acted(one.id, declared.what)


def _saved(scene: Scene, one: Combatant, risk: d.Risk | d.Act | d.Special, why: str) -> Save:
    versus = opponent(scene, risk.versus)
    return Save(
        one,
        risk.save,
        "action",
        why,
        versus,
        grounds=grounds_of(risk.enhanced, risk.impaired),
    )


def opponent(scene: Scene, id: str) -> Combatant | None:
    """Who rolls against a save: nobody, once they are no longer there."""
    one = scene.one(id) if id else None
    return one if one is not None and one.standing == "in" else None


def gets_away(scene: Scene, declared: d.Retreat) -> Play[bool]:
    """A retreat takes a save against who stands in its way, and none where nobody does."""
    one, versus = scene.one(declared.by), opponent(scene, declared.versus)
    if versus is None:
        return True
    if (yield from save(scene, Save(one, DEX, "retreat", f"to {declared.to}", versus))):
        return True
    yield Lapsed(one.id, "retreat", f"the {DEX} save failed")
    return False


def aid(scene: Scene, declared: d.Aid) -> Play[None]:
    """First aid puts the incapacitated on their feet; their STR stays as it is (BW-10)."""
    one = scene.one(declared.target)
    yield Aided(one.id, declared.by)
    for wound in list(one.wounds):
        if wound.awaits == FIRST_AID and declared.wound in ("", wound.label):
            yield from _tended(one, wound)


def _tended(one: Combatant, wound: Wound) -> Play[None]:
    yield WoundTended(one.id, wound.label, RECOVERY)
    for condition in list(one.conditions):
        if condition.source == wound.label:
            yield ConditionEnded(one.id, condition.name, condition.source, condition.about)
