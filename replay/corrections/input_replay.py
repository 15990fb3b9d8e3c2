"""The command that replays inputs, and the order in which its dice are looked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from events.store.envelope import Entry
from events.types.declarations import EndFight
from events.types.log_events import Corrected, RulesChanged, Sealed, Skipped, Spared
from events.types.rolls import FACES, Asked, Rolled, check_face
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.command_handler import CommandHandler
from replay.corrections.plan import CorrectionDie
from replay.corrections.recorded_dice import (
    DiceReuse,
    IdentifyDie,
    ReusedDice,
)
from replay.log.commitments import DiceSupply
from replay.log.event_log import History
from rulesets.core.play import DiceSource, TypedDice, make_typed_roll
from rulesets.core.ruleset import Problem
from rulesets.core.sealed_dice import SecretDice


class AllowedDeclaration(NamedTuple):
    """A declaration as it will be recorded, and the problems that are overruled with it."""

    prepared: Declaration
    problems: list[Problem]


def never_open() -> bool:
    """Return False: no play stays open."""
    return False


class SuppliedDice:
    """Dice typed for a correction. Answers with the one typed for this very die, else with the
    first that fits its roller and kind, and removes it from the list; otherwise the next source
    answers.

    A face that the die does not have is refused, but not while dice are drawn (`drawing`): then it
    is left over, because a refusal would tell of dice drawn before although nothing is recorded.
    """

    def __init__(
        self, dice: list[CorrectionDie], identify: IdentifyDie, then: DiceSource, drawing: bool
    ) -> None:
        self._dice = dice
        self._identify = identify
        self._then = then
        self._drawing = drawing

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        answer = self._answer(asked) if self._dice else None
        if answer is None:
            return self._then.roll(state, asked)
        check_face(asked.die, answer.face)
        self._dice.remove(answer)
        return make_typed_roll(asked, answer.face)

    def _answer(self, asked: Asked) -> CorrectionDie | None:
        wanted = self._identify(asked)
        able = [each for each in self._dice if not self._drawing or _can_show(asked.die, each)]
        for each in able:
            if each.asked == wanted:
                return each
        for each in able:
            if each.asked is None and each.by in ("", asked.by) and each.die in ("", asked.die):
                return each
        return None


def _can_show(die: str, typed: CorrectionDie) -> bool:
    return 1 <= typed.face <= FACES[die]


MissingDice = Literal["await", "draw", "low", "high"]
"""Where the dice come from that a correction needs and that never fell: nowhere yet, the sealed
dice, or an estimate with the lowest or the highest faces."""


class EstimatedDice:
    """Dice that all show their lowest or their highest face, to estimate what depends on them."""

    def __init__(self, high: bool) -> None:
        self._high = high

    def roll(self, state: FightState, asked: Asked) -> Rolled:
        return make_typed_roll(asked, FACES[asked.die] if self._high else 1)


class InputReplay(CommandHandler):
    """A command handler that replays inputs of a line after event `base`.

    Dice come from those recorded on the line (`reuse`), then from those typed for the correction
    (`typed_dice`). Those still `missing` are waited for (`state.awaited`), drawn from `supply`, or
    estimated. In a fight with typed dice they are drawn only if `drawing` is set.
    """

    def __init__(
        self,
        history: History,
        base: int,
        reuse: DiceReuse,
        *,
        supply: DiceSupply,
        missing: MissingDice = "await",
        typed_dice: Sequence[CorrectionDie] = (),
        drawing: bool = False,
    ) -> None:
        super().__init__(history.state(base), len(history), lambda: supply)
        self._history = history
        self._base = base
        self._reuse = reuse
        self._dice: ReusedDice | None = None
        self._new_inputs: dict[int, int] = {}
        self._count = 0
        self.typed_dice = list(typed_dice)
        """The dice typed for the correction that no play has asked for yet."""
        self._missing = missing
        self._drawing = drawing
        self._resealed = False

    def begin(self, corrected: Corrected) -> None:
        """Add the `Corrected` event: it moves the head to where the replay starts."""
        fold_one(self.state, self._next_seq, corrected)
        self.entries.append(Entry(corrected, parent=self._base))

    def check(self, declaration: Declaration) -> AllowedDeclaration:
        """Check a declaration against the present state; raises `Refused`."""
        return AllowedDeclaration(*self._check(declaration))

    def replay(
        self,
        allowed: AllowedDeclaration,
        repeats: int | None = None,
        stays_open: Callable[[], bool] = never_open,
    ) -> None:
        """Play a declaration, as the repetition of an original or (`repeats` None) as a new one.
        `stays_open` is called when the play has to wait for typed dice; if it returns True, they
        are not drawn instead. Raises `Refused` if a typed die has no such face."""
        self._count += repeats is None
        length = len(self.entries)
        if self._missing == "await" or not (self._is_estimating or self.draws):
            seq = self._play_with(TypedDice(), allowed, repeats)
        elif self._is_digital and self._is_in_service and not self._is_estimating:
            seq = self._play_with(self._sealed_dice, allowed, repeats)
        else:
            seq = self._play_twice(allowed, repeats, stays_open)
        if isinstance(allowed.prepared, EndFight):
            self._reveal_secret(seq)
        for entry in self.entries[length:]:
            if isinstance(entry.event, Rolled) and entry.repeats is None:
                self._reuse.follow(entry.event, self._find_origin(entry.event.root))

    @property
    def is_outdated(self) -> bool:
        """Whether a new die passed over a draw that is not kept for anything (`DiceReuse`)."""
        return bool(self._reuse.passed_over)

    @property
    def draws(self) -> bool:
        """Whether missing dice are drawn at this point of the line, now or later."""
        return self._is_digital or self._drawing

    @property
    def has_drawn(self) -> bool:
        """Whether a die was drawn that had never fallen."""
        return any(
            isinstance(entry.event, Rolled)
            and entry.event.draw is not None
            and entry.repeats is None
            for entry in self.entries
        )

    @property
    def _is_digital(self) -> bool:
        return self.state.dice == "digital" and not self.supply.is_spent

    @property
    def _is_estimating(self) -> bool:
        return self._missing in ("low", "high")

    def skip(self, declaration: Declaration, why: str, repeats: int, struck: bool = False) -> None:
        """Add an input as skipped: struck out, or impossible because of `why`."""
        self._add(Skipped(declaration, why, struck), repeats=repeats)

    def carry(self, event: Sealed | RulesChanged, repeats: int) -> None:
        """Add a commitment or a change of rules of the line again; a commitment only if it still
        applies."""
        here = isinstance(event, Sealed) and (self._resealed or event.sealed == self.state.sealed)
        if not here:
            self._add(event, repeats=repeats)

    def add_unused_dice(self) -> Spared | None:
        """Add the recorded dice that no play asked for, if there are any, and return that event."""
        unused = self._reuse.recorded.list_unused(self._reuse.used)
        if not unused:
            return None
        spared = Spared(unused)
        self._add(spared)
        return spared

    def identify(self, asked: Asked) -> Asked:
        """Return the die with its root replaced by the first recording of the root. Inputs that are
        new in this correction count −1, −2 and so on."""
        return replace(asked, root=self._find_origin(asked.root))

    def _find_origin(self, seq: int) -> int:
        if seq <= len(self._history):
            return self._history.origin(seq)
        return self.entries[seq - len(self._history) - 1].repeats or self._new_inputs[seq]

    def _play_twice(
        self, allowed: AllowedDeclaration, repeats: int | None, stays_open: Callable[[], bool]
    ) -> int:
        """Play without new dice first, then with them if any is missing. Only then a secret is
        committed to, and that comes before the declaration; an estimate needs none."""
        before, length, typed_dice = self.state.copied(), len(self.entries), [*self.typed_dice]
        used = self._reuse.used.copy()
        seq = self._play_with(TypedDice(), allowed, repeats)
        if not self.state.awaited or (self.state.dice != "digital" and stays_open()):
            return seq
        self.state, self.typed_dice, self._reuse.used = before, typed_dice, used
        del self.entries[length:]
        if self._is_estimating:
            return self._play_with(EstimatedDice(self._missing == "high"), allowed, repeats)
        self._add_commitment()
        return self._play_with(self._sealed_dice, allowed, repeats)

    @property
    def _is_in_service(self) -> bool:
        """Whether this line draws its dice from those of the supply."""
        dice = self.supply.dice
        return dice is not None and not dice.commit(self.state)

    @property
    def _sealed_dice(self) -> DiceSource:
        return self.supply.serve().reserving(self._reuse.reserved)

    def _play_with(
        self, source: DiceSource, allowed: AllowedDeclaration, repeats: int | None
    ) -> int:
        if repeats is None:
            self._new_inputs[self._next_seq] = -self._count
        supplied = SuppliedDice(self.typed_dice, self.identify, source, self._missing == "draw")
        cause = repeats or self._next_seq
        self._dice = ReusedDice(self._reuse, self.identify, cause, supplied)
        return self._play(allowed.prepared, allowed.problems, self._dice, repeats)

    def _add_commitment(self) -> None:
        """Commit to the dice. From here on the later commitments of the old line no longer
        apply."""
        length = len(self.entries)
        super()._add_commitment()
        self._resealed |= len(self.entries) > length

    def _make_entry(self, event: AnyEvent, cause: int) -> Entry:
        """Return the entry of an event of a play; a reused die names its first recording."""
        if not isinstance(event, Rolled) or self._dice is None:
            return super()._make_entry(event, cause)
        first = self._dice.answers.get(event.asked)
        if first is not None:
            self._reuse.used.add(first)
        return Entry(event, cause=cause, repeats=first)

    def _reveal_secret(self, seq: int) -> None:
        """Reveal the secret in use at the end of the fight; earlier ones are revealed already."""
        if self._is_in_service and isinstance(self.supply.dice, SecretDice):
            super()._reveal_secret(seq)
            self.supply.dice = None
