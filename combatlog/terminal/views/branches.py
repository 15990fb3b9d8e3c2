"""The branches of a fight on the screen."""

from __future__ import annotations

from combatlog.screen.moves import command_words
from combatlog.terminal.views.layout import seqs, table
from events.types.corrections import Corrected
from replay.log.branches import Branch, Tree
from replay.log.event_log import History


def shown(history: History) -> list[str]:
    """One line each: where the fight is now is marked; where it left another, how it ends."""
    tree = Tree(history)
    return table(
        [
            [
                "→" if branch.current else " ",
                branch.name,
                seqs(branch.start, branch.tip),
                _origin(history, tree, branch),
                _ending(history, branch),
            ]
            for branch in tree.branches
        ]
    )


def _origin(history: History, tree: Tree, branch: Branch) -> str:
    if not branch.forked:
        return "from the start"
    began = history[branch.start].event
    what = "what if, " if isinstance(began, Corrected) and began.apart else ""
    return f"{what}from #{branch.forked} of {tree.branch_of(branch.forked).name}"


def _ending(history: History, branch: Branch) -> str:
    if branch.current:
        here = history.position()
        return "the fight is here" if here == branch.tip else f"the fight is at #{here}"
    state = history.state(branch.tip)
    return f"ends with: {command_words(history, state, branch.tip)}"
