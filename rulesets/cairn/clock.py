"""The fight's clock as the family has it: what a death by the clock, and the end of a jury rig,
bring along (CF-14, CF-15, CF-27)."""

from __future__ import annotations

from functools import partial

from events.types.outcomes import ScoreChanged
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn import effects
from rulesets.cairn.craft import RIGGED
from rulesets.cairn.effects import Aftermath
from rulesets.cairn.scene import BREAKING_DOWN, Scene
from rulesets.common import conditions as clock
from rulesets.core.play import Play


def advance(scene: Scene, by: int) -> Play[None]:
    """The clock goes on."""
    everybody = list(scene.state.combatants.values())
    living = [one for one in everybody if one.standing != "dead"]
    rigged = {one.id: _rigs(one) for one in everybody if one.has(RIGGED)}
    yield from clock.advance(scene.state, by, partial(_cause, scene))
    for id, rigs in rigged.items():
        one = scene.one(id)
        yield from unrigged(scene, one, rigs - _rigs(one))
    after = Aftermath()
    for one in living:
        if one.standing == "dead":
            yield from effects.last_effects(scene, one, None, after)
    yield from after.take_hold()


def _cause(scene: Scene, one: Combatant, wound: Wound) -> str:
    """A craft whose minutes are over is what its game calls that (CF-27)."""
    craft = scene.craft(one)
    if craft is not None and wound.name == BREAKING_DOWN:
        return craft.ruined or "destroyed"
    return clock.untreated(one, wound)


def _rigs(one: Combatant) -> int:
    return sum(each.name == RIGGED for each in one.conditions)


def unrigged(scene: Scene, one: Combatant, lost: int) -> Play[None]:
    """What was only rigged up is gone again; that is no damage."""
    was = scene.score(one, "protection")
    now = max(0, was - lost)
    if now < was:
        yield ScoreChanged(one.id, scene.scores(one).protection, was, now, RIGGED)
