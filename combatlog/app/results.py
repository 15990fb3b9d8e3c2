"""The result of a line or a command: data that every surface renders in its own way."""

from __future__ import annotations

from typing import Literal

import msgspec

from combatlog.app.positions import Point
from combatlog.grammar.commands import Show
from events.errors import CombatlogError
from events.store.envelope import Recorded
from events.types.rolls import Asked
from projections.queries.state_diff import StateRange
from projections.state.fight_state import FightState
from replay.corrections.plan import CorrectionPlan

ResultKind = Literal[
    "nothing",
    "declared",
    "rolled",
    "undone",
    "redone",
    "moved",
    "renamed",
    "noted",
    "salted",
    "closed",
    "bound",
    "revoked",
    "previewed",
    "corrected",
    "dropped",
    "repeated",
    "viewed",
]
"""What a line did.

nothing     a blank line, a comment, or the end of the conversation
declared    declarations were recorded, with the outcomes that follow from them
rolled      awaited dice were recorded
undone      the head moved back; `redone`: forward again; `moved`: elsewhere
renamed     a branch has a new name
noted       a note was recorded; `salted`: salt for the dice; `closed`: their secret was opened
bound       a key speaks for a person from here on; `revoked`: a key speaks for nobody any more
previewed   a correction waits for a yes; `plan` says what it would change
corrected   a correction was recorded
dropped     a waiting correction was dropped
repeated    the key was used before for the same line; the rows are those of the first time
viewed      nothing was recorded; `view` says what to look at
"""


class Step(msgspec.Struct, frozen=True):
    """Rows that were recorded together, with the state of the fight before and after them.

    `before` is None where it is not known: the rows are those of an earlier time.
    """

    rows: list[Recorded]
    after: FightState
    before: FightState | None = None


class Result(msgspec.Struct, frozen=True):
    """What a line led to.

    `steps` has one entry for each command that was recorded; of dice, one for each group that is
    complete and one for the rest. `plan` is the plan of a correction that waits, or that was just
    recorded; `ranges` is what dice that it still needs could change. `told` are sentences for the
    table: throws that were known, thrown again or left, dice that were taken back, and revoked keys
    that cannot be read. `left_out` says whose turn a line ended, and without whom. `refused` is
    what was refused although other parts were recorded: the rest of several typed dice, or a
    correction that another recording overtook. `compared` are the two points of a `diff`. `leave`
    ends the conversation. `surplus` are dice that were not awaited yet when they were typed: they
    serve rolls that the dice before them on the line led to.
    """

    kind: ResultKind
    steps: list[Step] = []
    plan: CorrectionPlan | None = None
    in_detail: bool = False
    view: Show | None = None
    compared: tuple[Point, Point] | None = None
    renamed: tuple[str, str] | None = None
    affected_fights: list[tuple[str, list[str]]] = []
    refused: CombatlogError | None = None
    leave: bool = False
    told: tuple[str, ...] = ()
    left_out: str = ""
    ranges: list[StateRange] = []
    surplus: tuple[Recorded, ...] = ()

    @property
    def rows(self) -> list[Recorded]:
        """Every recorded row, in order."""
        return [row for step in self.steps for row in step.rows]

    @property
    def before(self) -> FightState | None:
        """The state before the first row, where it is known."""
        return self.steps[0].before if self.steps else None

    @property
    def after(self) -> FightState | None:
        """The state after the last row."""
        return self.steps[-1].after if self.steps else None

    @property
    def awaited(self) -> tuple[Asked, ...]:
        """The dice the fight waits for after this, in the order they are asked for."""
        return tuple(self.steps[-1].after.awaited) if self.steps else ()
