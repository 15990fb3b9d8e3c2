"""The verbs that take commands back and go to other branches of a fight's log."""

from __future__ import annotations

from combatlog.grammar.commands import NameBranch, Redo, Rewind, Switch, Undo
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_nothing, view_verb
from events.errors import Refused

_DICE = ("die", "dice")


def parse_undo(line: Scanner) -> Undo:
    """Parse `[HOW MANY] [die] [: why]`."""
    return Undo(*_parse_count(line))


def parse_redo(line: Scanner) -> Redo:
    """Parse `[HOW MANY] [die] [: why]`."""
    return Redo(*_parse_count(line))


def _parse_count(line: Scanner) -> tuple[int, str, bool]:
    """Take the rest of a line: how many (1 where no number is typed), why, and whether dice alone
    are meant."""
    dice = line.accept(*_DICE)
    count = 1 if line.peek() in _DICE else line.take_number("how many", 1)
    if not 1 <= count <= 1000:
        raise Refused(f"1 to 1000 at a time, not {count}.")
    dice = line.accept(*_DICE) or dice
    line.check_end()
    return count, line.why, dice


def complete_undo(cursor: Cursor) -> list[str]:
    """Suggest `die`."""
    return [] if "die" in cursor.words else ["die"]


def parse_rewind(line: Scanner) -> Rewind:
    """Parse `SEQ [: why]`."""
    seq = line.take_number("the event to go back to")
    line.check_end()
    return Rewind(seq, line.why)


def parse_switch(line: Scanner) -> Switch:
    """Parse `BRANCH [: why]`."""
    return Switch(line.take_text(), line.why)


def parse_call(line: Scanner) -> NameBranch:
    """Parse `NAME`, or `BRANCH NAME`."""
    words = tuple(line.rest)
    if not words:
        raise Refused("Say the name, like: call ambush-undone, or: call branch-2 ambush-undone")
    return NameBranch(words)


UNDO = Verb(
    name="undo",
    group="taking back",
    aliases=("u",),
    takes="[HOW MANY] [die] [: why]",
    does="take back the last command with all its dice; with die, the last die only",
    parse=parse_undo,
    complete=complete_undo,
)

REDO = Verb(
    name="redo",
    group="taking back",
    takes="[HOW MANY] [die]",
    does="bring back what was undone; with die, one die at a time",
    parse=parse_redo,
    complete=complete_undo,
)

REWIND = Verb(
    name="rewind",
    group="taking back",
    takes="SEQ [: why]",
    does="go back to an event",
    parse=parse_rewind,
    complete=complete_nothing,
    completes="event",
)

BRANCHES = view_verb("branches", "list the branches", group="taking back")

SWITCH = Verb(
    name="switch",
    group="taking back",
    takes="BRANCH [: why]",
    does="go to the end of a branch",
    parse=parse_switch,
    complete=complete_nothing,
    completes="branch",
)

CALL = Verb(
    name="call",
    group="taking back",
    takes="NAME | BRANCH NAME",
    does="name a branch",
    parse=parse_call,
    complete=complete_nothing,
    completes="branch",
)

VERBS = (UNDO, REDO, REWIND, BRANCHES, SWITCH, CALL)
