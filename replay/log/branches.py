"""The branches of a fight: the ends of its tree of events, and their names.

The first branch is `main`. A new branch begins where the fight goes on from an event that is not
the end of a branch. It keeps its name as it grows.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from events.errors import Refused
from events.store.envelope import Entry, Recorded
from events.types.corrections import Corrected
from events.types.log_events import BranchNamed
from events.types.names import check_name, fold_case
from replay.log.event_log import META_EVENTS, History

_RESERVED = re.compile(r"main|branch-\d+")
"""Names that branches get automatically, so nobody may give them."""


class Branch(NamedTuple):
    """One branch. `start` is its first event of its own, `tip` its last, `forked` the event where
    it left another branch (0 for the first branch). `what_if`: it began as a what-if correction."""

    name: str
    start: int
    tip: int
    forked: int
    current: bool
    what_if: bool = False


class BranchTree:
    """The branches of a fight, and the branch that each event was recorded on."""

    def __init__(self, history: History) -> None:
        self._owner, forked = _assign_branches(history)
        names = _name_branches(history, self._owner, len(forked))
        here = self._owner.get(history.position())
        starts: dict[int, int] = {}
        tips: dict[int, int] = {}
        for seq, number in self._owner.items():
            starts.setdefault(number, seq)
            tips[number] = seq
        self.branches = [
            Branch(
                names[number],
                starts[number],
                tips[number],
                forked[number],
                number == here,
                _is_what_if(history[starts[number]]),
            )
            for number in range(len(forked))
        ]
        """Every branch, in the order they began."""

    def branch_of(self, seq: int) -> Branch:
        """Return the branch on which an event of the fight itself was recorded."""
        return self.branches[self._owner[seq]]


def list_branches(history: History) -> list[Branch]:
    """Return the branches of a fight, in the order they began."""
    return BranchTree(history).branches


def find_branch(history: History, name: str) -> Branch:
    """Return the branch with this name or, if only one matches, with a name that begins so; raises
    `Refused` otherwise."""
    every = list_branches(history)
    exact = [branch for branch in every if fold_case(branch.name) == fold_case(name)]
    found = exact or [
        branch for branch in every if fold_case(branch.name).startswith(fold_case(name))
    ]
    if len(found) != 1:
        names = ", ".join(branch.name for branch in every)
        raise Refused(f"There is no one branch “{name}”; there are: {names}.")
    return found[0]


def name_branch(history: History, branch: Branch, name: str) -> list[Entry]:
    """Return the entry that gives a branch a new name; raises `Refused` if another branch has
    it."""
    name = check_name(name)
    if _RESERVED.fullmatch(fold_case(name)):
        raise Refused(f"“{name}” is what branches are called by themselves; choose another name.")
    if any(fold_case(other.name) == fold_case(name) for other in list_branches(history)):
        raise Refused(f"There is a branch “{name}” already.")
    return [Entry(BranchNamed(name, branch.tip))]


def _assign_branches(history: History) -> tuple[dict[int, int], list[int]]:
    """Return the number of the branch that each event belongs to, and the event where each branch
    left another."""
    owner: dict[int, int] = {}
    tips: dict[int, int] = {}
    forked: list[int] = []
    for row in history.rows:
        if isinstance(row.event, META_EVENTS):
            continue
        parent = history.position(_parent_on_branch(row))
        if parent in tips:
            number = tips.pop(parent)
        else:
            number = len(forked)
            forked.append(parent)
        owner[row.seq] = number
        tips[row.seq] = number
    return owner, forked


def _parent_on_branch(row: Recorded) -> int:
    """Return the event that a row follows on its branch. A correction follows the line that it
    corrects, so that the branch keeps its name; a what-if does not."""
    takes_over = isinstance(row.event, Corrected) and not row.event.apart
    return row.seq - 1 if takes_over else row.parent


def _is_what_if(first: Recorded) -> bool:
    return isinstance(first.event, Corrected) and first.event.apart


def _name_branches(history: History, owner: dict[int, int], count: int) -> list[str]:
    names = ["main", *(f"branch-{number}" for number in range(2, count + 1))]
    for row in history.rows:
        if isinstance(row.event, BranchNamed) and row.event.tip in owner:
            names[owner[row.event.tip]] = row.event.name
    return names
