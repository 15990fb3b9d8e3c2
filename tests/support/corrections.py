"""Shared by the tests of corrections: recording and refusing corrections, comparing fights without
their seqs, dice whose faces follow from what they are for, and a fight recorded right at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import FightStarted
from events.types.log_events import Change, Corrected, Skipped, Spared
from events.types.rolls import FACES, Asked, Rolled
from events.types.unions import Declaration
from projections.narrative.chronicle import write_chronicle
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.audit.rules import find_differences
from replay.command_handler import CommandHandler
from replay.corrections.plan import Correction, CorrectionDie, CorrectionPlan, Rulings
from replay.log.commitments import DiceSupply
from replay.log.event_log import History
from replay.log.line_inputs import list_fight_rows
from rulesets.core.play import DiceSource
from tests.support.given import Given

Origin = Callable[[int], int]

Faces = dict[Asked, int]
"""Faces by what the dice are asked for; roots are seqs of the first recording."""


def with_first_seqs(state: FightState, origin: Origin) -> FightState:
    """Return the state with seqs of the first recordings, without its own seq and without the names
    that are kept for combatants that were left out."""
    twin = state.copied()
    twin.seq = 0
    twin.absent = {}
    twin.pending = [replace(each, seq=origin(each.seq)) for each in state.pending]
    twin.playing = origin(state.playing) if state.playing else 0
    twin.awaited = [replace(each, root=origin(each.root)) for each in state.awaited]
    return twin


def comparable_state(fight: Fight) -> FightState:
    """Return the state of a fight with seqs of the first recordings."""
    return with_first_seqs(fight.state, fight.history.origin)


def without_dice_source(state: FightState) -> FightState:
    """Return the state without where its dice come from."""
    twin = state.copied()
    twin.sealed, twin.draws, twin.strays = "", {}, {}
    return twin


def chronicle_without_corrections(fight: Fight) -> list[str]:
    """Return the chronicle of the line, without corrections."""
    aside = (Corrected, Skipped, Spared)
    rows = [row for row in list_fight_rows(fight.history) if not isinstance(row.event, aside)]
    told = write_chronicle((row.seq, row.event) for row in rows)
    return [f"{passage.heading}: {passage.text}" for passage in told]


def inputs(fight: Fight) -> list[Recorded]:
    """Return the inputs on the line, skipped or not, without the start."""
    return [
        row
        for row in list_fight_rows(fight.history)
        if isinstance(row.event, Declaration | Skipped) and not isinstance(row.event, FightStarted)
    ]


def declaration_in(row: Recorded) -> Declaration:
    """Return the declaration of an input, skipped or not."""
    said = row.event.input if isinstance(row.event, Skipped) else row.event
    assert isinstance(said, Declaration)
    return said


def faces_in(history: History, rows: Iterable[Recorded]) -> Faces:
    """Return the faces of the dice in these rows, also of those that corrections spared."""
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


def faces_of_line(history: History) -> dict[int, int]:
    """Return the face of every die of the line, in use or spared, by its first recording."""
    faces: dict[int, int] = {}
    for row in list_fight_rows(history):
        dice = row.event.dice if isinstance(row.event, Spared) else ()
        if isinstance(row.event, Rolled):
            faces[history.origin(row.seq)] = row.event.face
        for one in dice:
            assert one.first not in faces, "a die is in use or spared once"
            faces[one.first] = one.face
    return faces


def face_for(asked: Asked, root: object) -> int:
    """Return a face that follows from what a die is asked for."""
    key = (root, asked.by, asked.purpose, asked.die, asked.nth)
    return Random(repr(key)).randint(1, FACES[asked.die])


def has_drawn(history: History) -> bool:
    """Return whether any die of the log was drawn."""
    return any(isinstance(row.event, Rolled) and row.event.draw is not None for row in history.rows)


def plan_with_dice(
    fight: Fight, correction: Correction, rulings: Rulings = Rulings()
) -> CorrectionPlan:
    """Plan a correction; every missing die shows the face of `face_for`."""
    fallen: list[CorrectionDie] = []
    while True:
        course = fight.plan_correction(correction, rulings, fallen)
        if not course.missing:
            frees_draws = fight.history.epochs is not None and has_drawn(fight.history)
            assert not course.unasked or frees_draws, "a spare die may answer once its draw is free"
            return course
        for asked in course.missing:
            face = face_for(asked, identify_input(fight.history, course, asked.root))
            fallen.append(CorrectionDie(face, asked.by, asked.die))


def identify_input(history: History, course: CorrectionPlan, seq: int) -> object:
    """Return what identifies an input of a plan: its first recording, or the new declaration."""
    if seq <= course.head:
        row = history[history.origin(seq)]
        inserted = isinstance(history[row.cmd].event, Corrected)
        return repr(row.event) if inserted else row.seq
    entry = course.entries[seq - course.head - 1]
    return entry.repeats or repr(entry.event)


class FixedDice:
    """A dice source of known faces; any other die is an error."""

    def __init__(self, faces: Faces, origins: dict[int, int]) -> None:
        self._faces = faces
        self._origins = origins

    def roll(self, state: FightState, asked: Asked) -> Rolled:
        face = self._faces[replace(asked, root=self._origins[asked.root])]
        return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth)


class RightAtOnce(CommandHandler):
    """A fight recorded right at once. `origins` maps its seqs to those of the corrected fight."""

    def __init__(self, started: FightStarted, faces: Faces) -> None:
        supply = DiceSupply("", History(), lambda commitment: None)
        super().__init__(fold(FightState(), 1, (started,)), 1, lambda: supply)
        self.origins = {1: 1}
        self._faces = faces

    def hear(self, origin: int, *ways: Declaration) -> None:
        """Declare the first of these variants that the rules allow, if there is one."""
        self.origins[self._next_seq] = origin
        for declaration in ways:
            try:
                self.declare(declaration)
            except Refused:
                continue
            break

    def _add_commitment(self) -> None:
        """The dice are given: they need no commitment."""

    def _choose_dice(self) -> DiceSource:
        return FixedDice(self._faces, self.origins)

    def _commit_secret(self) -> None:
        """Nothing is drawn."""


def find_seq(fight: Given, kind: type, nth: int = 1, **fields: Any) -> int:
    """Return the seq of the nth event (from 1) of a kind with these fields on the line."""
    found = [
        each.seq
        for each in list_fight_rows(fight.fight.history)
        if isinstance(each.event, kind)
        and all(getattr(each.event, field) == value for field, value in fields.items())
    ]
    return found[nth - 1]


def plan_correction(
    fight: Given,
    change: Change,
    seq: int,
    *said: Declaration,
    face: int | None = None,
    why: str = "misheard",
    apart: bool = False,
    rulings: Rulings = Rulings(),
    dice: Iterable[int] = (),
) -> CorrectionPlan:
    """Plan a correction with these dice typed for it."""
    correction = Correction(change, seq, why, said, face, apart)
    return fight.fight.plan_correction(correction, rulings, [CorrectionDie(each) for each in dice])


def record_correction(
    fight: Given,
    change: Change,
    seq: int,
    *said: Declaration,
    face: int | None = None,
    why: str = "misheard",
    apart: bool = False,
    rulings: Rulings = Rulings(),
    dice: Iterable[int] = (),
) -> CorrectionPlan:
    """Record a correction and return its plan, with the dice that were drawn for it; check that
    everything on every line follows from the rules."""
    computed = plan_correction(
        fight, change, seq, *said, face=face, why=why, apart=apart, rulings=rulings, dice=dice
    )
    computed = fight.fight.apply_correction(computed).plan
    assert fight.fight.history.state(len(fight.fight.history)) == fight.state
    assert [] == list(find_differences(fight.fight.history))
    return computed


def check_refused(
    words: str, fight: Given, change: Change, seq: int, *said: Declaration, **more: Any
) -> None:
    """Check that a correction is refused in these words and nothing of it is recorded."""
    length, before = len(fight.fight.history), fight.state.copied()
    with pytest.raises(Refused) as refusal:
        record_correction(fight, change, seq, *said, **more)
    assert words in str(refusal.value)
    assert (length, before) == (len(fight.fight.history), fight.state)
