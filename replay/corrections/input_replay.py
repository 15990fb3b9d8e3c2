"""The command that replays inputs, and the order in which its dice are looked for."""

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
from replay.command_handler import CommandHandler
from replay.corrections.plan import KnownDie
from replay.corrections.recorded_dice import (
    DiceReuse,
    IdentifyDie,
    ReusedDice,
    UnreservedDice,
)
from replay.log.event_log import History
from rulesets.core.play import DiceSource, Entropy, TypedDice, make_typed_roll
from rulesets.core.ruleset import Problem


class AllowedDeclaration(NamedTuple):
    """A declaration as it will be recorded, and the problems that are overruled with it."""

    prepared: Declaration
    problems: list[Problem]


def never_open() -> bool:
    """Return False: no play stays open."""
    return False


class KnownDice:
    """Dice typed for a correction. Answers with the one typed for this very die, else with the
    first that fits its roller and kind, and removes it from the list; otherwise the next source
    answers."""

    def __init__(self, fallen: list[KnownDie], identify: IdentifyDie, then: DiceSource) -> None:
        self._fallen = fallen
        self._identify = identify
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        answer = self._answer(asked) if self._fallen else None
        if answer is None:
            return self._then.face(state, asked)
        check_face(asked.die, answer.face)
        self._fallen.remove(answer)
        return make_typed_roll(asked, answer.face)

    def _answer(self, asked: Asked) -> KnownDie | None:
        wanted = self._identify(asked)
        for each in self._fallen:
            if each.asked == wanted:
                return each
        for each in self._fallen:
            if each.asked is None and each.by in ("", asked.by) and each.die in ("", asked.die):
                return each
        return None


class InputReplay(CommandHandler):
    """A command handler that replays inputs of a line after event `base`.

    Dice come from those recorded on the line (`reuse`), then from those typed for the correction
    (`fallen`), then, if the fight's dice are digital or `drawing` is set, from the secret. A play
    that still lacks one waits (`state.awaited`).
    """

    def __init__(
        self,
        history: History,
        base: int,
        reuse: DiceReuse,
        *,
        secret: bytes | None,
        entropy: Entropy,
        fallen: Sequence[KnownDie] = (),
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
        """The dice typed for the correction that no play has asked for yet."""
        self._drawing = drawing
        self._resealed = False

    def begin(self, corrected: Corrected) -> None:
        """Add the `Corrected` event: it moves the head to where the replay starts."""
        fold_one(self.state, self._next, corrected)
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
        if self.state.dice == "digital" and self._is_in_service:
            seq = self._play_with(self._sealed_dice, allowed, repeats)
        elif self.state.dice == "typed" and not self._drawing:
            seq = self._play_with(TypedDice(), allowed, repeats)
        else:
            seq = self._play_twice(allowed, repeats, stays_open)
        if isinstance(allowed.prepared, EndFight):
            self._reveal_secret(seq)

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
        return replace(asked, root=self._origin_of(asked.root))

    def _origin_of(self, seq: int) -> int:
        if seq <= len(self._history):
            return self._history.origin(seq)
        return self.entries[seq - len(self._history) - 1].repeats or self._new[seq]

    def _play_twice(
        self, allowed: AllowedDeclaration, repeats: int | None, stays_open: Callable[[], bool]
    ) -> int:
        """Play without new dice first, then with them if any is missing: only then a secret is
        committed to, and that comes before the declaration."""
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
        """Whether this line draws its dice from the secret."""
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
        """Commit to the secret. From here on the later commitments of the old line no longer
        apply."""
        length = len(self.entries)
        super()._commit_secret()
        self._resealed |= len(self.entries) > length

    def _make_entry(self, event: AnyEvent, cause: int) -> Entry:
        """Return the entry of an event of a play; a reused die names its first recording."""
        if not isinstance(event, Rolled) or self._dice is None:
            return super()._make_entry(event, cause)
        first = self._dice.met.get(event.asked)
        if first is not None:
            self._reuse.used.add(first)
        return Entry(event, cause=cause, repeats=first)

    def _reveal_secret(self, seq: int) -> None:
        """Reveal the secret in use at the end of the fight; earlier ones are revealed already."""
        if self._secret is not None and self._is_in_service:
            self._add(SecretRevealed(self._secret.hex(), self._sealed), cause=seq)
            self._secret = None
