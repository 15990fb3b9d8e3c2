"""The roots of a fight's dice, and the anchors in its log that commit to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from events.hashing import DIGEST_SIZE, MOST_EPOCHS, compute_anchor
from events.store.envelope import Recorded, Row, decode_row
from events.store.protocol import Store
from events.types.commitments import Anchored
from events.types.declarations import FightStarted


def list_anchors(rows: Iterable[Recorded]) -> dict[str, int]:
    """Return the anchors in a log, each with how many epochs its root has."""
    events = (row.event for row in rows)
    return {
        event.anchor: event.epochs
        for event in events
        if isinstance(event, FightStarted | Anchored) and event.anchor
    }


def find_roots(store: Store, fight: str, rows: Sequence[Row]) -> dict[str, str]:
    """Return the roots of the dice that are kept here, by their anchor."""
    kept = {anchor: store.secret(fight, anchor) for anchor in list_anchors(map(decode_row, rows))}
    return {anchor: root.hex() for anchor, root in kept.items() if root is not None}


def find_root(fight: str, anchor: str, epochs: int, root: bytes) -> bytes | None:
    """Return the root, if the anchor commits to it."""
    if len(root) != DIGEST_SIZE or not 1 <= epochs <= MOST_EPOCHS:
        return None
    return root if compute_anchor(fight, root, epochs).hex() == anchor else None
