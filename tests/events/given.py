"""Helpers for the tests of events."""

from __future__ import annotations

from events.store.envelope import Entry
from events.store.protocol import Store
from events.types.log_events import HeadMoved, Noted


def notes(*texts: str) -> list[Entry]:
    """Return an append of notes, the simplest event."""
    return [Entry(Noted(text)) for text in texts]


def moved(parent: int) -> list[Entry]:
    """Return an append that moves the head."""
    return [Entry(HeadMoved(), parent=parent)]


def texts(store: Store, fight: str) -> list[str]:
    """Return the texts of the notes of a fight."""
    return [row.event.text for row in store.read(fight) if isinstance(row.event, Noted)]
