"""Morale saves of foes, and how those who fail leave (CF-25)."""

from __future__ import annotations

from events.types.declarations import CallMorale
from events.types.outcomes import MoraleTested
from projections.state.fight_state import Combatant
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import Scene, is_casualty
from rulesets.common.scene import can_act
from rulesets.common.turns import make_departure
from rulesets.core.play import Play

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
