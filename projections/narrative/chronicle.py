"""The chronicle: a fight told in prose, round by round, in the game's own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from events.types import outcomes as o
from events.types.corrections import Skipped
from events.types.declarations import EndFight, FightStarted
from events.types.log_events import Noted, SecretRevealed
from events.types.unions import AnyEvent, TurnAction
from projections.narrative.narrator import Narrator
from projections.narrative.passage import Beat
from projections.narrative.phrasebook import Phrasebook, phrasebook
from projections.queries.visibility import Audience, may_read
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.prose import text_of

__all__ = ["Beat", "Passage", "Telling", "chronicle"]


class Passage(NamedTuple):
    """A paragraph of the chronicle: the events it tells (first and last seq), the heading it
    stands under (`Round 2`, empty before any), what happened, and what was corrected of it."""

    first: int
    last: int
    heading: str
    beats: tuple[Beat, ...]
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The paragraph in plain words, dice in brackets."""
        told = [(text_of(beat.story), text_of(beat.dice)) for beat in self.beats]
        return " ".join(f"{story} ({dice})" if dice else story for story, dice in told)


class Telling(NamedTuple):
    """How it is told: for whom, and in whose words (English where there are none)."""

    audience: Audience = "referee"
    book: Phrasebook | None = None


def chronicle(
    events: Iterable[tuple[int, AnyEvent]],
    notes: Mapping[int, Sequence[str]] = {},
    telling: Telling = Telling(),
) -> list[Passage]:
    """The passages of a line: one a turn, one for what happens between turns. `notes` are what
    stands below the paragraph that tells an event, by its seq."""
    state = FightState()
    narrator = Narrator(state, telling.audience, telling.book or phrasebook())
    pages = _Pages(narrator)
    heading, afterwards = "", narrator.heading(0)
    for seq, event in events:
        if isinstance(event, o.TurnBegan | o.RoundBegan):
            pages.close(heading, turning=True)
        elif isinstance(event, EndFight):
            pages.settle(heading)
        narrator.before(event)
        fold(state, seq, (event,))
        if isinstance(event, o.RoundBegan):
            heading = narrator.heading(event.number)
        elif heading not in ("", afterwards) and _is_after(state, event):
            pages.close(heading)
            heading = afterwards
        hidden = not _is_noted(event, state, telling.audience)
        pages.take(seq, event, () if hidden else notes.get(seq, ()))
        if isinstance(event, o.TurnEnded | o.RoundEnded):
            pages.close(heading)
            if isinstance(event, o.RoundEnded):
                pages.quiet(seq, heading)
        elif isinstance(event, FightStarted):
            pages.skip()
    pages.end(heading)
    return pages.passages


class _Note(NamedTuple):
    """A note that waits for its passage. `held`: until the turn is told that it is about; `gone`:
    what it is about is not played at all."""

    said: str
    held: bool
    gone: bool


class _Pages:
    """Passages being written. Notes wait for the next one that has something to tell; those on
    what is declared for a turn wait until it is told of."""

    def __init__(self, narrator: Narrator) -> None:
        self.passages: list[Passage] = []
        self._narrator = narrator
        self._first = self._last = 0
        self._waiting: list[_Note] = []

    def take(self, seq: int, event: AnyEvent, notes: Sequence[str]) -> None:
        """Add an event. A note beside the fight may be older or younger than what is around it."""
        if not isinstance(event, Noted) or not self._first:
            self._first = self._first or seq
            self._last = seq
        gone = isinstance(event, Skipped)
        said = event.input if isinstance(event, Skipped) else event
        held = isinstance(said, TurnAction)
        if gone and not held:  # no turn will tell of what waits for one
            self._waiting = [each._replace(held=False) for each in self._waiting]
        self._waiting += [_Note(note, held, gone) for note in notes]
        self._narrator.take(event)

    def skip(self) -> None:
        """The next passage begins with what comes next."""
        self._first = 0

    def close(self, heading: str, turning: bool = False) -> None:
        """End the passage; `turning` where a turn or a round begins."""
        beats = self._narrator.told()
        if turning and not beats:
            self._add([each for each in self._waiting if each.gone and not each.held])
        if beats:
            first = self._first or self._last
            below = tuple(self._take(not turning))
            self.passages.append(Passage(first, self._last, heading, beats, below))
        self._first = 0

    def quiet(self, seq: int, heading: str) -> None:
        """A round, over at event `seq`, of which nothing was told says so under its heading."""
        if not self.passages or self.passages[-1].heading != heading:
            beats = (Beat(self._narrator.quiet()),)
            self.passages.append(Passage(seq, seq, heading, beats))

    def settle(self, heading: str) -> None:
        """Put the notes that wait below what they precede, before something else is told."""
        if self._waiting:
            self.end(heading)

    def end(self, heading: str) -> None:
        """End the last passage, with the notes that are left."""
        self.close(heading)
        if self._waiting and not self.passages:
            self.passages.append(Passage(self._last, self._last, heading, ()))
        self._add(list(self._waiting))

    def _add(self, notes: list[_Note]) -> None:
        """Put these notes below the last passage."""
        if notes and self.passages:
            self._waiting = [each for each in self._waiting if each not in notes]
            last = self.passages.pop()
            said = tuple(each.said for each in notes)
            self.passages.append(last._replace(notes=(*last.notes, *said)))

    def _take(self, told: bool) -> list[str]:
        """The notes for this passage; `told`: what was declared has been told of, too."""
        taken = [each for each in self._waiting if told or not each.held]
        self._waiting = [each for each in self._waiting if each not in taken]
        return [each.said for each in taken]


def _is_noted(event: AnyEvent, state: FightState, audience: Audience) -> bool:
    """May the audience read what was corrected of it? Not where it gives away numbers that are
    hidden from them."""
    said = event.input if isinstance(event, Skipped) else event
    return may_read(said, state, audience)


def _is_after(state: FightState, event: AnyEvent) -> bool:
    """Does it come after the fight, and not with its end?"""
    ending = (EndFight, o.Lapsed, o.RoundEnded, o.ConditionEnded, o.ClockAdvanced, SecretRevealed)
    return state.ended and not isinstance(event, ending)
