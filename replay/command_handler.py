"""The write path: check a command against the state of the fight, play it, and compose the entries
to append.

What happens between a line typed at the prompt and the database:

    Session                 takes the line and has the grammar parse it into a declaration
                            (combatlog.app.session, combatlog.grammar)
    Fight.declare           makes a handler on a copy of the state (combatlog.app.fight)
    CommandHandler.declare  prepares and checks the declaration by the rules, plays it with dice,
                            and collects the events in `entries`
    Fight._append           hands the entries to the store
    Store.append            writes them in one transaction, if the fight is still at the expected
                            version (events.store)

A command is appended whole or not at all. A refused command changes nothing, because the handler
works on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from secrets import token_bytes

from events.errors import Refused
from events.serialization.codec import clean_event
from events.store.envelope import Entry
from events.types.declarations import EndFight
from events.types.log_events import Sealed, SecretRevealed
from events.types.outcomes import Overruled
from events.types.rolls import Asked
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from rulesets.core.play import (
    DiceSource,
    Entropy,
    GivenDice,
    PlayRunner,
    SealedDice,
    TypedDice,
    create_secret,
    hash_secret,
    make_typed_roll,
    mix_salts,
)
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Problem


class CommandHandler:
    """Handles one command: checks and plays declarations, and collects what is to be appended.

    `state` is a copy of the fight's state; each event is folded into it as it is added. `entries`
    are the events to append after event `head`, `secrets` the dice secrets to store with them, by
    their commitment. `secret` is the secret that sealed dice are drawn from, or None where every
    secret is revealed or unknown here. `salts` is what players have added to it. `entropy` supplies
    the bytes of a new secret.
    """

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
        self._sealed = hash_secret(secret) if secret is not None else ""
        self._salts = salts
        self._entropy = entropy

    def declare(self, declaration: Declaration) -> None:
        """Check a declaration, play it and add its events; raises `Refused`."""
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
        """Add one awaited die, typed (`face`) or drawn (`face` None), and resume the play that
        waits for it.

        The handler's state must be that of the declaration being played. `record` is what came
        after it on the line, as (seq, event).
        """
        rules = load_ruleset(self.state.game.rules)
        seq = self.state.seq
        record = list(record)
        last = self.state.copied()
        for at, event in record:
            fold_one(last, at, event)
        if face is None or last.dice == "digital":
            for sealed in self._pending_commitments(last):
                record.append((self._next, sealed))
                self.entries.append(Entry(sealed))
        rolled = (
            make_typed_roll(asked, face)
            if face is not None
            else SealedDice(self._dice_key).face(last, asked)
        )
        dice = GivenDice(rolled, self._choose_dice())
        performance = PlayRunner(self.state, seq, self._next, dice, record)
        performance.run(rules.play(self.state, declaration, seq))
        self._add_played(performance.told, seq)

    def _check(self, declaration: Declaration) -> tuple[Declaration, list[Problem]]:
        """Return the declaration as it will be recorded, and the problems that the referee
        overrules; raises `Refused`."""
        refuse_while_waiting(self.state)
        rules = load_ruleset(self.state.game.rules)
        prepared = rules.prepare(self.state, clean_event(declaration))
        problems = rules.check(self.state, prepared)
        refuse_problems(problems, _get_overruling(prepared))
        return prepared, problems

    def _play(
        self,
        prepared: Declaration,
        problems: list[Problem],
        dice: DiceSource,
        repeats: int | None = None,
    ) -> int:
        """Add a checked declaration and the events of its play; return its seq."""
        seq = self._add(prepared, repeats=repeats)
        for problem in problems:
            overruled = Overruled(problem.clause, problem.reason, _get_overruling(prepared))
            self._add(overruled, cause=seq)
        performance = PlayRunner(self.state, seq, self._next, dice)
        performance.run(load_ruleset(self.state.game.rules).play(self.state, prepared, seq))
        self._add_played(performance.told, seq)
        return seq

    def _commit_secret(self) -> None:
        """Add the commitment to the secret, if this line does not have it yet."""
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
        """Add entries for the events of a play, which are already folded into the state."""
        self.entries.extend(self._make_entry(event, cause) for event in told)

    def _make_entry(self, event: AnyEvent, cause: int) -> Entry:
        """Return the entry of an event of a play; corrections override this."""
        return Entry(event, cause=cause)

    def _choose_dice(self) -> DiceSource:
        """Return the source of a declaration's dice: typed, or sealed by the secret. `EndFight`
        throws none, so it needs no secret."""
        if self.state.dice == "typed" or self._secret is None:
            return TypedDice()
        return SealedDice(self._dice_key)

    @property
    def _dice_key(self) -> bytes:
        """The key that dice are drawn with: the secret and its salts."""
        assert self._secret is not None, "one serves"
        return mix_salts(self._secret, self._salts)

    def _pending_commitments(self, state: FightState) -> list[Sealed]:
        """Return the commitment to add where another secret, or none, is in use on the line of
        `state`. Makes a new secret if there is none."""
        if self._secret is None:
            self._secret, self._salts = create_secret(self._entropy), ()
            self._sealed = hash_secret(self._secret)
            self.secrets[self._sealed] = self._secret
        return [] if self._sealed == state.sealed else [Sealed(self._sealed)]


def _get_overruling(declaration: Declaration) -> str:
    """Return the referee's reason for overruling, empty where there is none."""
    reason: str = getattr(declaration, "overrule", "")
    return reason


def refuse_while_waiting(state: FightState) -> None:
    """Raise `Refused` if dice are awaited: nothing else can be declared until they are rolled."""
    if state.awaited:
        awaited = describe_awaited(state)
        raise Refused(f"Dice are awaited: {awaited}. Roll them (or “roll” alone to draw), or undo.")


def describe_awaited(state: FightState) -> str:
    """Return the awaited dice in words: `Ada d10 (damage), Ben d20 (critical)`."""
    return ", ".join(
        f"{state.combatants[asked.by].name} {asked.die} ({asked.purpose.replace('-', ' ')})"
        for asked in state.awaited
    )


def refuse_problems(problems: list[Problem], overrule: str) -> None:
    """Raise `Refused` for the first problem that `overrule`, the referee's reason, does not
    lift."""
    for problem in problems:
        if not (overrule and problem.overrulable):
            hint = "" if not problem.overrulable else " (to insist, add overrule: and a reason)"
            raise Refused(
                f"{problem.reason}{hint}.", clause=problem.clause, overrulable=problem.overrulable
            )
