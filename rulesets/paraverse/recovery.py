"""Recovery in watches and camps: stabilization, treatment, death checks, rest (PV-17 to PV-19)."""

from __future__ import annotations

from events.types import declarations as d
from events.types.outcomes import (
    Aided,
    ConditionBegan,
    Died,
    PhaseBegan,
    PhaseEnded,
    Rested,
    WoundTended,
)
from events.types.sheets import Wound
from projections.state.fight_state import Combatant, Pending
from rulesets.common.conditions import advance_clock, close_wound
from rulesets.common.turns import make_lapse
from rulesets.core.play import DiceRequest, Play, roll_dice
from rulesets.paraverse.harm import (
    clear_death_checks,
    lose_stamina,
    restore_stamina,
    stop_bleeding,
    update_consciousness,
    update_derived_state,
)
from rulesets.paraverse.planning import find_reason_to_lapse
from rulesets.paraverse.rounds import perform_action
from rulesets.paraverse.scene import (
    BEYOND_MEDICINE,
    BLEEDING,
    DEATH_FAILED,
    DEATH_PASSED,
    WATCH,
    Scene,
    endurance_of,
    is_dying,
    is_unconscious,
    stamina,
)
from rulesets.paraverse.skills import SkillRoll, is_passed, prepare_check, roll_check

STABILIZATION = "Stabilization"
TREATMENT = "Trauma treatment"


def rest(scene: Scene, declared: d.Rest) -> Play[None]:
    """Rest for one watch, or for a camp of several.

    A combatant who was not dying when a camp began has full Stamina when it ends. The Fatigue of a
    failed treatment is applied after that.
    """
    watches = scene.rules.camp_watches if declared.extended else 1
    resting = scene.list_resters(declared.who)
    ids = [one.id for one in resting]
    for one in resting:
        yield Rested(one.id, declared.extended)
    whole = [one for one in resting if declared.extended and not is_dying(one)]
    strained: list[Combatant] = []
    for number in range(watches):
        yield from _pass_watch(scene, declared, ids, strained, first=number == 0)
    for one in whole:
        if one.standing == "in" and not is_dying(one):
            yield from restore_stamina(one, endurance_of(one), "rest")
    for one in strained:
        if one.standing == "in":
            yield from lose_stamina(one, 1, "treatment failed")
            yield from update_consciousness(one)


def _pass_watch(
    scene: Scene, declared: d.Rest, resting: list[str], strained: list[Combatant], first: bool
) -> Play[None]:
    """Pass one watch: actions, then death checks of those still dying, then 1 Stamina for everyone
    who was not dying when it began.

    Add the patients of failed treatments to `strained`.
    """
    yield PhaseBegan(WATCH)
    spared = [one for one in scene.present() if not is_dying(one)]
    done = [each for each in scene.state.pending if first and _fits(each, declared)]
    for each in done:
        yield from _resolve_action(scene, each, strained)
    yield from _roll_death_checks(scene)
    for one in spared:
        if one.id in resting or is_unconscious(one):
            yield from _regain_stamina(one)
    yield from advance_clock(scene.state, 1)
    yield PhaseEnded(WATCH, tuple(each.seq for each in done))


def _fits(waiting: Pending, declared: d.Rest) -> bool:
    """Return whether an action fits into this rest: treating a wound needs a camp."""
    return declared.extended or not isinstance(waiting.action, d.Treat)


def _regain_stamina(one: Combatant) -> Play[None]:
    if one.standing == "in" and not is_dying(one):
        yield from restore_stamina(one, min(stamina(one) + 1, endurance_of(one)), "rest")


def _resolve_action(scene: Scene, waiting: Pending, strained: list[Combatant]) -> Play[None]:
    action = waiting.action
    reason = find_reason_to_lapse(scene, waiting)
    match action:
        case _ if reason:
            yield make_lapse(action, reason)
        case d.Aid():
            yield from _resolve_stabilization(scene, action)
        case d.Treat():
            if (yield from _resolve_treatment(scene, action)):
                strained.append(scene.one(action.target))
        case d.Act() | d.Special():
            yield from perform_action(scene, action, [])


def _resolve_stabilization(scene: Scene, aid: d.Aid) -> Play[None]:
    """Stop the bleeding of one wound. After an outright failure, medicine can no longer do so
    (PV-19)."""
    one, patient = scene.one(aid.by), scene.one(aid.target)
    bleeding = next(
        (
            each
            for each in patient.conditions
            if each.name == BLEEDING and aid.wound in ("", each.source or BLEEDING)
        ),
        None,
    )
    if patient.standing != "in" or bleeding is None:
        yield make_lapse(aid, f"{patient.name} does not bleed")
        return
    if patient.has(BEYOND_MEDICINE):
        yield make_lapse(aid, f"{patient.name} is {BEYOND_MEDICINE}")
        return
    roll = prepare_check(scene, one, STABILIZATION, "treatment")
    result = yield from roll_check(scene, roll, scene.rules.options.stabilization_target)
    if result.passed:
        yield Aided(patient.id, one.id)
        yield from stop_bleeding(patient, bleeding.source)
        wound = patient.wound(bleeding.source)
        if wound is not None:
            yield WoundTended(patient.id, wound.label, wound.awaits)
        yield from update_derived_state(patient)
    elif not result.partial:
        yield ConditionBegan(patient.id, BEYOND_MEDICINE)


def _resolve_treatment(scene: Scene, treat: d.Treat) -> Play[bool]:
    """Heal one critical wound. Return True if the check failed, which costs the patient 1 Fatigue
    (PV-19)."""
    one, patient = scene.one(treat.by), scene.one(treat.target)
    wound = next((w for w in list_treatable(patient) if treat.wound in ("", w.label)), None)
    if patient.standing != "in" or wound is None:
        yield make_lapse(treat, f"{patient.name} has no such wound to treat")
        return False
    roll = prepare_check(scene, one, TREATMENT, "treatment")
    result = yield from roll_check(scene, roll, scene.rules.treatment_target)
    if result.passed:
        yield from heal_wound(patient, wound)
    return not result.passed


def list_treatable(one: Combatant) -> list[Wound]:
    """Return the wounds that trauma treatment can heal."""
    return [wound for wound in one.wounds if wound.grade == "critical"]


def heal_wound(one: Combatant, wound: Wound) -> Play[None]:
    """Close a wound and end everything that depends on it."""
    yield from close_wound(one, wound)
    yield from update_derived_state(one)


def _roll_death_checks(scene: Scene) -> Play[None]:
    """Roll the death checks of all who are still dying, together (PV-18)."""
    dying = [one for one in scene.present() if is_dying(one)]
    throws = [SkillRoll(one, "Stamina", "death", stamina(one)) for one in dying]
    faces = yield from roll_dice(*(_make_death_request(scene, each) for each in throws))
    for roll, (face,) in zip(throws, faces, strict=True):
        yield from _apply_death_check(scene, roll, face)


def _make_death_request(scene: Scene, roll: SkillRoll) -> DiceRequest:
    target = scene.rules.death_target
    return roll.ask._replace(
        alike=lambda faces: is_passed(scene.rules, faces[0], faces[0] + roll.bonus, target)
    )


def _apply_death_check(scene: Scene, roll: SkillRoll, face: int) -> Play[None]:
    """Record a death check. After the last one, a combatant who passed at least one is saved, and
    one who passed none dies (PV-18)."""
    one, target, value = roll.roller, scene.rules.death_target, face + roll.bonus
    passed = is_passed(scene.rules, face, value, target)
    number, most = len(_list_death_checks(one)) + 1, scene.rules.death_checks
    yield roll.as_check((face,), target, passed, why=f"{number} of {most}")
    yield ConditionBegan(one.id, DEATH_PASSED if passed else DEATH_FAILED)
    made = _list_death_checks(one)
    if len(made) < most:
        return
    if DEATH_PASSED in made:
        yield from stop_bleeding(one)
        yield from update_derived_state(one)
        return
    bleeding = one.condition(BLEEDING)
    yield Died(one.id, bleeding.source or BLEEDING if bleeding is not None else BLEEDING)
    yield from clear_death_checks(one)
    yield from update_derived_state(one)


def _list_death_checks(one: Combatant) -> list[str]:
    """Return the results of a combatant's death checks so far, as names of conditions."""
    return [each.name for each in one.conditions if each.name in (DEATH_PASSED, DEATH_FAILED)]
