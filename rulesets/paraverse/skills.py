"""Skills: what they add, what they are hindered by, the d20 they are rolled with (PV-01, PV-02,
PV-14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import NamedTuple

import msgspec

from events.errors import Refused
from events.types import declarations as d
from events.types.outcomes import CheckRolled, Ground
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.common.naming import pick
from rulesets.common.weapons import Modifier, net
from rulesets.core.play import Ask
from rulesets.paraverse.definition import STATS, Definition
from rulesets.paraverse.scene import Scene, fatigue

TIRELESS = ("Melee", "Ranged", "Marksman", "Throwing", "Evasion")
"""What Fatigue does not count against in combat (PV-02)."""


class Throw(NamedTuple):
    """A d20 about to be rolled on something: who rolls it, what is added, and what modifies it."""

    one: Combatant
    what: str
    purpose: Purpose
    bonus: int
    grounds: tuple[Ground, ...] = ()
    root: int = 0

    @property
    def modifier(self) -> Modifier:
        """Advantage or disadvantage, however many grounds there are; both cancel (PV-02)."""
        return net(self.grounds)

    @property
    def dice(self) -> tuple[str, ...]:
        """One d20, or two."""
        return ("d20", "d20") if self.modifier else ("d20",)

    @property
    def notation(self) -> str:
        """The dice as written, without what is added."""
        return "2d20" if self.modifier else "d20"

    @property
    def written(self) -> str:
        """The dice as written, with what is added."""
        return self.notation + (f"{self.bonus:+d}" if self.bonus else "")

    @property
    def ask(self) -> Ask:
        """The dice it asks for."""
        return Ask(self.one.id, self.dice, self.purpose, self.root)

    def natural(self, faces: Iterable[int]) -> int:
        """The die that is kept."""
        return min(faces) if self.modifier == "impaired" else max(faces)

    def value(self, faces: Iterable[int]) -> int:
        """What it comes to."""
        return self.natural(faces) + self.bonus

    def rolled(
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
        """How it came out, as a check."""
        return CheckRolled(
            self.one.id,
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


def learned(rules: Definition, stat: int, experience: int) -> int:
    """The modifier of a skill from its stat and the experience put into it (PV-01)."""
    return stat - 10 + min(rules.most_skill, isqrt(4 * experience + 1) - 1)


def modifier(scene: Scene, one: Combatant, what: str) -> int:
    """What somebody adds to a roll on a skill or a stat; Fatigue is counted elsewhere."""
    if what in STATS:
        return one.scores[what] - 10
    if what in one.skills:
        return one.skills[what]
    skill = scene.rules.skills.get(what)
    if skill is not None and skill.instead:
        return modifier(scene, one, skill.instead)
    return one.scores[skill.stat] - 10 if skill is not None and skill.stat else 0


def check_bonus(scene: Scene, one: Combatant, what: str) -> int:
    """What somebody adds to a check: Fatigue counts against it, except in combat against what is
    fought with (PV-02)."""
    tired = 0 if scene.in_combat and what in TIRELESS else fatigue(one)
    return modifier(scene, one, what) - tired


def hindrances(scene: Scene, one: Combatant, what: str) -> Iterator[Ground]:
    """What wounds of theirs bring disadvantage to a roll on this, each effect once (PV-14)."""
    skill = scene.rules.skills.get(what)
    group = skill.group if skill is not None else ""
    stat = what if what in STATS else skill.stat if skill is not None else ""
    for name in dict.fromkeys(condition.name for condition in one.conditions):
        hindrance = scene.rules.hindrances.get(name)
        if hindrance and (group in hindrance.groups or (stat and stat in hindrance.stats)):
            yield Ground("impaired", name)


def rollable(scene: Scene, one: Combatant) -> tuple[str, ...]:
    """What somebody can be asked to roll on: stats, the skills of the game, those of their own."""
    return tuple(dict.fromkeys([*STATS, *scene.rules.skills, *one.skills]))


replace = msgspec.structs.replace

MOST_TARGET = 99
"""A target beyond this is a slip."""


def deed(scene: Scene, action: d.Act | d.Special) -> d.Act | d.Special:
    """A deed or spell with its roll as the rules name it; raises `Refused`."""
    if not action.save:
        if action.target is not None or action.versus or action.opposing:
            raise Refused("Say what is rolled, like: do kit check Acrobatics 10 climbs.")
        return action
    one = scene.one(action.by)
    verb = "magic" if isinstance(action, d.Special) else "do"
    _refuse_target(action, f"{verb} {one.id} check {action.save} 15 {action.what}")
    return replace(
        action, save=_rollable(scene, one, action.save), opposing=_opposing(scene, action)
    )


def called(scene: Scene, call: d.CallSave) -> d.CallSave:
    """A check the referee calls for, the same way."""
    _refuse_target(call, f"check {call.who[0]} {call.score} 15")
    scores = [_rollable(scene, scene.one(who), call.score) for who in call.who]
    if call.versus in call.who:
        raise Refused("Nobody opposes themselves.")
    return replace(call, score=scores[0], opposing=_opposing(scene, call))


def _opposing(scene: Scene, said: d.Act | d.Special | d.CallSave) -> str:
    """What the opponent rolls on, where it is not the same."""
    if not said.opposing:
        return ""
    if not said.versus:
        raise Refused(f"Say who rolls {said.opposing} against it, like: versus orc.")
    return _rollable(scene, scene.one(said.versus), said.opposing)


def _refuse_target(said: d.Act | d.Special | d.CallSave, like: str) -> None:
    """Raise where it is not said what has to be beaten (PV-02)."""
    if said.target is None and not said.versus:
        raise Refused(f"Say what the check is against, like: {like}", clause="PV-02")
    if said.target is not None and said.versus:
        raise Refused("A check is against a number or against somebody, not both.", clause="PV-02")
    if said.target is not None and not 0 <= said.target <= MOST_TARGET:
        raise Refused(f"A check is against 0 to {MOST_TARGET}, not {said.target}.", clause="PV-02")


def _rollable(scene: Scene, one: Combatant, text: str) -> str:
    try:
        return pick(text, rollable(scene, one), "skill or stat")
    except Refused as refused:
        hint = str(refused).rstrip(".")
        raise Refused(f"{hint}; or state it first, like: skill {one.id} {text} 2.") from None
