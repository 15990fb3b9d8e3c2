"""Striking a correction: what it changed stands again as it stood before."""

from __future__ import annotations

from events.errors import Refused
from events.types.corrections import Corrected, Skipped
from events.types.rolls import Rolled
from events.types.unions import Declaration
from replay.corrections.plan import Correction
from replay.log.event_log import History
from replay.log.line_inputs import Input, meant
from replay.log.lineage import Revised, revisions


def reversal(history: History, strike: Correction) -> Correction:
    """The correction that takes back what correction `strike.seq` did, and leaves what was said
    since. Raises `Refused` where that is no longer its input's last change."""
    target = meant(history, strike.seq)
    every = revisions(history).get(target.seq, ())
    if not every or history[every[-1].correction.seq].cmd != history[strike.seq].cmd:
        later = f", since #{every[-1].correction.seq} has changed it again" if every else ""
        raise Refused(
            f"What #{strike.seq} changed is not as it left it{later}; correct #{target.seq} itself."
        )
    _check_alone(history, strike.seq)
    return _undoing(every[-1], strike._replace(seq=target.seq))


def _undoing(revised: Revised, strike: Correction) -> Correction:
    """What was put in is struck, what was struck put back; anything else is as it was."""
    was, now = revised.was, revised.now.event
    if was is None or isinstance(was.event, Skipped):
        return strike
    if isinstance(now, Skipped):
        return strike._replace(change="amend")
    if isinstance(was.event, Rolled):
        return strike._replace(change="amend", face=was.event.face)
    assert isinstance(was.event, Declaration), "an input is a declaration or a die"
    return strike._replace(change="amend", said=(was.event,))


def _check_alone(history: History, seq: int) -> None:
    """Refuse a correction that has put in several: each is struck by itself."""
    corrected = history[seq].event
    assert isinstance(corrected, Corrected), "asked of corrections"
    first, last = history.command(seq)
    put_in = [
        f"#{row.seq}"
        for row in history.rows[first:last]
        if isinstance(row.event, Input)
        and row.repeats is None
        and not isinstance(row.event, Rolled)
    ]
    if corrected.change == "insert" and len(put_in) > 1:
        raise Refused(f"#{seq} has put in several; strike them one by one: {', '.join(put_in)}.")
