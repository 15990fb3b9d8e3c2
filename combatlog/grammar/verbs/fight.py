"""The verbs about the fight as a whole: dice, salt, close, keys, note, end."""

from __future__ import annotations

from typing import get_args

from combatlog.grammar.commands import AddNote, AddSalt, BindKey, CloseDice, RevokeKey
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_nothing
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.declarations import ChooseDice, DiceMode, EndFight
from events.types.names import clean_text


def parse_dice(line: Scanner) -> ChooseDice:
    """Parse `digital | typed | mixed`."""
    modes: tuple[DiceMode, ...] = get_args(DiceMode)
    word = line.take_one_of(modes, "kind of dice")
    line.check_end()
    return ChooseDice(next(mode for mode in modes if mode == word))


def format_dice(writer: Writer, declared: ChooseDice) -> FormattedLine:
    """Write `dice typed`."""
    return writer.write_line(writer.find_verb_name("dice"), declared.dice)


def complete_dice(cursor: Cursor) -> list[str]:
    """Suggest the kinds of dice."""
    return [] if cursor.words else [*get_args(DiceMode)]


def parse_salt(line: Scanner) -> AddSalt:
    """Parse a text, as it was typed."""
    return AddSalt(_read_text(line))


def parse_close(line: Scanner) -> CloseDice:
    """Parse `[: why]`, or a reason without a colon."""
    reason = line.take_text()
    return CloseDice(line.why or reason)


def parse_bind(line: Scanner) -> BindKey:
    """Parse `[FILE]`, as it was typed."""
    return BindKey(_read_text(line))


def parse_revoke(line: Scanner) -> RevokeKey:
    """Parse `WHO | KEY : why`."""
    whose = line.take_text()
    if not whose:
        raise Refused("Say whose key, and why, like: revoke Anna: the laptop is lost")
    return RevokeKey(whose, line.why)


def parse_note(line: Scanner) -> AddNote:
    """Parse a text, as it was typed."""
    return AddNote(_read_text(line))


def _read_text(line: Scanner) -> str:
    """Return all that was typed behind the verb; a colon or a `;` in it means nothing."""
    return clean_text(line.typed.partition(" ")[2])


def parse_end(line: Scanner) -> EndFight:
    """Parse `[: why]`, or a reason without a colon."""
    reason = line.take_text()
    return EndFight(line.why or reason)


def format_end(writer: Writer, declared: EndFight) -> FormattedLine:
    """Write `end: it is over`."""
    return writer.write_line(writer.find_verb_name("end"), why=declared.why)


DICE = Verb(
    name="dice",
    group="at the table",
    takes="digital | typed | mixed",
    does="choose who throws: the program, the table, or the table for the players alone",
    parse=parse_dice,
    formats={ChooseDice: format_dice},
    complete=complete_dice,
)

SALT = Verb(
    name="salt",
    group="at the table",
    takes="ANY WORDS",
    does="add words to the secret of the dice, before the first roll",
    parse=parse_salt,
    complete=complete_nothing,
)

CLOSE = Verb(
    name="close",
    group="at the table",
    takes="[: why]",
    does="open the secret of the dice drawn so far, for all to see",
    parse=parse_close,
    complete=complete_nothing,
)

BIND = Verb(
    name="bind",
    group="at the table",
    takes="[FILE]",
    does="let your key speak for you, or the one in a file: it signs what you record from then on",
    parse=parse_bind,
    complete=complete_nothing,
)

REVOKE = Verb(
    name="revoke",
    group="at the table",
    takes="WHO | KEY : why",
    does="let a key speak for nobody any more",
    parse=parse_revoke,
    complete=complete_nothing,
)

NOTE = Verb(
    name="note",
    group="at the table",
    takes="TEXT",
    does="write a note, which an undo leaves in place",
    parse=parse_note,
    complete=complete_nothing,
)

END = Verb(
    name="end",
    group="fighting",
    takes="[: why]",
    does="end the fight",
    parse=parse_end,
    formats={EndFight: format_end},
    complete=complete_nothing,
)

VERBS = (DICE, SALT, CLOSE, BIND, REVOKE, NOTE, END)
