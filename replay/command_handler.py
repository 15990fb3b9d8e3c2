"""Check, play, append: how what somebody says becomes events.

A command is composed on a copy of the state and is appended whole or not at all, so a refused
one changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from secrets import token_bytes

from events.errors import Refused
from events.serialization.text_cleaning import tidied
from events.store.envelope import Entry
from events.types.declarations import EndFight
from events.types.log_events import Sealed, SecretRevealed
from events.types.outcomes import Overruled
from events.types.rolls import Asked
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from rulesets.core.dice_sources import (
    DiceSource,
    Entropy,
    GivenDice,
    SealedDice,
    TypedDice,
    new_secret,
    salted,
    seal,
    typed,
)
from rulesets.core.driver import Performance
from rulesets.core.registry import ruleset
from rulesets.core.ruleset import Problem


class Draft:
    """A command being composed after event `head`. `state` is a copy that follows along,
    `entries` what will be appended, `secrets` what is kept beside the log with it. `secret` is
    the one that serves the dice, None where every one is spent or not known here; `salts` is what
    players have added to it; `entropy` is where a new one comes from."""

    def __init__(
        self,
        state: FightState,
        head: int,
        secret: bytes | None,
        entropy: Entropy = token_bytes,
        salts: Sequence[str] = (),
    ) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.secrets: dict[str, bytes] = {}
        self._head = head
        self._secret = secret
        self._sealed = seal(secret) if secret is not None else ""
        self._salts = salts
        self._entropy = entropy

    def declare(self, declaration: Declaration) -> None:
        """Check a declaration, play it, and add what comes of it; raises `Refused`."""
        prepared, problems = self._check(declaration)
        if self.state.dice == "digital" and not isinstance(prepared, EndFight):
            self._commit_secret()
        seq = self._play(prepared, problems, self._choose_dice())
        if isinstance(prepared, EndFight) and self._secret is not None:
            self._add(SecretRevealed(self._secret.hex(), self._sealed), cause=seq)

    def roll(
        self,
        asked: Asked,
        face: int | None,
        declaration: Declaration,
        record: Iterable[tuple[int, AnyEvent]],
    ) -> None:
        """Add one awaited die, typed (`face`) or drawn (None), and play on. The state stands at
        the declaration being played; `record` is what came after it on the line."""
        rules = ruleset(self.state.game.rules)
        seq = self.state.seq
        record = list(record)
        last = self.state.copied()
        for at, event in record:
            fold_one(last, at, event)
        if face is None or last.dice == "digital":
            for sealed in self._pending_commitments(last):
                record.append((self._next, sealed))
                self.entries.append(Entry(sealed))
        fallen = (
            typed(asked, face) if face is not None else SealedDice(self._dice_key).face(last, asked)
        )
        dice = GivenDice(fallen, self._choose_dice())
        performance = Performance(self.state, seq, self._next, dice, record)
        performance.run(rules.play(self.state, declaration, seq))
        self._add_played(performance.told, seq)

    def _check(self, declaration: Declaration) -> tuple[Declaration, list[Problem]]:
        """The declaration as it is recorded, and what is overruled with it; raises `Refused`."""
        refuse_while_waiting(self.state)
        rules = ruleset(self.state.game.rules)
        prepared = rules.prepare(self.state, tidied(declaration))
        problems = rules.check(self.state, prepared)
        refuse_problems(problems, _overruling(prepared))
        return prepared, problems

    def _play(
        self,
        prepared: Declaration,
        problems: list[Problem],
        dice: DiceSource,
        repeats: int | None = None,
    ) -> int:
        """Add a declaration that has been checked, and what comes of it with these dice; its
        seq."""
        seq = self._add(prepared, repeats=repeats)
        for problem in problems:
            overruled = Overruled(problem.clause, problem.reason, _overruling(prepared))
            self._add(overruled, cause=seq)
        performance = Performance(self.state, seq, self._next, dice)
        performance.run(ruleset(self.state.game.rules).play(self.state, prepared, seq))
        self._add_played(performance.told, seq)
        return seq

    def _commit_secret(self) -> None:
        """Put the secret into service, where it is not."""
        for sealed in self._pending_commitments(self.state):
            self._add(sealed)

    @property
    def _next(self) -> int:
        return self._head + len(self.entries) + 1

    def _add(self, event: AnyEvent, cause: int | None = None, repeats: int | None = None) -> int:
        seq = self._next
        fold_one(self.state, seq, event)
        self.entries.append(Entry(event, cause=cause, repeats=repeats))
        return seq

    def _add_played(self, told: Iterable[AnyEvent], cause: int) -> None:
        """Entries for events that are folded already."""
        self.entries.extend(self._make_entry(event, cause) for event in told)

    def _make_entry(self, event: AnyEvent, cause: int) -> Entry:
        """How something that came of a declaration is recorded."""
        return Entry(event, cause=cause)

    def _choose_dice(self) -> DiceSource:
        """Where the dice of a declaration come from; an end throws none, so it needs no secret."""
        if self.state.dice == "typed" or self._secret is None:
            return TypedDice()
        return SealedDice(self._dice_key)

    @property
    def _dice_key(self) -> bytes:
        """What dice are drawn from."""
        assert self._secret is not None, "one serves"
        return salted(self._secret, self._salts)

    def _pending_commitments(self, state: FightState) -> list[Sealed]:
        """What puts the secret into service on this line, where another one, or none, is."""
        if self._secret is None:
            self._secret, self._salts = new_secret(self._entropy), ()
            self._sealed = seal(self._secret)
            self.secrets[self._sealed] = self._secret
        return [] if self._sealed == state.sealed else [Sealed(self._sealed)]


def _overruling(declaration: Declaration) -> str:
    """The referee's reason for insisting; empty where they do not, or cannot."""
    reason: str = getattr(declaration, "overrule", "")
    return reason


def refuse_while_waiting(state: FightState) -> None:
    """While dice are awaited, nothing new can be declared."""
    if state.awaited:
        raise Refused(
            f"Dice are awaited: {described(state)}. Roll them (or “roll” alone to draw), or undo."
        )


def described(state: FightState) -> str:
    """The awaited dice in words: `Ada d10 (damage), Ben d20 (critical)`."""
    return ", ".join(
        f"{state.combatants[asked.by].name} {asked.die} ({asked.purpose.replace('-', ' ')})"
        for asked in state.awaited
    )


def refuse_problems(problems: list[Problem], overrule: str) -> None:
    """Raise the first problem that stands; with a reason only those beyond overruling do."""
    for problem in problems:
        if not (overrule and problem.overrulable):
            hint = "" if not problem.overrulable else " (to insist, add overrule: and a reason)"
            raise Refused(
                f"{problem.reason}{hint}.", clause=problem.clause, overrulable=problem.overrulable
            )
