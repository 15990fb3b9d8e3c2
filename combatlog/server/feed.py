"""A fight as an audience sees it while it grows, and frames of what is new in it.

What was sent of an event never changes, but for whether it stands on the line. So a frame holds the
rows behind those that a reader has, the marks of all that is undone, and the beats of the story
from the first that was told otherwise. A reader that is behind by any number of events gets one
frame.
"""

from __future__ import annotations

from typing import Any

import msgspec

from combatlog.export.html_replay.growing_view import GrowingView
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History

Row = list[Any]
"""A row of the replay page (`export.html_replay.replay_data`)."""


class StoryTail(msgspec.Struct, frozen=True):
    """The beats of the present line from index `at` on, in place of those that stood there."""

    at: int
    beats: list[dict[str, Any]]


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is new in a fight after event `after`, up to event `last`.

    `rows` are those of the new events. `marks` and `off` are of the whole fight: the words and the
    ranges of what is undone, and the seqs of what stands beside the line. `head` is the event that
    the fight stands at. `people` are the ids of all combatants, by their numbers in the rows.
    `branches` are there if they have changed. `mark` identifies the history up to `last`. A
    reader sends both when they reconnect. If the server has another history by then, as after an
    older backup, they get everything anew. It is empty for logs of format 1.
    """

    after: int
    last: int
    head: int
    rows: list[Row]
    marks: list[list[Any]]
    off: list[int]
    people: list[str]
    story: StoryTail
    branches: list[dict[str, Any]] | None = None
    mark: str = ""


class Feed:
    """The view of one fight for one audience."""

    def __init__(self, history: History, audience: Audience, book: Phrasebook) -> None:
        self._view = GrowingView(history, audience, book)
        self._told: list[tuple[int, int]] = []
        """The last event of each update, and the index of the first beat that it changed."""
        self._branched = 0
        """The last event of the update that changed the branches."""
        self.data: dict[str, Any] = self._view.collect()
        self._last = len(self._view.rows)
        self._begun = self.last
        """The last event when the view was made. It does not know what changed before."""

    @property
    def last(self) -> int:
        """The last event that the view has."""
        return self._last

    def find_words(self, seq: int) -> str:
        """Return the words of an event."""
        words = self.data["rows"][seq - 1][1]
        return self.find_words(words) if isinstance(words, int) else words

    def update(self, history: History) -> None:
        """Take in what was recorded since."""
        if len(history) == self.last:
            return
        self._view.extend(history)
        before, self.data = self.data, self._view.collect()
        self._last = len(self._view.rows)
        was, now = before["story"], self.data["story"]
        self._told.append((self.last, _find_difference(was["beats"], now["beats"])))
        if was["branches"] != now["branches"]:
            self._branched = self.last

    def make_frame(self, after: int) -> Frame:
        """Return what is new after an event, 0 for everything. A reader who is ahead, because the
        campaign was restored from a copy, gets everything, too."""
        after = after if after <= self.last else 0
        beats = self.data["story"]["beats"]
        changed = [index for last, index in self._told if last > after]
        is_known = after >= self._begun
        at = min(changed, default=len(beats)) if is_known else 0
        return Frame(
            after,
            self.last,
            self.data["head"],
            self.data["rows"][after:],
            self.data["marks"],
            self.data["off"],
            self.data["people"],
            StoryTail(at, beats[at:]),
            self.data["story"]["branches"] if self._branched > after or not is_known else None,
        )


def _find_difference(was: list[Any], now: list[Any]) -> int:
    """Return the first index at which two lists differ."""
    both = zip(was, now, strict=False)
    return next(
        (at for at, (one, other) in enumerate(both) if one != other), min(len(was), len(now))
    )
