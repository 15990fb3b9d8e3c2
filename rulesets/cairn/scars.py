"""Scars: the table, its rolls at once, and its delayed rolls (CF-17, CF-18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from events.types.outcomes import EffectTold, MaximumChanged, ScoreChanged, WoundTaken
from events.types.rolls import Purpose, parse_dice
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn.definition import Role, Scar, ScarStep
from rulesets.cairn.effects import end_zero
from rulesets.cairn.saves import roll_save
from rulesets.cairn.scene import DOOMED, Aftermath, Scene
from rulesets.common.scene import choose_label
from rulesets.core.play import DiceRequest, Play, roll_dice, roll_for


def take_scar(scene: Scene, one: Combatant, damage: int, after: Aftermath) -> Play[None]:
    """Apply the scar for this much damage: its wound, its rolls at once, its conditions."""
    scar = scene.rules.scar(damage)
    if scar is None:
        return
    if scar.doom and after.will_have(one, DOOMED):
        yield EffectTold(one.id, "doomed already; doomed twice is doomed once")
        return
    together = [step for step in scar.now if not step.save]
    rolls = yield from roll_dice(
        *(
            DiceRequest(
                one.id,
                parse_dice(step.dice).dice,
                _choose_purpose(step),
                alike=None if step.place else sum,
            )
            for step in together
        )
    )
    place = _find_place(together, rolls)
    wound = make_wound(scene, one, scar, place)
    yield WoundTaken(one.id, wound)
    for condition in scar.conditions:
        after.add_condition(one, condition.name, condition.bars, wound.label)
    for step, faces in zip(together, rolls, strict=True):
        if step.score:
            yield from _change_score(
                scene, one, _find_role(step, place), step, sum(faces), wound.label
            )
    for step in scar.now:
        if step.save:
            yield from _roll_saved_step(scene, one, step, wound.label)


def roll_delayed(scene: Scene, one: Combatant, wound: Wound) -> Play[None]:
    """Make the delayed rolls of a scar, because what it waited for has come."""
    scar = scene.rules.scars[wound.row - 1] if wound.row else None
    if scar is not None:
        yield from _roll_later(scene, one, scar, wound.label)


def roll_delayed_doom(scene: Scene, one: Combatant) -> Play[None]:
    """Make the delayed rolls of a doom that was survived."""
    for scar in scene.rules.scars:
        if scar.doom:
            yield from _roll_later(scene, one, scar, scar.name)


def _roll_later(scene: Scene, one: Combatant, scar: Scar, label: str) -> Play[None]:
    for step in scar.later:
        faces = yield from roll_for(one.id, parse_dice(step.dice).dice, "recovery", alike=sum)
        yield from _change_score(scene, one, _find_role(step, ""), step, sum(faces), label)


def _roll_saved_step(scene: Scene, one: Combatant, step: ScarStep, label: str) -> Play[None]:
    passed = yield from roll_save(scene, one, _as_role(step.save), "scar-save", label)
    if passed:
        faces = yield from roll_for(one.id, parse_dice(step.dice).dice, "scar-score", alike=sum)
        yield from _change_score(scene, one, _find_role(step, ""), step, sum(faces), label)


def _change_score(
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
                yield from end_zero(one, role)
        return
    new = maximum + total if step.rule == "add" else total
    if new == maximum or (step.rule == "higher" and new < maximum):
        return
    yield MaximumChanged(one.id, score, maximum, new, why)
    if now > new:
        yield ScoreChanged(one.id, score, now, new, why)


def make_wound(scene: Scene, one: Combatant, scar: Scar, place: str = "") -> Wound:
    """Return the wound that a scar leaves on a combatant."""
    named = place
    if place in ("body", "agility", "will"):
        named = scene.scores(one).of(_as_role(place))
    text = scar.text.format(place=named, referee=scene.word("referee"))
    due = scene.state.clock + scar.hours * 3600 if scar.hours else None
    return Wound(choose_label(one, scar.name), scar.name, scar.row, text, scar.awaits, due)


def _find_place(steps: Sequence[ScarStep], rolls: Sequence[tuple[int, ...]]) -> str:
    for step, faces in zip(steps, rolls, strict=True):
        if step.place:
            return step.place[faces[0] - 1]
    return ""


def _choose_purpose(step: ScarStep) -> Purpose:
    return "scar-place" if step.place else "scar-score"


def _find_role(step: ScarStep, place: str) -> Role:
    return _as_role(place if step.score == "placed" else step.score)


def _as_role(text: str) -> Role:
    for role in get_args(Role):
        if role == text:
            return cast(Role, role)
    raise ValueError(f"{text!r} is no part of a sheet")
