"""A state machine over everything a referee can do, with a twin rebuilt from the file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import find_segments
from events.types.log_events import Change
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fold import fold_line
from replay.audit.rules import find_differences
from replay.corrections.plan import Correction
from replay.log.branches import list_branches
from replay.log.event_log import History
from replay.log.line_inputs import list_fight_rows
from replay.log.undo import find_undone
from rulesets.definitions.shipped import GAMES
from tests.support.amount import amount
from tests.support.corrections import comparable_state, declaration_in, inputs, plan_with_dice
from tests.support.random_fights import (
    play_randomly,
    random_declaration,
    say_something,
    seeded_fight,
)


class Referee(RuleBasedStateMachine):
    """Declares, rolls, undoes, redoes, rewinds, switches, corrects, notes and reopens at random."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "machine.combatlog"
        self.store: SQLiteStore
        self.fight: Fight

    @initialize(
        seed=st.integers(0, 10**6),
        game=st.sampled_from(GAMES),
        dice=st.sampled_from(["digital", "typed"]),
        commands=st.integers(0, 40),
    )
    def a_recorded_fight(self, seed: int, game: str, dice: str, commands: int) -> None:
        self.store = create_campaign(self.path)
        self.fight = seeded_fight(self.store, game, seed, dice)  # type: ignore[arg-type]
        play_randomly(self.fight, Random(seed), commands)

    @rule(seed=st.integers(0, 10**9))
    def declare_or_roll(self, seed: int) -> None:
        before, length = self.fight.state.copied(), len(self.fight.history)
        if not say_something(self.fight, Random(seed)):
            assert (before, length) == (self.fight.state, len(self.fight.history))

    @rule(count=st.integers(1, 4))
    def undo(self, count: int) -> None:
        try:
            self.fight.undo(count, why="a slip")
        except Refused:
            return

    @rule(count=st.integers(1, 3))
    def redo(self, count: int) -> None:
        try:
            self.fight.redo(count)
        except Refused:
            return

    @rule(part=st.floats(0, 1))
    def rewind(self, part: float) -> None:
        try:
            self.fight.rewind(max(1, round(part * len(self.fight.history))))
        except Refused:
            return

    @rule(data=st.data())
    def switch(self, data: st.DataObject) -> None:
        branch = data.draw(st.sampled_from(self.fight.list_branches()))
        try:
            self.fight.switch(branch.name)
        except Refused:
            return

    @rule()
    def undo_then_redo_changes_nothing(self) -> None:
        before = self.fight.state.copied()
        try:
            self.fight.undo()
        except Refused:
            return
        self.fight.redo()
        before.seq = self.fight.state.seq
        assert before == self.fight.state

    @precondition(lambda self: bool(inputs(self.fight)))
    @rule(seed=st.integers(0, 10**9))
    def amending_to_itself_changes_nothing(self, seed: int) -> None:
        before = comparable_state(self.fight)
        row = Random(seed).choice(inputs(self.fight))
        self._correct(Correction("amend", row.seq, "hm", (declaration_in(row),)))
        if isinstance(row.event, Declaration):
            assert before == comparable_state(self.fight)

    @precondition(lambda self: bool(inputs(self.fight)))
    @rule(seed=st.integers(0, 10**9))
    def strike(self, seed: int) -> None:
        row = Random(seed).choice(inputs(self.fight))
        self._correct(Correction("strike", row.seq, "no such thing"))

    @precondition(lambda self: bool(inputs(self.fight)))
    @rule(seed=st.integers(0, 10**9), apart=st.booleans())
    def amend_or_insert(self, seed: int, apart: bool) -> None:
        rng = Random(seed)
        row = rng.choice(inputs(self.fight))
        before = self.fight.history.state(row.parent)
        if before.combatants:
            change: Change = rng.choice(["amend", "insert"])
            said = (random_declaration(before, rng),)
            self._correct(Correction(change, row.seq, "misheard", said, apart=apart))

    @rule(seed=st.integers(0, 10**9), face=st.integers(1, 20))
    def amend_a_die(self, seed: int, face: int) -> None:
        fell = [row for row in list_fight_rows(self.fight.history) if isinstance(row.event, Rolled)]
        if fell:
            row = Random(seed).choice(fell)
            self._correct(Correction("amend", row.seq, "misread", face=face))

    @precondition(lambda self: bool(inputs(self.fight)))
    @rule(seed=st.integers(0, 10**9))
    def undoing_a_correction_restores_the_fight(self, seed: int) -> None:
        before = comparable_state(self.fight)
        row = Random(seed).choice(inputs(self.fight))
        if self._correct(Correction("strike", row.seq, "a slip")):
            self.fight.undo()
            assert before == comparable_state(self.fight)

    def _correct(self, correction: Correction) -> bool:
        """Correct with every die supplied; return whether that was allowed."""
        before, length = self.fight.state.copied(), len(self.fight.history)
        try:
            self.fight.correct(plan_with_dice(self.fight, correction))
        except Refused:
            assert (before, length) == (self.fight.state, len(self.fight.history))
            return False
        return True

    @rule(text=st.text(min_size=1, max_size=20))
    def note(self, text: str) -> None:
        before = self.fight.state.copied()
        try:
            self.fight.note(text)
        except Refused:
            return
        before.seq += 1
        assert before == self.fight.state

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = open_campaign(self.path)
        self.fight = Fight(self.store, "fight", by="tester")

    @precondition(lambda self: hasattr(self, "fight"))
    @invariant()
    def a_twin_rebuilt_from_the_file_is_equal(self) -> None:
        reader = open_campaign(self.path)
        try:
            head = reader.head("fight").seq
            history = History(reader.read("fight"))
            twin = fold_line(reader, "fight", head)
            assert twin == self.fight.state
            assert history.rows == self.fight.history.rows
            assert find_segments(reader.breaks("fight"), head) == history.line(head)
        finally:
            reader.close()

    @precondition(lambda self: hasattr(self, "fight"))
    @invariant()
    def what_is_off_the_line_is_marked_undone(self) -> None:
        history = self.fight.history
        line = {row.seq for row in history.on_line(len(history))}
        marks = find_undone(history)
        for row in history.rows:
            if history.position(row.seq) == row.seq:
                assert (row.seq in marks) == (row.seq not in line)

    @precondition(lambda self: hasattr(self, "fight"))
    @invariant()
    def exactly_one_branch_is_the_present_one(self) -> None:
        assert [True] == [
            branch.current for branch in list_branches(self.fight.history) if branch.current
        ]

    def teardown(self) -> None:
        if hasattr(self, "fight"):
            assert [] == list(find_differences(self.fight.history))
        if hasattr(self, "store"):
            self.store.close()
        self.folder.cleanup()


TestReferee = pytest.mark.slow(Referee.TestCase)
TestReferee.settings = settings(
    max_examples=amount(200),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
