"""The verbs of time, rest and recovery: time, rest, camp, recover, pack, takeover."""

from __future__ import annotations

import re

from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import (
    Cursor,
    Verb,
    complete_combatant,
    complete_combatants,
    complete_nothing,
)
from combatlog.grammar.verbs.numbers import parse_score
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.declarations import Burden, PassTime, Recover, Rest, TakeOver
from events.types.statements import SetScore
from projections.state.fight_state import Combatant
from projections.text.words import is_craft

_MINUTE, _HOUR, _DAY = 60, 3600, 86400

_SECONDS = {
    **dict.fromkeys(("s", "sec", "seconds"), 1),
    **dict.fromkeys(("m", "min", "minutes"), _MINUTE),
    **dict.fromkeys(("h", "hour", "hours"), _HOUR),
    **dict.fromkeys(("d", "day", "days"), _DAY),
}
"""The units that a time can be typed in."""

_WRITTEN_UNITS = (("days", _DAY), ("h", _HOUR), ("min", _MINUTE), ("s", 1))


def parse_time(line: Scanner) -> PassTime:
    """Parse `NUMBER [s | min | h | days]`, or several: `1 h 30 min` [: why] [overrule: why]."""
    text = "".join(line.rest).casefold()
    parts = re.findall(r"(\d+)([a-z]*)", text)
    whole = "".join(number + unit for number, unit in parts) == text
    if not parts or not whole or (len(parts) > 1 and not all(unit for _, unit in parts)):
        raise Refused(f"“{text}” is not a time; write it like 30 s, 10 min or 1 h 30 min.")
    seconds = 0
    for number, unit in parts:
        if unit and unit not in _SECONDS:
            raise Refused(f"There is no unit “{unit}”; use s, min, h or days.")
        if len(number) > 6:
            raise Refused(f"{number} is too long a time; use at most six digits.")
        seconds += int(number) * _SECONDS.get(unit, 1)
    return PassTime(seconds, line.why, line.overrule)


def format_time(writer: Writer, declared: PassTime) -> FormattedLine:
    """Write `time 10 min`."""
    parts, left = [], declared.seconds
    for unit, seconds in _WRITTEN_UNITS:
        number, left = divmod(left, seconds)
        parts += [f"{number} {unit}"] if number else []
    return writer.write_declaration(
        declared,
        writer.find_verb_name("time"),
        *(parts or ["0 s"]),
        why=declared.why,
    )


TIME = Verb(
    name="time",
    group="fighting",
    takes="10 min [: why]",
    does="let time pass",
    parse=parse_time,
    formats={PassTime: format_time},
    complete=complete_nothing,
)


def parse_rest(line: Scanner) -> Rest:
    """Parse `[WHO[, WHO…]] [extended] [overrule: why]`."""
    extended = line.accept("extended", least=3)
    ones = line.take_combatants() if line.rest else []
    extended = line.accept("extended", least=3) or extended
    line.check_end()
    return Rest(tuple(one.id for one in ones), extended, line.overrule)


def parse_camp(line: Scanner) -> Rest:
    """Parse `[WHO[, WHO…]] [overrule: why]`."""
    ones = line.take_combatants() if line.rest else []
    line.check_end()
    return Rest(tuple(one.id for one in ones), True, line.overrule)


def format_rest(writer: Writer, declared: Rest) -> FormattedLine:
    """Write `rest ada extended`, or `camp ada` in games that have camps."""
    camps = declared.extended and "camp" not in writer.lexicon.lacks
    return writer.write_declaration(
        declared,
        writer.find_verb_name("camp" if camps else "rest"),
        writer.write_names(declared.who),
        "extended" if declared.extended and not camps else "",
    )


REST = Verb(
    name="rest",
    group="fighting",
    takes="[WHO]<sides|<extended| [extended]>>",
    does=(
        "<camp|let a {watch} pass: first the declared actions, then death {save}s, then rest>"
        "<!camp|rest>"
    ),
    parse=parse_rest,
    formats={Rest: format_rest},
    complete=complete_combatant,
)

CAMP = Verb(
    name="camp",
    group="fighting",
    takes="[WHO]",
    does="make {camp}: several {watches} of rest, and time to treat wounds",
    parse=parse_camp,
    complete=complete_combatant,
)


def parse_recover(line: Scanner) -> Recover | SetScore:
    """Parse `WHO [WOUND] [overrule: why]`; without a wound, the only one that waits for something.
    Or parse `WHO [SCORE] NUMBER [: why]`: so much more of the first score, or of that one.

    A craft recovers from damage, too, which is a condition. Where harm goes in steps (the feature
    `steps`), what recovers may be a score.
    """
    one = line.take_combatant("wounded", lambda one: any(wound.awaits for wound in one.wounds))
    if _AMOUNT.fullmatch(line.rest[-1] if line.rest else ""):
        return _parse_healed(line, one)
    waiting = [wound.label for wound in one.wounds if wound.awaits]
    if not line.rest and len(waiting) == 1:
        return Recover(one.id, waiting[0], line.overrule)
    choices = [wound.label for wound in one.wounds]
    what = "wound"
    if is_craft(one):
        choices += [condition.name for condition in one.conditions]
        what = "wound or damage"
    if "steps" in line.lexicon.has:
        choices += line.rules.rollable(line.state, one)
        what = f"wound or {line.term('ability')}"
    if not choices:
        raise Refused(
            f"{one.name} has no {what} that waits for anything; say how much is healed, like:"
            f" {line.words[0]} {one.id} 2"
        )
    label = line.take_one_of(dict.fromkeys(choices), f"{what} of {one.name}")
    line.check_end()
    return Recover(one.id, label, line.overrule)


_AMOUNT = re.compile(r"\+?[0-9]{1,4}|max")


def _parse_healed(line: Scanner, one: Combatant) -> SetScore:
    """Take `[SCORE] NUMBER` or `[SCORE] max`."""
    score = next(iter(one.scores))
    if len(line.rest) > 1:
        score = line.take_one_of(one.scores, "score")
    if line.rest[0].isdigit():
        line.words[line.at] = f"+{line.rest[0]}"
    return parse_score(line, one, score)


def format_recover(writer: Writer, declared: Recover) -> FormattedLine:
    """Write `recover ada bite`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("recover"),
        writer.write_name(declared.who),
        writer.write_full_name(declared.wound),
    )


def complete_recover(cursor: Cursor) -> list[str]:
    """Suggest who recovers, then the wounds that wait, and a craft's damage."""
    if not cursor.words:
        return cursor.names
    one = cursor.combatant
    if one is None:
        return []
    damage = [condition.name for condition in one.conditions] if is_craft(one) else []
    return [*(wound.label for wound in one.wounds if wound.awaits), *damage]


RECOVER = Verb(
    name="recover",
    group="fighting",
    aliases=("heal",),
    takes="WHO WOUND<steps| | WHO {ABILITY}> | WHO NUMBER",
    does="state that a wound has received what it needs to heal, or how much was healed",
    examples=(
        ("heal ada 2", "two more of the first score; heal ada {score} 2 of another"),
        ("heal ada max", "all of it"),
    ),
    parse=parse_recover,
    formats={Recover: format_recover},
    complete=complete_recover,
)


def parse_pack(line: Scanner) -> Burden:
    """Parse `WHO [off] [overrule: why]`."""
    one = line.take_combatant()
    full = not line.accept("off", "down")
    line.check_end()
    return Burden(one.id, full, line.overrule)


def format_pack(writer: Writer, declared: Burden) -> FormattedLine:
    """Write `pack ada off`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("pack"),
        writer.write_name(declared.who),
        "" if declared.full else "off",
    )


PACK = Verb(
    name="pack",
    group="fighting",
    takes="WHO [off]",
    does="take up a full pack, or put it down",
    parse=parse_pack,
    formats={Burden: format_pack},
    complete=complete_combatant,
)


def parse_takeover(line: Scanner) -> TakeOver:
    """Parse `DEAD HEIR [overrule: why]`."""
    dead = line.take_combatant("dead character", rank=lambda one: one.standing != "dead")
    heir = line.take_combatant(
        f"{line.term('follower')} or newcomer", rank=lambda one: one.standing != "in"
    )
    line.check_end()
    return TakeOver(dead.id, heir.id, line.overrule)


def format_takeover(writer: Writer, declared: TakeOver) -> FormattedLine:
    """Write `takeover ada dov`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("takeover"),
        writer.write_name(declared.dead),
        writer.write_name(declared.to),
    )


TAKEOVER = Verb(
    name="takeover",
    group="fighting",
    takes="DEAD HEIR",
    does="let a dead character's player go on with another combatant",
    parse=parse_takeover,
    formats={TakeOver: format_takeover},
    complete=complete_combatants,
)

VERBS = (TIME, REST, CAMP, RECOVER, PACK, TAKEOVER)
