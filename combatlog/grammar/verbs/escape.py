"""The verbs that get away from a fight: retreat, disengage."""

from __future__ import annotations

from combatlog.grammar.cursor import Cursor, complete_combatant
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Verb
from combatlog.grammar.verbs.line_parts import format_opponent, parse_actor
from combatlog.grammar.writer import FormattedLine, Writer
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
    versus = line.versus() if opposed else ""
    line.end()
    return Retreat(by.id, clean_text(" ".join(words)), line.instead, line.overrule, versus)


def format_retreat(writer: Writer, declared: Retreat) -> FormattedLine:
    """Write `retreat ada to the gate`."""
    return writer.line(
        writer.verb("retreat"),
        writer.name(declared.by),
        f"to {writer.text(declared.to)}" if declared.to else "",
        *format_opponent(writer, declared.versus),
        instead=declared.instead,
        overrule=declared.overrule,
    )


def complete_retreat(cursor: Cursor) -> list[str]:
    """Suggest who runs, and the opponent behind `versus`."""
    if not cursor.words:
        return cursor.names
    return cursor.opponents() or []


RETREAT = Verb(
    name="retreat",
    group="fighting",
    takes="WHO to WHERE<risk| [versus WHO]>",
    does="run for a safe place",
    parse=parse_retreat,
    formats={Retreat: format_retreat},
    complete=complete_retreat,
)


def parse_disengage(line: Scanner) -> Disengage:
    """Parse `WHO [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.end()
    return Disengage(by.id, line.instead, line.overrule)


def format_disengage(writer: Writer, declared: Disengage) -> FormattedLine:
    """Write `disengage ada`."""
    return writer.line(
        writer.verb("disengage"),
        writer.name(declared.by),
        instead=declared.instead,
        overrule=declared.overrule,
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
