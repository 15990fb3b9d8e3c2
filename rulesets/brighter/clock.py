"""The fight's clock: what a death by it brings along (BW-08, BW-10, BW-14)."""

from __future__ import annotations

from rulesets.brighter import effects, morale
from rulesets.brighter.scene import Scene
from rulesets.common import conditions as clock
from rulesets.core.play import Play


def advance(scene: Scene, by: int) -> Play[None]:
    """The clock goes on; whoever's hour has come dies like anybody."""
    living = [one for one in scene.state.combatants.values() if one.standing != "dead"]
    yield from clock.advance(scene.state, by)
    for one in living:
        if one.standing == "dead":
            yield from effects.of_death(scene, one)
    yield from morale.test_at_peace(scene)
