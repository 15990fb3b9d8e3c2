"""The chronicle: a fight told in prose, round by round, in the game's own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from events.types import outcomes as o
from events.types.declarations import EndFight, FightStarted
from events.types.log_events import Noted, SecretRevealed, Skipped
from events.types.unions import AnyEvent, TurnAction
from projections.narrative.narrator import Narrator
from projections.narrative.passage import Beat as Beat
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.narrative.twin import make_twin
from projections.queries.visibility import Audience, may_read
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.prose import plain_text


class Passage(NamedTuple):
    """A paragraph of the chronicle: the events it tells (first and last seq), the heading it stands
    under (`Round 2`, empty before any), its beats, and the notes on corrections below it."""

    first: int
    last: int
    heading: str
    beats: tuple[Beat, ...]
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The paragraph in plain words, dice in brackets."""
        parts = [(plain_text(beat.story), plain_text(beat.dice)) for beat in self.beats]
        return " ".join(f"{story} ({dice})" if dice else story for story, dice in parts)


class ChronicleOptions(NamedTuple):
    """The audience of a chronicle, and its language (None: English)."""

    audience: Audience = "referee"
    book: Phrasebook | None = None


def write_chronicle(
    events: Iterable[tuple[int, AnyEvent]],
    notes: Mapping[int, Sequence[str]] = {},
    telling: ChronicleOptions = ChronicleOptions(),
) -> list[Passage]:
    """Return the passages of a line: one for each turn, and one for what happens between turns.
    `notes` stand, by seq, below the paragraph that tells the event."""
    writer = ChronicleWriter(telling)
    for seq, event in events:
        writer.take(seq, event, notes.get(seq, ()))
    return writer.end()


class ChronicleWriter:
    """Writes the chronicle of a line event by event."""

    def __init__(self, telling: ChronicleOptions) -> None:
        self._telling = telling._replace(book=telling.book or load_phrasebook())
        self._state = FightState()
        assert self._telling.book is not None, "it has just been loaded"
        self._narrator = Narrator(self._state, telling.audience, self._telling.book)
        self._pages = _PassageWriter(self._narrator)
        self._heading, self._afterwards = "", self._narrator.heading(0)

    def take(self, seq: int, event: AnyEvent, notes: Sequence[str] = ()) -> None:
        """Tell the next event of the line, with the notes that stand below it."""
        pages, narrator, state = self._pages, self._narrator, self._state
        if isinstance(event, o.TurnBegan | o.RoundBegan):
            pages.close(self._heading, turning=True)
        elif isinstance(event, EndFight):
            pages.settle(self._heading)
        narrator.before(event)
        fold(state, seq, (event,))
        if isinstance(event, o.RoundBegan):
            self._heading = narrator.heading(event.number)
        elif self._heading not in ("", self._afterwards) and _is_after(state, event):
            pages.close(self._heading)
            self._heading = self._afterwards
        hidden = not _is_note_readable(event, state, self._telling.audience)
        pages.take(seq, event, () if hidden else notes)
        if isinstance(event, o.TurnEnded | o.RoundEnded):
            pages.close(self._heading)
            if isinstance(event, o.RoundEnded):
                pages.end_round(seq, self._heading)
        elif isinstance(event, FightStarted):
            pages.skip()

    def count_passages(self) -> int:
        """Return how many passages have ended."""
        return len(self._pages.passages)

    def end(self) -> list[Passage]:
        """Return the passages of the line. Nothing can be taken afterwards."""
        self._pages.end(self._heading)
        return self._pages.passages

    def list_passages(self) -> list[Passage]:
        """Return the passages as `end` would; the line may still go on."""
        twin: ChronicleWriter = make_twin(self, {})
        return twin.end()


class _WaitingNote(NamedTuple):
    """A note that waits for its passage. `held`: until the turn it belongs to is told; `gone`: its
    input is not played at all."""

    said: str
    held: bool
    gone: bool


class _PassageWriter:
    """Writes passages. Notes wait for the next passage with something to tell; those on a
    declaration for a turn, until that turn is told."""

    def __init__(self, narrator: Narrator) -> None:
        self.passages: list[Passage] = []
        self._narrator = narrator
        self._first = self._last = 0
        self._waiting: list[_WaitingNote] = []

    def take(self, seq: int, event: AnyEvent, notes: Sequence[str]) -> None:
        """Add an event. A note beside the fight may be older or younger than the events around
        it."""
        if not isinstance(event, Noted) or not self._first:
            self._first = self._first or seq
            self._last = seq
        gone = isinstance(event, Skipped)
        said = event.input if isinstance(event, Skipped) else event
        held = isinstance(said, TurnAction)
        if gone and not held:  # the turn that they wait for will not come
            self._waiting = [each._replace(held=False) for each in self._waiting]
        self._waiting += [_WaitingNote(note, held, gone) for note in notes]
        self._narrator.take(event, seq)

    def skip(self) -> None:
        """Begin the next passage with the next event."""
        self._first = 0

    def close(self, heading: str, turning: bool = False) -> None:
        """End the passage. `turning`: a turn or a round begins."""
        beats = self._narrator.end_passage()
        if turning and not beats:
            self._add([each for each in self._waiting if each.gone and not each.held])
        if beats:
            first = self._first or self._last
            below = tuple(self._take(not turning))
            self.passages.append(Passage(first, self._last, heading, beats, below))
        self._first = 0

    def end_round(self, seq: int, heading: str) -> None:
        """End the round at event `seq`: its notes stand in it. If nothing was told of it, add a
        passage that says so."""
        if not self.passages or self.passages[-1].heading != heading:
            beats = (Beat(self._narrator.quiet(heading)),)
            self.passages.append(Passage(seq, seq, heading, beats))
        self._add(list(self._waiting))

    def settle(self, heading: str) -> None:
        """End the passage if notes wait, so that they stand above what comes next."""
        if self._waiting:
            self.end(heading)

    def end(self, heading: str) -> None:
        """End the last passage, with all notes that still wait."""
        self.close(heading)
        if self._waiting and not self.passages:
            self.passages.append(Passage(self._last, self._last, heading, ()))
        self._add(list(self._waiting))

    def _add(self, notes: list[_WaitingNote]) -> None:
        """Put notes below the last passage."""
        if notes and self.passages:
            self._waiting = [each for each in self._waiting if each not in notes]
            last = self.passages.pop()
            said = tuple(each.said for each in notes)
            self.passages.append(last._replace(notes=(*last.notes, *said)))

    def _take(self, with_held: bool) -> list[str]:
        """Take the notes for this passage. `with_held`: also those on declarations."""
        taken = [each for each in self._waiting if with_held or not each.held]
        self._waiting = [each for each in self._waiting if each not in taken]
        return [each.said for each in taken]


def _is_note_readable(event: AnyEvent, state: FightState, audience: Audience) -> bool:
    """Return whether an audience may read the note on a correction of this event."""
    said = event.input if isinstance(event, Skipped) else event
    return may_read(said, state, audience)


def _is_after(state: FightState, event: AnyEvent) -> bool:
    """Return whether an event comes after the fight, and does not belong to its end."""
    ending = (EndFight, o.Lapsed, o.RoundEnded, o.ConditionEnded, o.ClockAdvanced, SecretRevealed)
    return state.ended and not isinstance(event, ending)
