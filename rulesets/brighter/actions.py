"""What becomes of one declared action when its moment has come (BW-02, BW-03, BW-05, BW-10)."""

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
from rulesets.brighter.attacks import aimed, harmed, openings
from rulesets.brighter.definition import DEX
from rulesets.brighter.saves import Save, save
from rulesets.brighter.scene import EXPOSED, FIRST_AID, NEXT_ENHANCED, RECOVERY, Blow, Course, Scene
from rulesets.common.conditions import end, end_from, over
from rulesets.common.turns import lapsed
from rulesets.common.weapons import said
from rulesets.core.play import Play, throw_one


def attack(scene: Scene, seq: int, declared: d.Attack) -> Play[None]:
    """The save within it, one roll, and each target in the order named."""
    by = scene.one(declared.by)
    brought = yield from _risked(scene, by, declared)
    if brought is None:
        return
    swing = aimed(scene, declared, brought)
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
            (*said(declared.ward, declared.bane), *said(aim.ward, aim.bane)),
        )
        yield from harm.strike(scene, blow, course)


def _risked(scene: Scene, by: Combatant, declared: d.Attack) -> Play[list[Ground] | None]:
    """The save that an attack begins with: what it has brought the attack, None where that is
    lost (BW-02)."""
    risk = declared.risk
    if risk is None:
        return []
    if (yield from save(scene, _saved(scene, by, risk, "the attack"))):
        return [won(risk.save)] if risk.passed else []
    if risk.failed == "lost":
        yield lapsed(declared, f"the {risk.save} save failed")
        return None
    if risk.failed == "exposed" and not _lies_open(by, risk.versus):
        yield ConditionBegan(by.id, EXPOSED, about=risk.versus)
    return []


def won(attribute: str) -> Ground:
    """What the save on an attribute within an attack brings it."""
    return Ground("enhanced", f"{attribute} save")


def _lies_open(one: Combatant, about: str) -> bool:
    return any(each.name == EXPOSED and each.about == about for each in one.conditions)


def _spent(scene: Scene, by: Combatant, declared: d.Attack) -> Play[None]:
    """What has enhanced this attack enhances no other."""
    yield from end(by, NEXT_ENHANCED)
    for target in (scene.one(aim.target) for aim in declared.targets):
        yield from dict.fromkeys(over(target, each) for each in openings(target, by))


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
        grounds=said(risk.enhanced, risk.impaired),
        opposing=risk.opposing,
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
    yield lapsed(declared, f"the {DEX} save failed")
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
    yield from end_from(one, wound.label)
