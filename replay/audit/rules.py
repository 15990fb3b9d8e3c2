"""A whole log played again from its inputs and its dice: what was recorded has to come out once
more, on every line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.errors import Unreadable
from events.store.envelope import Recorded
from events.types.corrections import Corrected
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.audit.replayed_declaration import Difference, RecordedPlay, find_difference
from replay.log.event_log import ASIDE, History, walk
from replay.validation.correction_rules import CorrectionCheck


def rederived(history: History) -> Iterator[Difference]:
    """Every declaration of every line is checked and played again by today's rules, with the dice
    as they fell; what differs from the record is told, and where a correction says something
    again that was not so. Nothing told: it all follows."""
    yield from _find_correction_faults(history)
    for play in _list_plays(history):
        found = find_difference(play)
        if found is not None:
            yield found


def _find_correction_faults(history: History) -> Iterator[Difference]:
    """Where a correction does not repeat what was said and thrown before it."""
    for state, row in walk(history):
        if isinstance(row.event, Corrected):
            last = history.command(row.seq)[1]
            for seq, said in _check_correction(
                history, row, history.rows[row.seq : last], state.copied()
            ):
                yield Difference(seq, said)


def _check_correction(
    history: History, corrected: Recorded, rows: Sequence[Recorded], state: FightState
) -> Iterator[tuple[int, str]]:
    """The first row of a correction that is not as corrections are made; `state` is the fight
    before what it changes."""
    at = corrected
    try:
        check = CorrectionCheck(history, corrected)
        for at in rows:
            check.check_row(at, state)
            fold(state, at.seq, (at.event,))
        check.check_end()
    except Unreadable as reason:
        yield at.seq, str(reason)
    except Exception as error:  # rules may trip over what they would never have let in
        yield at.seq, f"its rules cannot say it again ({type(error).__name__})"


def _list_plays(history: History) -> Iterator[RecordedPlay]:
    """The declarations of every line, with everything up to the next one, or to where a line
    ends. What several lines have in common comes once."""
    ends = _find_line_ends(history)
    targets = {row.parent for row in history.rows if row.parent != row.seq - 1}
    kept: dict[int, _OpenPlay | None] = {0: None}
    going: _OpenPlay | None = None
    seen: set[tuple[int, int]] = set()
    for state, row in walk(history):
        if row.parent != row.seq - 1:
            going = kept[row.parent]
        over = going
        if isinstance(row.event, Declaration):
            going = _OpenPlay(state.copied(), row, row.seq)
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


class _OpenPlay(NamedTuple):
    """A declaration in the state `before` it, and the last event that has come of it so far."""

    before: FightState
    row: Recorded
    last: int


def _collect_record(history: History, played: _OpenPlay) -> tuple[Recorded, ...]:
    """What came of a declaration, dice and outcomes, along one line."""
    record: list[Recorded] = []
    seq = played.last
    while seq != played.row.seq:
        row = history[seq]
        if isinstance(row.event, Rolled | Outcome):
            record.append(row)
        seq = row.parent
    return tuple(reversed(record))


def _find_line_ends(history: History) -> set[int]:
    """The events that nothing follows, what was corrected among them: between them they have
    every line."""
    own = [row for row in history.rows if not isinstance(row.event, ASIDE)]
    return {row.seq for row in own} - {history.position(row.parent) for row in own}
