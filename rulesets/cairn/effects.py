"""Effects of weapons and creatures besides damage (CF-15, CF-29); death; ability loss (CF-16)."""

from __future__ import annotations

from events.types.outcomes import EffectTold, ScoreChanged
from events.types.sheets import Effect
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role
from rulesets.cairn.saves import roll_save
from rulesets.cairn.scene import (
    DELIRIOUS,
    INCAPACITATED,
    PARALYSED,
    STUNNED,
    Aftermath,
    Blow,
    Scene,
)
from rulesets.common.conditions import NEXT_ENHANCED, end_conditions
from rulesets.common.effects import roll_amount
from rulesets.core.play import Play


def carry_out(
    scene: Scene,
    effect: Effect,
    target: Combatant | None,
    bearer: Combatant | None,
    root: int,
    after: Aftermath,
) -> Play[None]:
    """Carry out one effect of `bearer` on `target`. If either is missing, only report it.

    An effect at the bearer's own critical damage or death is reported for the bearer.
    """
    about = bearer if effect.when in ("own-critical", "killed") else target
    about = about or target or bearer
    if about is None:
        return
    role = scene.role(target, effect.save) if effect.save and target is not None else None
    if target is not None and role is not None:
        passed = yield from roll_save(scene, target, role, "effect-save", effect.text)
        if passed:
            return
    if effect.text:
        yield EffectTold(about.id, effect.text, bearer.id if bearer else "")
    yield from _apply_effect(scene, effect, target, bearer, root, after)


def _apply_effect(
    scene: Scene,
    effect: Effect,
    target: Combatant | None,
    bearer: Combatant | None,
    root: int,
    after: Aftermath,
) -> Play[None]:
    match effect.does:
        case "enhance" if bearer is not None:
            if not after.will_have(bearer, NEXT_ENHANCED):
                after.add_condition(bearer, NEXT_ENHANCED)
        case "incapacitate" if target is not None:
            if not after.will_have(target, INCAPACITATED):
                after.add_condition(target, INCAPACITATED, "everything")
        case "stun" if target is not None:
            if not after.will_have(target, STUNNED):
                after.add_condition(target, STUNNED, "everything")
        case "lose" if target is not None:
            role = scene.role(target, effect.score)
            loss = yield from roll_amount(bearer or target, effect.dice, "effect", root)
            if role is not None:
                yield from lose_ability(scene, target, role, loss, effect.text, after, bearer)
        case "damage" if target is not None:
            dealt = yield from roll_amount(bearer or target, effect.dice, "effect", root)
            after.blows.append(Blow(target, dealt, bearer, root=root, why=effect.text))


def kill(
    scene: Scene, one: Combatant, of: str, by: Combatant | None, after: Aftermath
) -> Play[None]:
    """Record a death or destruction once, with the effects that happen when killed (CF-15)."""
    if one.standing == "dead" or one.id in after.dying:
        return
    after.add_death(one, of)
    yield from apply_last_effects(scene, one, by, after)


def apply_last_effects(
    scene: Scene, one: Combatant, by: Combatant | None, after: Aftermath
) -> Play[None]:
    """Carry out the effects that happen when a combatant is killed, whatever killed it (CF-15)."""
    for effect in one.effects:
        if effect.when == "killed":
            yield from carry_out(scene, effect, by, one, 0, after)


def lose_ability(
    scene: Scene,
    one: Combatant,
    role: Role,
    loss: int,
    why: str,
    after: Aftermath,
    by: Combatant | None = None,
) -> Play[None]:
    """Lower an ability, to 0 at the lowest, without armor, save or scar (CF-16, CF-23)."""
    was = scene.score(one, role)
    now = max(0, was - loss)
    if now == was:
        return
    yield ScoreChanged(one.id, scene.scores(one).of(role), was, now, why)
    if not now:
        yield from apply_zero(scene, one, role, after, by)


def apply_zero(
    scene: Scene, one: Combatant, role: Role, after: Aftermath, by: Combatant | None = None
) -> Play[None]:
    """Apply an ability at 0: dead, paralysed or delirious (CF-16)."""
    if role == "body":
        craft = scene.craft(one)
        ruined = craft.ruined if craft is not None else ""
        yield from kill(scene, one, ruined or f"{scene.scores(one).body} 0", by, after)
    elif role == "agility" and not after.will_have(one, PARALYSED):
        after.add_condition(one, PARALYSED, "everything")
    elif role == "will" and not after.will_have(one, DELIRIOUS):
        after.add_condition(one, DELIRIOUS, "everything")


def end_zero(one: Combatant, role: Role | None) -> Play[None]:
    """End the condition that a score at 0 brought (CF-16)."""
    name = {"agility": PARALYSED, "will": DELIRIOUS}.get(role or "")
    if name:
        yield from end_conditions(one, name)
