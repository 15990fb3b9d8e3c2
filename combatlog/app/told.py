"""What the table is told at once after a command: throws that a player may have looked for, dice
that were taken back, dice from another secret.

There is nothing to tell where the log has one line and one secret (`History.is_plain`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.store.envelope import Recorded
from events.types.commitments import Anchored, Closed
from events.types.log_events import Corrected, HeadMoved
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.text.words import Words
from replay.log.event_log import History
from replay.log.lineage import find_all_combatants
from replay.log.throws import SeenAndLeft, ToldThrows, find_told_throws
from replay.log.undo import classify_move
from replay.text.throw_words import (
    describe_amended_dice,
    describe_brought_back,
    describe_taken_back,
    describe_told,
    find_moved_dice,
)

_TELLING = (Rolled, Declaration, HeadMoved)
"""Events that can make a throw one that is told."""


def list_told(history: History, rows: Sequence[Recorded], state: FightState) -> tuple[str, ...]:
    """Return what the table is told of the rows of a command, a sentence each. The log ends with
    these rows, and `state` is the fight there."""
    named = state.copied()
    named.combatants = find_all_combatants(history) | state.combatants
    return tuple(f"{line}." for line in _describe(history, rows, state, Words(named)))


def _describe(
    history: History, rows: Sequence[Recorded], state: FightState, words: Words
) -> Iterator[str]:
    for row in rows:
        if isinstance(row.event, HeadMoved):
            yield from _describe_move(history, row, words)
        elif isinstance(row.event, Corrected):
            yield from describe_amended_dice(history, row, words)
        elif isinstance(row.event, Anchored) and _is_new_root(history, row):
            gone = "" if isinstance(rows[0].event, Closed) else "; the first is not here"
            who = f", put there by {row.by}" if row.by else ""
            yield f"The dice come from another secret from #{row.seq} on{who}{gone}"
    yield from _describe_epoch(history, rows)
    if history.is_forked and any(isinstance(row.event, _TELLING) for row in rows):
        told = _keep_rows(find_told_throws(history, state), {row.seq for row in rows})
        yield from describe_told(_drop_moved(history, told), words)


def _is_new_root(history: History, anchored: Recorded) -> bool:
    """Return whether a root serves from this row on; on another line it may be named again."""
    return history.epochs is not None and history.epochs.since == anchored.seq


def _keep_rows(told: ToldThrows, seqs: set[int]) -> ToldThrows:
    """Return those of the told throws whose row is among these."""
    return told._replace(
        again=tuple(each for each in told.again if each.seq in seqs),
        known=tuple(each for each in told.known if each.seq in seqs),
        left=tuple(each for each in told.left if each.seq in seqs),
    )


def _drop_moved(history: History, told: ToldThrows) -> ToldThrows:
    """Return the told throws without the drawn dice that a move itself took off the line: it says
    already that they are known."""
    left = [each for each in told.left if each.how != "moved" or not _is_taken_back(history, each)]
    return told._replace(left=tuple(left))


def _is_taken_back(history: History, left: SeenAndLeft) -> bool:
    draw = _get_draw(history[left.first])
    dice = find_moved_dice(history, history[left.seq]).left
    return draw is not None and draw in map(_get_draw, dice)


def _get_draw(row: Recorded) -> tuple[str, str, int, int] | None:
    """Return what fixes the face of a drawn die; None for a typed one."""
    die = row.event
    if not isinstance(die, Rolled) or die.draw is None:
        return None
    return die.by, die.purpose, die.epoch, die.draw


def _describe_epoch(history: History, rows: Sequence[Recorded]) -> Iterator[str]:
    """Yield a sentence where these rows have the first die that was drawn after a close."""
    epochs = history.epochs
    if epochs is None or not epochs.epoch or not rows:
        return
    if rows[0].seq <= epochs.first_drawn <= rows[-1].seq:
        yield f"Drawn after the dice were closed: #{epochs.first_drawn} and all dice after it"


def _describe_move(history: History, moved: Recorded, words: Words) -> Iterator[str]:
    """Yield a sentence for the drawn dice of each roller that a move of the head took off the line;
    and, where it went to another line, one for all dice that it brought onto it."""
    left, entered = find_moved_dice(history, moved)
    drawn = [
        row.seq for row in left if isinstance(row.event, Rolled) and row.event.draw is not None
    ]
    stay = [seq for seq in drawn if _is_open(history, seq)]
    yield from describe_taken_back(history, stay, words)
    if len(stay) < len(drawn):
        yield "The dice taken back are closed: thrown again, they will be others"
    if entered and classify_move(history, moved) == "switched":
        yield from describe_brought_back(history, [row.seq for row in entered], words)


def _is_open(history: History, seq: int) -> bool:
    """Return whether the secret of a drawn die still serves, so that it falls the same again."""
    epochs, event = history.epochs, history[seq].event
    if epochs is None or not isinstance(event, Rolled):
        return True
    return event.epoch == epochs.epoch and history.origin(seq) > epochs.since
