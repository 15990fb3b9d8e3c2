"""What the referee says: rounds, saves, harm, rest, time."""

from __future__ import annotations

import re
from typing import Literal, get_args

from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types import declarations as d
from projections.text.words import is_craft

_UNITS = {
    "s": 1,
    "sec": 1,
    "seconds": 1,
    "min": 60,
    "m": 60,
    "minutes": 60,
    "h": 3600,
    "hour": 3600,
    "hours": 3600,
    "d": 86400,
    "day": 86400,
    "days": 86400,
}


def resolve(line: Scanner) -> d.Resolve:
    """`[SIDE]`."""
    side = line.word_of(line.state.sides, "side") if line.rest else ""
    line.done()
    return d.Resolve(side, line.overrule)


def begin_round(line: Scanner) -> d.BeginRound:
    """`[ambush | ambushed | versus WHO] [: why]`."""
    waived: Literal["", "ambush", "ambushed"] = ""
    if line.accept("ambush"):
        waived = "ambush"
    elif line.accept("ambushed"):
        waived = "ambushed"
    versus = line.versus()
    line.done()
    return d.BeginRound(waived, line.why, line.overrule, versus)


def call_save(line: Scanner) -> d.CallSave:
    """`WHO[, WHO…] ABILITY [TARGET | versus WHO [ABILITY]] [imp: why] [enh: why] [: why]`."""
    ones = line.combatants()
    score, target, versus = line.rollable(ones[0]), line.target(), line.versus()
    opposing = line.rollable(line.state.combatants[versus]) if versus and line.rest else ""
    line.done()
    said = line.stated("enhanced"), line.stated("impaired"), opposing
    who = tuple(one.id for one in ones)
    return d.CallSave(who, score, line.why, line.overrule, versus, target, *said)


def call_morale(line: Scanner) -> d.CallMorale:
    """`WHO[, WHO…] [imp: why] [enh: why] [: why]`."""
    who = tuple(one.id for one in line.combatants())
    line.done()
    modifiers = line.stated("enhanced"), line.stated("impaired")
    return d.CallMorale(who, line.why, *modifiers, line.overrule)


def harm(line: Scanner) -> d.Harm:
    """`WHO[, WHO…] [DICE-OR-NUMBER] [direct ABILITY] [at PLACE] [: why]`; `WHO[, WHO…] [ABILITY]`
    where harm has no amount."""
    ones = line.combatants()
    steps = "steps" in line.lexicon.has
    amount = "" if steps or line.peek() in ("", "direct", "at") else line.take()
    named = line.accept("direct") or (steps and line.peek() not in ("", "at"))
    direct = line.rollable(ones[0]) if named else ""
    place = line.text() if line.accept("at") else ""
    line.done()
    who = tuple(one.id for one in ones)
    return d.Harm(who, amount, line.why, direct, line.overrule, place)


def pass_time(line: Scanner) -> d.PassTime:
    """`NUMBER [s | min | h | days]`, or several: `1 h 30 min` [: why]."""
    text = "".join(line.rest).casefold()
    line.at = len(line.words)
    parts = re.findall(r"(\d+)([a-z]*)", text)
    whole = "".join(number + unit for number, unit in parts) == text
    if not parts or not whole or (len(parts) > 1 and not all(unit for _, unit in parts)):
        raise Refused(f"“{text}” is no time; write it like 30 s, 10 min or 1 h 30 min.")
    seconds = 0
    for number, unit in parts:
        if unit and unit not in _UNITS:
            raise Refused(f"There is no unit “{unit}”; use s, min, h or days.")
        if len(number) > 6:
            raise Refused(f"{number} is more time than a fight can tell.")
        seconds += int(number) * _UNITS.get(unit, 1)
    return d.PassTime(seconds, line.why, line.overrule)


def rest(line: Scanner) -> d.Rest:
    """`[WHO[, WHO…]] [extended]`."""
    extended = line.accept("extended", least=3)
    ones = line.combatants() if line.rest else []
    extended = line.accept("extended", least=3) or extended
    line.done()
    return d.Rest(tuple(one.id for one in ones), extended, line.overrule)


def camp(line: Scanner) -> d.Rest:
    """`[WHO[, WHO…]]`."""
    ones = line.combatants() if line.rest else []
    line.done()
    return d.Rest(tuple(one.id for one in ones), True, line.overrule)


def recover(line: Scanner) -> d.Recover:
    """`WHO [WOUND]`: the only wound that waits, if there is one; what is out of order on a craft;
    an attribute, where harm takes steps of those."""
    one = line.combatant("wounded", lambda one: any(wound.awaits for wound in one.wounds))
    waiting = [wound.label for wound in one.wounds if wound.awaits]
    if not line.rest and len(waiting) == 1:
        return d.Recover(one.id, waiting[0], line.overrule)
    choices = [wound.label for wound in one.wounds]
    what = "wound"
    if is_craft(one):
        choices += [condition.name for condition in one.conditions]
        what = "wound or damage"
    if "steps" in line.lexicon.has:
        choices += line.rules.rollable(line.state, one)
        what = f"wound or {line.term('ability')}"
    if not choices:
        raise Refused(f"{one.name} has no {what} that waits for anything.")
    label = line.word_of(dict.fromkeys(choices), f"{what} of {one.name}")
    line.done()
    return d.Recover(one.id, label, line.overrule)


def burden(line: Scanner) -> d.Burden:
    """`WHO [off]`: a full pack is taken up, or put down."""
    one = line.combatant()
    full = not line.accept("off", "down")
    line.done()
    return d.Burden(one.id, full, line.overrule)


def take_over(line: Scanner) -> d.TakeOver:
    """`DEAD HEIR`."""
    dead = line.combatant("dead character", possible=lambda one: one.standing == "dead")
    heir = line.combatant(
        f"{line.term('follower')} or newcomer", possible=lambda one: one.standing == "in"
    )
    line.done()
    return d.TakeOver(dead.id, heir.id, line.overrule)


def choose_dice(line: Scanner) -> d.ChooseDice:
    """`digital | typed`."""
    word = line.word_of(get_args(d.DiceMode), "kind of dice")
    line.done()
    return d.ChooseDice("typed" if word == "typed" else "digital")


def end_fight(line: Scanner) -> d.EndFight:
    """`[: why]`."""
    said = line.text()
    return d.EndFight(line.why or said)
