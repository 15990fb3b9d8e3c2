"""Saves: a d20, at most the present score; 1 always passes, 20 never does (CF-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.types.declarations import CallMorale
from events.types.outcomes import Left, MoraleTested, SaveRolled
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role
from rulesets.cairn.scene import Scene, is_casualty
from rulesets.common.scene import can_act
from rulesets.core.play import Ask, Play, throw


class Save(NamedTuple):
    """A save somebody has to make."""

    one: Combatant
    role: Role
    purpose: Purpose
    why: str = ""


def passes(face: int, score: int) -> bool:
    """Does this face pass against this score?"""
    return face == 1 or (face != 20 and face <= score)


def save_all(scene: Scene, saves: Sequence[Save]) -> Play[list[bool]]:
    """Roll several saves together; whether each passed."""
    rolled = yield from roll_all(scene, saves)
    return [each.passed for each in rolled]


def roll_all(scene: Scene, saves: Sequence[Save]) -> Play[list[SaveRolled]]:
    """Roll several saves together; how each came out."""
    faces = yield from throw(*(Ask(each.one.id, ("d20",), each.purpose) for each in saves))
    results = []
    for each, (face,) in zip(saves, faces, strict=True):
        score = scene.scores(each.one).of(each.role)
        against = each.one.scores[score]
        passed = passes(face, against)
        result = SaveRolled(each.one.id, score, against, face, passed, each.purpose, each.why)
        yield result
        results.append(result)
    return results


def save(scene: Scene, one: Combatant, role: Role, purpose: Purpose, why: str = "") -> Play[bool]:
    """Roll one save; whether it passed."""
    results = yield from save_all(scene, [Save(one, role, purpose, why)])
    return results[0]


def fail_unrolled(
    scene: Scene, one: Combatant, role: Role, purpose: Purpose, why: str
) -> Play[None]:
    """A save that fails by itself, without a die."""
    score = scene.scores(one).of(role)
    yield SaveRolled(one.id, score, one.scores[score], 0, False, purpose, why)


FIRST = "first casualty"
HALF = "half of them lost"


def test(scene: Scene) -> Play[None]:
    """Side by side, in joining order: one save each, or the leader's for all. None once the
    fight is over."""
    if scene.state.ended or not scene.rules.options.morale:
        return
    with_players = scene.player_sides()
    for side in list(scene.state.sides):
        if side not in with_players:
            yield from _test_side(scene, side)


def has_morale(scene: Scene, one: Combatant) -> bool:
    """Foes of the players have; of a craft it is the crew (CF-25, CF-27)."""
    return one.kind == "npc" and scene.craft(one) is None


def called(scene: Scene, declared: CallMorale) -> Play[None]:
    """Those whom the referee names save at once, each for itself."""
    why = declared.why
    ones = [scene.one(who) for who in declared.who]
    results = yield from save_all(scene, [Save(one, "will", "morale", why) for one in ones])
    for one, passed in zip(ones, results, strict=True):
        if not passed:
            yield _departure(one)


def _test_side(scene: Scene, side: str) -> Play[None]:
    grounds = _grounds(scene, side)
    if not grounds:
        return
    yield MoraleTested(side, grounds)
    able = [one for one in scene.state.members(side) if has_morale(scene, one) and can_act(one)]
    leaders = [one for one in able if one.leader][:1]
    savers = leaders or able
    why = ", ".join(grounds)
    results = yield from save_all(scene, [Save(one, "will", "morale", why) for one in savers])
    if leaders:
        failed = able if not results[0] else []
    else:
        failed = [one for one, passed in zip(savers, results, strict=True) if not passed]
    for one in failed:
        yield _departure(one)


def _grounds(scene: Scene, side: str) -> tuple[str, ...]:
    """What calls for a save now; each of the first two only once in a fight."""
    state = scene.state
    lost = sum(is_casualty(one) for one in state.members(side))
    spent = state.spent.get(side, ())
    grounds = list(state.shaken.get(side, ()))
    if lost and FIRST not in spent:
        grounds.insert(0, FIRST)
    if lost and 2 * lost >= len(state.sides[side]) and HALF not in spent:
        grounds.append(HALF)
    return tuple(grounds)


def _departure(one: Combatant) -> Left:
    surrenders = one.choices.get("morale") == "surrenders"
    return Left(one.id, "surrendered" if surrenders else "fled")
