"""Saying inputs again, with the dice as they fell: what a correction is composed of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.corrections import Corrected, Skipped, Spared
from events.declarations import EndFight
from events.dice import check_face
from events.errors import Refused
from events.history import RulesChanged, Sealed, SecretRevealed
from events.rolls import Asked, Rolled
from events.rows import Entry
from events.vocabulary import AnyEvent, Declaration
from projections.fold import fold_one
from projections.state import FightState
from replay.draft import Draft
from replay.history import History
from replay.memory import Memory, RememberedDice, UnreservedDice
from rulesets.dice import DiceSource, Entropy, TypedDice, typed
from rulesets.ruleset import Problem


class Fallen(NamedTuple):
    """A die typed for a correction; `by` and `die` say which it answers, where they are said."""

    face: int
    by: str = ""
    die: str = ""


class SuppliedDice:
    """Dice typed for a correction, each taken for the first die asked for that it can be, and
    then gone from the list; the rest comes from the source behind."""

    def __init__(self, fallen: list[Fallen], then: DiceSource) -> None:
        self._fallen = fallen
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        for at, each in enumerate(self._fallen):
            if each.by in ("", asked.by) and each.die in ("", asked.die):
                check_face(asked.die, each.face)
                return typed(asked, self._fallen.pop(at).face)
        return self._then.face(state, asked)


class Repetition(Draft):
    """A command that says inputs of a line again, after event `base` of it.

    Dice come from `memory`, then from `fallen`, then, where the fight's dice are digital or
    `drawing`, from the secret. A play that still misses one waits (`state.awaited`).
    """

    def __init__(
        self,
        history: History,
        base: int,
        memory: Memory,
        *,
        secret: bytes | None,
        entropy: Entropy,
        fallen: Sequence[Fallen] = (),
        drawing: bool = False,
    ) -> None:
        super().__init__(history.state(base), len(history), secret, entropy)
        self._history = history
        self._base = base
        self._memory = memory
        self.fallen = list(fallen)
        """The dice typed for the correction that nobody has asked for yet."""
        self._drawing = drawing

    def begin(self, corrected: Corrected) -> None:
        """Add the correction itself: the head goes to where the inputs are said again from."""
        fold_one(self.state, self._next, corrected)
        self.entries.append(Entry(corrected, parent=self._base))

    def say(self, declaration: Declaration, repeats: int | None = None) -> None:
        """Check and play a declaration as the repetition of an original, or as a new one; raises
        `Refused`, and then nothing of it is added."""
        prepared, problems = self._checked(declaration)
        before, length, fallen = self.state.copied(), len(self.entries), [*self.fallen]
        try:
            seq = self._play_with(TypedDice(), prepared, problems, repeats)
            if self.state.awaited and (self.state.dice == "digital" or self._drawing):
                self._back(before.copied(), length, [*fallen])
                self._seal()
                assert self._secret is not None, "sealed just now"
                sealed = UnreservedDice(self._secret, self._memory.reserved)
                seq = self._play_with(sealed, prepared, problems, repeats)
        except Refused:
            self._back(before, length, fallen)
            raise
        if isinstance(prepared, EndFight):
            self._end(seq)

    def skip(self, declaration: Declaration, why: str, repeats: int, struck: bool = False) -> None:
        """Leave an input out, where it stands."""
        self._add(Skipped(declaration, why, struck), repeats=repeats)

    def carry(self, event: Sealed | RulesChanged, repeats: int) -> None:
        """What is no input, and belongs to the line all the same."""
        if not (isinstance(event, Sealed) and event.sealed == self.state.sealed):
            self._add(event, repeats=repeats)

    def spare(self) -> Spared | None:
        """Add the dice that have found no use, if there are any."""
        used = {entry.repeats for entry in self.entries if isinstance(entry.event, Rolled)}
        unused = self._memory.unused({first for first in used if first is not None})
        if not unused:
            return None
        spared = Spared(unused)
        self._add(spared)
        return spared

    def origin(self, seq: int) -> int:
        """The first recording of an input, said before this command or in it."""
        if seq <= len(self._history):
            return self._history.origin(seq)
        return self.entries[seq - len(self._history) - 1].repeats or seq

    def _play_with(
        self,
        source: DiceSource,
        prepared: Declaration,
        problems: list[Problem],
        repeats: int | None,
    ) -> int:
        dice = RememberedDice(self._memory, self.origin, SuppliedDice(self.fallen, source))
        return self._play(prepared, problems, dice, repeats)

    def _entry(self, event: AnyEvent, cause: int) -> Entry:
        """Dice that fell before name their first recording."""
        spare = self._memory.find(event.asked, self.origin) if isinstance(event, Rolled) else None
        return Entry(event, cause=cause, repeats=spare.first if spare is not None else None)

    def _end(self, seq: int) -> None:
        """The secret that serves is revealed; one whose turn has passed is revealed already."""
        if self._secret is not None and self._sealed == self.state.sealed:
            self._add(SecretRevealed(self._secret.hex(), self._sealed), cause=seq)
            self._secret = None

    def _back(self, state: FightState, length: int, fallen: list[Fallen]) -> None:
        self.state = state
        self.fallen = fallen
        del self.entries[length:]
