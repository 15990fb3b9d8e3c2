"""The line of an event: itself and all it follows, back to the first.

`parent` is `seq - 1` except where a line starts, so a line is a few ranges of rows, found from
the exceptions alone: one range read each, never one row at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from events.store.protocol import Store
from events.types.unions import AnyEvent

Segment = tuple[int, int]
"""The first and last seq of an unbroken run of rows."""


def segments(
    breaks: Sequence[tuple[int, int]], head: int, starts: Sequence[int] | None = None
) -> list[Segment]:
    """The line of `head`, oldest first, from the (seq, parent) of every break, in order; `starts`
    are their seqs, for whoever asks again and again."""
    if starts is None:
        starts = [seq for seq, _ in breaks]
    found: list[Segment] = []
    while head > 0:
        nearest = bisect_right(starts, head) - 1
        if nearest < 0:
            found.append((1, head))
            break
        first, parent = breaks[nearest]
        found.append((first, head))
        head = parent
    return found[::-1]


def read_line(store: Store, fight: str, head: int) -> Iterator[tuple[int, list[AnyEvent]]]:
    """The events of a line in chunks, each with the seq of its first event."""
    for first, last in segments(store.breaks(fight), head):
        for events in store.bodies(fight, first - 1, last):
            if events:
                yield first, events
                first += len(events)
