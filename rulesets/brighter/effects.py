"""Effects at critical damage and death (BW-08); steps of attributes, zero, death, and the grounds
for morale that follow (BW-10, BW-14)."""

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
from rulesets.brighter.definition import DEX, GRIT, STR, WIL, lower_step, raise_step
from rulesets.brighter.saves import Save, roll_save
from rulesets.brighter.scene import (
    CATATONIC,
    FIRST_AID,
    HELPLESS,
    INCAPACITATED,
    PARALYSED,
    WOUND,
    AttackProgress,
    Blow,
    Scene,
)
from rulesets.common.conditions import FULL_PACK, NEXT_ENHANCED, end_conditions
from rulesets.common.effects import roll_amount
from rulesets.common.scene import choose_label
from rulesets.core.play import Play

_OF_THE_BEARER = ("regain", "rise", "enhance")


def list_effects(weapons: tuple[Weapon, ...], bearer: Combatant) -> tuple[Effect, ...]:
    """Return the effects of an attack at critical damage: those of its weapons and of the
    bearer."""
    every = [effect for weapon in weapons for effect in weapon.effects] + list(bearer.effects)
    return tuple(dict.fromkeys(effect for effect in every if effect.when == "critical"))


def carry_out(
    scene: Scene,
    effect: Effect,
    target: Combatant | None,
    bearer: Combatant | None,
    root: int,
    progress: AttackProgress,
) -> Play[None]:
    """Carry out one effect of `bearer` on `target`. If either is missing, only report it."""
    if effect.save and target is not None and target.standing != "dead":
        saved = Save(target, effect.save, "effect-save", effect.text)
        if (yield from roll_save(scene, saved)):
            return
    own = effect.when in ("own-critical", "killed") or effect.does in _OF_THE_BEARER
    about = (bearer or target) if own else (target or bearer)
    if effect.text and about is not None:
        yield EffectTold(about.id, effect.text, bearer.id if bearer is not None else "")
    if effect.does in _OF_THE_BEARER:
        if bearer is not None and bearer.standing != "dead":
            yield from _apply_to_bearer(scene, effect, bearer, root)
    elif target is not None and target.standing != "dead":
        yield from _apply_to_target(scene, effect, target, bearer, root, progress)


def lower_attribute(
    scene: Scene,
    one: Combatant,
    attribute: str,
    why: str,
    by: Combatant | None,
    progress: AttackProgress,
) -> Play[None]:
    """Lower an attribute by a step. If STR is at zero already, that is death (BW-10)."""
    if attribute == STR and not one.scores[STR]:
        if one.id not in progress.downed:
            of = why or (by.name if by is not None else "harm")
            yield from kill(scene, one, of, by, progress)
        return
    yield from step_down(scene, one, attribute, why)
    if attribute == STR and not one.scores[STR]:
        progress.downed.append(one.id)


def kill(
    scene: Scene, one: Combatant, of: str, by: Combatant | None, progress: AttackProgress
) -> Play[None]:
    """Record a death once, with the effects that happen when killed."""
    if one.standing == "dead":
        return
    yield Died(one.id, of)
    yield from apply_death(scene, one, by, progress)


def apply_death(
    scene: Scene,
    one: Combatant,
    by: Combatant | None = None,
    progress: AttackProgress | None = None,
) -> Play[None]:
    """Apply what any death causes: companions are shaken, and effects at death strike the
    killer."""
    yield from shake_companions(scene, one)
    for effect in one.effects:
        if effect.when == "killed":
            yield from carry_out(scene, effect, by, one, 0, progress or AttackProgress())


def _apply_to_bearer(scene: Scene, effect: Effect, bearer: Combatant, root: int) -> Play[None]:
    match effect.does:
        case "regain":
            gain = yield from roll_amount(bearer, effect.dice, "effect", root)
            was, most = bearer.scores[GRIT], bearer.maxima[GRIT]
            now = max(was, min(most, was + gain))
            if now != was and not bearer.has(FULL_PACK):
                yield ScoreChanged(bearer.id, GRIT, was, now, effect.text)
        case "rise":
            yield from _raise_attribute(bearer, effect.score, effect.text)
        case "enhance" if not bearer.has(NEXT_ENHANCED):
            yield ConditionBegan(bearer.id, NEXT_ENHANCED)


def _raise_attribute(bearer: Combatant, attribute: str, why: str) -> Play[None]:
    was, most = bearer.scores[attribute], bearer.maxima[attribute]
    now = raise_step(was)
    if now == was:
        return
    if now > most:
        yield MaximumChanged(bearer.id, attribute, most, now, why)
    yield ScoreChanged(bearer.id, attribute, was, now, why)
    if not was:
        yield from end_zero(bearer, attribute)


def _apply_to_target(
    scene: Scene,
    effect: Effect,
    target: Combatant,
    bearer: Combatant | None,
    root: int,
    progress: AttackProgress,
) -> Play[None]:
    match effect.does:
        case "lose" if effect.score == GRIT:
            loss = yield from roll_amount(bearer or target, effect.dice, "effect", root)
            was = target.scores[GRIT]
            if was and loss:
                yield ScoreChanged(target.id, GRIT, was, max(0, was - loss), effect.text)
        case "lose":
            yield from lower_attribute(scene, target, effect.score, effect.text, bearer, progress)
        case "incapacitate" if not target.has(HELPLESS):
            yield ConditionBegan(target.id, HELPLESS, "everything")
            yield from shake_companions(scene, target)
        case "damage":
            dealt = yield from roll_amount(bearer or target, effect.dice, "effect", root)
            against = effect.score or STR
            blow = Blow(
                target, dealt, bearer, effect.text, root, against, why=effect.text, echo=True
            )
            (progress.blasts if effect.when == "killed" else progress.more).append(blow)


OWN_CRITICAL = "first critical damage"
COMPANION_DOWN = "a companion is down"

_STILL = {DEX: PARALYSED, WIL: CATATONIC}
"""The condition that comes with an attribute at zero."""


def step_down(scene: Scene, one: Combatant, attribute: str, why: str) -> Play[None]:
    """Lower an attribute by a step and apply zero if it gets there. At zero nothing is left to
    lose."""
    was = one.scores[attribute]
    if not was:
        return
    now = lower_step(was)
    yield ScoreChanged(one.id, attribute, was, now, why)
    if not now:
        yield from apply_zero(scene, one, attribute)


def apply_zero(scene: Scene, one: Combatant, attribute: str) -> Play[None]:
    """Apply an attribute at zero (BW-10).

    At zero STR a combatant is down with an hour to live, and companions are shaken. Zero DEX or WIL
    bars all actions.
    """
    if attribute in _STILL:
        if not one.has(_STILL[attribute]):
            yield ConditionBegan(one.id, _STILL[attribute], "everything")
    elif attribute == STR and not any(wound.name == WOUND for wound in one.wounds):
        label = choose_label(one, WOUND)
        due = scene.state.clock + scene.rules.dying_seconds
        yield WoundTaken(one.id, Wound(label, WOUND, 0, "can only crawl", FIRST_AID, due))
        yield ConditionBegan(one.id, INCAPACITATED, "all but crawling", label)
        yield from shake_companions(scene, one)


def end_zero(one: Combatant, attribute: str) -> Play[None]:
    """End the conditions and wounds that an attribute at zero caused."""
    name = INCAPACITATED if attribute == STR else _STILL.get(attribute, "")
    yield from end_conditions(one, name)
    if attribute == STR:
        for wound in list(one.wounds):
            if wound.name == WOUND:
                yield WoundClosed(one.id, wound.label, healed=True)


def shake(scene: Scene, one: Combatant, ground: str) -> Play[None]:
    """Give a combatant a ground for morale, the first time it occurs. Player characters have no
    morale (BW-14)."""
    if one.kind == "pc" or one.standing != "in":
        return
    if scene.rules.options.morale and ground not in (*one.spent, *one.shaken):
        yield MoraleShaken(one.side, ground, one.id)


def shake_companions(scene: Scene, casualty: Combatant) -> Play[None]:
    """Give everyone on the side of a casualty a ground for morale."""
    for other in list(scene.state.members(casualty.side)):
        if other is not casualty:
            yield from shake(scene, other, COMPANION_DOWN)
