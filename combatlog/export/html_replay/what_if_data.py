"""The what-ifs of the page: for each answer of the recap to what would have saved somebody, the
turn that felled them, played again with it; and for each die of a beat, the turn with the lower and
the higher face that change most. A line that was undone or corrected has what-ifs of its own.

A what-if is a branch that was never recorded. Beside what a branch has (`story_data`), it has

  rows   its events, as the page has those of the log; they are numbered on behind it
  until  the event of the log beside its end: with that of the round, where no die is needed before
         that never fell
  ends   what came of it, in words
  turned the die of it that shows another face: its event, its place among the dice of this, and the
         face that it had in the fight
  at     the events of the log at which it is offered: the die, the blow or the declaration that
         would have been another, and the fall
  on     of one that begins on an undone line, the last event of this; `until` and `at` are then
         events of that line

Its first row follows from the last event that is the same in the log (`from`), and begins with what
stands otherwise by then, if anything does. Players get a what-if where it is the same whatever the
numbers of strangers are; those of other dice are for the referee, since which dice could turn tells
of these numbers, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from combatlog.app.rescue_words import RescueWords, ToldFall, ask_die, describe_die
from combatlog.export.html_replay.replay_data import list_dice
from combatlog.export.html_replay.what_if_lines import LineWriter
from combatlog.export.html_replay.what_if_words import WhatIfWords
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.narrative.beats import list_stage_beats
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, list_known
from replay.log.event_log import History
from replay.odds.plays import LinePlay, list_plays
from replay.recap.disguise import list_disguises
from replay.recap.falls import Fall
from replay.recap.played_line import Rerun
from replay.recap.reruns import find_common, play_rescue
from replay.recap.rescues import ArmorRescue, DieRescue, Rescue
from replay.recap.turned_dice import TurnedDie, find_turned_dice, find_turned_saves
from rulesets.definitions.shipped import is_newer

MOST_ROWS = 10_000
"""The longest log whose what-ifs are told. Those of a longer one would take too long."""

MOST_WHAT_IFS = 24
"""The most what-ifs of a page that the recap tells of: those of the first who fell."""

MOST_MORE = 16
"""The most what-ifs of other dice."""

MOST_FOR_BEATS = 60
"""The most what-ifs of lower and higher faces."""

MOST_FOR_BEATS_OF_A_LINE = 20
"""The most of these of an undone line."""

MOST_OF_A_BEAT = 4
"""The most of these at one beat."""

MOST_FACES = 2_000
"""The most faces of dice that are tried for these: each plays a turn again."""

MOST_FACES_OF_LINES = 400
"""The most of these for all undone lines together, from the newest on."""

MOST_ROWS_MORE = 1_000
"""The longest log with what-ifs of other dice."""


class PlayedWhatIf(NamedTuple):
    """A what-if as it was played: the log until its change, event `start`, and behind this what
    would have followed. `tip` is its last event on the page; `place` returns the number that the
    page has for an event of it."""

    tip: int
    history: History
    start: int
    place: Callable[[int], int]


class LineStart(NamedTuple):
    """Where the what-ifs of an undone line begin: behind the last event, `common`, that it shares
    with the present line, with row number `row`, behind `places` other what-ifs. So many `faces`
    of dice may be tried."""

    common: int
    row: int
    places: int
    faces: int


class WhatIfs:
    """The what-ifs of a log, as its audience may read it. `people` numbers the combatants.
    `written` has the what-ifs of armor, aid and the first die, `more` those of all other dice,
    `played` all of them. Those of an undone line have a `start`, and follow from those of the
    present one (`begin_line`)."""

    def __init__(
        self,
        history: History,
        audience: Audience,
        book: Phrasebook,
        people: dict[str, int],
        start: LineStart | None = None,
    ) -> None:
        self.written: list[dict[str, Any]] = []
        self.more: list[dict[str, Any]] = []
        self.played: list[PlayedWhatIf] = []
        self._history, self._people = history, people
        self._telling, self._book = ChronicleOptions(audience, book), book
        self._is_of_line = start is not None
        given = start or LineStart(0, len(history) + 1, 0, MOST_FACES)
        self._after, self._next, self._before, self._faces = given
        self._ways: set[tuple[int, bool]] = set()
        self._asked: set[tuple[int, str]] = set()

    def begin_line(self, line: History, common: int) -> WhatIfs:
        """Return the what-ifs of an undone line, to be found: of those who fell, and of the dice
        that fell, behind event `common`, the last one that it shares with the present line. Their
        rows and places are counted on behind these, to which none may be added any more."""
        places = self._before + len(self.written) + len(self.more)
        faces = self._faces if self._is_of_line else MOST_FACES_OF_LINES
        start = LineStart(common, self._next, places, faces)
        return WhatIfs(line, self._telling.audience, self._book, self._people, start)

    def list_on(self, tip: int) -> list[dict[str, Any]]:
        """Return the what-ifs of an undone line that ends with event `tip`, in their places."""
        more = [{**each, "more": 1} for each in self.more]
        return [{**each, "on": tip} for each in (*self.written, *more)]

    @property
    def is_too_long(self) -> bool:
        """Whether the log is too long for what-ifs."""
        return len(self._history) > MOST_ROWS

    @cached_property
    def _plays(self) -> list[LinePlay]:
        return list(list_plays(self._history))

    @cached_property
    def _known(self) -> frozenset[str]:
        """The ids of those whose numbers the audience knew all along."""
        return list_known((play.after for play in self._plays), self._telling.audience)

    def find(self, told: ToldFall, rescue: RescueWords) -> int | None:
        """Write the what-if of a rescue. Return its place among the written ones; None if there is
        none."""
        if self.is_too_long or len(self.written) >= MOST_WHAT_IFS:
            return None
        found = self._write(told, rescue)
        if found is None:
            return None
        self.written.append(found)
        return self._before + len(self.written) - 1

    def find_more(self, told: ToldFall) -> list[tuple[str, int]]:
        """Write what the other dice of the turn that felled somebody could have changed. Return
        for each its words and its place; all of `written` come before."""
        said: list[tuple[str, int]] = []
        if len(self._history) > MOST_ROWS_MORE or told.rescues is None:
            return said
        for die in told.rescues.others:
            if len(self.more) >= MOST_MORE:
                return said
            words = describe_die(told, die)
            if found := self._write(told, words):
                self.more.append(found)
                place = self._before + len(self.written) + len(self.more) - 1
                said.append((words.said, place))
        return said

    def find_turned(self, told: Iterable[int]) -> None:
        """Write the what-ifs of the saves that might have gone the other way, but for the dice of
        these events."""
        state = self._history.state(len(self._history))
        if len(self._history) > MOST_ROWS_MORE or is_newer(state.game):
            return
        left = {*told}
        everybody = frozenset(state.combatants)
        for turned in find_turned_saves(self._history, self._plays, everybody, self._after):
            if len(self.more) >= MOST_MORE:
                break
            if turned.die.seq not in left:
                self._add_turned(turned)
        self._find_for_beats()

    def _find_for_beats(self) -> None:
        """Write what-ifs for the dice of the beats with a lower face and with a higher one, as far
        as that changes anything and there is none yet: first the one of each beat that changes
        most, then the next ones."""
        turns = {show: play for play in self._plays for _, show in list_shown(play)}
        beats: list[Iterator[TurnedDie]] = []
        for beat in list_stage_beats(self._history.line_events(), self._telling):
            if beat.seq <= self._after:
                continue
            play = next((turns[show] for show in beat.rolls if show in turns), None)
            if play is not None:
                dice = {
                    seq
                    for seq, show in list_shown(play)
                    if show in beat.rolls and seq > self._after
                }
                self._faces -= sum(_count_faces(event) for seq, event in play.events if seq in dice)
                if self._faces < 0:
                    break
                found = find_turned_dice(self._history, self._plays, play, dice, self._ways)
                beats.append(found)
        left = MOST_FOR_BEATS_OF_A_LINE if self._is_of_line else MOST_FOR_BEATS
        for _ in range(MOST_OF_A_BEAT):
            for dice_left in beats:
                if left and self._add_next(dice_left):
                    left -= 1

    def _add_next(self, found: Iterator[TurnedDie]) -> bool:
        """Write the next die of a beat that can be told, and say whether there was one."""
        return any(self._add_turned(turned) for turned in found)

    def _add_turned(self, turned: TurnedDie) -> bool:
        """Write what another face of a die would have done, unless there is nothing to tell, or
        another die of the beat has the same question. Return whether it is written."""
        place = _find_show(turned.play, turned.die)
        question = ask_die(turned.die, turned.play.after)
        if (place, question) in self._asked:
            return False
        found = self._write_rerun(turned.rerun, turned.play, question, turned.who, turned.die)
        if found is None:
            return False
        self._asked.add((place, question))
        self.more.append({**found, "at": [place]})
        return True

    def _write(self, told: ToldFall, rescue: RescueWords) -> dict[str, Any] | None:
        """Return the what-if of a rescue; None if there is none."""
        rerun = self._play(told, rescue)
        if rerun is None:
            return None
        words = WhatIfWords(told, rescue.rescue, self._telling.audience, self._people)
        fall = told.fall
        found = self._write_rerun(rerun, fall.play, rescue.what_if, fall.who, rescue.rescue, words)
        if found is None:
            return None
        places = _list_places(told.fall, rescue.rescue)
        self._asked.update((seq, rescue.what_if) for seq in places)
        return {**found, "at": places}

    def _write_rerun(
        self,
        rerun: Rerun,
        play: LinePlay,
        question: str,
        who: str,
        rescue: Rescue,
        words: WhatIfWords | None = None,
    ) -> dict[str, Any] | None:
        """Return the what-if of a line that was played again, from the turn `play` of the log; None
        if nothing is different."""
        common = find_common(rerun, self._plays)
        left = "the line that it left" if self._is_of_line else "the fight as it stands"
        line = LineWriter(
            rerun, common, self._next, self._history, left, self._telling, self._people
        )
        found = line.write(question, who, words)
        if found is not None:
            self._next += len(found["rows"])
            self.played.append(PlayedWhatIf(found["tip"], rerun.history, rerun.start, line.place))
            if isinstance(rescue, DieRescue):
                self._ways.add(rescue.way)
                thrown = list_dice(self._history[_find_show(play, rescue)].event)
                if turned := line.find_turned(rescue, thrown):
                    found["turned"] = turned
        return found

    def _play(self, told: ToldFall, rescue: RescueWords) -> Rerun | None:
        """Return the line that a rescue leads to; None for players where it depends on numbers that
        they did not know all along."""
        case = self._history, self._plays, told.fall, rescue.rescue
        known = self._known
        if known.issuperset(self._history.state(len(self._history)).combatants):
            return play_rescue(*case, beyond=True)
        for beyond in (True, False):
            low, high = (
                play_rescue(*case, disguise=disguise, known=known, beyond=beyond)
                for disguise in list_disguises(self._plays, known)
            )  # never with the true numbers: whether it is the same with these would tell of them
            if not low or not high:
                return None
            if _is_same(low, high):
                return low
        return None


def _count_faces(event: AnyEvent) -> int:
    return int(event.die.removeprefix("d")) if isinstance(event, Rolled) else 0


def list_shown(play: LinePlay) -> Iterator[tuple[int, int]]:
    """Yield the event of each die of a play with the outcome that shows its face."""
    left = [(seq, event) for seq, event in play.events if isinstance(event, Rolled)]
    for show, event in play.events:
        if isinstance(event, Rolled):
            continue
        for die, face, _ in list_dice(event):
            by = getattr(event, "by", "") or getattr(event, "who", "")
            for at, (seq, rolled) in enumerate(left):
                if (rolled.by, rolled.asked.die, rolled.face) == (by, die, face) and seq < show:
                    yield seq, show
                    del left[at]
                    break


def _find_show(play: LinePlay, die: DieRescue) -> int:
    """Return the outcome that shows the face of a die of a play; the die itself if none does."""
    return dict(list_shown(play)).get(die.seq, die.seq)


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
