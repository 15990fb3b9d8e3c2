"""The verbs that state a combatant's numbers and traits: set, skill."""

from __future__ import annotations

import re

from combatlog.grammar.scanner import SPENT, Scanner
from combatlog.grammar.verb import Cursor, Verb
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.statements import SetScore, SetSkill, SetTrait

_NUMBER = re.compile(r"(?:[+−-]?|d)[0-9]{1,4}")
"""A number with or without a sign, or a die."""


def parse_set(line: Scanner) -> SetScore | SetSkill | SetTrait:
    """Parse `WHO SCORE NUMBER[/MAXIMUM]`, `WHO SCORE /MAXIMUM`, `WHO SKILL NUMBER` or
    `WHO TRAIT VALUE` [: why]."""
    one = line.take_combatant()
    skills = [] if "skill" in line.lexicon.lacks else line.rules.rollable(line.state, one)
    skills = [each for each in skills if each not in one.scores]
    spent = {each: SPENT[each] for each in line.lexicon.fields if each in SPENT}
    spent = {each: of for each, of in spent.items() if each not in one.scores and of in one.scores}
    what = line.take_one_of([*one.scores, *spent, *line.lexicon.traits, *skills], "score or trait")
    if what in spent:
        left = one.maxima[spent[what]] - line.take_number(f"the {what}")
        line.check_end()
        return SetScore(one.id, spent[what], left, why=line.why)
    if what in skills:
        modifier = _read_number(line.take())
        line.check_end()
        return SetSkill(one.id, what, modifier, line.why)
    if what not in one.scores:
        value, why = _parse_trait(line)
        if not value:
            raise Refused(f"Say what {one.name}'s {what} is.")
        return SetTrait(one.id, what, value, why)  # type: ignore[arg-type]
    now, slash, most = line.take().partition("/")
    line.check_end()
    number = _read_number(now) if now or not slash else None
    return SetScore(one.id, what, number, _read_number(most) if slash else None, line.why)


def _parse_trait(line: Scanner) -> tuple[str, str]:
    """Take the value of a trait, and the reason. `enhanced: brave` looks like the reason of a
    modifier; here the word is the value."""
    value, why = line.take_text(), line.why
    for kind in ("enhanced", "impaired"):
        if not value and kind in line.reasons:
            value, why = kind, line.reasons[kind]
    return value, why


def _read_number(text: str) -> int:
    """Return a number, with or without a sign; of a die its size (`d8`). Raises `Refused`."""
    if _NUMBER.fullmatch(text) is None:
        raise Refused(f"“{text}” is not a number.")
    return int(text.removeprefix("d").replace("−", "-"))


def format_score(writer: Writer, stated: SetScore) -> FormattedLine:
    """Write `set ada HP 3/4: as I said`."""
    now, most = (
        writer.write_number(stated.score, number) for number in (stated.now, stated.maximum)
    )
    number = f"{now}/{most}" if most else now
    who = writer.write_name(stated.who)
    return writer.write_line(
        writer.find_verb_name("set"), who, stated.score, number, why=stated.why
    )


def format_trait(writer: Writer, stated: SetTrait) -> FormattedLine:
    """Write `set ada side foes: as I said`."""
    who, value = writer.write_name(stated.who), writer.write_text(stated.value)
    return writer.write_line(writer.find_verb_name("set"), who, stated.trait, value, why=stated.why)


def complete_set(cursor: Cursor) -> list[str]:
    """Suggest whose number it is, then scores, traits and skills."""
    if not cursor.words:
        return cursor.names
    scores = [*cursor.combatant.scores] if cursor.combatant else []
    skills = cursor.skills if "skill" not in cursor.lexicon.lacks else []
    return [*scores, *cursor.lexicon.traits, *skills]


SET = Verb(
    name="set",
    group="facts",
    takes="WHO SCORE NUMBER[/MAX] | WHO TRAIT VALUE [: why]",
    does="state a score or a trait",
    examples=(("set ada side foes", "the traits: {traits}"),),
    parse=parse_set,
    formats={SetScore: format_score, SetTrait: format_trait},
    complete=complete_set,
)


def parse_skill(line: Scanner) -> SetSkill:
    """Parse `WHO SKILL NUMBER [: why]`. The skill may be one that nobody has yet."""
    one = line.take_combatant()
    *words, number = line.rest or [""]
    if not words:
        raise Refused(f"Say the skill and what it adds, like: skill {one.id} Acrobatics 2")
    return SetSkill(one.id, " ".join(words), _read_number(number), line.why)


def format_skill(writer: Writer, stated: SetSkill) -> FormattedLine:
    """Write `skill ada Cooking 2`."""
    who, skill = writer.write_name(stated.who), writer.write_text(stated.skill)
    return writer.write_line(
        writer.find_verb_name("skill"), who, skill, str(stated.now), why=stated.why
    )


def complete_skill(cursor: Cursor) -> list[str]:
    """Suggest whose skill it is, then the skills."""
    return cursor.skills if cursor.words else cursor.names


SKILL = Verb(
    name="skill",
    group="facts",
    takes="WHO SKILL NUMBER [: why]",
    does="state what a skill adds",
    parse=parse_skill,
    formats={SetSkill: format_skill},
    complete=complete_skill,
)

VERBS = (SET, SKILL)
