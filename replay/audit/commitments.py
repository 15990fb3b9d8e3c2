"""The commitments of a fight's dice: what is known of their secrets, and who has salted them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from events.types.log_events import Salted
from replay.log.event_log import History

Known = Literal["revealed", "kept", "other", ""]


class Salt(NamedTuple):
    """What somebody has added to a secret, and in which event. `own`: it is the last one, and
    comes from whoever started the fight, who may have tried several."""

    salt: str
    by: str
    seq: int
    own: bool


class Secret(NamedTuple):
    """A commitment of the fight: whether its secret is `revealed` in the log, or `kept` by whoever
    keeps the log; whether it is an `other` one that they keep, or nothing is known; and what
    players have added to it. `early` is the event that put it into service while another one had
    not been revealed (0 otherwise): whoever goes on with an imported fight has to, and whoever
    likes other dice better may."""

    sealed: str
    known: Known
    salts: tuple[Salt, ...]
    early: int = 0


def salts(history: History, sealed: str) -> tuple[Salt, ...]:
    """What was added to a secret, whether undone since or not."""
    if sealed not in history.salts:
        return ()
    given = [
        (row.event.salt, row.by, row.seq)
        for row in history.rows
        if isinstance(row.event, Salted) and row.event.sealed == sealed
    ]
    starter = history[1].by
    return tuple(
        Salt(text, by, seq, seq == given[-1][2] and by == starter) for text, by, seq in given
    )
