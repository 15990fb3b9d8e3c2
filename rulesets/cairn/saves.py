"""Saves: a d20 up to the present score passes; 1 always passes, 20 always fails (CF-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.types.outcomes import SaveRolled
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role
from rulesets.cairn.scene import Scene
from rulesets.core.play import DiceRequest, Play, roll_dice


class Save(NamedTuple):
    """A save to be made."""

    one: Combatant
    role: Role
    purpose: Purpose
    why: str = ""


def is_passed(face: int, score: int) -> bool:
    """Return whether a face passes against a score."""
    return face == 1 or (face != 20 and face <= score)


def save_all(scene: Scene, saves: Sequence[Save]) -> Play[list[bool]]:
    """Roll several saves together and return whether each passed."""
    rolled = yield from roll_saves(scene, saves)
    return [each.passed for each in rolled]


def roll_saves(scene: Scene, saves: Sequence[Save]) -> Play[list[SaveRolled]]:
    """Roll several saves together and return their results."""
    faces = yield from roll_dice(
        *(DiceRequest(each.one.id, ("d20",), each.purpose) for each in saves)
    )
    results = []
    for each, (face,) in zip(saves, faces, strict=True):
        score = scene.scores(each.one).of(each.role)
        against = each.one.scores[score]
        passed = is_passed(face, against)
        result = SaveRolled(each.one.id, score, against, face, passed, each.purpose, each.why)
        yield result
        results.append(result)
    return results


def roll_save(
    scene: Scene, one: Combatant, role: Role, purpose: Purpose, why: str = ""
) -> Play[bool]:
    """Roll one save and return whether it passed."""
    results = yield from save_all(scene, [Save(one, role, purpose, why)])
    return results[0]


def fail_without_roll(
    scene: Scene, one: Combatant, role: Role, purpose: Purpose, why: str
) -> Play[None]:
    """Record a save that fails without a die."""
    score = scene.scores(one).of(role)
    yield SaveRolled(one.id, score, one.scores[score], 0, False, purpose, why)
