"""What persons stated, read again: declarations that they stated in part, and lines as typed.

The rules have to fill in what was left out, and today's grammar should read a line as it was read
then. All in one walk through the log: no state is made twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from events.errors import CombatlogError
from events.serialization.codec import clean_event, decode_declaration
from events.store.envelope import Recorded
from events.types.unions import AnyEvent, Declaration, is_declaration
from projections.state.fight_state import FightState
from replay.log.event_log import History, walk
from rulesets.core.registry import load_ruleset

ReadLine: TypeAlias = Callable[[str, FightState], Sequence[Declaration] | None]
"""A function that reads a line by today's grammar; None if it is no declaration."""


class ReadAgain(NamedTuple):
    """The commands that the rules make something else of (`other`), those with a line that is read
    otherwise today (`reworded`), and those with a signed line that is no declaration
    (`unknown`)."""

    other: list[int]
    reworded: list[int]
    unknown: list[int]


class StatedInputs:
    """The declarations and lines that were stated, by the event and the command they stand for."""

    def __init__(self) -> None:
        self._declared: dict[int, list[dict[str, Any]]] = {}
        self._lines: dict[int, dict[str, bool]] = {}

    def add_declaration(self, seq: int, stated: dict[str, Any]) -> None:
        """Note a declaration that was stated in part, and recorded as event `seq`."""
        self._declared.setdefault(seq, []).append(stated)

    def add_line(self, command: int, line: str, is_signed: bool) -> None:
        """Note a line that was stated for a command."""
        lines = self._lines.setdefault(command, {})
        lines[line] = lines.get(line, False) or is_signed

    def read_again(self, rows: Sequence[Recorded], read_line: ReadLine | None) -> ReadAgain:
        """Read all of them again; `rows` are those before the first hidden one."""
        found = ReadAgain([], [], [])
        reading = {
            seq: [_LineReading(line, is_signed) for line, is_signed in lines.items()]
            for seq, lines in self._lines.items()
        }
        if self._declared or (reading and read_line is not None):
            for state, row in walk(History(rows)):
                for stated in self._declared.get(row.seq, ()):
                    if not _is_filled_in(stated, state, row.event):
                        found.other.append(row.cmd)
                if read_line is not None:
                    for line in reading.get(row.cmd, ()):
                        line.follow(state, row, read_line)
        for seq, every in reading.items():
            if any(line.is_signed and not line.compared for line in every):
                found.unknown.append(seq)
            if any(line.compared and (line.differs or line.left) for line in every):
                found.reworded.append(seq)
        return found


def _is_filled_in(stated: dict[str, Any], state: FightState, was: AnyEvent) -> bool:
    """Return whether the rules make this declaration of the stated one."""
    try:
        declared = clean_event(decode_declaration(json.dumps(stated)))
        return load_ruleset(state.game.rules).prepare(state, declared) == was
    except CombatlogError:
        return False


class _LineReading:
    """A line as typed, compared with the declarations that were recorded for it. A line that is no
    declaration, or stands for none, is not `compared`."""

    def __init__(self, line: str, is_signed: bool) -> None:
        self.is_signed = is_signed
        self.compared = False
        self.differs = False
        self.left: list[Declaration] = []
        self._line = line

    def follow(self, state: FightState, row: Recorded, read_line: ReadLine) -> None:
        """Take in the next row of the command; `state` is that before it."""
        if row.seq == row.cmd and is_declaration(row.event):
            try:
                read = read_line(self._line, state)
            except CombatlogError:
                read = ()
            self.compared = read is not None
            self.left = list(read or ())
        if self.compared and is_declaration(row.event):
            read_now = self.left.pop(0) if self.left else None
            self.differs = self.differs or not _is_read(read_now, state, row.event)


def _is_read(read: Declaration | None, state: FightState, was: Declaration) -> bool:
    """Return whether the rules make this declaration of the one that was read."""
    try:
        ruleset = load_ruleset(state.game.rules)
        return read is not None and ruleset.prepare(state, clean_event(read)) == was
    except CombatlogError:
        return False
