"""The verbs that state and end conditions: condition, clear."""

from __future__ import annotations

from combatlog.grammar.scanner import Scanner, choose, match_name, refuse_leftover
from combatlog.grammar.verb import Cursor, Verb, complete_combatant
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.names import fold_case
from events.types.sheets import Bars
from events.types.statements import AddCondition, EndCondition
from projections.state.fight_state import Combatant
from projections.text.words import name_subject

_BARS: dict[str, Bars] = {
    "helpless": "everything",
    "crawling": "all but crawling",
    "held": "moving",
}
"""What a condition keeps a combatant from doing, by the word that is typed for it."""

_STATED_BY = {"dead": "kill", "killed": "kill", "alive": "revive", "gone": "remove"}
"""Words that look like a condition and are stated with a verb of their own."""


def parse_condition(line: Scanner) -> AddCondition:
    """Parse `WHO CONDITION [helpless | crawling | held] [about WHAT | (WHAT)] [: why]`."""
    one = line.take_combatant()
    about = _parse_about(line, one)
    words = line.rest
    bars: Bars = ""
    if len(words) > 1 and words[-1].casefold() in _BARS:
        bars = _BARS[words[-1].casefold()]
        words = words[:-1]
    condition = " ".join(words)
    if (verb := _STATED_BY.get(fold_case(condition))) is not None:
        raise Refused(f"That is no condition; state it with: {verb} {one.id}")
    return AddCondition(one.id, condition, bars, line.why, about)


def _parse_about(line: Scanner, one: Combatant) -> str:
    """Take what the condition is about off the end of the line: what stands in brackets, or
    behind the last `about` if it is a weapon or a combatant."""
    words = line.rest
    if "(" in words and words[-1] == ")":
        inside = line.cut(words.index("("))[1:-1]
        return _find_subject(line, one, inside)
    for at in range(len(words) - 2, 0, -1):
        if fold_case(words[at]) == "about" and _is_subject(line, one, words[at + 1 :]):
            return _find_subject(line, one, line.cut(at)[1:])
    return ""


def _is_subject(line: Scanner, one: Combatant, words: list[str]) -> bool:
    """Return whether all these words name a weapon of a combatant, or another combatant."""
    names = [weapon.name for weapon in one.weapons]
    names += [other.name for other in line.state.combatants.values()]
    return any((match := match_name(words, name)) and match.used == len(words) for name in names)


def _find_subject(line: Scanner, one: Combatant, words: list[str]) -> str:
    """Return a weapon of the combatant by its name, or a combatant by id. Raises `Refused`."""
    things = {weapon.name: weapon.name for weapon in one.weapons}
    for other in line.state.combatants.values():
        things.setdefault(other.name, other.id)
    return _choose_all(words, things, f"combatant or weapon of {one.name}")


def _choose_all(words: list[str], things: dict[str, str], what: str) -> str:
    """Return the one of the things that all the words name. Raises `Refused`."""
    name, used = choose(words, things, str, what)
    if used < len(words):
        raise refuse_leftover(words[used:])
    return things[name]


def format_condition(writer: Writer, stated: AddCondition) -> FormattedLine:
    """Write `condition ada wary (wolf): as I said`."""
    words = {bars: word for word, bars in _BARS.items()}
    return writer.write_line(
        writer.find_verb_name("condition"),
        writer.write_name(stated.who),
        writer.write_text(stated.condition),
        words.get(stated.bars, ""),
        _format_about(writer, stated),
        why=stated.why,
    )


def _format_about(writer: Writer, stated: AddCondition | EndCondition) -> str:
    """Write the combatant or the weapon that a condition is about, in brackets."""
    if not stated.about:
        return ""
    if stated.about in writer.state.combatants:
        return f"({writer.write_name(stated.about)})"
    weapon = name_subject(writer.state, writer.find_combatant(stated.who), stated.about)
    return f"({writer.write_text(weapon)})"


CONDITION = Verb(
    name="condition",
    group="facts",
    takes="WHO CONDITION [helpless | crawling | held] [(WHAT)] [: why]",
    does="state a condition",
    examples=(("condition ada wary (wolf)", "the combatant or the weapon it is about"),),
    parse=parse_condition,
    formats={AddCondition: format_condition},
    complete=complete_combatant,
)


def parse_clear(line: Scanner) -> EndCondition:
    """Parse `WHO CONDITION [about WHAT | (WHAT)] [: why]`: of several conditions of one name, the
    one about this combatant or weapon."""
    one = line.take_combatant("combatant", lambda one: bool(one.conditions))
    names = dict.fromkeys(condition.name for condition in one.conditions)
    condition = line.take_one_of(names, f"condition of {one.name}")
    named = [word for word in line.rest if word not in ("(", ")")]
    if named and fold_case(named[0]) == "about":
        named = named[1:]
    about = _find_about(line, one, condition, named) if named else ""
    return EndCondition(one.id, condition, line.why, about)


def _find_about(line: Scanner, one: Combatant, condition: str, words: list[str]) -> str:
    """Return what a combatant's condition is about, of all conditions of this name."""
    held = [each.about for each in one.conditions if each.name == condition and each.about]
    names = {name_subject(line.state, one, about): about for about in held}
    if not names:
        raise refuse_leftover(words)
    return _choose_all(words, names, f"{condition} of {one.name}")


def format_clear(writer: Writer, stated: EndCondition) -> FormattedLine:
    """Write `clear ada wary (wolf)`."""
    return writer.write_line(
        writer.find_verb_name("clear"),
        writer.write_name(stated.who),
        writer.write_full_name(stated.condition),
        _format_about(writer, stated),
        why=stated.why,
    )


def complete_clear(cursor: Cursor) -> list[str]:
    """Suggest whose condition it is, then the conditions."""
    if not cursor.words:
        return cursor.names
    return [each.name for each in cursor.combatant.conditions] if cursor.combatant else []


CLEAR = Verb(
    name="clear",
    group="facts",
    takes="WHO CONDITION [(WHAT)] [: why]",
    does="end a condition",
    parse=parse_clear,
    formats={EndCondition: format_clear},
    complete=complete_clear,
)

VERBS = (CONDITION, CLEAR)
