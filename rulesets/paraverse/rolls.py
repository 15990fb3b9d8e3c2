"""What is rolled for a deed or because the referee asks for it, and against what (PV-02)."""

from __future__ import annotations

import msgspec

from events.errors import Refused
from events.types import declarations as d
from projections.state.fight_state import Combatant
from rulesets.common.naming import pick
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.skills import rollable

replace = msgspec.structs.replace

MOST_TARGET = 99
"""A target beyond this is a slip."""


def deed(scene: Scene, action: d.Act | d.Special) -> d.Act | d.Special:
    """A deed or spell with its roll as the rules name it; raises `Refused`."""
    if not action.save:
        if action.target is not None or action.versus or action.opposing:
            raise Refused("Say what is rolled, like: do kit check Acrobatics 10 climbs.")
        return action
    one = scene.one(action.by)
    verb = "magic" if isinstance(action, d.Special) else "do"
    _refuse_target(action, f"{verb} {one.id} check {action.save} 15 {action.what}")
    return replace(
        action, save=_rollable(scene, one, action.save), opposing=_opposing(scene, action)
    )


def called(scene: Scene, call: d.CallSave) -> d.CallSave:
    """A check the referee calls for, the same way."""
    _refuse_target(call, f"check {call.who[0]} {call.score} 15")
    scores = [_rollable(scene, scene.one(who), call.score) for who in call.who]
    if call.versus in call.who:
        raise Refused("Nobody opposes themselves.")
    return replace(call, score=scores[0], opposing=_opposing(scene, call))


def _opposing(scene: Scene, said: d.Act | d.Special | d.CallSave) -> str:
    """What the opponent rolls on, where it is not the same."""
    if not said.opposing:
        return ""
    if not said.versus:
        raise Refused(f"Say who rolls {said.opposing} against it, like: versus orc.")
    return _rollable(scene, scene.one(said.versus), said.opposing)


def _refuse_target(said: d.Act | d.Special | d.CallSave, like: str) -> None:
    """Raise where it is not said what has to be beaten (PV-02)."""
    if said.target is None and not said.versus:
        raise Refused(f"Say what the check is against, like: {like}", clause="PV-02")
    if said.target is not None and said.versus:
        raise Refused("A check is against a number or against somebody, not both.", clause="PV-02")
    if said.target is not None and not 0 <= said.target <= MOST_TARGET:
        raise Refused(f"A check is against 0 to {MOST_TARGET}, not {said.target}.", clause="PV-02")


def _rollable(scene: Scene, one: Combatant, text: str) -> str:
    try:
        return pick(text, rollable(scene, one), "skill or stat")
    except Refused as refused:
        hint = str(refused).rstrip(".")
        raise Refused(f"{hint}; or state it first, like: skill {one.id} {text} 2.") from None
