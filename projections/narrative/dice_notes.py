"""The small print: dice, what they were rolled against, numbers before and after; none that the
audience may not see."""

from __future__ import annotations

import re
from collections.abc import Sequence

from events.types import outcomes as o
from events.types.rolls import Rolled
from projections.narrative.context import Desk
from projections.narrative.modifiers import grounds_dice
from projections.text.prose import Prose, Span, between, prose
from projections.text.words import plus_minus

_FLAT = re.compile(r"[+-]\d+$")
"""What is added to the dice, behind them."""


def attack_dice(desk: Desk, e: o.AttackRolled, told: Sequence[o.Ground]) -> Prose:
    """“Ada 2d10: **9**, 3”."""
    flat = _FLAT.search(e.dice)
    bonus = int(flat.group()) if flat else 0
    seen = desk.sees(e.by)
    dice = e.dice if seen else _FLAT.sub("", e.dice)
    return desk.say(
        "dice.attack",
        who=desk.name(e.by),
        dice=plus_minus(dice),
        grounds=grounds_dice(desk, e.grounds, told),
        faces=_rolled(desk, e.faces, e.value, bonus, seen),
    )


def save_dice(desk: Desk, e: o.SaveRolled, named: bool = True) -> Prose:
    """“Ada STR save 13 against 5, failed”; `named`: with whose it is."""
    seen = desk.sees(e.who)
    ask = desk.say("dice.ask", score=e.score, save=desk.words.term("save"))
    if not e.face:
        return desk.say("dice.itself", what=ask, why=_itself(desk, e.why))
    against = desk.say("dice.against", number=str(e.against)) if seen else ()
    result = desk.say("dice.passed" if e.passed else "dice.failed")
    return _roll(desk, e.who if named else "", ask, (), prose(str(e.face)), against + result)


def check_dice(desk: Desk, e: o.CheckRolled, named: bool = True) -> Prose:
    """“Gil Stabilization 11 + 3 = 14 against 15, failed”."""
    what = prose(e.what)
    if not e.faces:
        key = "dice.itself-passed" if e.passed else "dice.itself"
        return desk.say(key, what=what, why=_itself(desk, e.why))
    seen = desk.sees(e.who)
    key = "dice.at-least" if e.least else "dice.against"
    rivals = (e.versus,) if e.versus else ()
    against = desk.say(key, number=plus_minus(e.against)) if seen and desk.sees(*rivals) else ()
    grounds = grounds_dice(desk, e.grounds)
    faces = _rolled(desk, e.faces, e.value, e.bonus, seen)
    result = desk.say("dice.passed" if e.passed else "dice.partial" if e.partial else "dice.failed")
    return _roll(desk, e.who if named else "", what, grounds, faces, against + result)


def contest_dice(desk: Desk, e: o.ContestRolled) -> Prose:
    """“Fay Melee 8 + 5 = 13”."""
    faces = _rolled(desk, e.faces, e.value, e.bonus, desk.sees(e.who))
    return _roll(desk, e.who, prose(e.what), grounds_dice(desk, e.grounds), faces, ())


def blow_dice(desk: Desk, e: o.DamageDealt, thrown: bool) -> list[Prose]:
    """“armor 3”; what struck, where no die of an attack says it (`thrown`)."""
    said: list[Prose] = []
    if e.multiplier > 1 and desk.sees(e.by or e.to):
        each = str(e.rolled // e.multiplier)
        said.append(desk.say("dice.times", times=str(e.multiplier), number=each))
    elif not thrown:
        said.append(desk.say("dice.damage", number=str(e.rolled)))
    if e.armor and desk.sees(e.to):
        said.append(desk.say("dice.armor", number=str(e.armor)))
    return said


def change_dice(desk: Desk, e: o.ScoreChanged | o.MaximumChanged, named: bool = False) -> Prose:
    """“HP 20 → 14”; nothing for whom that is not to see."""
    return span_dice(desk, e.who, e.score, e.was, e.now, named, isinstance(e, o.MaximumChanged))


def span_dice(
    desk: Desk, who: str, score: str, was: int, now: int, named: bool, maximum: bool = False
) -> Prose:
    """“Ada HP 0 → 4”, “maximum HP 4 → 8”."""
    if not desk.sees(who):
        return ()
    before, after = (desk.words.amount(score, number) for number in (was, now))
    if named:
        return desk.say("dice.change-of", who=desk.name(who), score=score, was=before, now=after)
    change = desk.say("dice.change", score=score, was=before, now=after)
    return desk.say("dice.maximum", change=change) if maximum else change


def thrown_dice(desk: Desk, e: Rolled) -> Prose:
    """“scar place 3”: a die that no other small print shows."""
    what = desk.words.purpose(e.purpose)
    return desk.say("dice.thrown", what=what, face=str(e.face))


def _itself(desk: Desk, why: str) -> Prose:
    """Why no die was thrown, where it is not that none is."""
    known = why in desk.voice.words("dice.by-itself")
    return desk.say("dice.itself-why", why=why) if why and not known else ()


def why_dice(desk: Desk, why: str) -> Prose:
    """What a roll was about."""
    return desk.say("dice.why", why=why) if why else ()


def _roll(desk: Desk, who: str, what: Prose, grounds: Prose, faces: Prose, against: Prose) -> Prose:
    values = {"what": what, "grounds": grounds, "faces": faces, "against": against}
    if who:
        return desk.say("dice.roll-of", who=desk.name(who), **values)
    return desk.say("dice.roll", **values)


def _rolled(desk: Desk, faces: Sequence[int], value: int, bonus: int, seen: bool) -> Prose:
    """The faces, of several the one that counts in strong, and what was added to it."""
    kept = value - bonus
    shown = _faces(desk, faces, kept)
    if not seen:
        return shown
    if kept not in faces:
        return desk.say("dice.comes-to", faces=shown, value=plus_minus(value))
    if not bonus:
        return shown
    sign = "+" if bonus > 0 else "−"
    return desk.say(
        "dice.sum", faces=shown, sign=sign, bonus=str(abs(bonus)), value=plus_minus(value)
    )


def _faces(desk: Desk, faces: Sequence[int], kept: int) -> Prose:
    """“**9**, 3”."""
    best = faces.index(kept) if len(faces) > 1 and kept in faces else -1
    parts = [(Span(str(face), "strong" if at == best else ""),) for at, face in enumerate(faces)]
    return between(parts, desk.voice.plain("dice.face"))
