"""What the table is told at once after a command: throws that a player may have looked for, dice
that were taken back, dice from another secret.

There is nothing to tell where the log has one line and one secret (`History.is_plain`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.store.envelope import Recorded
from events.types.commitments import Anchored
from events.types.log_events import HeadMoved
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.text.words import Words
from replay.corrections.line_diff import fork_lines
from replay.log.event_log import History
from replay.log.throws import ToldThrows, find_told_throws
from replay.text.throw_words import describe_taken_back, describe_told


def list_told(history: History, rows: Sequence[Recorded], state: FightState) -> tuple[str, ...]:
    """Return what the table is told of the rows of a command, a sentence each. `state` has the
    names."""
    return tuple(f"{line}." for line in _describe(history, rows, Words(state)))


def _describe(history: History, rows: Sequence[Recorded], words: Words) -> Iterator[str]:
    for row in rows:
        if isinstance(row.event, HeadMoved):
            yield from _describe_move(history, row, words)
        elif isinstance(row.event, Anchored) and row.repeats is None:
            yield f"The dice come from another secret from #{row.seq} on; the first is not here"
    yield from _describe_epoch(history, rows)
    if history.is_forked and any(isinstance(row.event, Rolled | Declaration) for row in rows):
        told = _keep_rows(find_told_throws(history), {row.seq for row in rows})
        yield from describe_told(told, words)


def _keep_rows(told: ToldThrows, seqs: set[int]) -> ToldThrows:
    """Return those of the told throws whose row is among these."""
    return told._replace(
        again=tuple(each for each in told.again if each.seq in seqs),
        known=tuple(each for each in told.known if each.seq in seqs),
        left=tuple(each for each in told.left if each.seq in seqs),
    )


def _describe_epoch(history: History, rows: Sequence[Recorded]) -> Iterator[str]:
    """Yield a sentence where these rows have the first die that was drawn after a close."""
    epochs = history.epochs
    if epochs is None or not epochs.epoch or not rows:
        return
    if rows[0].seq <= epochs.first_drawn <= rows[-1].seq:
        yield f"Drawn after the dice were closed: #{epochs.first_drawn} and all dice after it"


def _describe_move(history: History, moved: Recorded, words: Words) -> Iterator[str]:
    """Yield a sentence for the drawn dice of each roller that a move of the head took off the
    line."""
    start, end = history.position(moved.seq - 1), history.position(moved.parent)
    fork = fork_lines(history, start, end)
    standing = {each.origin for each in fork.now}
    left = [
        each.seq
        for each in fork.then
        if isinstance(each.event, Rolled)
        and each.event.draw is not None
        and each.origin not in standing
        and not history.is_ancestor(each.origin, end)
    ]
    stay = [seq for seq in left if _is_open(history, seq)]
    yield from describe_taken_back(history, stay, words)
    if len(stay) < len(left):
        yield "The dice taken back are closed: thrown again, they will be others"


def _is_open(history: History, seq: int) -> bool:
    """Return whether the secret of a drawn die still serves, so that it falls the same again."""
    epochs, event = history.epochs, history[seq].event
    if epochs is None or not isinstance(event, Rolled):
        return True
    return event.epoch == epochs.epoch and history.origin(seq) > epochs.since
