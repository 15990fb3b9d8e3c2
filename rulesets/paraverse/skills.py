"""Skills: modifiers, hindrances, d20 rolls, and checks against a target or an opponent (PV-01,
PV-02, PV-14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import NamedTuple

from events.types import declarations as d
from events.types.outcomes import CheckRolled, Ground
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.common.weapons import Modifier, combine_grounds, make_grounds
from rulesets.core.play import DiceRequest, Play, roll_dice
from rulesets.paraverse.definition import STATS, Definition
from rulesets.paraverse.scene import Scene, fatigue

TIRELESS = ("Melee", "Ranged", "Marksman", "Throwing", "Evasion")
"""Skills that Fatigue does not reduce in combat (PV-02)."""


class SkillRoll(NamedTuple):
    """A d20 roll about to be made: the roller, the skill or stat, the bonus, and the grounds for
    advantage and disadvantage.

    `root` is the seq of the attack it belongs to.
    """

    roller: Combatant
    what: str
    purpose: Purpose
    bonus: int
    grounds: tuple[Ground, ...] = ()
    root: int = 0

    @property
    def modifier(self) -> Modifier:
        """Advantage, disadvantage or neither. Several grounds count as one; both kinds together
        cancel (PV-02)."""
        return combine_grounds(self.grounds)

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice: one d20, or two with advantage or disadvantage."""
        return ("d20", "d20") if self.modifier else ("d20",)

    @property
    def notation(self) -> str:
        """The dice in notation, without the bonus."""
        return "2d20" if self.modifier else "d20"

    @property
    def formula(self) -> str:
        """The dice in notation, with the bonus."""
        return self.notation + (f"{self.bonus:+d}" if self.bonus else "")

    @property
    def ask(self) -> DiceRequest:
        """The request for the dice."""
        return DiceRequest(self.roller.id, self.dice, self.purpose, self.root, self.natural)

    def natural(self, faces: Iterable[int]) -> int:
        """Return the face that counts."""
        return min(faces) if self.modifier == "impaired" else max(faces)

    def value(self, faces: Iterable[int]) -> int:
        """Return the total: the face that counts and the bonus."""
        return self.natural(faces) + self.bonus

    def as_check(
        self,
        faces: tuple[int, ...],
        against: int,
        passed: bool,
        *,
        least: bool = False,
        partial: bool = False,
        versus: str = "",
        why: str = "",
    ) -> CheckRolled:
        """Return the outcome of this roll as a check."""
        return CheckRolled(
            self.roller.id,
            self.what,
            self.notation,
            faces,
            self.value(faces),
            against,
            passed,
            self.purpose,
            self.bonus,
            least,
            partial,
            versus,
            self.modifier,
            self.grounds,
            why,
        )


def compute_modifier(rules: Definition, stat: int, experience: int) -> int:
    """Return a skill's modifier from its stat and the experience spent on it (PV-01)."""
    return stat - 10 + min(rules.most_skill, isqrt(4 * experience + 1) - 1)


def find_modifier(scene: Scene, one: Combatant, what: str) -> int:
    """Return what a combatant adds to a roll on a skill or stat, before Fatigue."""
    if what in STATS:
        return one.scores[what] - 10
    if what in one.skills:
        return one.skills[what]
    skill = scene.rules.skills.get(what)
    if skill is not None and skill.instead:
        return find_modifier(scene, one, skill.instead)
    return one.scores[skill.stat] - 10 if skill is not None and skill.stat else 0


def find_check_modifier(scene: Scene, one: Combatant, what: str) -> int:
    """Return what a combatant adds to a check.

    Fatigue reduces it, except for fighting skills in combat (PV-02).
    """
    tired = 0 if scene.is_in_combat and what in TIRELESS else fatigue(one)
    return find_modifier(scene, one, what) - tired


def find_hindrances(scene: Scene, one: Combatant, what: str) -> Iterator[Ground]:
    """Yield a disadvantage for each effect of wounds that hinders a roll on this (PV-14)."""
    skill = scene.rules.skills.get(what)
    group = skill.group if skill is not None else ""
    stat = what if what in STATS else skill.stat if skill is not None else ""
    for name in dict.fromkeys(condition.name for condition in one.conditions):
        hindrance = scene.rules.hindrances.get(name)
        if hindrance and (group in hindrance.groups or (stat and stat in hindrance.stats)):
            yield Ground("impaired", name)


def list_rollable(scene: Scene, one: Combatant) -> tuple[str, ...]:
    """Return what a combatant can roll on: stats, the game's skills, and their own skills."""
    return tuple(dict.fromkeys([*STATS, *scene.rules.skills, *one.skills]))


class CheckResult(NamedTuple):
    """The result of a check.

    `missed` is the amount by which it failed. `partial` says that this was small.
    """

    passed: bool
    partial: bool
    missed: int


def is_passed(rules: Definition, natural: int, value: int, target: int) -> bool:
    """Return whether a check passes: the total has to exceed the target.

    A natural 1 never passes. A natural 20 always does if the target is below the game's `always`.
    """
    if natural == 1:
        return False
    return value > target or (natural == 20 and target < rules.always)


def is_partial_failure(rules: Definition, natural: int, value: int, target: int) -> bool:
    """Return whether a failed check missed by little. After a natural 1 it did not."""
    return natural != 1 and 0 <= target - value < rules.nearly


def prepare_check(
    scene: Scene, one: Combatant, what: str, purpose: Purpose, grounds: Iterable[Ground] = ()
) -> SkillRoll:
    """Return a check about to be rolled, with the combatant's hindrances."""
    every = (*grounds, *find_hindrances(scene, one, what))
    return SkillRoll(one, what, purpose, find_check_modifier(scene, one, what), every)


def roll_check(scene: Scene, roll: SkillRoll, target: int, why: str = "") -> Play[CheckResult]:
    """Roll a check against a target."""

    def judge(faces: tuple[int, ...]) -> tuple[bool, bool]:
        natural, value = roll.natural(faces), roll.value(faces)
        passed = is_passed(scene.rules, natural, value, target)
        return passed, not passed and is_partial_failure(scene.rules, natural, value, target)

    (faces,) = yield from roll_dice(roll.ask._replace(alike=judge))
    passed, partial = judge(faces)
    value = roll.value(faces)
    yield roll.as_check(faces, target, passed, partial=partial, why=why)
    return CheckResult(passed, partial, target - value)


def roll_opposed_check(
    scene: Scene, roll: SkillRoll, versus: Combatant, what: str = "", why: str = ""
) -> Play[CheckResult]:
    """Roll a check against an opponent, who rolls on the same skill or on `what`. The higher total
    wins."""
    against = prepare_check(scene, versus, what or roll.what, "opposed")
    own, others = yield from roll_dice(
        roll.ask, against.ask, alike=lambda faces: roll.value(faces[0]) > against.value(faces[1])
    )
    value, target = roll.value(own), against.value(others)
    yield roll.as_check(own, target, value > target, versus=versus.id, why=why)
    return CheckResult(value > target, False, target - value)


def roll_declared_check(
    scene: Scene,
    declared: d.Act | d.Special | d.CallSave,
    one: Combatant,
    what: str,
    purpose: Purpose,
    grounds: Iterable[Ground] = (),
) -> Play[CheckResult]:
    """Roll the check that a declaration calls for, against the target or opponent it names."""
    every = (*make_grounds(declared.enhanced, declared.impaired), *grounds)
    roll = prepare_check(scene, one, what, purpose, every)
    why = declared.why if isinstance(declared, d.CallSave) else declared.what
    if declared.versus:
        versus = scene.one(declared.versus)
        return (yield from roll_opposed_check(scene, roll, versus, declared.opposing, why))
    assert declared.target is not None, "prepared"
    return (yield from roll_check(scene, roll, declared.target, why))
