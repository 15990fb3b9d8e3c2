"""Saying inputs again, with the dice as they fell: what a correction is composed of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from events.store.envelope import Entry
from events.types.corrections import Corrected, Skipped, Spared
from events.types.declarations import EndFight
from events.types.dice_notation import check_face
from events.types.log_events import RulesChanged, Sealed, SecretRevealed
from events.types.rolls import Asked, Rolled
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.command_handler import Draft
from replay.corrections.plan import Fallen
from replay.corrections.recorded_dice import (
    DiceReuse,
    IdentifyDie,
    ReusedDice,
    UnreservedDice,
)
from replay.log.event_log import History
from rulesets.core.dice_sources import DiceSource, Entropy, TypedDice, typed
from rulesets.core.ruleset import Problem


class AllowedDeclaration(NamedTuple):
    """A declaration as it is recorded, and what is overruled with it."""

    prepared: Declaration
    problems: list[Problem]


def never() -> bool:
    """Nothing stays open."""
    return False


class KnownDice:
    """Dice typed for a correction: one for this very die, else the first that it can be, which
    then is gone from the list; the rest comes from the source behind."""

    def __init__(self, fallen: list[Fallen], identify: IdentifyDie, then: DiceSource) -> None:
        self._fallen = fallen
        self._identify = identify
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        answer = self._answer(asked) if self._fallen else None
        if answer is None:
            return self._then.face(state, asked)
        check_face(asked.die, answer.face)
        self._fallen.remove(answer)
        return typed(asked, answer.face)

    def _answer(self, asked: Asked) -> Fallen | None:
        wanted = self._identify(asked)
        for each in self._fallen:
            if each.asked == wanted:
                return each
        for each in self._fallen:
            if each.asked is None and each.by in ("", asked.by) and each.die in ("", asked.die):
                return each
        return None


class InputReplay(Draft):
    """A command that says inputs of a line again, after event `base` of it.

    Dice come from the line, by `reuse`, then from `fallen`, then, where the fight's dice are
    digital or `drawing`, from the secret. A play that still misses one waits (`state.awaited`).
    """

    def __init__(
        self,
        history: History,
        base: int,
        reuse: DiceReuse,
        *,
        secret: bytes | None,
        entropy: Entropy,
        fallen: Sequence[Fallen] = (),
        drawing: bool = False,
    ) -> None:
        salts = history.salts_of(secret)
        super().__init__(history.state(base), len(history), secret, entropy, salts)
        self._history = history
        self._base = base
        self._reuse = reuse
        self._dice: ReusedDice | None = None
        self._new: dict[int, int] = {}
        self._count = 0
        self.fallen = list(fallen)
        """The dice typed for the correction that nobody has asked for yet."""
        self._drawing = drawing
        self._resealed = False

    def begin(self, corrected: Corrected) -> None:
        """Add the correction itself: the head goes to where the inputs are said again from."""
        fold_one(self.state, self._next, corrected)
        self.entries.append(Entry(corrected, parent=self._base))

    def check(self, declaration: Declaration) -> AllowedDeclaration:
        """A declaration that can be said now; raises `Refused` where it cannot."""
        return AllowedDeclaration(*self._check(declaration))

    def replay(
        self,
        allowed: AllowedDeclaration,
        repeats: int | None = None,
        stays_open: Callable[[], bool] = never,
    ) -> None:
        """Play a declaration as the repetition of an original, or as a new one. `stays_open` is
        asked where it has to wait for typed dice: those are not drawn instead. Raises `Refused`
        where a die was typed that has no such face."""
        self._count += repeats is None
        if self.state.dice == "digital" and self._is_in_service:
            seq = self._play_with(self._sealed_dice, allowed, repeats)
        elif self.state.dice == "typed" and not self._drawing:
            seq = self._play_with(TypedDice(), allowed, repeats)
        else:
            seq = self._play_twice(allowed, repeats, stays_open)
        if isinstance(allowed.prepared, EndFight):
            self._reveal_secret(seq)

    def skip(self, declaration: Declaration, why: str, repeats: int, struck: bool = False) -> None:
        """Leave an input out, where it stands."""
        self._add(Skipped(declaration, why, struck), repeats=repeats)

    def carry(self, event: Sealed | RulesChanged, repeats: int) -> None:
        """What is no input, and belongs to the line all the same."""
        here = isinstance(event, Sealed) and (self._resealed or event.sealed == self.state.sealed)
        if not here:
            self._add(event, repeats=repeats)

    def add_unused_dice(self) -> Spared | None:
        """Add the dice that have found no use, if there are any."""
        unused = self._reuse.recorded.list_unused(self._reuse.used)
        if not unused:
            return None
        spared = Spared(unused)
        self._add(spared)
        return spared

    def identify(self, asked: Asked) -> Asked:
        """What a die is that is asked for: its root is the first recording of that, or −1 for
        what is said newly here, −2 for the second such input, and so on."""
        return replace(asked, root=self._origin_of(asked.root))

    def _origin_of(self, seq: int) -> int:
        if seq <= len(self._history):
            return self._history.origin(seq)
        return self.entries[seq - len(self._history) - 1].repeats or self._new[seq]

    def _play_twice(
        self, allowed: AllowedDeclaration, repeats: int | None, stays_open: Callable[[], bool]
    ) -> int:
        """Without new dice first: a secret is put into service only where it has to serve, and
        then before the declaration."""
        before, length, fallen = self.state.copied(), len(self.entries), [*self.fallen]
        used = self._reuse.used.copy()
        seq = self._play_with(TypedDice(), allowed, repeats)
        if not self.state.awaited or (self.state.dice == "typed" and stays_open()):
            return seq
        self.state, self.fallen, self._reuse.used = before, fallen, used
        del self.entries[length:]
        self._commit_secret()
        return self._play_with(self._sealed_dice, allowed, repeats)

    @property
    def _is_in_service(self) -> bool:
        """Is the secret in service here?"""
        return self._secret is not None and self._sealed == self.state.sealed

    @property
    def _sealed_dice(self) -> DiceSource:
        return UnreservedDice(self._dice_key, self._reuse.reserved)

    def _play_with(
        self, source: DiceSource, allowed: AllowedDeclaration, repeats: int | None
    ) -> int:
        if repeats is None:
            self._new[self._next] = -self._count
        supplied = KnownDice(self.fallen, self.identify, source)
        cause = repeats or self._next
        self._dice = ReusedDice(self._reuse, self.identify, cause, supplied)
        return self._play(allowed.prepared, allowed.problems, self._dice, repeats)

    def _commit_secret(self) -> None:
        """From here on the secret serves that is put into service now: none that the line had
        comes after it."""
        length = len(self.entries)
        super()._commit_secret()
        self._resealed |= len(self.entries) > length

    def _make_entry(self, event: AnyEvent, cause: int) -> Entry:
        """Dice that fell before name their first recording."""
        if not isinstance(event, Rolled) or self._dice is None:
            return super()._make_entry(event, cause)
        first = self._dice.met.get(event.asked)
        if first is not None:
            self._reuse.used.add(first)
        return Entry(event, cause=cause, repeats=first)

    def _reveal_secret(self, seq: int) -> None:
        """The secret that serves is revealed; one whose turn has passed is revealed already."""
        if self._secret is not None and self._is_in_service:
            self._add(SecretRevealed(self._secret.hex(), self._sealed), cause=seq)
            self._secret = None
