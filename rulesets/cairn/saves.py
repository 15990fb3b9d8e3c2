"""Saves: a d20 up to the present score passes; 1 always passes, 20 always fails (CF-04). The morale
saves of foes, and how those who fail leave (CF-25)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.types.declarations import CallMorale
from events.types.outcomes import MoraleTested, SaveRolled
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role
from rulesets.cairn.scene import Scene, is_casualty
from rulesets.common.scene import can_act
from rulesets.common.turns import make_departure
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
    faces = yield from roll_dice(*(_make_request(scene, each) for each in saves))
    results = []
    for each, (face,) in zip(saves, faces, strict=True):
        score = scene.scores(each.one).of(each.role)
        against = each.one.scores[score]
        passed = is_passed(face, against)
        result = SaveRolled(each.one.id, score, against, face, passed, each.purpose, each.why)
        yield result
        results.append(result)
    return results


def _make_request(scene: Scene, each: Save) -> DiceRequest:
    """Return the request for a save's d20. It matters whether the save passes; of a manoeuvre, also
    whether it is a 20 (CF-27)."""
    against = each.one.scores[scene.scores(each.one).of(each.role)]
    critical = 20 if each.purpose == "manoeuvre" else 0

    def tell_apart(faces: tuple[int, ...]) -> tuple[bool, bool]:
        return is_passed(faces[0], against), faces[0] == critical

    return DiceRequest(each.one.id, ("d20",), each.purpose, alike=tell_apart)


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


FIRST = "first casualty"
HALF = "half of them lost"


def test_morale(scene: Scene) -> Play[None]:
    """Test the morale of each side of foes, in joining order: one save each, or the leader's for
    all.

    Once the fight is over, nothing is tested.
    """
    if scene.state.ended or not scene.rules.options.morale:
        return
    with_players = scene.player_sides()
    for side in list(scene.state.sides):
        if side not in with_players:
            yield from _test_side(scene, side)


def has_morale(scene: Scene, one: Combatant) -> bool:
    """Return whether a combatant is a foe with morale. A craft has none; its crew has (CF-25,
    CF-27)."""
    return one.kind == "npc" and scene.craft(one) is None


def call_morale(scene: Scene, declared: CallMorale) -> Play[None]:
    """Roll a morale save for each combatant that the referee names."""
    why = declared.why
    ones = [scene.one(who) for who in declared.who]
    results = yield from save_all(scene, [Save(one, "will", "morale", why) for one in ones])
    for one, passed in zip(ones, results, strict=True):
        if not passed:
            yield make_departure(one)


def _test_side(scene: Scene, side: str) -> Play[None]:
    grounds = _list_grounds(scene, side)
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
        yield make_departure(one)


def _list_grounds(scene: Scene, side: str) -> tuple[str, ...]:
    """Return the present grounds for a save. The first casualty, and half of the side, count once
    in a fight."""
    state = scene.state
    lost = sum(is_casualty(one) for one in state.members(side))
    spent = state.spent.get(side, ())
    grounds = list(state.shaken.get(side, ()))
    if lost and FIRST not in spent:
        grounds.insert(0, FIRST)
    if lost and 2 * lost >= len(state.sides[side]) and HALF not in spent:
        grounds.append(HALF)
    return tuple(grounds)
