"""The what-ifs of the page: for each answer of the recap to what would have saved somebody, the
turn that felled them, played again with it.

A what-if is a branch that was never recorded. Beside what a branch has (`story_data`), it has

  rows   its events, as the page has those of the log; they are numbered on behind it
  until  the event of the log with which its turn ended
  ends   what came of it, in words
  at     the events of the log at which it is offered: the die, the blow or the declaration that
         would have been another, and the fall

Its first row follows from the last event that is the same in the log (`from`), and begins with what
stands otherwise by then, if anything does. Players get a what-if where it is the same whatever the
numbers of strangers are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from combatlog.app.rescue_words import RescueWords, ToldFall, describe_die
from combatlog.export.html_replay.moments import (
    SCENE,
    DisplayData,
    ReplayMoment,
    StateDescriber,
    find_changes,
)
from combatlog.export.html_replay.replay_data import RowWriter
from combatlog.export.html_replay.story_data import write_beat
from combatlog.export.html_replay.what_if_words import WhatIfWords, describe_outcome, join_spans
from events.store.envelope import Recorded
from events.types.declarations import Aid
from projections.narrative.beats import list_stage_beats
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import History
from replay.odds.plays import LinePlay, list_plays
from replay.recap.disguise import list_disguises
from replay.recap.falls import Fall
from replay.recap.reruns import Rerun, find_common, play_rescue
from replay.recap.rescues import ArmorRescue, Rescue
from replay.text.log_lines import LogLine, describe_row

MOST_ROWS = 10_000
"""The longest log whose what-ifs are told. Those of a longer one would take too long."""

MOST_WHAT_IFS = 24
"""The most what-ifs of a page that the recap tells of: those of the first who fell."""

MOST_MORE = 16
"""The most what-ifs of other dice."""

MOST_ROWS_MORE = 1_000
"""The longest log with what-ifs of other dice."""


class WhatIfs:
    """The what-ifs of a log, as its audience may read it. `people` numbers the combatants.
    `written` are those that were found, `more` those of dice that the recap leaves out."""

    def __init__(
        self, history: History, audience: Audience, book: Phrasebook, people: dict[str, int]
    ) -> None:
        self.written: list[dict[str, Any]] = []
        self.more: list[dict[str, Any]] = []
        self._history, self._people = history, people
        self._telling = ChronicleOptions(audience, book)
        self._next = len(history) + 1

    @property
    def is_too_long(self) -> bool:
        """Whether the log is too long for what-ifs."""
        return len(self._history) > MOST_ROWS

    @cached_property
    def _plays(self) -> list[LinePlay]:
        return list(list_plays(self._history))

    def find(self, told: ToldFall, rescue: RescueWords) -> int | None:
        """Write the what-if of a rescue. Return its place among the written ones; None if there is
        none."""
        if self.is_too_long or len(self.written) >= MOST_WHAT_IFS:
            return None
        found = self._write(told, rescue)
        if found is None:
            return None
        self.written.append(found)
        return len(self.written) - 1

    def find_more(self, told: ToldFall) -> None:
        """Write the what-ifs of the other dice of the turn that felled somebody."""
        if len(self._history) > MOST_ROWS_MORE or told.rescues is None:
            return
        for die in told.rescues.others:
            if len(self.more) >= MOST_MORE:
                return
            if found := self._write(told, describe_die(told, die)):
                self.more.append(found)

    def _write(self, told: ToldFall, rescue: RescueWords) -> dict[str, Any] | None:
        """Return the what-if of a rescue; None if there is none."""
        rerun = self._play(told, rescue)
        if rerun is None:
            return None
        common = find_common(rerun, self._plays)
        line = _LineWriter(rerun, common, self._next, self._history, self._telling, self._people)
        found = line.write(rescue, told)
        if found is None:
            return None
        found["at"] = _list_places(told.fall, rescue.rescue)
        self._next += len(found["rows"])
        return found

    def _play(self, told: ToldFall, rescue: RescueWords) -> Rerun | None:
        """Return the line that a rescue leads to; None for players where it depends on numbers that
        they do not know."""
        case = self._history, self._plays, told.fall, rescue.rescue
        audience, everybody = self._telling.audience, frozenset(told.state.combatants)
        known = frozenset(id for id in everybody if sees_numbers(told.state, id, audience))
        if known == everybody:
            return play_rescue(*case)
        low, high = (
            play_rescue(*case, disguise=disguise, known=known)
            for disguise in list_disguises(self._plays, known)
        )  # never with the true numbers: whether it is the same with these would tell of them
        return low if low and high and _is_same(low, high) else None


def _is_same(rerun: Rerun, other: Rerun) -> bool:
    """Return whether the same events follow."""
    one, two = ([row.event for row in each.history.rows[each.start :]] for each in (rerun, other))
    return one == two and rerun.start == other.start


def _list_places(fall: Fall, rescue: Rescue) -> list[int]:
    """Return the events of the log at which a what-if is offered."""
    blow = fall.last_blow
    fell = blow.seq if blow is not None else fall.seq
    if isinstance(rescue, ArmorRescue):
        return sorted({fall.blows[0].seq if fall.blows else fell, fell})
    return sorted({rescue.seq, fell})


class _LineWriter:
    """Writes the rows and beats of a line that was played again. Its first row has the number
    `first`; `recorded` is the log."""

    def __init__(
        self,
        rerun: Rerun,
        common: dict[int, int],
        first: int,
        recorded: History,
        telling: ChronicleOptions,
        people: dict[str, int],
    ) -> None:
        assert telling.book is not None, "a page has a phrasebook"
        self._rerun, self._next, self._recorded = rerun, first, recorded
        self._telling, self._people = telling, people
        self._describer = StateDescriber(telling.audience, people)
        self._writer = RowWriter(rerun.history, telling.audience, telling.book, people)
        self._places = {**rerun.origins, **common}
        self._first = max(rerun.spans[0][0], max(common, default=rerun.start) + 1)
        self._parent = self._find_parent()
        self._shown: dict[str, DisplayData] = {}
        self._rows: list[list[Any]] = []
        self._beats: list[dict[str, Any]] = []
        self._jumped = 0

    def _find_parent(self) -> int:
        """Return the last event of the log before the first one that is told."""
        for seq in range(self._first - 1, self._rerun.start, -1):
            if seq in self._places:
                return self._places[seq]
        return self._rerun.start

    def write(self, rescue: RescueWords, fall: ToldFall) -> dict[str, Any] | None:
        """Return the what-if; None if nothing is different."""
        history, start = self._rerun.history, self._rerun.start
        words = WhatIfWords(fall, self._telling.audience, self._people)
        begins = {max(first, self._first) for first, _ in self._rerun.spans}
        self._shown = self._describe(self._recorded.state(self._parent))
        state = history.state(start).copied()
        told: set[int] = set()
        for row in history.rows[start:]:
            if self._is_told(row.seq):
                if row.seq in begins:
                    self._jump(state, fall, words, rescue)
                told.add(row.seq)
                self._places[row.seq] = self._next + len(self._rows)
            fold_one(state, row.seq, row.event)
            if row.seq in told:
                self._add(row, state)
                if isinstance(row.event, Aid) and row.seq == start + 1:
                    self._tell(words.tell_aid(row.event))
        if not told:
            return None
        self._write_beats(told)
        if self._beats[-1]["e"] == self._jumped:  # the clock may go on behind it
            self._beats[-1]["e"] = self._last
        self._rows[0].extend([0] * (4 - len(self._rows[0])))
        self._rows[0][3] = {**(self._rows[0][3] or {}), "p": self._parent}
        return {
            "name": rescue.what_if,
            "ends": describe_outcome(fall.fall.who, state, self._telling.audience),
            "tip": self._last,
            "from": self._parent,
            "until": self._rerun.until,
            "beats": self._beats,
            "rows": self._rows,
        }

    def _is_told(self, seq: int) -> bool:
        spans = self._rerun.spans
        return seq >= self._first and any(first <= seq <= last for first, last in spans)

    def _describe(self, state: FightState) -> dict[str, DisplayData]:
        """Return all that is shown of a state, its declarations by their numbers on the page."""
        shown = self._describer.describe(state)
        scene = dict(shown[SCENE])
        declared = [self._place(seq) for seq in scene.pop("declared", ())]
        if any(declared):
            scene["declared"] = [seq for seq in declared if seq]
        return {**shown, SCENE: scene}

    def _jump(
        self, state: FightState, fall: ToldFall, words: WhatIfWords, rescue: RescueWords
    ) -> None:
        """Write what stands otherwise before the next span, if anything does."""
        now = self._describe(state)
        changed = find_changes(self._shown, now)
        if not changed:
            return
        self._shown = now
        is_declared_only = changed.keys() <= {SCENE}
        if is_declared_only:
            spans: list[Any] = ["The others declared what they did."]
        elif state.ended and fall.fall.later is not None:
            spans = words.tell_end(state)
        else:
            spans = words.tell_difference(fall.fall.play.start.state, state, rescue.rescue)
        self._rows.append(["e", join_spans(spans), changed])
        if not is_declared_only:
            self._tell(spans)
            self._jumped = self._last
        elif self._beats and self._beats[-1]["e"] == self._last - 1:
            self._beats[-1]["e"] += 1  # the beat before shows what all declared

    @property
    def _last(self) -> int:
        """The number of the last row."""
        return self._next + len(self._rows) - 1

    def _tell(self, spans: list[Any]) -> None:
        """Write a beat that ends with the last row, and stands beside the events (`j`)."""
        self._beats.append({"e": self._last, "t": spans, "j": 1})

    def _add(self, row: Recorded, state: FightState) -> None:
        """Write an event. `state` is the fight after it."""
        now = self._describe(state)
        words = describe_row(self._rerun.history, row, state, frozenset())
        moment = ReplayMoment(row, state, find_changes(self._shown, now))
        kind, *rest = self._writer.row(LogLine(row, words, None), moment)
        self._rows.append(
            [
                kind,
                *(self._places[each] if each and isinstance(each, int) else each for each in rest),
            ]
        )
        self._shown = now

    def _write_beats(self, told: set[int]) -> None:
        """Write the beats that tell of these events."""
        history, audience = self._rerun.history, self._telling.audience
        for beat in list_stage_beats(history.line_events(), self._telling):
            if beat.seq not in told:
                continue
            written = write_beat(history, beat, self._people, audience)
            written["e"] = self._places[beat.seq]
            for key in ("r", "x"):
                if key in written:
                    written[key] = [self._place(seq) for seq in written[key] if self._place(seq)]
            self._beats.append(written)
        self._beats.sort(key=lambda beat: int(beat["e"]))

    def _place(self, seq: int) -> int:
        """Return the number of an event on the page; 0 for one that the page leaves out."""
        return self._places.get(seq, seq if seq <= self._rerun.start else 0)
