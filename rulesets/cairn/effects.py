"""What weapons and creatures do besides damage (CF-15, CF-29), death, and ability loss (CF-16)."""

from __future__ import annotations

from events.types.outcomes import (
    EffectTold,
    ScoreChanged,
)
from events.types.sheets import Effect
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role
from rulesets.cairn.saves import save
from rulesets.cairn.scene import (
    DELIRIOUS,
    INCAPACITATED,
    NEXT_ENHANCED,
    PARALYSED,
    STUNNED,
    Aftermath,
    Blow,
    Scene,
)
from rulesets.common.conditions import end
from rulesets.common.effects import amount
from rulesets.core.play import Play


def carry_out(
    scene: Scene,
    effect: Effect,
    target: Combatant | None,
    bearer: Combatant | None,
    root: int,
    after: Aftermath,
) -> Play[None]:
    """One effect of `bearer` on `target` (either may be missing: then it is only told). What the
    bearer does at its own critical damage or death is told of the bearer."""
    about = bearer if effect.when in ("own-critical", "killed") else target
    about = about or target or bearer
    if about is None:
        return
    role = scene.role(target, effect.save) if effect.save and target is not None else None
    if target is not None and role is not None:
        passed = yield from save(scene, target, role, "effect-save", effect.text)
        if passed:
            return
    if effect.text:
        yield EffectTold(about.id, effect.text, bearer.id if bearer else "")
    yield from _mechanically(scene, effect, target, bearer, root, after)


def _mechanically(
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
                after.begins(bearer, NEXT_ENHANCED)
        case "incapacitate" if target is not None:
            if not after.will_have(target, INCAPACITATED):
                after.begins(target, INCAPACITATED, "everything")
        case "stun" if target is not None:
            if not after.will_have(target, STUNNED):
                after.begins(target, STUNNED, "everything")
        case "lose" if target is not None:
            role = scene.role(target, effect.score)
            loss = yield from amount(bearer or target, effect.dice, "effect", root)
            if role is not None:
                yield from lose(scene, target, role, loss, effect.text, after, bearer)
        case "damage" if target is not None:
            dealt = yield from amount(bearer or target, effect.dice, "effect", root)
            after.blows.append(Blow(target, dealt, bearer, root=root, why=effect.text))


def die(
    scene: Scene, one: Combatant, of: str, by: Combatant | None, after: Aftermath
) -> Play[None]:
    """Death, or destruction, once; what the dead do when killed comes with it (CF-15)."""
    if one.standing == "dead" or one.id in after.dying:
        return
    after.dies(one, of)
    yield from last_effects(scene, one, by, after)


def last_effects(
    scene: Scene, one: Combatant, by: Combatant | None, after: Aftermath
) -> Play[None]:
    """What somebody does when killed, whatever they were killed by (CF-15)."""
    for effect in one.effects:
        if effect.when == "killed":
            yield from carry_out(scene, effect, by, one, 0, after)


def lose(
    scene: Scene,
    one: Combatant,
    role: Role,
    loss: int,
    why: str,
    after: Aftermath,
    by: Combatant | None = None,
) -> Play[None]:
    """Ability loss, clamped at 0, without armor, save or scar (CF-16, CF-23)."""
    was = scene.score(one, role)
    now = max(0, was - loss)
    if now == was:
        return
    yield ScoreChanged(one.id, scene.scores(one).of(role), was, now, why)
    if not now:
        yield from at_zero(scene, one, role, after, by)


def at_zero(
    scene: Scene, one: Combatant, role: Role, after: Aftermath, by: Combatant | None = None
) -> Play[None]:
    """An ability at 0: dead, paralysed, delirious (CF-16)."""
    if role == "body":
        craft = scene.craft(one)
        ruined = craft.ruined if craft is not None else ""
        yield from die(scene, one, ruined or f"{scene.scores(one).body} 0", by, after)
    elif role == "agility" and not after.will_have(one, PARALYSED):
        after.begins(one, PARALYSED, "everything")
    elif role == "will" and not after.will_have(one, DELIRIOUS):
        after.begins(one, DELIRIOUS, "everything")


def above_zero(one: Combatant, role: Role | None) -> Play[None]:
    """Whatever raises a score above 0 ends what its 0 had brought (CF-16)."""
    name = {"agility": PARALYSED, "will": DELIRIOUS}.get(role or "")
    if name:
        yield from end(one, name)
