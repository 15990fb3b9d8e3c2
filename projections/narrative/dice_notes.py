"""The small print: dice, target numbers, numbers before and after. It has none that the audience
may not see."""

from __future__ import annotations

import re
from collections.abc import Sequence

from events.types import outcomes as o
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.narrative.context import Context
from projections.narrative.modifiers import note_grounds
from projections.text.prose import Prose, Span, join_prose, prose
from projections.text.roll_phrases import find_kept_face
from projections.text.words import format_minus

_FLAT = re.compile(r"[+-]\d+$")
"""The bonus behind the dice: “+5” of “d20+5”."""


def note_attack(context: Context, e: o.AttackRolled, known: Sequence[o.Ground]) -> Prose:
    """Return “Ada 2d10: **9**, 3”. Grounds in `known` are left out: the story tells them.

    Of a stranger's dice with unequal bonuses none is marked: it would tell which bonus is better.
    """
    seen = context.sees(e.by)
    bonus = e.value - find_kept_face(e) if seen or not e.kept else e.value
    dice = e.dice if seen else _FLAT.sub("", e.dice)
    return context.say(
        "dice.attack",
        who=context.label(e.by),
        dice=format_minus(dice),
        grounds=note_grounds(context, e.grounds, known),
        faces=_format_roll(context, e, e.faces, e.value, bonus, seen),
    )


def note_save(context: Context, e: o.SaveRolled, named: bool = True) -> Prose:
    """Return “Ada STR save 13 against 5, failed”. `named`: with the name."""
    seen = context.sees(e.who)
    ask = context.say("dice.ask", score=e.score, save=context.words.term("save"))
    if not e.face:
        return context.say("dice.itself", what=ask, why=_say_no_die(context, e.why))
    against = context.say("dice.against", number=str(e.against)) if seen else ()
    result = context.say("dice.passed" if e.passed else "dice.failed")
    return _say_roll(
        context,
        e.who if named else "",
        ask,
        (),
        _format_faces(context, e, (e.face,)),
        against + result,
    )


def note_check(context: Context, e: o.CheckRolled, named: bool = True) -> Prose:
    """Return “Gil Stabilization 11 + 3 = 14 against 15, failed”."""
    what = prose(e.what)
    if not e.faces:
        key = "dice.itself-passed" if e.passed else "dice.itself"
        return context.say(key, what=what, why=_say_no_die(context, e.why))
    seen = context.sees(e.who)
    key = "dice.at-least" if e.least else "dice.against"
    rivals = (e.versus,) if e.versus else ()
    against = (
        context.say(key, number=format_minus(e.against)) if seen and context.sees(*rivals) else ()
    )
    grounds = note_grounds(context, e.grounds)
    faces = _format_roll(context, e, e.faces, e.value, e.bonus, seen)
    result = context.say(
        "dice.passed" if e.passed else "dice.partial" if e.partial else "dice.failed"
    )
    return _say_roll(context, e.who if named else "", what, grounds, faces, against + result)


def note_contest(context: Context, e: o.ContestRolled) -> Prose:
    """Return “Fay Melee 8 + 5 = 13”."""
    faces = _format_roll(context, e, e.faces, e.value, e.bonus, context.sees(e.who))
    return _say_roll(context, e.who, prose(e.what), note_grounds(context, e.grounds), faces, ())


def note_blow(context: Context, e: o.DamageDealt, thrown: bool) -> list[Prose]:
    """Return the damage unless the dice of an attack show it (`thrown`)."""
    said: list[Prose] = []
    if e.multiplier > 1 and context.sees(e.by or e.to):
        each = str(e.rolled // e.multiplier)
        said.append(context.say("dice.times", times=str(e.multiplier), number=each))
    elif not thrown:
        said.append(context.say("dice.damage", number=str(e.rolled)))
    return said


def note_struck(
    context: Context,
    e: o.DamageDealt,
    changes: Sequence[o.ScoreChanged | o.MaximumChanged],
    named: bool,
) -> list[Prose]:
    """Return “armor 3” and “HP 5 → 2”: the numbers of who was struck. `named`: “Bo: armor 3”,
    behind somebody's dice."""
    armor = context.say("dice.armor", number=str(e.armor)) if e.armor and context.sees(e.to) else ()
    own = [note for note in (armor, *(note_change(context, each) for each in changes)) if note]
    if own and named:
        own[0] = context.say("dice.struck", who=context.label(e.to), note=own[0])
    return own


def note_change(
    context: Context, e: o.ScoreChanged | o.MaximumChanged, named: bool = False
) -> Prose:
    """Return “HP 20 → 14”; nothing if the audience may not see it."""
    return note_span(context, e.who, e.score, e.was, e.now, named, isinstance(e, o.MaximumChanged))


def note_span(
    context: Context, who: str, score: str, was: int, now: int, named: bool, maximum: bool = False
) -> Prose:
    """Return “Ada HP 0 → 4” or “maximum HP 4 → 8”."""
    if not context.sees(who):
        return ()
    before, after = (context.words.amount(score, number) for number in (was, now))
    if named:
        return context.say(
            "dice.change-of", who=context.label(who), score=score, was=before, now=after
        )
    change = context.say("dice.change", score=score, was=before, now=after)
    return context.say("dice.maximum", change=change) if maximum else change


def note_die(context: Context, e: Rolled) -> Prose:
    """Return “place of the scar: 3”: a die that no other small print shows."""
    what = context.words.purpose(e.purpose)
    return context.say("dice.thrown", what=what, face=_format_faces(context, e, (e.face,)))


def _say_no_die(context: Context, why: str) -> Prose:
    """Return why no die was thrown, unless the reason is that none is needed."""
    known = why in context.voice.words("dice.by-itself")
    return context.say("dice.itself-why", why=why) if why and not known else ()


def note_reason(context: Context, why: str) -> Prose:
    """Return the reason of a roll."""
    return context.say("dice.why", why=why) if why else ()


def _say_roll(
    context: Context, who: str, what: Prose, grounds: Prose, faces: Prose, against: Prose
) -> Prose:
    values = {"what": what, "grounds": grounds, "faces": faces, "against": against}
    if who:
        return context.say("dice.roll-of", who=context.label(who), **values)
    return context.say("dice.roll", **values)


def _format_roll(
    context: Context, e: AnyEvent, faces: Sequence[int], value: int, bonus: int, seen: bool
) -> Prose:
    """Return the faces, the one that counts in strong, with the bonus and the total."""
    kept = value - bonus
    visible = _format_faces(context, e, faces, kept)
    if not seen:
        return visible
    if kept not in faces:
        return context.say("dice.comes-to", faces=visible, value=format_minus(value))
    if not bonus:
        return visible
    sign = "+" if bonus > 0 else "−"
    return context.say(
        "dice.sum", faces=visible, sign=sign, bonus=str(abs(bonus)), value=format_minus(value)
    )


def _format_faces(context: Context, e: AnyEvent, faces: Sequence[int], kept: int = 0) -> Prose:
    """Return “**9**, 3”, the faces of an event."""
    best = faces.index(kept) if len(faces) > 1 and kept in faces else -1
    parts = [
        (Span(str(face), "strong" if at == best else "", roll=context.rolls.get(e, 0)),)
        for at, face in enumerate(faces)
    ]
    return join_prose(parts, context.voice.plain("dice.face"))
