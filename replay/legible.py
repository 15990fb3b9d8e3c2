"""Can somebody read an event without being misled? What a log says has to be seen, on a terminal
and on a page."""

from __future__ import annotations

import re

import msgspec

from events.errors import Unreadable
from events.serialization.text_cleaning import is_tidy
from events.store.envelope import Recorded, Row
from events.types.names import has_unseen

_UTC = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{3}Z")
"""The one form `events.clock` writes."""


def check_legible(row: Row, recorded: Recorded) -> None:
    """Raise `Unreadable` where a row has a time or a text that combatlog never writes. The JSON
    itself is looked at too: a decoder passes over what is unseen, and of two fields of a name
    another program may read the other."""
    if not _UTC.fullmatch(row.at):
        raise Unreadable(f"#{row.seq} has a time that is not like 2026-11-20T19:30:00.000Z.")
    if has_unseen(row.by) or has_unseen(row.body) or not is_tidy(recorded.event):
        raise Unreadable(f"#{row.seq} has characters in its texts that cannot be seen.")
    if msgspec.json.encode(msgspec.json.decode(row.body)).decode() != row.body:
        raise Unreadable(f"#{row.seq} says it in other JSON than combatlog writes.")
