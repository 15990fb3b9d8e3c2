"""What creatures and weapons do at critical damage and at death (BW-08)."""

from __future__ import annotations

from events.types.outcomes import (
    ConditionBegan,
    Died,
    EffectTold,
    MaximumChanged,
    MoraleShaken,
    ScoreChanged,
    WoundClosed,
    WoundTaken,
)
from events.types.sheets import Effect, Weapon, Wound
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import DEX, GRIT, STR, WIL, above, below
from rulesets.brighter.saves import Save, save
from rulesets.brighter.scene import (
    CATATONIC,
    FIRST_AID,
    FULL_PACK,
    HELPLESS,
    INCAPACITATED,
    NEXT_ENHANCED,
    PARALYSED,
    WOUND,
    Blow,
    Course,
    Scene,
)
from rulesets.common.conditions import end
from rulesets.common.effects import amount
from rulesets.common.scene import free_label
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
    yield from step_down(scene, one, attribute, why)
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
    yield from companions_shaken(scene, one)
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
        yield from above_zero(bearer, attribute)


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
            yield from companions_shaken(scene, target)
        case "damage":
            dealt = yield from amount(bearer or target, effect.dice, "effect", root)
            against = effect.score or STR
            blow = Blow(
                target, dealt, bearer, effect.text, root, against, why=effect.text, echo=True
            )
            (course.blasts if effect.when == "killed" else course.more).append(blow)


OWN_CRITICAL = "first critical damage"
COMPANION_DOWN = "a companion is down"

_STILL = {DEX: PARALYSED, WIL: CATATONIC}
"""What somebody is who has that attribute at zero."""


def step_down(scene: Scene, one: Combatant, attribute: str, why: str) -> Play[None]:
    """One step down, and what zero means where it comes to that; at zero nothing is left to
    lose."""
    was = one.scores[attribute]
    if not was:
        return
    now = below(was)
    yield ScoreChanged(one.id, attribute, was, now, why)
    if not now:
        yield from at_zero(scene, one, attribute)


def at_zero(scene: Scene, one: Combatant, attribute: str) -> Play[None]:
    """Zero STR: down, with an hour to live, and companions see it; zero DEX or WIL: no acting at
    all (BW-10)."""
    if attribute in _STILL:
        if not one.has(_STILL[attribute]):
            yield ConditionBegan(one.id, _STILL[attribute], "everything")
    elif attribute == STR and not any(wound.name == WOUND for wound in one.wounds):
        label = free_label(one, WOUND)
        due = scene.state.clock + scene.rules.dying_seconds
        yield WoundTaken(one.id, Wound(label, WOUND, 0, "can only crawl", FIRST_AID, due))
        yield ConditionBegan(one.id, INCAPACITATED, "all but crawling", label)
        yield from companions_shaken(scene, one)


def above_zero(one: Combatant, attribute: str) -> Play[None]:
    """Whatever raises an attribute above zero ends what zero had brought."""
    name = INCAPACITATED if attribute == STR else _STILL.get(attribute, "")
    yield from end(one, name)
    if attribute == STR:
        for wound in list(one.wounds):
            if wound.name == WOUND:
                yield WoundClosed(one.id, wound.label, healed=True)


def shaken(scene: Scene, one: Combatant, ground: str) -> Play[None]:
    """A ground for a morale save, the first time it comes; for hirelings as for foes, for player
    characters never (BW-14)."""
    if one.kind == "pc" or one.standing != "in":
        return
    if scene.rules.options.morale and ground not in (*one.spent, *one.shaken):
        yield MoraleShaken(one.side, ground, one.id)


def companions_shaken(scene: Scene, fallen: Combatant) -> Play[None]:
    """Those on the side of somebody who is incapacitated or killed."""
    for other in list(scene.state.members(fallen.side)):
        if other is not fallen:
            yield from shaken(scene, other, COMPANION_DOWN)
