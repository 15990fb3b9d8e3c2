"""The branches of a fight: the ends of its tree of events, and their names.

The first branch is `main`. A new branch begins where the fight goes on from an event that is not
the end of a branch. It keeps its name as it grows.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from events.errors import Refused
from events.store.envelope import Entry, Recorded
from events.types.log_events import BranchNamed, Corrected
from events.types.names import check_name, fold_case
from replay.log.event_log import META_KINDS, History

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


class BranchIndex:
    """The branches of a log that may grow: `update` reads the rows added since. Each row is read
    once, so that a log of many branches and names is read in linear time.

    `owner` has the number of the branch that each event was recorded on, `tips` the number of the
    branch that ends in an event, `forked` the event where each branch left another, `names` their
    names.
    """

    def __init__(self, history: History) -> None:
        self.owner: dict[int, int] = {}
        self.tips: dict[int, int] = {}
        self.forked: list[int] = []
        self.names: list[str] = []
        self._history = history
        self._length = 0
        self._taken: Counter[str] = Counter()
        self.update()

    def update(self) -> None:
        """Read the rows that were added to the log."""
        fresh = self._history.rows[self._length :]
        self._length += len(fresh)
        for row in fresh:
            if type(row.event) not in META_KINDS:
                self._assign(row)
        for row in fresh:
            if isinstance(row.event, BranchNamed) and row.event.tip in self.owner:
                self._name(self.owner[row.event.tip], row.event.name)

    def has_name(self, name: str) -> bool:
        """Return whether a branch has this name."""
        return self._taken[fold_case(name)] > 0

    def _assign(self, row: Recorded) -> None:
        parent = self._history.position(_parent_on_branch(row))
        number = self.tips.pop(parent, len(self.forked))
        if number == len(self.forked):
            self.forked.append(parent)
            self.names.append("")
            self._name(number, f"branch-{number + 1}" if number else "main")
        self.owner[row.seq] = self.tips[row.seq] = number

    def _name(self, number: int, name: str) -> None:
        self._taken[fold_case(self.names[number])] -= 1
        self._taken[fold_case(name)] += 1
        self.names[number] = name


class BranchTree:
    """The branches of a fight, and the branch that each event was recorded on."""

    def __init__(self, history: History) -> None:
        index = BranchIndex(history)
        self._owner, forked, names = index.owner, index.forked, index.names
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
        names = ", ".join(branch.name for branch in found or every)
        several = f"“{name}” fits several branches" if found else f"There is no branch “{name}”"
        raise Refused(f"{several}; there are: {names}.")
    return found[0]


def name_branch(history: History, branch: Branch, name: str) -> list[Entry]:
    """Return the entry that gives a branch a new name; raises `Refused` if another branch has
    it."""
    return [Entry(BranchNamed(check_branch_name(BranchIndex(history), name), branch.tip))]


def check_branch_name(index: BranchIndex, name: str) -> str:
    """Return a name for a branch, cleaned; raises `Refused` if none may have it."""
    name = check_name(name)
    if _RESERVED.fullmatch(fold_case(name)):
        raise Refused(f"“{name}” is reserved for automatic names; choose another name.")
    if index.has_name(name):
        raise Refused(f"There is already a branch “{name}”.")
    return name


def _parent_on_branch(row: Recorded) -> int:
    """Return the event that a row follows on its branch. A correction follows the line that it
    corrects, so that the branch keeps its name; a what-if does not."""
    takes_over = isinstance(row.event, Corrected) and not row.event.apart
    return row.seq - 1 if takes_over else row.parent


def _is_what_if(first: Recorded) -> bool:
    return isinstance(first.event, Corrected) and first.event.apart
