"""The rows and beats of a what-if: a line that was played again (`what_if_data`)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from combatlog.export.html_replay.moments import (
    SCENE,
    DisplayData,
    ReplayMoment,
    StateDescriber,
    find_changes,
)
from combatlog.export.html_replay.replay_data import DrawnDie, RowWriter
from combatlog.export.html_replay.story_data import write_beat
from combatlog.export.html_replay.what_if_words import WhatIfWords, describe_outcome, join_spans
from events.store.envelope import Recorded
from events.types.declarations import Aid
from projections.narrative.beats import list_stage_beats
from projections.narrative.chronicle import ChronicleOptions
from projections.queries.breakdown import Blow, list_blows
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import History
from replay.recap.played_line import Rerun
from replay.recap.rescues import DieRescue
from replay.text.log_lines import LogLine, describe_row


class LineWriter:
    """Writes the rows and beats of a line that was played again. Its first row has the number
    `first`; `recorded` is the log until the end of the line that it left, and `left` names that."""

    def __init__(
        self,
        rerun: Rerun,
        common: dict[int, int],
        first: int,
        recorded: History,
        left: str,
        telling: ChronicleOptions,
        people: dict[str, int],
    ) -> None:
        assert telling.book is not None, "a page has a phrasebook"
        self._rerun, self._next, self._recorded = rerun, first, recorded
        self._telling, self._people = telling, people
        self._left = left
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

    def write(self, question: str, who: str, words: WhatIfWords | None) -> dict[str, Any] | None:
        """Return the what-if that answers a question, and ends with how `who` stands; None if
        nothing is different. `words` tell what stands beside its events."""
        history, start = self._rerun.history, self._rerun.start
        begins = {max(first, self._first) for first, _ in self._rerun.spans}
        self._shown = self._describe(self._recorded.state(self._parent))
        state = history.state(start).copied()
        told: set[int] = set()
        for row in history.rows[start:]:
            if self._is_told(row.seq):
                if row.seq in begins:
                    self._jump(state, words)
                told.add(row.seq)
                self._places[row.seq] = self._next + len(self._rows)
            fold_one(state, row.seq, row.event)
            if row.seq in told:
                self._add(row, state)
                if words and isinstance(row.event, Aid) and row.seq == start + 1:
                    self._tell(words.tell_aid(row.event))
        if not told:
            return None
        self._write_beats(told)
        is_aid = isinstance(history.rows[start].event, Aid)
        if words and is_aid and (state.ended or self._rerun.stop == "foes") and not self._jumped:
            came_of = words.tell_jump(state) if state.ended else words.tell_foes(state)
            self._rows.append(["e", join_spans(came_of)])
            self._tell(came_of)
        if self._beats[-1]["e"] == self._jumped:  # the clock may go on behind it
            self._beats[-1]["e"] = self._last
        self._name_parent()
        return {
            "name": question,
            "ends": self._describe_end(who, state),
            "tip": self._last,
            "from": self._parent,
            "until": self._rerun.until,
            "beats": self._beats,
            "rows": self._rows,
        }

    def _name_parent(self) -> None:
        """Write into the first row behind which event of the log the line leaves it. Other rows no
        longer share what they have in common with that row."""
        first, *others = self._rows
        first.extend([0] * (4 - len(first)))
        for row in others:
            if len(row) > 3 and row[3] == self._next:
                row[3] = first[3]
        first[3] = {**(first[3] or {}), "p": self._parent}

    def _describe_end(self, who: str, state: FightState) -> str:
        """Return how somebody stands at the end, why it ends there, and what led there."""
        rerun = self._rerun
        went = f"The rest of the round goes as in {self._left}, with the same dice. "
        said = describe_outcome(who, state, self._telling.audience, rerun.stop, self._left)
        return (went if rerun.went_on else "") + said

    def find_turned(self, die: DieRescue, thrown: Sequence[DrawnDie]) -> list[int]:
        """Return which die on the stage is the one with another face: its event, its place among
        the dice of this, and the face that it had in the fight. `thrown` are the dice that fell
        with it there: of like dice, it is the one that had its face in that place. Empty where the
        stage shows no such die."""
        number = self._people[die.by]
        found = []
        for seq, row in enumerate(self._rows, start=self._next):
            more = row[3] if len(row) > 3 and isinstance(row[3], dict) else {}
            whose = {*more.get("a", ()), *more.get("v", ())[:1]}
            for place, (name, face, *_) in enumerate(more.get("d", ())):
                if number in whose and (name, face) == (die.die, die.nearest):
                    was = thrown[place][:2] if place < len(thrown) else None
                    found.append((was != (die.die, die.face), [seq, place, die.face]))
        return min(found, default=(True, []), key=lambda each: each[0])[1]

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

    def _jump(self, state: FightState, words: WhatIfWords | None) -> None:
        """Write what stands otherwise before the next span, if anything does."""
        now = self._describe(state)
        changed = find_changes(self._shown, now)
        if not changed:
            return
        self._shown = now
        is_declared_only = words is None or changed.keys() <= {SCENE}
        spans = ["The others declared what they did."]
        if words is not None and not is_declared_only:
            start = self._rerun.start
            recorded = _list_blows(self._recorded, start, self._parent)
            played = _list_blows(self._rerun.history, start, self._first - 1)
            spans = [*words.tell_blows(recorded, played), *words.tell_jump(state)]
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

    def place(self, seq: int) -> int:
        """Return the number of an event on the page. For one that was played, but is not told, that
        is an event of the log: as far behind the last one that both lines have."""
        if known := self._place(seq):
            return known
        last = max(self._rerun.start, *(each for each in self._places if each < seq))
        beside = self._place(last)
        if beside > len(self._recorded):
            return beside  # it was played between two parts that are told
        at = bisect_right(self._line, beside) - 1 + seq - last
        return min(self._line[min(at, len(self._line) - 1)], self._parent)

    @cached_property
    def _line(self) -> list[int]:
        return [row.seq for row in self._recorded.on_line(len(self._recorded))]

    def _place(self, seq: int) -> int:
        """Return the number of an event on the page; 0 for one that the page leaves out."""
        return self._places.get(seq, seq if seq <= self._rerun.start else 0)


def _list_blows(history: History, after: int, upto: int) -> list[Blow]:
    """Return the blows of a line between two events, without those of the first one."""
    return [blow for blow in list_blows(history.line_events()) if after < blow.seq <= upto]
