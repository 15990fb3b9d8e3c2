"""Who did what to a fight: recorded, took back, corrected, overruled, stated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Literal, NamedTuple

from events.store.envelope import Recorded
from events.types.corrections import Corrected
from events.types.log_events import HeadMoved, Noted, Salted
from events.types.outcomes import Overruled
from events.types.rolls import Rolled
from events.types.unions import is_statement
from projections.state.fight_state import FightState
from projections.text.phrases import phrase
from projections.text.words import because
from replay.audit.revised import Corrections
from replay.log.event_log import ASIDE, History
from replay.log.undo import moved_words, way_moved
from replay.walk import walk

Kind = Literal["undone", "redone", "switched", "corrected", "overruled", "stated"]

Since = Literal["", "undone", "corrected"]
"""What has become of a deed: it stands, or it was taken back, or a correction left it out."""


class Deed(NamedTuple):
    """Something that was done beside the plain course of play: in event `seq`, by whom, in words,
    why; and what was done to it `since`."""

    kind: Kind
    seq: int
    by: str
    said: str
    why: str
    since: Since


class Person(NamedTuple):
    """How much somebody has recorded: commands of the fight, typed dice among them; and how often
    they took something back, corrected, overruled, stated a fact, wrote a note, salted the dice."""

    by: str
    commands: int
    typed: int
    undone: int
    corrected: int
    overruled: int
    stated: int
    notes: int = 0
    salted: int = 0


def deeds(history: History) -> list[Deed]:
    """Everything that was taken back, corrected, overruled or stated, in the order recorded; what
    a correction only says again is told once."""
    line = {_identity(history, row) for row in history.on_line(history.position())}
    trail = {
        seq for first, last in history.trail(history.position()) for seq in range(first, last + 1)
    }
    told: set[Hashable] = set()
    corrections = Corrections(history)
    found: list[Deed] = []
    for state, row in walk(history):
        identity = _identity(history, row)
        if identity not in told:
            told.add(identity)
            for kind, said, why in _deed(history, corrections, state, row):
                since = _since(row, identity in line, row.seq in trail)
                found.append(Deed(kind, row.seq, row.by, said, why, since))
    return found


def _deed(
    history: History, corrections: Corrections, state: FightState, row: Recorded
) -> Iterator[tuple[Kind, str, str]]:
    """The deed in an event, if it is one: its kind, what it says, and why."""
    event = row.event
    match event:
        case HeadMoved(why=why):
            yield way_moved(history, row), moved_words(history, row), why
        case Corrected(why=why):
            yield "corrected", corrections.said(row), why
        case Overruled(clause=clause, problem=problem, why=why):
            yield "overruled", f"{problem} ({clause})", why
        case _ if is_statement(event):
            # the reason stands beside it
            yield "stated", phrase(event, state).removesuffix(because(event.why)), event.why


def _identity(history: History, row: Recorded) -> Hashable:
    """The same for a deed and its repetition in a correction."""
    if isinstance(row.event, Overruled) and row.cause is not None:
        return (history.origin(row.cause), row.event)
    if is_statement(row.event):
        return (history.origin(row.seq), row.event)
    return row.seq


def _since(row: Recorded, on_line: bool, on_trail: bool) -> Since:
    """A move stays; a correction stands until it is taken back itself; the rest has to be on the
    line, as it was or as corrections say it again."""
    if on_line or isinstance(row.event, HeadMoved):
        return ""
    if not on_trail:
        return "undone"
    return "" if isinstance(row.event, Corrected) else "corrected"


def people(history: History, done: Sequence[Deed]) -> list[Person]:
    """How much of a log is whose, in the order they first recorded something."""
    first = [row for row in history.rows if row.seq == row.cmd]
    said = [row for row in first if not isinstance(row.event, ASIDE)]
    commands = Counter(row.by for row in said)
    typed = Counter(
        row.by for row in said if isinstance(row.event, Rolled) and row.event.draw is None
    )
    notes = Counter(row.by for row in history.rows if isinstance(row.event, Noted))
    salted = Counter(row.by for row in history.rows if isinstance(row.event, Salted))
    kinds = Counter((deed.by, deed.kind) for deed in done)
    return [
        Person(
            by,
            commands[by],
            typed[by],
            kinds[by, "undone"],
            kinds[by, "corrected"],
            kinds[by, "overruled"],
            kinds[by, "stated"],
            notes[by],
            salted[by],
        )
        for by in dict.fromkeys(row.by for row in first)
    ]
