"""Undo, redo, rewind and switch: each appends a move of the head and changes nothing else."""

from __future__ import annotations

from typing import Literal

from events.errors import Refused
from events.store.envelope import Entry, Recorded
from events.types.log_events import HeadMoved
from events.types.names import clean_text
from replay.log.branches import BranchTree, find_branch
from replay.log.event_log import History

MoveKind = Literal["undone", "redone", "switched"]

_VERBS: dict[MoveKind, str] = {
    "undone": "taken back",
    "redone": "brought back",
    "switched": "switched",
}


def undo(history: History, count: int = 1, why: str = "") -> list[Entry]:
    """Return the moves that take back the last `count` commands of the line, one each, to be
    appended together; raises `Refused` if there are fewer."""
    _check_count(count)
    moves: list[Entry] = []
    position = history.position()
    for _ in range(count):
        if history.before(position) == 0:
            raise Refused(
                "There is nothing to undo: the fight has just started."
                if not moves
                else f"There are only {len(moves)} commands to undo, not {count}."
            )
        position = history.before(position)
        moves.append(_move_head(position, why))
    return moves


def redo(history: History, count: int = 1, why: str = "") -> list[Entry]:
    """Return the moves that bring back what the last `count` undos took. Raises `Refused` if there
    are fewer, or if the fight has gone on since; then it names the branch with the undone
    events."""
    _check_count(count)
    if not history.undone:
        raise Refused(_explain_nothing_to_redo(history))
    if count > len(history.undone):
        raise Refused(f"There are only {len(history.undone)} undos to redo, not {count}.")
    return [_move_head(position, why) for position in history.undone[::-1][:count]]


def rewind(history: History, seq: int, why: str = "") -> list[Entry]:
    """Return the move to the end of the command of event `seq`, never into a command."""
    if not 1 <= seq <= len(history):
        raise Refused(f"There is no #{seq}; this fight has #1 to #{len(history)}.")
    target = history.position(seq)
    target = history.position(history.command(target)[1])
    if target == history.position():
        raise Refused(f"The fight stands at #{target} already.")
    return [_move_head(target, why)]


def switch(history: History, name: str, why: str = "") -> list[Entry]:
    """Return the move to the end of a branch."""
    branch = find_branch(history, name)
    if branch.tip == history.position():
        raise Refused(f"The fight is on {branch.name} already.")
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
    left, target = history.position(last.seq - 1), history.position(last.parent)
    branch, here = tree.branch_of(left), tree.branch_of(history.position())
    if not history.is_earlier(target, left):
        return f"There is nothing to redo: the fight was switched to “{here.name}”."
    if branch.name == here.name:
        return "There is nothing to redo: what was undone has been brought back."
    return (
        f"The fight has gone on since that undo; what was undone is on branch “{branch.name}”:"
        f" combatlog switch {branch.name}"
    )


def _check_count(count: int) -> None:
    if count < 1:
        raise Refused(f"Say how many, 1 or more; {count} is none.")


def _move_head(position: int, why: str) -> Entry:
    return Entry(HeadMoved(clean_text(why)), parent=position)
