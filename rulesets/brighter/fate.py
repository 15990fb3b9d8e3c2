"""What happens to an attribute and to who bears it: a step down, zero, death, and who is shaken
by that (BW-08, BW-10, BW-14)."""

from __future__ import annotations

from events.types.outcomes import (
    ConditionBegan,
    MoraleShaken,
    ScoreChanged,
    WoundClosed,
    WoundTaken,
)
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import DEX, STR, WIL, below
from rulesets.brighter.scene import CATATONIC, FIRST_AID, INCAPACITATED, PARALYSED, WOUND, Scene
from rulesets.common.conditions import end
from rulesets.common.people import free_label
from rulesets.core.play import Play

OWN_CRITICAL = "first critical damage"
COMPANION_DOWN = "a companion is down"

_STILL = {DEX: PARALYSED, WIL: CATATONIC}
"""What somebody is who has that attribute at zero."""


def step_down(scene: Scene, one: Combatant, attribute: str, why: str) -> Play[None]:
    """One step down, and what zero means where it comes to that; at zero nothing is left to
    lose."""
    was = one.scores[attribute]
    if not was:
        return
    now = below(was)
    yield ScoreChanged(one.id, attribute, was, now, why)
    if not now:
        yield from at_zero(scene, one, attribute)


def at_zero(scene: Scene, one: Combatant, attribute: str) -> Play[None]:
    """Zero STR: down, with an hour to live, and companions see it; zero DEX or WIL: no acting at
    all (BW-10)."""
    if attribute in _STILL:
        if not one.has(_STILL[attribute]):
            yield ConditionBegan(one.id, _STILL[attribute], "everything")
    elif attribute == STR and not any(wound.name == WOUND for wound in one.wounds):
        label = free_label(one, WOUND)
        due = scene.state.clock + scene.rules.dying_seconds
        yield WoundTaken(one.id, Wound(label, WOUND, 0, "can only crawl", FIRST_AID, due))
        yield ConditionBegan(one.id, INCAPACITATED, "all but crawling", label)
        yield from companions_shaken(scene, one)


def above_zero(one: Combatant, attribute: str) -> Play[None]:
    """Whatever raises an attribute above zero ends what zero had brought."""
    name = INCAPACITATED if attribute == STR else _STILL.get(attribute, "")
    yield from end(one, name)
    if attribute == STR:
        for wound in list(one.wounds):
            if wound.name == WOUND:
                yield WoundClosed(one.id, wound.label, healed=True)


def shaken(scene: Scene, one: Combatant, ground: str) -> Play[None]:
    """A ground for a morale save, the first time it comes; for hirelings as for foes, for player
    characters never (BW-14)."""
    if one.kind == "pc" or one.standing != "in":
        return
    if scene.rules.options.morale and ground not in (*one.spent, *one.shaken):
        yield MoraleShaken(one.side, ground, one.id)


def companions_shaken(scene: Scene, fallen: Combatant) -> Play[None]:
    """Those on the side of somebody who is incapacitated or killed."""
    for other in list(scene.state.members(fallen.side)):
        if other is not fallen:
            yield from shaken(scene, other, COMPANION_DOWN)
