"""The log of a fight in memory: its rows as a tree, with lines, commands and states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from events.store.envelope import Recorded, Segment, find_segments
from events.types.commitments import (
    Anchored,
    ChainBound,
    Closed,
    DiceAsked,
    LinksGiven,
    PhoneLeft,
    SecretOpened,
)
from events.types.declarations import FightStarted
from events.types.keys import KeyBound, KeyRevoked, Upgraded, Witnessed
from events.types.log_events import (
    BranchNamed,
    CampaignTitled,
    Corrected,
    HeadMoved,
    Noted,
    Salted,
    Sealed,
    SecretRevealed,
    Skipped,
)
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, Declaration, is_declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold, fold_one
from replay.log.kept_states import SPACING, ForkStates, KeptStates, find_kept_state, keep_state
from rulesets.core.sealed_dice import hash_secret

if TYPE_CHECKING:
    from replay.log.keys import BoundKeys

META_EVENTS = (
    *(HeadMoved, Noted, BranchNamed, Salted, Closed, SecretOpened, Anchored, ChainBound),
    *(DiceAsked, LinksGiven, PhoneLeft, KeyBound, KeyRevoked, Witnessed, Upgraded, CampaignTitled),
)
"""Events about the log, not of the fight: moves of the head, notes, branch names, secrets, keys,
the campaign's title.
They are not commands that an undo takes back."""

META_KINDS = frozenset(META_EVENTS)
"""The same, to look an event's type up in."""

_FORMAT_1_SECRETS = (FightStarted, Sealed, SecretRevealed)
"""Events that begin or end the use of a secret of format 1."""

_EPOCH_KINDS = frozenset((FightStarted, Anchored, Rolled, Closed, Salted))
"""Events that may change the root that serves, or how it serves."""

_FOLLOWED_KINDS = frozenset(
    (*_FORMAT_1_SECRETS, HeadMoved, KeyBound, KeyRevoked, Rolled, Salted, Anchored, ChainBound)
) | {Upgraded, SecretOpened, Closed}
"""Events of which a history keeps more than their row."""


class Epochs(NamedTuple):
    """The root of the dice that serves a fight of format 2.

    `anchor` commits to it since event `since`, `size` is how many epochs it has, `epoch` the one
    in service (from 0), `first_drawn` the first die drawn in it (0 if none is), on whatever line.
    `salts` are all that players added to this and earlier epochs.
    """

    anchor: str
    size: int
    since: int
    epoch: int = 0
    first_drawn: int = 0
    salts: tuple[str, ...] = ()


def follow_epochs(epochs: Epochs | None, row: Recorded, salts: Sequence[str] = ()) -> Epochs | None:
    """Return what serves after a row: a root is anchored, salted, drawn from, or an epoch is
    closed. `salts` are all that were given before it: they count for the first root, too."""
    event = row.event
    if type(event) not in _EPOCH_KINDS:
        return epochs
    if isinstance(event, FightStarted | Anchored):
        if event.anchor and (epochs is None or epochs.anchor != event.anchor):
            return Epochs(event.anchor, event.epochs, row.seq, salts=tuple(salts))
    elif epochs is None:
        return None
    elif isinstance(event, Rolled):
        if event.draw is not None and not epochs.first_drawn and row.repeats is None:
            return epochs._replace(first_drawn=row.seq)
    elif isinstance(event, Closed):
        return epochs._replace(epoch=epochs.epoch + 1, first_drawn=0)
    elif isinstance(event, Salted):
        return epochs._replace(salts=(*epochs.salts, event.salt))
    return epochs


class History:
    """The rows of one fight in order, and the tree they form.

    The head is always the last row. The parent of a `HeadMoved` is the event that the head moved
    to. The *position* of the head is the last event of the fight itself: follow the parents from
    the head past all events about the log. The *line* of an event is the sequence of events that
    make up the fight at that event. Its *trail* is the sequence of commands that led there. The two
    differ at a correction: the line skips replaced inputs; the trail keeps them, before the
    correction.

    `undone` are the positions that redo can return to, the nearest last, read from the moves and
    notes that end the log. `sealed` are the commitments of the whole log that are not revealed, the
    newest last. `salts` are the texts players added to each secret, undone or not; `all_salts` has
    those of all secrets, in order. `first_drawn` has the first die drawn since each secret was
    first committed to: undone dice count, and so do those drawn before an undo brought the secret
    back on another line.

    `epochs` is the root of format 2 that serves now, None in format 1; `anchors` are those of all
    its roots. `chains` are the phones' chains, `keys` the keys of persons (None while nobody has
    one), `corrections` the rows that begin one. `is_upgraded` says that the log was copied from
    format 1. All of these are kept up to date as rows are added.
    """

    def __init__(self, rows: Iterable[Recorded] = ()) -> None:
        self.rows: list[Recorded] = []
        self.undone: list[int] = []
        self.sealed: list[str] = []
        self.epochs: Epochs | None = None
        self.anchors: set[str] = set()
        self.chains: set[str] = set()
        self.is_upgraded = False
        self.keys: BoundKeys | None = None
        self.salts: dict[str, list[str]] = {}
        self.first_drawn: dict[str, int] = {}
        self._undrawn: set[str] = set()
        self.all_salts: list[str] = []
        self.corrections: list[Recorded] = []
        self._kept: KeptStates = {}
        self._position = 0
        self._breaks: list[tuple[int, int]] = []
        self._starts: list[int] = []
        self._trail_breaks: list[tuple[int, int]] = []
        self._trail_starts: list[int] = []
        self.extend(rows)

    def extend(self, rows: Iterable[Recorded]) -> None:
        """Add rows that were appended to the store."""
        for row in rows:
            self.rows.append(row)
            if row.parent != row.seq - 1:
                self._breaks.append((row.seq, row.parent))
                self._starts.append(row.seq)
                previous = row.parent
                if isinstance(row.event, Corrected):
                    previous = self._position
                if previous != row.seq - 1:
                    self._trail_breaks.append((row.seq, previous))
                    self._trail_starts.append(row.seq)
            kind = type(row.event)
            if kind not in META_KINDS:
                self._position = row.seq
                self.undone.clear()
            if kind in _FOLLOWED_KINDS:
                self._follow(row)
            elif kind is Corrected:
                self.corrections.append(row)

    def _follow(self, row: Recorded) -> None:
        """Keep up to date what a history has of moves, dice, secrets and keys."""
        event = row.event
        if isinstance(event, HeadMoved):
            self._move(self.position(row.parent))
        elif isinstance(event, KeyBound | KeyRevoked):
            self._follow_key(event)
        elif isinstance(event, Rolled):
            self._draw(row.seq, event)
        elif isinstance(event, Salted):
            self.salts.setdefault(event.sealed, []).append(event.salt)
        elif isinstance(event, _FORMAT_1_SECRETS):
            self._commit(event)
            if row.repeats is None:
                self._seal(event)
        self.epochs = follow_epochs(self.epochs, row, self.all_salts)
        if isinstance(event, Salted):
            self.all_salts.append(event.salt)
        elif isinstance(event, FightStarted | Anchored):
            self.anchors.add(event.anchor)
        elif isinstance(event, ChainBound):
            self.chains.add(event.chain)
        elif isinstance(event, Upgraded):
            self.is_upgraded = True
        elif isinstance(event, SecretOpened) and event.anchor in self.sealed:
            self.sealed.remove(event.anchor)

    def _follow_key(self, event: KeyBound | KeyRevoked) -> None:
        from replay.log.keys import BoundKeys  # most fights have no keys

        if self.keys is None:
            self.keys = BoundKeys()
        self.keys.follow(event)

    def _move(self, target: int) -> None:
        if self.undone and target == self.undone[-1]:
            self.undone.pop()
        elif self.is_earlier(target, self._position):
            self.undone.append(self._position)
        else:
            self.undone.clear()
        self._position = target

    def _commit(self, event: FightStarted | Sealed | SecretRevealed) -> None:
        if not isinstance(event, SecretRevealed) and event.sealed not in self.first_drawn:
            self._undrawn.add(event.sealed)

    def _draw(self, seq: int, event: Rolled) -> None:
        if event.draw is not None and self._undrawn:
            self.first_drawn |= dict.fromkeys(self._undrawn, seq)
            self._undrawn.clear()

    def _seal(self, event: FightStarted | Sealed | SecretRevealed) -> None:
        if event.sealed in self.sealed:
            self.sealed.remove(event.sealed)
        if event.sealed and not isinstance(event, SecretRevealed):
            self.sealed.append(event.sealed)

    def salts_of(self, secret: bytes | None) -> Sequence[str]:
        """Return what players have added to a secret."""
        return self.salts.get(hash_secret(secret), ()) if secret is not None else ()

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, seq: int) -> Recorded:
        """Return the row with this seq (from 1); raises `IndexError` where there is none."""
        if seq < 1:
            raise IndexError(seq)
        return self.rows[seq - 1]

    @property
    def is_forked(self) -> bool:
        """Whether the log has more than one line: something was undone or corrected."""
        return bool(self._breaks)

    @property
    def is_plain(self) -> bool:
        """Whether the log has one line, and all its dice come from the secret of event 1."""
        epochs = self.epochs
        one_secret = epochs is None or (epochs.epoch == 0 and epochs.since == 1)
        return one_secret and not self.is_forked

    def line(self, seq: int) -> list[Segment]:
        """Return the line of an event as segments, oldest first."""
        return find_segments(self._breaks, seq, self._starts)

    def trail(self, seq: int) -> list[Segment]:
        """Return the trail of an event as segments, oldest first."""
        return find_segments(self._trail_breaks, seq, self._trail_starts)

    def on_line(self, seq: int) -> Iterator[Recorded]:
        """Yield the rows of an event's line, oldest first."""
        for first, last in self.line(seq):
            yield from self.rows[first - 1 : last]

    def line_events(self) -> Iterator[tuple[int, AnyEvent]]:
        """Return the events of the head's line, oldest first, each with its seq."""
        return ((row.seq, row.event) for row in self.on_line(len(self.rows)))

    def interleave_notes(self, seq: int) -> Iterator[tuple[int, AnyEvent]]:
        """Yield the events of a line with all notes of the log, undone ones included. A note comes
        after the inputs that were recorded before it, even if a correction has repeated these."""
        notes = [row for row in self.rows[:seq] if isinstance(row.event, Noted)]
        rows = [row for row in self.on_line(seq) if not isinstance(row.event, Noted)]
        places = self._find_note_places(rows) if notes else []
        for at, row in enumerate(rows):
            while notes and places[at] > notes[0].seq:
                note = notes.pop(0)
                yield note.seq, note.event
            yield row.seq, row.event
        yield from ((note.seq, note.event) for note in notes)

    def _find_note_places(self, rows: list[Recorded]) -> list[int]:
        """Return for each row of a line the seq that decides which notes stand before it: those
        with a lower seq.

        A note stands before the first input that neither was recorded before the note nor is
        followed by one that was. Rows that no note stands before have 0: outcomes, and inputs and
        dice that a correction added.
        """
        places: list[int] = []
        nearest = len(self.rows) + 1
        for row in reversed(rows):
            origin = self.origin(row.seq)
            is_input = is_declaration(row.event) or isinstance(row.event, Skipped | Rolled)
            if not is_input or isinstance(self[self[origin].cmd].event, Corrected):
                places.append(0)
            else:
                nearest = min(nearest, origin)
                places.append(nearest)
        return places[::-1]

    def events(self, seq: int) -> Iterator[tuple[int, list[AnyEvent]]]:
        """Yield the events of a line in chunks, each with the seq of its first event."""
        for first, last in self.line(seq):
            yield first, [row.event for row in self.rows[first - 1 : last]]

    def state(self, seq: int) -> FightState:
        """Return the state of the fight at an event."""
        line = self.line(seq)
        at, state = find_kept_state(self._kept, line) if self._kept else (0, FightState())
        folded = 0
        for first, last in line:
            for begin in range(max(first, at + 1), last + 1, SPACING):
                end = min(last, begin + SPACING - 1)
                fold(state, begin, [row.event for row in self.rows[begin - 1 : end]])
                folded += end - begin + 1
                if folded >= SPACING:
                    keep_state(self._kept, end, state)
                    folded = 0
        return state

    def position(self, seq: int | None = None) -> int:
        """Return the last event of the fight itself on the line of `seq` (by default of the
        head)."""
        if seq is None:
            return self._position
        while seq and type(self.rows[seq - 1].event) in META_KINDS:
            seq = self.rows[seq - 1].parent
        return seq

    def command(self, seq: int) -> tuple[int, int]:
        """Return the first and last seq of the append that an event came with."""
        first = last = self[seq].cmd
        while last < len(self.rows) and self[last + 1].cmd == first:
            last += 1
        return first, last

    def find_command_row(self, seq: int) -> Recorded:
        """Return the row that stands for a command: its correction, else its first declaration,
        else its die, else its first row."""
        first, last = self.command(seq)
        rows = self.rows[first - 1 : last]
        for kind in (Corrected, Declaration, Rolled):
            for row in rows:
                if isinstance(row.event, kind):
                    return row
        return rows[0]

    def find_position_before(self, seq: int) -> int:
        """Return the position before the command of an event."""
        first = self[self[seq].cmd]
        corrects = isinstance(first.event, Corrected)
        return self.position(first.seq - 1 if corrects else first.parent)

    def origin(self, seq: int) -> int:
        """Return the first recording of what an event repeats; its own seq if it repeats
        nothing."""
        return self[seq].repeats or seq

    def is_ancestor(self, older: int, newer: int) -> bool:
        """Return whether one event is on the line of another."""
        return any(first <= older <= last for first, last in self.line(newer))

    def is_earlier(self, older: int, newer: int) -> bool:
        """Return whether one event is on the trail of another, so that undos lead from the newer to
        the older."""
        return any(first <= older <= last for first, last in self.trail(newer))


def walk(history: History) -> Iterator[tuple[FightState, Recorded]]:
    """Yield the rows in the order recorded, each with the state of its line before it. The state
    changes as the walk goes on: copy it to keep it."""
    kept = ForkStates(history.rows)
    state = FightState()
    for row in history.rows:
        if row.parent != row.seq - 1:
            state = kept.take(row.parent)
        yield state, row
        fold_one(state, row.seq, row.event)
        if row.seq in kept.left:
            kept.keep(row.seq, state)
