"""Scars: the table, its rolls at once, and those that wait (CF-17, CF-18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from events.types.dice_notation import parse_dice
from events.types.outcomes import EffectTold, MaximumChanged, ScoreChanged, WoundTaken
from events.types.rolls import Purpose
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role, Scar, ScarStep
from rulesets.cairn.effects import above_zero
from rulesets.cairn.saves import save
from rulesets.cairn.scene import DOOMED, Aftermath, Scene
from rulesets.common.scene import free_label
from rulesets.core.play import Ask, Play, throw, throw_one


def take(scene: Scene, one: Combatant, damage: int, after: Aftermath) -> Play[None]:
    """The scar of this much damage: its wound, its rolls at once, its conditions."""
    scar = scene.rules.scar(damage)
    if scar is None:
        return
    if scar.doom and after.will_have(one, DOOMED):
        yield EffectTold(one.id, "doomed already; doomed twice is doomed once")
        return
    together = [step for step in scar.now if not step.save]
    rolls = yield from throw(
        *(Ask(one.id, parse_dice(step.dice).dice, _purpose(step)) for step in together)
    )
    place = _place(together, rolls)
    wound = wound_of(scene, one, scar, place)
    yield WoundTaken(one.id, wound)
    for condition in scar.conditions:
        after.begins(one, condition.name, condition.bars, wound.label)
    for step, faces in zip(together, rolls, strict=True):
        if step.score:
            yield from _change(scene, one, _role(step, place), step, sum(faces), wound.label)
    for step in scar.now:
        if step.save:
            yield from _saved_step(scene, one, step, wound.label)


def ripen(scene: Scene, one: Combatant, wound: Wound) -> Play[None]:
    """The delayed rolls of a scar, now that what it waited for has come."""
    scar = scene.rules.scars[wound.row - 1] if wound.row else None
    if scar is not None:
        yield from _later(scene, one, scar, wound.label)


def ripen_doom(scene: Scene, one: Combatant) -> Play[None]:
    """Doom survived: its delayed roll."""
    for scar in scene.rules.scars:
        if scar.doom:
            yield from _later(scene, one, scar, scar.name)


def _later(scene: Scene, one: Combatant, scar: Scar, label: str) -> Play[None]:
    for step in scar.later:
        faces = yield from throw_one(one.id, parse_dice(step.dice).dice, "recovery")
        yield from _change(scene, one, _role(step, ""), step, sum(faces), label)


def _saved_step(scene: Scene, one: Combatant, step: ScarStep, label: str) -> Play[None]:
    passed = yield from save(scene, one, _as_role(step.save), "scar-save", label)
    if passed:
        faces = yield from throw_one(one.id, parse_dice(step.dice).dice, "scar-score")
        yield from _change(scene, one, _role(step, ""), step, sum(faces), label)


def _change(
    scene: Scene, one: Combatant, role: Role, step: ScarStep, total: int, why: str
) -> Play[None]:
    score = scene.scores(one).of(role)
    now, maximum = one.scores[score], one.maxima[score]
    if step.rule == "current":
        if total > now:
            yield ScoreChanged(one.id, score, now, total, why)
            if total > maximum:
                yield MaximumChanged(one.id, score, maximum, total, why)
            if not now:
                yield from above_zero(one, role)
        return
    new = maximum + total if step.rule == "add" else total
    if new == maximum or (step.rule == "higher" and new < maximum):
        return
    yield MaximumChanged(one.id, score, maximum, new, why)
    if now > new:
        yield ScoreChanged(one.id, score, now, new, why)


def wound_of(scene: Scene, one: Combatant, scar: Scar, place: str = "") -> Wound:
    """The wound that a scar is on somebody."""
    named = place
    if place in ("body", "agility", "will"):
        named = scene.scores(one).of(_as_role(place))
    text = scar.text.format(place=named, referee=scene.word("referee"))
    due = scene.state.clock + scar.hours * 3600 if scar.hours else None
    return Wound(free_label(one, scar.name), scar.name, scar.row, text, scar.awaits, due)


def _place(steps: Sequence[ScarStep], rolls: Sequence[tuple[int, ...]]) -> str:
    for step, faces in zip(steps, rolls, strict=True):
        if step.place:
            return step.place[faces[0] - 1]
    return ""


def _purpose(step: ScarStep) -> Purpose:
    return "scar-place" if step.place else "scar-score"


def _role(step: ScarStep, place: str) -> Role:
    return _as_role(place if step.score == "placed" else step.score)


def _as_role(text: str) -> Role:
    for role in get_args(Role):
        if role == text:
            return cast(Role, role)
    raise ValueError(f"{text!r} is no part of a sheet")
