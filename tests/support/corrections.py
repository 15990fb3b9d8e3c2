"""What the tests of corrections share: corrections that are recorded or refused, the same fight but
for its numbers, dice that fall by what they are, and the fight as it would have been recorded had
everything been right at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.envelope import Recorded
from events.types.corrections import Change, Corrected, Skipped, Spared
from events.types.declarations import FightStarted
from events.types.dice_notation import FACES
from events.types.rolls import Asked, Rolled
from events.types.unions import Declaration
from projections.narrative.chronicle import chronicle
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.audit.rules import rederived
from replay.command_handler import Draft
from replay.corrections.plan import Correction, Course, Fallen, Rulings
from replay.log.event_log import History
from replay.log.line_inputs import on_line
from rulesets.core.dice_sources import DiceSource
from tests.support.given import Given

Origin = Callable[[int], int]

Faces = dict[Asked, int]
"""Faces by what the dice are, their roots by the first recording."""


def renumbered(state: FightState, origin: Origin) -> FightState:
    """The same fight but for its numbers, every input by its first recording, and for the names
    that are kept for those who were left out."""
    twin = state.copied()
    twin.seq = 0
    twin.absent = {}
    twin.pending = [replace(each, seq=origin(each.seq)) for each in state.pending]
    twin.playing = origin(state.playing) if state.playing else 0
    twin.awaited = [replace(each, root=origin(each.root)) for each in state.awaited]
    return twin


def stands(fight: Fight) -> FightState:
    """A fight as it stands, but for its numbers."""
    return renumbered(fight.state, fight.history.origin)


def undrawn(state: FightState) -> FightState:
    """The same but for where its dice come from."""
    twin = state.copied()
    twin.sealed, twin.draws, twin.strays = "", {}, {}
    return twin


def story(fight: Fight) -> list[str]:
    """The chronicle of the line, without what it says of corrections."""
    aside = (Corrected, Skipped, Spared)
    rows = [row for row in on_line(fight.history) if not isinstance(row.event, aside)]
    told = chronicle((row.seq, row.event) for row in rows)
    return [f"{passage.heading}: {passage.text}" for passage in told]


def inputs(fight: Fight) -> list[Recorded]:
    """What was said on the line, skipped or not, but for its start."""
    return [
        row
        for row in on_line(fight.history)
        if isinstance(row.event, Declaration | Skipped) and not isinstance(row.event, FightStarted)
    ]


def said_in(row: Recorded) -> Declaration:
    """What was said, skipped or not."""
    said = row.event.input if isinstance(row.event, Skipped) else row.event
    assert isinstance(said, Declaration)
    return said


def dice(history: History, rows: Iterable[Recorded]) -> Faces:
    """How the dice among these rows fell, and those that corrections among them spared."""
    faces: Faces = {}
    for row in rows:
        match row.event:
            case Rolled() as fell:
                faces[replace(fell.asked, root=history.origin(fell.root))] = fell.face
            case Spared(spares):
                for one in spares:
                    asked = Asked(one.root, one.by, one.purpose, one.die, one.nth)
                    faces.setdefault(asked, one.face)
    return faces


def fallen(history: History) -> dict[int, int]:
    """Every die of the line by its first recording, in use or spared, and what it shows."""
    faces: dict[int, int] = {}
    for row in on_line(history):
        dice = row.event.dice if isinstance(row.event, Spared) else ()
        if isinstance(row.event, Rolled):
            faces[history.origin(row.seq)] = row.event.face
        for one in dice:
            assert one.first not in faces, "it lies there once"
            faces[one.first] = one.face
    return faces


def by_identity(asked: Asked, root: object) -> int:
    """A face that follows from what a die is."""
    key = (root, asked.by, asked.purpose, asked.die, asked.nth)
    return Random(repr(key)).randint(1, FACES[asked.die])


def supplied(fight: Fight, correction: Correction, rulings: Rulings = Rulings()) -> Course:
    """The course of a correction, every missing die typed with the face that follows from what
    it is."""
    fallen: list[Fallen] = []
    while True:
        course = fight.course(correction, rulings, fallen)
        if not course.missing:
            assert not course.unasked
            return course
        for asked in course.missing:
            face = by_identity(asked, first_said(fight.history, course, asked.root))
            fallen.append(Fallen(face, asked.by, asked.die))


def first_said(history: History, course: Course, seq: int) -> object:
    """What an input of a course is known by: its first recording, or what is said newly."""
    if seq <= course.head:
        row = history[history.origin(seq)]
        inserted = isinstance(history[row.cmd].event, Corrected)
        return repr(row.event) if inserted else row.seq
    entry = course.entries[seq - course.head - 1]
    return entry.repeats or repr(entry.event)


class Known:
    """Dice that fall as they are known to; any other is a mistake."""

    def __init__(self, faces: Faces, origins: dict[int, int]) -> None:
        self._faces = faces
        self._origins = origins

    def face(self, state: FightState, asked: Asked) -> Rolled:
        face = self._faces[replace(asked, root=self._origins[asked.root])]
        return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth)


class AtOnce(Draft):
    """A fight in which everything is right at once; `origins` says which input is which."""

    def __init__(self, started: FightStarted, faces: Faces) -> None:
        super().__init__(fold(FightState(), 1, (started,)), 1, None)
        self.origins = {1: 1}
        self._faces = faces

    def hear(self, origin: int, *ways: Declaration) -> None:
        """Say something in the first of these ways that is allowed; leave it out if none is."""
        self.origins[self._next] = origin
        for declaration in ways:
            try:
                self.declare(declaration)
            except Refused:
                continue
            break

    def _choose_dice(self) -> DiceSource:
        return Known(self._faces, self.origins)

    def _commit_secret(self) -> None:
        """Nothing is drawn."""


def row(fight: Given, kind: type, nth: int = 1, **fields: Any) -> int:
    """The seq of the nth event of a kind, with these fields, on the line as it is."""
    found = [
        each.seq
        for each in on_line(fight.fight.history)
        if isinstance(each.event, kind)
        and all(getattr(each.event, field) == value for field, value in fields.items())
    ]
    return found[nth - 1]


def course(
    fight: Given,
    change: Change,
    seq: int,
    *said: Declaration,
    face: int | None = None,
    why: str = "misheard",
    apart: bool = False,
    rulings: Rulings = Rulings(),
    dice: Iterable[int] = (),
) -> Course:
    """The course of a correction, with these dice typed for it."""
    correction = Correction(change, seq, why, said, face, apart)
    return fight.fight.course(correction, rulings, [Fallen(each) for each in dice])


def corrected(
    fight: Given,
    change: Change,
    seq: int,
    *said: Declaration,
    face: int | None = None,
    why: str = "misheard",
    apart: bool = False,
    rulings: Rulings = Rulings(),
    dice: Iterable[int] = (),
) -> Course:
    """A correction, recorded; everything on every line follows from the rules."""
    computed = course(
        fight, change, seq, *said, face=face, why=why, apart=apart, rulings=rulings, dice=dice
    )
    fight.fight.correct(computed)
    assert fight.fight.history.state(len(fight.fight.history)) == fight.state
    assert [] == list(rederived(fight.fight.history))
    return computed


def refused(
    words: str, fight: Given, change: Change, seq: int, *said: Declaration, **more: Any
) -> None:
    """The correction is refused in these words, and nothing of it is recorded."""
    length, before = len(fight.fight.history), fight.state.copied()
    with pytest.raises(Refused) as refusal:
        corrected(fight, change, seq, *said, **more)
    assert words in str(refusal.value)
    assert (length, before) == (len(fight.fight.history), fight.state)
