"""The view of a fight that goes on: what is new is added to what is there.

Events, words and changes are only ever added. Where the head moves, the marks, the story and the
branches are made again, because they tell of the whole line; where a correction was recorded, all
of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from combatlog.export.html_replay.moments import (
    DisplayData,
    ReplayMoment,
    StateDescriber,
    find_changes,
)
from combatlog.export.html_replay.replay_data import RowWriter, describe_undone, write_rows
from combatlog.export.html_replay.story_data import GrowingStory
from events.store.envelope import Recorded
from events.types.declarations import FightStarted
from events.types.log_events import BranchNamed, Corrected, HeadMoved
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, drop_secret_words, may_read, sees_all
from projections.state.fold import HANDLERS, fold_one
from replay.log.event_log import History
from replay.log.undo import find_undone
from replay.text.log_lines import LogLine, describe_row, hide_reason
from replay.text.redaction import find_hidden_events, find_secret_reasons, redact_words


class GrowingView:
    """What the stage and the story show of a fight to an audience, as `collect_fight_data` returns
    it."""

    def __init__(self, history: History, audience: Audience, book: Phrasebook) -> None:
        self._audience, self._book = audience, book
        self._make(history)

    def _make(self, history: History) -> None:
        """Make everything of the whole log."""
        audience = self._audience
        self._readable = history
        if not sees_all(audience):
            self._readable = History(redact_words(history, audience).rows)
        self._people: dict[str, int] = {}
        self._hidden = set(find_hidden_events(self._readable, audience))
        self._silent = find_secret_reasons(self._readable, audience, self._hidden)
        self._writer = RowWriter(self._readable, audience, self._book, self._people)
        self.rows = write_rows(self._writer, self._readable, audience, self._silent)
        self._judged = history.state(len(history))
        self._state = self._readable.state(len(history))
        self._describer = StateDescriber(audience, self._people)
        self._shown = self._describer.describe(self._state)
        self._tell_anew()

    def _tell_anew(self) -> None:
        telling = ChronicleOptions(self._audience, self._book)
        self._story = GrowingStory(self._readable, telling)

    def extend(self, history: History) -> None:
        """Add what was recorded since."""
        new = history.rows[len(self.rows) :]
        if len(history) < len(self.rows) or any(isinstance(row.event, Corrected) for row in new):
            self._make(history)
            return
        last = self._readable[len(self.rows)].seq
        is_moved = any(isinstance(row.event, HeadMoved | BranchNamed) for row in new)
        is_beside = self._readable.is_forked and self._readable.position(last) != last
        moments: Iterable[ReplayMoment] = (self._add(history, row) for row in new)
        if is_moved:  # which reasons are secret shows once all of it is read
            moments = [each._replace(state=each.state.copied()) for each in moments]
            self._silent = find_secret_reasons(self._readable, self._audience, self._hidden)
        told = []
        for moment in moments:
            words = describe_row(self._readable, moment.row, moment.state, self._silent)
            self.rows.append(self._writer.row(LogLine(moment.row, words, None), moment))
            told.append((moment.row.seq, moment.row.event))
        if is_moved:
            self._mark_undone()
        if is_moved or is_beside:
            self._tell_anew()
        else:
            self._story.take(told)

    def _add(self, history: History, row: Recorded) -> ReplayMoment:
        """Add an event to the log as the audience may read it, and to the state; return its
        moment, whose state is only valid until the next one."""
        is_open = sees_all(self._audience)
        if row.parent != row.seq - 1:
            self._judged = history.state(row.parent)
            self._state = self._readable.state(row.parent)
            self._shown = self._describer.describe(self._state)
        if not is_open:
            fold_one(self._judged, row.seq, row.event)
            event = drop_secret_words(row.event, self._judged)
            row = row if event is row.event else replace(row, event=event)
            self._readable.extend([row])
        fold_one(self._state, row.seq, row.event)
        if not is_open and not may_read(row.event, self._state, self._audience):
            self._hidden.add(row.seq)
        changed: dict[str, DisplayData] = {}
        if type(row.event) in HANDLERS:
            now = self._describer.describe(self._state)
            changed, self._shown = find_changes(self._shown, now), now
        self._writer.line.add(row.seq)
        return ReplayMoment(row, self._state, changed)

    def _mark_undone(self) -> None:
        """Mark again what is undone, and what stands beside the line."""
        history, writer = self._readable, self._writer
        undone = find_undone(history)
        writer.marks.clear()
        for seq in sorted(undone):
            writer.mark(describe_undone(hide_reason(undone[seq], self._silent)), seq)
        writer.line = {row.seq for row in history.on_line(len(history))}
        writer.off = [
            row.seq for row in history.rows if row.seq not in undone and row.seq not in writer.line
        ]

    def collect(self) -> dict[str, Any]:
        """Return the data of the page. The rows are the view's own; do not change them."""
        started = self._readable[1].event
        assert isinstance(started, FightStarted), "a fight begins with FightStarted"
        return {
            "title": started.title,
            "game": started.game.name,
            "dice": started.game.words.get("dice", "").split(", "),
            "head": self._readable.position(),
            "people": [*self._people],
            "rows": self.rows,
            "marks": self._writer.collect_marks(),
            "off": [*self._writer.off],
            "story": self._story.collect(self._readable, self._people),
        }
