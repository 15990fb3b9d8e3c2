"""The commitments of a fight's dice: what is known of their secrets, and who has salted them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from events.errors import Refused
from events.store.envelope import Entry
from events.types.declarations import FightStarted
from events.types.log_events import Salted, Sealed
from events.types.names import clean
from events.types.rolls import Rolled
from replay.log.event_log import History

SecretStatus = Literal["revealed", "kept", "other", ""]


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
    known: SecretStatus
    salts: tuple[Salt, ...]
    early: int = 0


def list_salts(history: History, sealed: str) -> tuple[Salt, ...]:
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


LONGEST_SALT = 200
"""Characters of a salt."""


def salt(history: History, text: str) -> list[Entry]:
    """Add a text to the dice; `Refused` where one of them has fallen, on whatever line, or where
    nothing has been committed to."""
    text = clean(text)
    if not text:
        raise Refused("Say anything at all, like: salt seven geese on the wall")
    if len(text) > LONGEST_SALT:
        raise Refused(f"{LONGEST_SALT} characters of salt are enough; this has {len(text)}.")
    if not history.sealed:
        raise Refused("There is no secret of the dice to be salted.")
    sealed = history.sealed[-1]
    fell = _first_drawn(history, sealed)
    if fell is not None:
        raise Refused(f"Sealed dice have fallen already (#{fell}); salt is given before the first.")
    return [Entry(Salted(text, sealed))]


def _first_drawn(history: History, sealed: str) -> int | None:
    """The first die drawn since a secret was first committed to. What is undone since counts, and
    so does what fell before the same secret was put into service again on another line."""
    serves = False
    for row in history.rows:
        if isinstance(row.event, FightStarted | Sealed):
            serves = serves or row.event.sealed == sealed
        elif serves and isinstance(row.event, Rolled) and row.event.draw is not None:
            return row.seq
    return None
