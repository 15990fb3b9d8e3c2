"""The branches of a fight on the screen."""

from __future__ import annotations

from combatlog.screen.text import seqs, table
from projections.phrases import phrase
from replay.branches import Branch, branch_of, branches
from replay.history import History


def shown(history: History) -> list[str]:
    """One line each: where the fight is now is marked; where it left another, how it ends."""
    every = branches(history)
    return table(
        [
            [
                "→" if branch.current else " ",
                branch.name,
                seqs(branch.start, branch.tip),
                _origin(history, branch),
                _ending(history, branch),
            ]
            for branch in every
        ]
    )


def _origin(history: History, branch: Branch) -> str:
    if not branch.forked:
        return "from the start"
    return f"from #{branch.forked} of {branch_of(history, branch.forked).name}"


def _ending(history: History, branch: Branch) -> str:
    if branch.current:
        return "the fight is here"
    row = history[history[branch.tip].cmd]
    return f"ends with: {phrase(row.event, history.state(branch.tip))}"
