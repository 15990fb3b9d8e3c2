"""Rounds, the opening, and the clock (CF-01, CF-05, CF-14)."""

from __future__ import annotations

from functools import partial

from events.types.declarations import BeginRound, PassTime
from events.types.outcomes import ConditionBegan, RoundBegan, RoundEnded
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn import craft, effects, harm
from rulesets.cairn.craft import RIGGED
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import BREAKING_DOWN, LOST_ROUND, STUNNED, Aftermath, Scene
from rulesets.common import conditions
from rulesets.common.turns import lapse_all
from rulesets.core.play import Play


def begin(scene: Scene, declared: BeginRound) -> Play[None]:
    """The next round; the first one with the opening saves, unless waived."""
    state = scene.state
    if state.round_open:
        yield from end(scene)
    players = scene.player_sides()
    others = [side for side in state.sides if side not in players]
    if state.round:
        yield RoundBegan(state.round + 1, (*players, *others))
        return
    slow = yield from _opening(scene, declared)
    quick = [side for side in players if not _all_of(scene, side, slow)]
    if scene.rules.options.late_openers and declared.waived != "ambushed":
        second = [side for side in players if any(one.side == side for one in slow)]
        late = tuple(one.id for one in slow if one.side in quick)
        yield RoundBegan(1, (*quick, *others, *second), late)
        return
    yield RoundBegan(1, (*quick, *others))
    for one in slow:
        yield ConditionBegan(one.id, LOST_ROUND, "everything")


def _all_of(scene: Scene, side: str, slow: list[Combatant]) -> bool:
    """Is everybody of this side too slow, so that it has no turn before the opponents?"""
    present = [one for one in scene.present() if one.side == side]
    return bool(present) and all(one in slow for one in present)


def _opening(scene: Scene, declared: BeginRound) -> Play[list[Combatant]]:
    """Who is too slow to act before the opponents. Others of a side act with its player
    characters: where not one of those is quick enough, nobody of theirs is. An heir makes no
    save, and is quick (CF-19)."""
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


def end(scene: Scene) -> Play[None]:
    """An open round ends: what is left of it lapses, fires on board burn on (CF-27), and its
    length goes onto the clock."""
    state = scene.state
    yield from lapse_all(state, f"round {state.round} ended")
    yield from _burn(scene)
    length = scene.round_seconds()
    unspent = [one.id for one in state.combatants.values() if state.has_turn_left(one)]
    yield RoundEnded(state.round)
    for one in list(state.combatants.values()):
        yield from conditions.end(one, LOST_ROUND)
        if one.id in unspent:  # it was that turn that they lost
            yield from conditions.end(one, STUNNED)
    yield from advance_clock(scene, length)


def _burn(scene: Scene) -> Play[None]:
    after = Aftermath()
    for blow in (yield from craft.burn(scene)):
        yield from harm.strike(scene, blow, after)
    yield from after.take_hold()


def _come_to(scene: Scene) -> Play[None]:
    """Nobody stays stunned beyond the turn it costs (CF-29)."""
    for one in list(scene.state.combatants.values()):
        yield from conditions.end(one, STUNNED)


def let_pass(scene: Scene, declared: PassTime) -> Play[None]:
    """Time goes by. Outside rounds a round's length of it is the turn that the stunned lose."""
    length = scene.round_seconds()
    yield from advance_clock(scene, declared.seconds)
    if not scene.state.round_open and declared.seconds >= length:
        yield from _come_to(scene)


def close(scene: Scene) -> Play[None]:
    """The fight is over; an open round ends with it, and what is still declared lapses."""
    if scene.state.round:
        yield from end(scene)
    else:
        yield from lapse_all(scene.state, "the fight ended")
    yield from _come_to(scene)


def advance_clock(scene: Scene, by: int) -> Play[None]:
    """The clock goes on."""
    everybody = list(scene.state.combatants.values())
    living = [one for one in everybody if one.standing != "dead"]
    rigged = {one.id: _rigs(one) for one in everybody if one.has(RIGGED)}
    yield from conditions.advance(scene.state, by, partial(_cause, scene))
    for id, rigs in rigged.items():
        one = scene.one(id)
        yield from craft.unrigged(scene, one, rigs - _rigs(one))
    after = Aftermath()
    for one in living:
        if one.standing == "dead":
            yield from effects.last_effects(scene, one, None, after)
    yield from after.take_hold()


def _cause(scene: Scene, one: Combatant, wound: Wound) -> str:
    """A craft whose minutes are over is what its game calls that (CF-27)."""
    ship = scene.craft(one)
    if ship is not None and wound.name == BREAKING_DOWN:
        return ship.ruined or "destroyed"
    return conditions.untreated(one, wound)


def _rigs(one: Combatant) -> int:
    return sum(each.name == RIGGED for each in one.conditions)
