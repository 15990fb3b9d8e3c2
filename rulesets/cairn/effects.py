"""What weapons and creatures do besides damage (CF-15, CF-29), death, and ability loss (CF-16)."""

from __future__ import annotations

from events.types.outcomes import (
    ConditionBegan,
    ConditionEnded,
    Died,
    EffectTold,
    Left,
    ScoreChanged,
    WoundClosed,
)
from events.types.sheets import Bars, Effect, Weapon
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role
from rulesets.cairn.saves import save
from rulesets.cairn.scene import (
    DELIRIOUS,
    INCAPACITATED,
    NEXT_ENHANCED,
    PARALYSED,
    STUNNED,
    Blow,
    Scene,
)
from rulesets.common.conditions import end
from rulesets.common.effects import amount
from rulesets.core.play import Play


class Aftermath:
    """Collects them as they are decided, and lets them take hold in that order. `blows` are
    applications of damage still to be made, `dying` are known by their ids."""

    def __init__(self) -> None:
        self._outcomes: list[ConditionBegan | ConditionEnded | Died | Left | WoundClosed] = []
        self.dying: list[str] = []
        self.blows: list[Blow] = []

    def dies(self, one: Combatant, of: str) -> None:
        """Somebody will be dead."""
        if one.id not in self.dying:
            self.dying.append(one.id)
            self._outcomes.append(Died(one.id, of))

    def will_have(self, one: Combatant, name: str, about: str = "") -> bool:
        """Are they in this condition (about this, where it is about something), or about to be?"""
        wanted = (one.id, name, about)
        has = any((one.id, each.name, each.about) == wanted for each in one.conditions)
        return has or any(
            isinstance(outcome, ConditionBegan)
            and (outcome.who, outcome.condition, outcome.about) == wanted
            for outcome in self._outcomes
        )

    def begins(
        self,
        one: Combatant,
        name: str,
        bars: Bars = "",
        source: str = "",
        about: str = "",
        due: int | None = None,
    ) -> None:
        """A condition will take hold."""
        self._outcomes.append(ConditionBegan(one.id, name, bars, source, about, due))

    def cancelled(self, one: Combatant, name: str) -> list[ConditionBegan]:
        """Conditions of this name that will not take hold after all."""
        found = [
            outcome
            for outcome in self._outcomes
            if isinstance(outcome, ConditionBegan)
            and (outcome.who, outcome.condition) == (one.id, name)
        ]
        self._outcomes = [outcome for outcome in self._outcomes if outcome not in found]
        return found

    def ends(self, *outcomes: ConditionEnded | WoundClosed) -> None:
        """Something will be over."""
        self._outcomes += outcomes

    def leaves(self, departure: Left) -> None:
        """Somebody will be out of the fight; one way is enough."""
        if not any(isinstance(each, Left) and each.who == departure.who for each in self._outcomes):
            self._outcomes.append(departure)

    def take_hold(self) -> Play[None]:
        """Tell them all; the dead do not leave as well."""
        for outcome in self._outcomes:
            if not (isinstance(outcome, Left) and outcome.who in self.dying):
                yield outcome
        self._outcomes.clear()


def of_weapon(weapon: Weapon, bearer: Combatant) -> tuple[Effect, ...]:
    """All that an attack brings along: the weapon's effects, the stun of its tag, and what the
    bearer's record does to whoever it strikes."""
    stun = (Effect("hit", "stun", "stunned", save="body"),) if "stun" in weapon.tags else ()
    striking = tuple(effect for effect in bearer.effects if effect.when in ("hit", "critical"))
    return weapon.effects + stun + striking


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
