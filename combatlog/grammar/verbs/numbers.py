"""The verbs that state a combatant's numbers and traits: set, skill."""

from __future__ import annotations

import re

from combatlog.grammar.scanner import SPENT, Scanner
from combatlog.grammar.verb import Cursor, Verb
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.names import fold_case
from events.types.statements import SetScore, SetSkill, SetTrait
from projections.state.fight_state import Combatant, FightState
from projections.text.words import format_score as format_score_value

_NUMBER = re.compile(r"(?:[+−-]?|d)[0-9]{1,4}")
"""A number with or without a sign, or a die."""


def parse_set(line: Scanner) -> SetScore | SetSkill | SetTrait:
    """Parse `WHO SCORE NUMBER[/MAXIMUM]`, `WHO SCORE /MAXIMUM`, `WHO SCORE +NUMBER`, `WHO SCORE
    [NUMBER] max`, `WHO SKILL NUMBER` or `WHO TRAIT VALUE` [: why]."""
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
    return parse_score(line, one, what)


_SCORE = re.compile(r"(?:=?[+−-]?|d)[0-9]{1,4}(?:/d?[0-9]{1,4})?|/d?[0-9]{1,4}|max")


def is_score(word: str) -> bool:
    """Return whether a word can be what a score is set to."""
    return _SCORE.fullmatch(fold_case(word)) is not None


def parse_score(line: Scanner, one: Combatant, score: str) -> SetScore:
    """Parse `NUMBER[/MAXIMUM]`, `/MAXIMUM`, `+NUMBER` or `-NUMBER` (relative), `=NUMBER` (the
    number itself, where it is negative), `max`, or a number and `max`: then it is the maximum, too.
    """
    if line.accept("max"):
        line.check_end()
        return SetScore(one.id, score, one.maxima[score], why=line.why)
    if not _SCORE.fullmatch(line.peek()):
        raise _refuse_score(line, one, score)
    now, slash, most = line.take().partition("/")
    number = _read_score(line, one, score, now) if now or not slash else None
    maximum = _read_number(most) if slash else None
    if not slash and line.accept("max"):
        maximum = number
    line.check_end()
    return SetScore(one.id, score, number, maximum, line.why)


def _refuse_score(line: Scanner, one: Combatant, score: str) -> Refused:
    """Return the refusal of what is no number for a score."""
    typed = line.take()
    now = format_score_value(line.state.game, score, one.scores[score])
    is_die = score in line.term("dice").split(", ")
    least, more = ("d8", "") if is_die else ("3", "; +2 or -2 changes it, max fills it up")
    what = f"“{typed}” is no number for" if typed else "Say a number for"
    return Refused(
        f"{what} {one.name}'s {score} (now {now}), like: set {one.id} {score} {least}{more}"
    )


def _read_score(line: Scanner, one: Combatant, score: str, text: str) -> int:
    """Return a score's number; of a relative one, the number that it leads to."""
    number = _read_number(text.removeprefix("="))
    if text[:1] not in ("+", "-", "−"):
        return number
    if score in line.term("dice").split(", "):
        raise Refused(f"{score} is a die; say which, like: set {one.id} {score} d8")
    return one.scores[score] + number


def refuse_raised_maximum(stated: SetScore, state: FightState) -> None:
    """Raise `Refused` where a score is stated above its maximum, and nothing is said of that."""
    one, score = state.combatants[stated.who], stated.score
    most = one.maxima[score]
    if stated.now is not None and stated.maximum is None and stated.now > most:
        said, bound = (format_score_value(state.game, score, n) for n in (stated.now, most))
        raise Refused(
            f"{one.name}'s {score} is at most {bound}, not {said}: “set {one.id} {score} max” fills"
            f" it up, “set {one.id} {score} {said} max” raises the maximum, too."
        )


def _parse_trait(line: Scanner) -> tuple[str, str]:
    """Take the value of a trait, and the reason. `enhanced: brave` looks like the reason of a
    modifier; here the word is the value."""
    value, why = line.take_text(), line.why
    for kind in ("enhanced", "impaired"):
        if not value and (reason := line.find_reason(kind)) is not None:
            value, why = kind, reason
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
    now = f"={now}" if now.startswith("-") else now
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
    examples=(
        ("set ada {score} +2", "two more; -2 two less; = before a negative number"),
        ("set ada {score} max", "as much as the maximum; {score} 9 max raises it, too"),
        ("{score} ada +2", "the same, with the score as the verb"),
        ("set ada side foes", "the traits: {traits}"),
    ),
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
