"""The verbs for leaving a fight: retreat, disengage."""

from __future__ import annotations

from combatlog.grammar.cursor import Cursor, complete_combatant
from combatlog.grammar.scanner import Scanner, parse_actor
from combatlog.grammar.verb import Verb
from combatlog.grammar.writer import FormattedLine, Writer, format_opponent
from events.types.declarations import Disengage, Retreat
from events.types.names import clean_text


def parse_retreat(line: Scanner) -> Retreat:
    """Parse `WHO to WHERE [versus WHO] [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.accept("to")
    words: list[str] = []
    opposed = ("versus", "vs") if "versus" in line.lexicon.has else ()
    while line.rest and line.peek() not in opposed:
        words.append(line.take())
    versus = line.take_versus() if opposed else ""
    line.check_end()
    return Retreat(by.id, clean_text(" ".join(words)), line.instead, line.overrule, versus)


def format_retreat(writer: Writer, declared: Retreat) -> FormattedLine:
    """Write `retreat ada to the gate`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("retreat"),
        writer.write_name(declared.by),
        f"to {writer.write_text(declared.to)}" if declared.to else "",
        *format_opponent(writer, declared.versus),
    )


def complete_retreat(cursor: Cursor) -> list[str]:
    """Suggest who runs, and the opponent behind `versus`."""
    if not cursor.words:
        return cursor.names
    return cursor.list_opponents() or []


RETREAT = Verb(
    name="retreat",
    group="fighting",
    takes="WHO to WHERE<risk| [versus WHO]>",
    does="run to a safe place",
    parse=parse_retreat,
    formats={Retreat: format_retreat},
    complete=complete_retreat,
)


def parse_disengage(line: Scanner) -> Disengage:
    """Parse `WHO [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.check_end()
    return Disengage(by.id, line.instead, line.overrule)


def format_disengage(writer: Writer, declared: Disengage) -> FormattedLine:
    """Write `disengage ada`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("disengage"),
        writer.write_name(declared.by),
    )


DISENGAGE = Verb(
    name="disengage",
    group="fighting",
    takes="WHO",
    does="fight only to get away",
    parse=parse_disengage,
    formats={Disengage: format_disengage},
    complete=complete_combatant,
)

VERBS = (RETREAT, DISENGAGE)
