"""What creatures and weapons do at critical damage and at death (BW-08)."""

from __future__ import annotations

from events.types.outcomes import ConditionBegan, Died, EffectTold, MaximumChanged, ScoreChanged
from events.types.sheets import Effect, Weapon
from projections.state.fight_state import Combatant
from rulesets.brighter import fate
from rulesets.brighter.definition import GRIT, STR, above
from rulesets.brighter.saves import Save, save
from rulesets.brighter.scene import FULL_PACK, HELPLESS, NEXT_ENHANCED, Blow, Course, Scene
from rulesets.common.effects import amount
from rulesets.core.play import Play

_OF_THE_BEARER = ("regain", "rise", "enhance")


def of_attack(weapons: tuple[Weapon, ...], bearer: Combatant) -> tuple[Effect, ...]:
    """All that an attack does at critical damage: its weapons' effects, and the bearer's own."""
    every = [effect for weapon in weapons for effect in weapon.effects] + list(bearer.effects)
    return tuple(dict.fromkeys(effect for effect in every if effect.when == "critical"))


def carry_out(
    scene: Scene,
    effect: Effect,
    target: Combatant | None,
    bearer: Combatant | None,
    root: int,
    course: Course,
) -> Play[None]:
    """One effect of `bearer` on `target`; either may be missing, and then it is only told."""
    if effect.save and target is not None and target.standing != "dead":
        saved = Save(target, effect.save, "effect-save", effect.text)
        if (yield from save(scene, saved)):
            return
    own = effect.when in ("own-critical", "killed") or effect.does in _OF_THE_BEARER
    about = (bearer or target) if own else (target or bearer)
    if effect.text and about is not None:
        yield EffectTold(about.id, effect.text, bearer.id if bearer is not None else "")
    if effect.does in _OF_THE_BEARER:
        if bearer is not None and bearer.standing != "dead":
            yield from _for_the_bearer(scene, effect, bearer, root)
    elif target is not None and target.standing != "dead":
        yield from _on_the_target(scene, effect, target, bearer, root, course)


def lower(
    scene: Scene,
    one: Combatant,
    attribute: str,
    why: str,
    by: Combatant | None,
    course: Course,
) -> Play[None]:
    """A step down of an attribute; of STR at zero it kills (BW-10)."""
    if attribute == STR and not one.scores[STR]:
        if one.id not in course.fallen:
            of = why or (by.name if by is not None else "harm")
            yield from kill(scene, one, of, by, course)
        return
    yield from fate.step_down(scene, one, attribute, why)
    if attribute == STR and not one.scores[STR]:
        course.fallen.append(one.id)


def kill(scene: Scene, one: Combatant, of: str, by: Combatant | None, course: Course) -> Play[None]:
    """Death, once, and what the dead do when killed."""
    if one.standing == "dead":
        return
    yield Died(one.id, of)
    yield from of_death(scene, one, by, course)


def of_death(
    scene: Scene, one: Combatant, by: Combatant | None = None, course: Course | None = None
) -> Play[None]:
    """What a death brings along, whatever it came by: companions see it, and what the dead do when
    killed strikes the killer, if there is one."""
    yield from fate.companions_shaken(scene, one)
    for effect in one.effects:
        if effect.when == "killed":
            yield from carry_out(scene, effect, by, one, 0, course or Course())


def _for_the_bearer(scene: Scene, effect: Effect, bearer: Combatant, root: int) -> Play[None]:
    match effect.does:
        case "regain":
            gain = yield from amount(bearer, effect.dice, "effect", root)
            was, most = bearer.scores[GRIT], bearer.maxima[GRIT]
            now = max(was, min(most, was + gain))
            if now != was and not bearer.has(FULL_PACK):
                yield ScoreChanged(bearer.id, GRIT, was, now, effect.text)
        case "rise":
            yield from _rise(bearer, effect.score, effect.text)
        case "enhance" if not bearer.has(NEXT_ENHANCED):
            yield ConditionBegan(bearer.id, NEXT_ENHANCED)


def _rise(bearer: Combatant, attribute: str, why: str) -> Play[None]:
    was, most = bearer.scores[attribute], bearer.maxima[attribute]
    now = above(was)
    if now == was:
        return
    if now > most:
        yield MaximumChanged(bearer.id, attribute, most, now, why)
    yield ScoreChanged(bearer.id, attribute, was, now, why)
    if not was:
        yield from fate.above_zero(bearer, attribute)


def _on_the_target(
    scene: Scene,
    effect: Effect,
    target: Combatant,
    bearer: Combatant | None,
    root: int,
    course: Course,
) -> Play[None]:
    match effect.does:
        case "lose" if effect.score == GRIT:
            loss = yield from amount(bearer or target, effect.dice, "effect", root)
            was = target.scores[GRIT]
            if was and loss:
                yield ScoreChanged(target.id, GRIT, was, max(0, was - loss), effect.text)
        case "lose":
            yield from lower(scene, target, effect.score, effect.text, bearer, course)
        case "incapacitate" if not target.has(HELPLESS):
            yield ConditionBegan(target.id, HELPLESS, "everything")
            yield from fate.companions_shaken(scene, target)
        case "damage":
            dealt = yield from amount(bearer or target, effect.dice, "effect", root)
            against = effect.score or STR
            blow = Blow(
                target, dealt, bearer, effect.text, root, against, why=effect.text, echo=True
            )
            (course.blasts if effect.when == "killed" else course.more).append(blow)
