"""Rounds, the opening saves, and the clock (CF-01, CF-05, CF-14)."""

from __future__ import annotations

from functools import partial

from events.types.declarations import BeginRound, PassTime
from events.types.outcomes import ConditionBegan, RoundBegan, RoundEnded
from events.types.sheets import Wound
from projections.state.fight_state import LOST_ROUND, Combatant
from rulesets.cairn import craft, effects, harm
from rulesets.cairn.craft import RIGGED
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import BREAKING_DOWN, STUNNED, Aftermath, Scene
from rulesets.common import conditions
from rulesets.common.turns import lapse_all
from rulesets.core.play import Play


def begin_round(scene: Scene, declared: BeginRound) -> Play[None]:
    """Begin the next round. The first one begins with the opening saves, unless they are waived."""
    state = scene.state
    if state.round_open:
        yield from end_round(scene)
    players = scene.player_sides()
    others = [side for side in state.sides if side not in players]
    if state.round:
        yield RoundBegan(state.round + 1, (*players, *others))
        return
    slow = yield from _roll_opening(scene, declared)
    quick = [side for side in players if not _is_all_slow(scene, side, slow)]
    if scene.rules.options.late_openers and declared.waived != "ambushed":
        second = [side for side in players if any(one.side == side for one in slow)]
        late = tuple(one.id for one in slow if one.side in quick)
        yield RoundBegan(1, (*quick, *others, *second), late)
        return
    yield RoundBegan(1, (*quick, *others))
    for one in slow:
        yield ConditionBegan(one.id, LOST_ROUND, "everything")


def _is_all_slow(scene: Scene, side: str, slow: list[Combatant]) -> bool:
    """Return whether everybody on a side is too slow, so that it has no turn before the
    opponents."""
    present = [one for one in scene.present() if one.side == side]
    return bool(present) and all(one in slow for one in present)


def _roll_opening(scene: Scene, declared: BeginRound) -> Play[list[Combatant]]:
    """Return the combatants who are too slow to act before the opponents.

    Others on a side act with its player characters. If all of those are too slow, the whole side
    is. An heir makes no save and is not too slow (CF-19).
    """
    if declared.waived == "ambush":
        return []
    friends = [one for one in scene.present() if scene.with_players(one)]
    if declared.waived == "ambushed":
        return friends
    if all(scene.with_players(one) for one in scene.present()):
        return []
    pcs = [one for one in friends if one.kind == "pc"]
    savers = [one for one in pcs if not one.heir]
    results = yield from save_all(scene, [Save(one, "agility", "opening") for one in savers])
    slow = [one for one, passed in zip(savers, results, strict=True) if not passed]
    quick = {one.side for one in pcs if one not in slow}
    lost = {one.side for one in slow} - quick
    return [one for one in friends if one in slow or one.side in lost]


def end_round(scene: Scene) -> Play[None]:
    """End the open round: lapse open declarations, burn crews (CF-27), advance the clock."""
    state = scene.state
    yield from lapse_all(state, f"round {state.round} ended")
    yield from _burn_crews(scene)
    length = scene.round_seconds()
    unspent = [one.id for one in state.combatants.values() if state.has_turn_left(one)]
    yield RoundEnded(state.round)
    for one in list(state.combatants.values()):
        yield from conditions.end_conditions(one, LOST_ROUND)
        if one.id in unspent:  # the stun cost them this turn
            yield from conditions.end_conditions(one, STUNNED)
    yield from advance_clock(scene, length)


def _burn_crews(scene: Scene) -> Play[None]:
    after = Aftermath()
    for blow in (yield from craft.burn_crews(scene)):
        yield from harm.land_blow(scene, blow, after)
    yield from after.record_all()


def wake_stunned(scene: Scene) -> Play[None]:
    """End every stun. It never lasts longer than the turn it costs (CF-29)."""
    for one in list(scene.state.combatants.values()):
        yield from conditions.end_conditions(one, STUNNED)


def pass_time(scene: Scene, declared: PassTime) -> Play[None]:
    """Let time pass. Outside rounds, the length of a round counts as the turn that the stunned
    lose."""
    length = scene.round_seconds()
    yield from advance_clock(scene, declared.seconds)
    if not scene.state.round_open and declared.seconds >= length:
        yield from wake_stunned(scene)


def advance_clock(scene: Scene, by: int) -> Play[None]:
    """Advance the clock, end jury rigs, and carry out the last effects of those who die."""
    everybody = list(scene.state.combatants.values())
    rigged = {one.id: _count_rigs(one) for one in everybody if one.has(RIGGED)}
    died = yield from conditions.advance_clock(scene.state, by, partial(_name_cause, scene))
    for id, rigs in rigged.items():
        one = scene.one(id)
        yield from craft.remove_rigs(scene, one, rigs - _count_rigs(one))
    after = Aftermath()
    for one in died:
        yield from effects.apply_last_effects(scene, one, None, after)
    yield from after.record_all()


def _name_cause(scene: Scene, one: Combatant, wound: Wound) -> str:
    """Return the cause of a death by the clock; for a craft, the game's word for its end
    (CF-27)."""
    ship = scene.craft(one)
    if ship is not None and wound.name == BREAKING_DOWN:
        return ship.ruined or "destroyed"
    return conditions.name_untreated_death(one, wound)


def _count_rigs(one: Combatant) -> int:
    return sum(each.name == RIGGED for each in one.conditions)
