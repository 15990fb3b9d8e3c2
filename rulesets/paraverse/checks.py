"""Checks: a d20 and what is added, over a target or an opponent's roll (PV-02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from events.types import declarations as d
from events.types.outcomes import Ground
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.common.weapons import said
from rulesets.core.play import Play, throw
from rulesets.paraverse.definition import Definition
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.skills import Throw, check_bonus, hindrances


class Result(NamedTuple):
    """How a check came out: `missed` by how much, where it did; `partial`, by little."""

    passed: bool
    partial: bool
    missed: int


def passes(rules: Definition, natural: int, value: int, target: int) -> bool:
    """More than the target; a 1 never passes, a 20 always where the target is not too much."""
    if natural == 1:
        return False
    return value > target or (natural == 20 and target < rules.always)


def is_partial(rules: Definition, natural: int, value: int, target: int) -> bool:
    """A failure that missed by little; a natural 1 fails outright."""
    return natural != 1 and 0 <= target - value < rules.nearly


def check_throw(
    scene: Scene, one: Combatant, what: str, purpose: Purpose, grounds: Iterable[Ground] = ()
) -> Throw:
    """A check about to be rolled, with what hinders it."""
    every = (*grounds, *hindrances(scene, one, what))
    return Throw(one, what, purpose, check_bonus(scene, one, what), every)


def check(scene: Scene, thrown: Throw, target: int, why: str = "") -> Play[Result]:
    """Roll a check against a target."""
    (faces,) = yield from throw(thrown.ask)
    natural = thrown.natural(faces)
    value = natural + thrown.bonus
    passed = passes(scene.rules, natural, value, target)
    partial = not passed and is_partial(scene.rules, natural, value, target)
    yield thrown.rolled(faces, target, passed, partial=partial, why=why)
    return Result(passed, partial, target - value)


def opposed(
    scene: Scene, thrown: Throw, versus: Combatant, what: str = "", why: str = ""
) -> Play[Result]:
    """Roll a check against an opponent, who rolls on the same or on `what`: the higher one
    wins."""
    against = check_throw(scene, versus, what or thrown.what, "opposed")
    own, others = yield from throw(thrown.ask, against.ask)
    value, target = thrown.value(own), against.value(others)
    yield thrown.rolled(own, target, value > target, versus=versus.id, why=why)
    return Result(value > target, False, target - value)


def rolled_for(
    scene: Scene,
    said_of: d.Act | d.Special | d.CallSave,
    one: Combatant,
    what: str,
    purpose: Purpose,
    grounds: Iterable[Ground] = (),
) -> Play[Result]:
    """The check a declaration calls for, against what it says."""
    named = (*said(said_of.enhanced, said_of.impaired), *grounds)
    thrown = check_throw(scene, one, what, purpose, named)
    why = said_of.why if isinstance(said_of, d.CallSave) else said_of.what
    if said_of.versus:
        versus = scene.one(said_of.versus)
        return (yield from opposed(scene, thrown, versus, said_of.opposing, why))
    assert said_of.target is not None, "prepared"
    return (yield from check(scene, thrown, said_of.target, why))
