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
from replay.audit.replayed_declaration import Difference, Play, difference
from replay.log.event_log import ASIDE, History, walk
from replay.validation.correction_rules import Scrutiny


def rederived(history: History) -> Iterator[Difference]:
    """Every declaration of every line is checked and played again by today's rules, with the dice
    as they fell; what differs from the record is told, and where a correction says something
    again that was not so. Nothing told: it all follows."""
    yield from _altered(history)
    for play in _plays(history):
        found = difference(play)
        if found is not None:
            yield found


def _altered(history: History) -> Iterator[Difference]:
    """Where a correction does not repeat what was said and thrown before it."""
    for state, row in walk(history):
        if isinstance(row.event, Corrected):
            last = history.command(row.seq)[1]
            for seq, said in _unlike(history, row, history.rows[row.seq : last], state.copied()):
                yield Difference(seq, said)


def _unlike(
    history: History, corrected: Recorded, rows: Sequence[Recorded], state: FightState
) -> Iterator[tuple[int, str]]:
    """The first row of a correction that is not as corrections are made; `state` is the fight
    before what it changes."""
    at = corrected
    try:
        scrutiny = Scrutiny(history, corrected)
        for at in rows:
            scrutiny.take(at, state)
            fold(state, at.seq, (at.event,))
        scrutiny.end()
    except Unreadable as reason:
        yield at.seq, str(reason)
    except Exception as error:  # rules may trip over what they would never have let in
        yield at.seq, f"its rules cannot say it again ({type(error).__name__})"


def _plays(history: History) -> Iterator[Play]:
    """The declarations of every line, with everything up to the next one, or to where a line
    ends. What several lines have in common comes once."""
    ends = _ends(history)
    targets = {row.parent for row in history.rows if row.parent != row.seq - 1}
    kept: dict[int, _Open | None] = {0: None}
    going: _Open | None = None
    seen: set[tuple[int, int]] = set()
    for state, row in walk(history):
        if row.parent != row.seq - 1:
            going = kept[row.parent]
        over = going
        if isinstance(row.event, Declaration):
            going = _Open(state.copied(), row, row.seq)
        elif going is not None:
            over = None
            if isinstance(row.event, Rolled | Outcome):
                going = going._replace(last=row.seq)
        for each in (over, going if row.seq in ends else None):
            if each is not None and (each.row.seq, each.last) not in seen:
                seen.add((each.row.seq, each.last))
                yield Play(each.before, each.row, _record(history, each))
        if row.seq in targets:
            kept[row.seq] = going


class _Open(NamedTuple):
    """A declaration in the state `before` it, and the last event that has come of it so far."""

    before: FightState
    row: Recorded
    last: int


def _record(history: History, played: _Open) -> tuple[Recorded, ...]:
    """What came of a declaration, dice and outcomes, along one line."""
    record: list[Recorded] = []
    seq = played.last
    while seq != played.row.seq:
        row = history[seq]
        if isinstance(row.event, Rolled | Outcome):
            record.append(row)
        seq = row.parent
    return tuple(reversed(record))


def _ends(history: History) -> set[int]:
    """The events that nothing follows, what was corrected among them: between them they have
    every line."""
    own = [row for row in history.rows if not isinstance(row.event, ASIDE)]
    return {row.seq for row in own} - {history.position(row.parent) for row in own}
