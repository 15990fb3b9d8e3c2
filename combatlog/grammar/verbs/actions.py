"""The verbs that declare a move or a deed: move, do, special."""

from __future__ import annotations

from msgspec.structs import asdict

from combatlog.grammar.cursor import (
    Cursor,
)
from combatlog.grammar.scanner import Scanner, match_name, parse_actor
from combatlog.grammar.verb import Verb, roll_examples
from combatlog.grammar.writer import FormattedLine, Writer, format_roll
from events.errors import Refused
from events.types.declarations import Act, Move, Special
from events.types.names import fold_case
from projections.state.fight_state import Combatant

_ACT_SYNTAX = (
    "WHO [{save} {ABILITY}<target| NUMBER><versus| | {save} {ABILITY} versus WHO [{ABILITY}]>] WHAT"
)


def parse_move(line: Scanner) -> Move:
    """Parse `WHO [DISTANCE] [to WHERE] [during PHASE] [instead] [overrule: why]`."""
    by = parse_actor(line)
    measured = line.peek().lstrip("-+")[:1].isdigit()
    distance = line.take_number("how far") if measured else 0
    line.accept("ft", "m")
    line.accept("to")
    phase = _parse_phase(line)
    return Move(by.id, distance, line.take_text(), line.instead, line.overrule, phase)


def _parse_phase(line: Scanner) -> str:
    """Take the phase behind the last `during`; an earlier one belongs to the place."""
    for at, word in reversed(list(enumerate(line.rest))):
        named = line.rest[at + 1 :]
        fits = [match_name(named, phase) for phase in line.lexicon.phases]
        if fold_case(word) == "during" and any(each and each.used == len(named) for each in fits):
            return " ".join(line.cut(at)[1:])
    return ""


def format_move(writer: Writer, declared: Move) -> FormattedLine:
    """Write `move ada 30 to the gate`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("move"),
        writer.write_name(declared.by),
        str(declared.distance) if declared.distance else "",
        f"to {writer.write_text(declared.to)}" if declared.to else "",
        f"during {declared.phase}" if declared.phase else "",
    )


def complete_move(cursor: Cursor) -> list[str]:
    """Suggest who moves, and the areas behind `to`."""
    if not cursor.words:
        return cursor.names
    return [*cursor.state.areas] if cursor.last == "to" else []


MOVE = Verb(
    name="move",
    group="fighting",
    aliases=("m",),
    takes="WHO<measured| [DISTANCE]> [to WHERE]<phase| [during PHASE]>",
    does="declare a move",
    examples=(("<phase|move ada to yard during magic>", "<phase|the phases: {phases}>"),),
    parse=parse_move,
    formats={Move: format_move},
    complete=complete_move,
)


def parse_do(line: Scanner) -> Act:
    """Parse `WHO [save ABILITY [TARGET] [versus WHO [ABILITY]]] WHAT… [imp: why] [enh: why]
    [instead] [overrule: why]`."""
    by = parse_actor(line)
    save, target, versus, opposing = _parse_roll(line, by)
    return Act(
        by.id,
        _parse_what(line, by),
        save,
        line.instead,
        line.overrule,
        versus,
        target,
        line.find_modifier("enhanced"),
        line.find_modifier("impaired"),
        opposing,
    )


def parse_special(line: Scanner) -> Special:
    """Parse the game's special action, which has the syntax and the fields of `do`."""
    return Special(**asdict(parse_do(line)))


def _parse_roll(line: Scanner, by: Combatant) -> tuple[str, int | None, str, str]:
    """Take what is rolled on, the number to beat, the opponent, and what the opponent rolls on;
    each is empty where it is not typed."""
    if not line.accept("save", line.save):
        return "", None, "", ""
    return line.take_rollable(by), line.take_target(), *line.take_opposed()


def _parse_what(line: Scanner, by: Combatant) -> str:
    """Take what is done. A colon does not begin a reason here: it belongs to the text."""
    what = line.take_text()
    if line.why:
        what = f"{what}: {line.why}" if what else line.why
    if not what:
        raise Refused(f"Say what {by.name} does.")
    return what


def format_do(writer: Writer, declared: Act) -> FormattedLine:
    """Write `do ada save DEX climbs the wall`."""
    return _format_act(writer, "do", declared)


def format_special(writer: Writer, declared: Special) -> FormattedLine:
    """Write `spell ada save WIL speaks a word`."""
    return _format_act(writer, "special", declared)


def _format_act(writer: Writer, verb: str, declared: Act | Special) -> FormattedLine:
    what, _, reason = declared.what.partition(": ")
    return writer.write_declaration(
        declared,
        writer.find_verb_name(verb),
        writer.write_name(declared.by),
        *format_roll(writer, declared.save, declared.target, declared.versus, declared.opposing),
        writer.write_text(what),
        why=reason,
    )


def complete_do(cursor: Cursor) -> list[str]:
    """Suggest who acts, then a save, what it is rolled on, and opponents."""
    if not cursor.words:
        return cursor.names
    if (opponents := cursor.list_opponents()) is not None:
        return opponents
    save = cursor.term("save")
    return cursor.rollable if cursor.last in ("save", save) else [save]


DO = Verb(
    name="do",
    group="fighting",
    aliases=("d", "act"),
    takes=_ACT_SYNTAX,
    does="declare any other action",
    examples=roll_examples("do ada {save}", " jumps"),
    parse=parse_do,
    formats={Act: format_do},
    complete=complete_do,
)

SPECIAL = Verb(
    name="special",
    group="fighting",
    takes=_ACT_SYNTAX,
    does="declare the game's special action",
    examples=roll_examples("{special} ada {save}", " …"),
    parse=parse_special,
    formats={Special: format_special},
    complete=complete_do,
)

VERBS = (MOVE, DO, SPECIAL)
