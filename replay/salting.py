"""Salt: what players add to the dice once their secret is committed to and before one has fallen.

The commitment fixes the dice beforehand, but whoever keeps the secret can foresee them. With salt
from somebody else nobody could, when the fight began. Later it would be a way to throw dice anew,
so it comes first or not at all; and it stays, whatever is undone.
"""

from __future__ import annotations

from events.errors import Refused
from events.store.envelope import Entry
from events.types.declarations import FightStarted
from events.types.log_events import Salted, Sealed
from events.types.names import clean
from events.types.rolls import Rolled
from replay.log.event_log import History

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
