"""What the referee says: rounds, saves, harm, rest, time, and statements of fact."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, get_args

from combatlog.grammar.scan import Scanner
from events import declarations as d
from events import statements as s
from events.errors import Refused
from events.names import folded
from events.sheets import Bars
from events.vocabulary import Statement

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
_BARS: dict[str, Bars] = {
    "helpless": "everything",
    "crawling": "all but crawling",
    "held": "moving",
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
    """`WHO[, WHO…] ABILITY [TARGET | versus WHO] [imp: why] [enh: why] [: why]`."""
    ones = line.combatants()
    score, target, versus = line.rollable(ones[0]), line.target(), line.versus()
    line.done()
    modifiers = line.stated("enhanced"), line.stated("impaired")
    who = tuple(one.id for one in ones)
    return d.CallSave(who, score, line.why, line.overrule, versus, target, *modifiers)


def call_morale(line: Scanner) -> d.CallMorale:
    """`WHO[, WHO…] [imp: why] [enh: why] [: why]`."""
    who = tuple(one.id for one in line.combatants())
    line.done()
    modifiers = line.stated("enhanced"), line.stated("impaired")
    return d.CallMorale(who, line.why, *modifiers, line.overrule)


def harm(line: Scanner) -> d.Harm:
    """`WHO[, WHO…] [DICE-OR-NUMBER] [direct ABILITY] [at PLACE] [: why]`."""
    ones = line.combatants()
    amount = "" if line.peek() in ("", "direct", "at") else line.take()
    direct = line.rollable(ones[0]) if line.accept("direct") else ""
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
    """`WHO [WOUND]`: the only wound that waits, if there is one."""
    one = line.combatant("wounded", lambda one: any(wound.awaits for wound in one.wounds))
    waiting = [wound.label for wound in one.wounds if wound.awaits]
    if not line.rest and len(waiting) == 1:
        return d.Recover(one.id, waiting[0], line.overrule)
    choices = [*(wound.label for wound in one.wounds), *line.rules.rollable(line.state, one)]
    label = line.word_of(choices, f"wound of {one.name}")
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
    heir = line.combatant("follower or newcomer", possible=lambda one: one.standing == "in")
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


def set_fact(line: Scanner) -> Statement:
    """`WHO SCORE NUMBER[/MAXIMUM]`, `WHO SKILL NUMBER` or `WHO TRAIT VALUE` [: why]."""
    one = line.combatant()
    skills = [each for each in line.rules.rollable(line.state, one) if each not in one.scores]
    what = line.word_of([*one.scores, *get_args(s.Trait), *skills], "score or trait")
    if what in skills:
        modifier = _signed(line.take())
        line.done()
        return s.SetSkill(one.id, what, modifier, line.why)
    if what not in one.scores:
        value = line.text()
        if not value:
            raise Refused(f"Say what {one.name}'s {what} is.")
        return s.SetTrait(one.id, what, value, line.why)  # type: ignore[arg-type]
    now, slash, most = line.take().partition("/")
    line.done()
    return s.SetScore(one.id, what, _signed(now), _signed(most) if slash else None, line.why)


def add_condition(line: Scanner) -> s.AddCondition:
    """`WHO CONDITION [helpless | crawling | held] [: why]`: what it keeps them from doing."""
    one = line.combatant()
    words = line.rest
    bars: Bars = ""
    if len(words) > 1 and words[-1].casefold() in _BARS:
        bars = _BARS[words[-1].casefold()]
        words = words[:-1]
    return s.AddCondition(one.id, " ".join(words), bars, line.why)


def end_condition(line: Scanner) -> s.EndCondition:
    """`WHO CONDITION [: why]`."""
    one = line.combatant("combatant", lambda one: bool(one.conditions))
    names = dict.fromkeys(condition.name for condition in one.conditions)
    condition = line.word_of(names, f"condition of {one.name}")
    line.done()
    return s.EndCondition(one.id, condition, line.why)


def kill(line: Scanner) -> s.Kill:
    """`WHO [: why]`."""
    return s.Kill(_only(line, lambda standing: standing != "dead"), line.why)


def revive(line: Scanner) -> s.Revive:
    """`WHO [: why]`."""
    return s.Revive(_only(line, lambda standing: standing == "dead"), line.why)


def remove(line: Scanner) -> s.Remove:
    """`WHO [: why]`."""
    return s.Remove(_only(line, lambda standing: standing == "in"), line.why)


def bring_back(line: Scanner) -> s.Return:
    """`WHO [: why]`."""
    return s.Return(_only(line, lambda standing: standing == "gone"), line.why)


def rename(line: Scanner) -> s.Rename:
    """`WHO NEW NAME [: why]`."""
    one = line.combatant()
    return s.Rename(one.id, line.text(), line.why)


def hand_over(line: Scanner) -> s.HandOver:
    """`WHO [to] PLAYER [side SIDE] [: why]`; the game's word for the referee is the referee."""
    one = line.combatant()
    line.accept("to")
    words = line.rest
    lowered = [folded(word) for word in words]
    cut = lowered.index("side") if "side" in lowered else len(words)
    player = " ".join(words[:cut])
    referee = line.state.game.words.get("referee", "referee")
    if not player:
        raise Refused(f"Say to whom: a player's name, or {referee}.")
    if folded(player) in ("referee", folded(referee)):
        player = ""
    return s.HandOver(one.id, player, " ".join(words[cut + 1 :]), line.why)


def disarm(line: Scanner) -> s.Disarm:
    """`WHO WEAPON [: why]`."""
    one = line.combatant()
    weapon = line.word_of([weapon.name for weapon in one.weapons], f"weapon of {one.name}")
    line.done()
    return s.Disarm(one.id, weapon, line.why)


def _only(line: Scanner, standing: Callable[[str], bool]) -> str:
    one = line.combatant(possible=lambda one: standing(one.standing))
    line.done()
    return one.id


def _signed(text: str) -> int:
    """A number, with a sign where it has one; a die stands for its size (`d8`)."""
    digits = text.lstrip("+-−d")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4) or len(text) > 6:
        raise Refused(f"“{text}” is no number.")
    return -int(digits) if text[0] in "-−" else int(digits)
