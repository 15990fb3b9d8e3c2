"""Undo, redo, rewind and switch: each appends a move of the head and changes nothing else. And the
marks of undone and corrected events that every view of a log shows: by whom, and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from events.errors import Refused
from events.store.envelope import Entry, Recorded, Segment, check_seq
from events.types.log_events import Corrected, HeadMoved
from events.types.names import clean_text
from events.types.rolls import Rolled
from projections.text.correction_phrases import find_reason
from replay.log.branches import BranchTree, find_branch
from replay.log.event_log import META_EVENTS, History

MoveKind = Literal["undone", "redone", "switched"]

_VERBS: dict[MoveKind, str] = {
    "undone": "taken back",
    "redone": "brought back",
    "switched": "switched",
}


def undo(history: History, count: int = 1, why: str = "", dice: bool = False) -> list[Entry]:
    """Return the moves that take back the last `count` exchanges of the line, to be appended
    together. With `dice`, take back the last `count` dice that were commands of their own.

    An exchange is a command with all dice that were rolled for it. Each of these may be a command
    of its own, and each command takes one move. Raises `Refused` if there are fewer exchanges.
    """
    _check_count(count)
    moves: list[Entry] = []
    position = history.position()
    for found in range(count):
        if dice and not _is_die(history, position):
            raise Refused(_explain_no_die(history, found, count))
        start = (
            history.find_position_before(position)
            if dice
            else _find_exchange_start(history, position)
        )
        if start == 0:
            raise Refused(
                "There is nothing to undo: the fight has just started."
                if not found
                else f"There {_count(found, 'command')} to undo, not {count}."
            )
        while position != start:
            position = history.find_position_before(position)
            moves.append(_move_head(position, why))
    return moves


def _find_exchange_start(history: History, position: int) -> int:
    """Return the position before the exchange that ends at one. Dice that were rolled after a
    correction, because it left them awaited, are taken back without it."""
    before = position
    while _is_die(history, before):
        before = history.find_position_before(before)
    if before != position and _is_correction(history, before):
        return before
    return history.find_position_before(before)


def _is_die(history: History, position: int) -> bool:
    """Return whether the command that ends at a position is a die by itself."""
    return isinstance(history.find_command_row(position).event, Rolled)


def _is_correction(history: History, position: int) -> bool:
    """Return whether the command that ends at a position is a correction."""
    return isinstance(history.find_command_row(position).event, Corrected)


def _is_die_after(history: History, position: int, before: int) -> bool:
    """Return whether the command that ends at a position is a die that fell right after another
    position."""
    return _is_die(history, position) and history.find_position_before(position) == before


def _explain_no_die(history: History, found: int, count: int) -> str:
    if found:
        return f"There {_count(found, 'die', 'dice')} to undo here, not {count}."
    first, last = history.command(history.position())
    drawn = any(isinstance(history[seq].event, Rolled) for seq in range(first, last + 1))
    if drawn:
        return (
            f"#{first} rolled its dice itself, so none is undone alone; undo takes back all of it."
        )
    return f"No die was rolled after #{first}, the last command; undo takes that back."


def _count(number: int, one: str, several: str = "") -> str:
    """Return “is only 1 undo”, “are only 2 undos”."""
    return f"is only 1 {one}" if number == 1 else f"are only {number} {several or f'{one}s'}"


def redo(history: History, count: int = 1, why: str = "", dice: bool = False) -> list[Entry]:
    """Return the moves that bring back the last `count` exchanges that were undone; with `dice`,
    the last `count` commands, a die being one. Raises `Refused` if there are fewer. If the fight
    has gone on since, the refusal names the branch with the undone events."""
    _check_count(count)
    if not history.undone:
        raise Refused(_explain_nothing_to_redo(history))
    undone = history.undone.copy()
    moves: list[Entry] = []
    for found in range(count):
        if not undone:
            raise Refused(f"There {_count(found, 'undo')} to redo, not {count}.")
        position = undone.pop()
        moves.append(_move_head(position, why))
        alone = dice or _is_correction(history, position)  # dice after it are the next exchange
        while undone and not alone and _is_die_after(history, undone[-1], position):
            position = undone.pop()
            moves.append(_move_head(position, why))
    return moves


def rewind(history: History, seq: int, why: str = "") -> list[Entry]:
    """Return the move to the end of the command of event `seq`, never into a command."""
    check_seq(seq, len(history))
    target = history.position(seq)
    target = history.position(history.command(target)[1])
    if target == history.position():
        raise Refused(f"The fight is already at #{target}.")
    return [_move_head(target, why)]


def switch(history: History, name: str, why: str = "") -> list[Entry]:
    """Return the move to the end of a branch."""
    branch = find_branch(history, name)
    if branch.tip == history.position():
        raise Refused(f"The fight is already on {branch.name}.")
    return [_move_head(branch.tip, why)]


def describe_move(history: History, row: Recorded) -> str:
    """Return in words what a move of the head did: “taken back to #40”, “brought back to #60”."""
    return f"{_VERBS[classify_move(history, row)]} to #{history.position(row.parent)}"


def classify_move(history: History, row: Recorded) -> MoveKind:
    """Return whether a move of the head was an undo, a redo or a switch."""
    was, target = history.position(row.seq - 1), history.position(row.parent)
    if history.is_earlier(target, was):
        return "undone"
    return "redone" if history.is_earlier(was, target) else "switched"


def _explain_nothing_to_redo(history: History) -> str:
    """Say why there is nothing to redo and, if the fight has gone on, where the undone events
    are."""
    last = next((row for row in reversed(history.rows) if isinstance(row.event, HeadMoved)), None)
    if last is None:
        return "There is nothing to redo: nothing has been undone."
    tree = BranchTree(history)
    left = history.position(last.seq - 1)
    branch, here = tree.branch_of(left), tree.branch_of(history.position())
    if classify_move(history, last) == "switched":
        return f"There is nothing to redo: the fight was switched to “{here.name}”."
    if branch.name == here.name:
        return "There is nothing to redo: what was undone is already back."
    return (
        f"The fight has gone on since that undo; what was undone is on branch “{branch.name}”:"
        f" switch {branch.name} leads there."
    )


def _check_count(count: int) -> None:
    if count < 1:
        raise Refused(f"Say how many, 1 or more, not {count}.")


def _move_head(position: int, why: str) -> Entry:
    return Entry(HeadMoved(clean_text(why)), parent=position)


class UndoneMark(NamedTuple):
    """A mark on an event that is off the line: the move or correction `move` that took it off, who
    recorded that and why. `apart`: it was a what-if, which leaves the line as it was and goes on
    elsewhere."""

    move: int
    by: str
    why: str
    corrected: bool = False
    apart: bool = False

    @property
    def how(self) -> str:
        """The mark in words: “undone by #41”, “corrected by #41”, “left by the what-if #41”."""
        if self.apart:
            return f"left by the what-if #{self.move}"
        return f"{'corrected' if self.corrected else 'undone'} by #{self.move}"


class HeadMove(NamedTuple):
    """A move of the head, or a correction: its row, and the seqs that it took off the line and
    brought onto it (for a correction, what it repeats is not among these)."""

    row: Recorded
    left: tuple[int, ...]
    entered: tuple[int, ...]


def list_moves(history: History) -> Iterator[HeadMove]:
    """Yield every move and correction of the log, whichever line is current today."""
    position = 0
    for row in history.rows:
        if isinstance(row.event, HeadMoved | Corrected):
            target = history.position(row.parent)
            left, entered = _split_lines(history.line(position), history.line(target))
            yield HeadMove(row, tuple(_list_seqs(left)), tuple(_list_seqs(entered)))
            position = row.seq if isinstance(row.event, Corrected) else target
        elif not isinstance(row.event, META_EVENTS):
            position = row.seq


def find_undone(history: History) -> dict[int, UndoneMark]:
    """Return a mark for every event off the current line, by seq. Events about the log (moves,
    notes, names) are never undone."""
    marks: dict[int, UndoneMark] = {}
    for row, left, entered in list_moves(history):
        assert isinstance(row.event, HeadMoved | Corrected), "other events move nothing"
        mark = _make_mark(row, row.event)
        marks.update((seq, mark) for seq in left)
        for seq in entered:
            marks.pop(seq, None)
    return {
        seq: mark for seq, mark in marks.items() if not isinstance(history[seq].event, META_EVENTS)
    }


def _make_mark(row: Recorded, event: HeadMoved | Corrected) -> UndoneMark:
    if isinstance(event, HeadMoved):
        return UndoneMark(row.seq, row.by, event.why)
    return UndoneMark(row.seq, row.by, find_reason(event), corrected=True, apart=event.apart)


def _split_lines(one: list[Segment], other: list[Segment]) -> tuple[list[Segment], list[Segment]]:
    """Return what each of two lines has beyond the beginning they share."""
    shared = 0
    for (first, last), (also, until) in zip(one, other, strict=False):
        if first != also:
            break
        shared = min(last, until)
    return _cut_shared(one, shared), _cut_shared(other, shared)


def _cut_shared(line: list[Segment], shared: int) -> list[Segment]:
    return [(max(first, shared + 1), last) for first, last in line if last > shared]


def _list_seqs(line: list[Segment]) -> Iterator[int]:
    for first, last in line:
        yield from range(first, last + 1)
