"""The branches of a fight as lines of a terminal."""

from __future__ import annotations

from combatlog.terminal.views.layout import align_table
from events.types.log_events import Corrected
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.text.correction_phrases import name_correction
from projections.text.phrases import describe_event
from projections.text.words import describe_seqs
from replay.log.branches import Branch, BranchTree
from replay.log.event_log import History


def describe_command_span(history: History, state: FightState, older: int, newer: int) -> str:
    """Describe the commands after one position up to another, oldest first. Dice are counted with
    the command they belong to."""
    said: list[str] = []
    dice: list[int] = []
    while newer > older:
        first, last = history.command(newer)
        if isinstance(history.find_command_row(first).event, Rolled):
            dice = [first, *dice] if dice else [first, last]
        else:
            words = describe_command(history, state, first)
            count = _count_dice(max(0, len(dice) - 1))
            until = dice[-1] if dice else last
            joint = f"{words}, with its {count}" if dice else words
            said.append(f"{joint} ({describe_seqs(first, until)})")
            dice = []
        newer = history.find_position_before(newer)
    if dice:
        said.append(f"{_count_dice(len(dice) - 1)} ({describe_seqs(dice[0], dice[-1])})")
    return "; ".join(reversed(said)) or "nothing new"


def describe_command(history: History, state: FightState, seq: int) -> str:
    """Describe a command: its declarations, what it corrects, or the die that fell."""
    known_by = history.find_command_row(seq).event
    if isinstance(known_by, Corrected):
        return name_correction(known_by)
    first, last = history.command(seq)
    recorded = [history[at].event for at in range(first, last + 1)]
    said = [event for event in recorded if isinstance(event, Declaration)]
    events: list[AnyEvent] = [*said] or [known_by]
    return "; ".join(describe_event(event, state) for event in events[:3]) + (
        f" and {len(events) - 3} more" if len(events) > 3 else ""
    )


def _count_dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def render_branches(history: History) -> list[str]:
    """Return a line for each branch: the present one is marked, the others show how they end."""
    tree = BranchTree(history)
    return align_table(
        [
            [
                "→" if branch.current else " ",
                branch.name,
                describe_seqs(branch.start, branch.tip),
                _describe_origin(history, tree, branch),
                _describe_ending(history, branch),
            ]
            for branch in tree.branches
        ]
    )


def _describe_origin(history: History, tree: BranchTree, branch: Branch) -> str:
    if not branch.forked:
        return "from the start"
    began = history[branch.start].event
    what = "what if, " if isinstance(began, Corrected) and began.apart else ""
    return f"{what}from #{branch.forked} of {tree.branch_of(branch.forked).name}"


def _describe_ending(history: History, branch: Branch) -> str:
    if branch.current:
        here = history.position()
        return "the fight is here" if here == branch.tip else f"the fight is at #{here}"
    state = history.state(branch.tip)
    return f"ends with: {describe_command(history, state, branch.tip)}"
