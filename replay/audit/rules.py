"""A whole log played again from its inputs and dice: on every line the same outcomes must
follow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from events.errors import Unreadable
from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Corrected
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.audit.replayed_declaration import Difference, RecordedPlay, find_difference
from replay.log.event_log import META_EVENTS, History, walk
from replay.validation.correction_rules import CorrectionCheck


def find_differences(history: History) -> Iterator[Difference]:
    """Yield every difference between the log and the rules, none if everything follows.

    Every declaration on every line is checked and played again with its recorded dice, by the
    present rules. Corrections that do not repeat what was recorded before them are reported, too.
    """
    yield from _find_correction_faults(history)
    for play in _list_plays(history):
        found = find_difference(play)
        if found is not None:
            yield found


def _find_correction_faults(history: History) -> Iterator[Difference]:
    """Yield where a correction does not repeat the inputs and dice before it."""
    for state, row in walk(history):
        if isinstance(row.event, Corrected):
            last = history.command(row.seq)[1]
            for seq, fault in _check_correction(
                history, row, history.rows[row.seq : last], state.copied()
            ):
                yield Difference(seq, fault)


def _check_correction(
    history: History, corrected: Recorded, rows: Sequence[Recorded], state: FightState
) -> Iterator[tuple[int, str]]:
    """Yield the first fault of a correction, if any; `state` is the fight before the input it
    changes."""
    at = corrected
    try:
        check = CorrectionCheck(history, corrected)
        for at in rows:
            check.check_row(at, state)
            fold(state, at.seq, (at.event,))
        check.check_end()
    except Unreadable as reason:
        yield at.seq, str(reason)
    except Exception as error:  # rules may fail on events they would never have recorded
        yield at.seq, f"the rules cannot repeat it ({type(error).__name__})"


def _list_plays(history: History) -> Iterator[RecordedPlay]:
    """Yield the declarations of every line, each with its events up to the next one or to the end
    of the line. What several lines share comes once. Each play holds until the next is taken: some
    share the combatants of the walk."""
    ends = _find_line_ends(history)
    targets = {row.parent for row in history.rows if row.parent != row.seq - 1}
    joins = _find_joins_in_a_row(history, targets)
    kept: dict[int, _OpenPlay | None] = {0: None}
    going: _OpenPlay | None = None
    seen: set[tuple[int, int]] = set()
    for state, row in walk(history):
        if row.parent != row.seq - 1:
            going = kept[row.parent]
        over = going
        if isinstance(row.event, Declaration):
            before = state.copied_around() if row.seq in joins else state.copied()
            going = _OpenPlay(before, row, row.seq)
        elif going is not None:
            over = None
            if isinstance(row.event, Rolled | Outcome):
                going = going._replace(last=row.seq)
        for each in (over, going if row.seq in ends else None):
            if each is not None and (each.row.seq, each.last) not in seen:
                seen.add((each.row.seq, each.last))
                yield RecordedPlay(each.before, each.row, _collect_record(history, each))
        if row.seq in targets:
            kept[row.seq] = going


def _find_joins_in_a_row(history: History, targets: Collection[int]) -> set[int]:
    """Return the joins that only another declaration follows: from the state before them to the one
    after, nobody who is there already changes, and then they are played again. So crowds that join
    take no copy of everybody for each."""
    return {
        row.seq
        for row, following in pairwise(history.rows)
        if isinstance(row.event, Join)
        and isinstance(following.event, Declaration)
        and following.parent == row.seq
        and row.seq not in targets
    }


class _OpenPlay(NamedTuple):
    """A declaration, the state `before` it, and its last event so far."""

    before: FightState
    row: Recorded
    last: int


def _collect_record(history: History, played: _OpenPlay) -> tuple[Recorded, ...]:
    """Return the dice and outcomes of a declaration along one line."""
    record: list[Recorded] = []
    seq = played.last
    while seq != played.row.seq:
        row = history[seq]
        if isinstance(row.event, Rolled | Outcome):
            record.append(row)
        seq = row.parent
    return tuple(reversed(record))


def _find_line_ends(history: History) -> set[int]:
    """Return the events that nothing follows, corrected ones included: together their lines contain
    every event."""
    own = [row for row in history.rows if not isinstance(row.event, META_EVENTS)]
    return {row.seq for row in own} - {history.position(row.parent) for row in own}
