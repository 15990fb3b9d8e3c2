"""What the tests of events start from."""

from __future__ import annotations

from events.store.envelope import Entry
from events.store.protocol import Store
from events.types.log_events import HeadMoved, Noted


def notes(*texts: str) -> list[Entry]:
    """An append of notes, the plainest event there is."""
    return [Entry(Noted(text)) for text in texts]


def moved(parent: int) -> list[Entry]:
    """An append that moves the head."""
    return [Entry(HeadMoved(), parent=parent)]


def texts(store: Store, fight: str) -> list[str]:
    """What the notes of a fight say."""
    return [row.event.text for row in store.read(fight) if isinstance(row.event, Noted)]
