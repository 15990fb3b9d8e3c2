"""The commitments to the secrets of a fight's dice, and the salt that players add to them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from events.errors import Refused
from events.store.envelope import Entry
from events.types.declarations import FightStarted
from events.types.log_events import Salted, Sealed
from events.types.names import clean_text
from events.types.rolls import Rolled
from replay.log.event_log import History

SecretStatus = Literal["revealed", "kept", "other", ""]
"""Whether a secret is revealed in the log, kept by the log's keeper, another one than committed to,
or unknown (empty)."""


class Salt(NamedTuple):
    """A text that someone added to a secret, and the event that recorded it. `own`: it is the last
    salt and comes from the person who started the fight, who could have tried several."""

    salt: str
    by: str
    seq: int
    own: bool


class Secret(NamedTuple):
    """A commitment of the fight, what is known of its secret, and its salts.

    `known` says whether the secret is `revealed` in the log or `kept` by its keeper, or whether the
    keeper holds an `other` secret than the one committed to. `early` is the event that committed to
    it while another secret was not yet revealed (0 otherwise): necessary when an imported fight
    goes on, and a way to look for better dice.
    """

    sealed: str
    known: SecretStatus
    salts: tuple[Salt, ...]
    early: int = 0


def list_salts(history: History, sealed: str) -> tuple[Salt, ...]:
    """Return the salts of a secret, undone ones included."""
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
"""The most characters of a salt."""


def add_salt(history: History, text: str) -> list[Entry]:
    """Return the entry that adds a text to the newest secret of the dice.

    Raises `Refused` if nothing is committed to, or if a die of this secret has been drawn, on any
    line.
    """
    text = clean_text(text)
    if not text:
        raise Refused("Say anything at all, like: salt seven geese on the wall")
    if len(text) > LONGEST_SALT:
        raise Refused(f"{LONGEST_SALT} characters of salt are enough; this has {len(text)}.")
    if not history.sealed:
        raise Refused("There is no secret of the dice to be salted.")
    sealed = history.sealed[-1]
    fell = _find_first_drawn(history, sealed)
    if fell is not None:
        raise Refused(f"Sealed dice have fallen already (#{fell}); salt is given before the first.")
    return [Entry(Salted(text, sealed))]


def _find_first_drawn(history: History, sealed: str) -> int | None:
    """Return the seq of the first die drawn since a secret was first committed to, None if there is
    none. Undone dice count, and so do those drawn before an undo brought the secret back on another
    line."""
    serves = False
    for row in history.rows:
        if isinstance(row.event, FightStarted | Sealed):
            serves = serves or row.event.sealed == sealed
        elif serves and isinstance(row.event, Rolled) and row.event.draw is not None:
            return row.seq
    return None
