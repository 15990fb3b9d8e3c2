"""One fight at its head: commands are recorded, and the state follows from the record."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from secrets import token_bytes

import msgspec

from events.errors import Conflict, Refused
from events.store.envelope import Entry, Recorded
from events.store.protocol import Store
from events.types.log_events import Noted
from events.types.names import clean_text
from events.types.rolls import Asked
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.command_handler import CommandHandler, describe_awaited
from replay.corrections.plan import Correction, CorrectionPlan, KnownDie, Rulings
from replay.corrections.rebase import plan_correction
from replay.log import branches
from replay.log import undo as moves
from replay.log.commitments import add_salt
from replay.log.event_log import History
from rulesets.core.play import Entropy


def name_seed(fight: str) -> str:
    """Return the name under which the seed of a fight is kept among the secrets."""
    return f"seed of {fight}"


class DiceSeed:
    """The seed of one fight: the secrets of the dice that come next are computed from it.

    So every preview of a correction shows the same dice, and the correction then uses them. Where
    no seed is kept yet, it is new, and `unkept` holds it.
    """

    def __init__(self, store: Store, fight: str) -> None:
        self._name = name_seed(fight)
        kept = store.secret(fight, self._name)
        self._seed = token_bytes(32) if kept is None else kept
        self._is_kept = kept is not None

    def entropy(self, spent: int) -> Entropy:
        """Return a source of bytes for the secret that follows after `spent` secrets. It yields the
        same bytes every time."""
        number = spent

        def following(count: int) -> bytes:
            nonlocal number
            number += 1
            return hmac.digest(self._seed, str(number).encode(), "sha256")[:count]

        return following

    @property
    def unkept(self) -> Mapping[str, bytes]:
        """The seed by its name, as long as it is not kept in the store."""
        return {} if self._is_kept else {self._name: self._seed}

    def keep(self) -> None:
        """Note that the seed is kept in the store now."""
        self._is_kept = True


class Fight:
    """A fight in an event store, at its head.

    `by` is the name that is recorded with each command. `entropy` is the source of new secrets for
    the dice, by default the fight's own seed.

    Every command raises `Refused` where the rules or the log do not allow it, and `Conflict` where
    another program has recorded meanwhile; then this object is up to date again. In both cases
    nothing was recorded.

    `key` makes a command idempotent: repeated with the same key, it returns the rows of the first
    time. `said` is the line the command was parsed from. Where it is given, the key stands for this
    line, and not for what the line would mean by now.
    """

    def __init__(self, store: Store, id: str, by: str = "", entropy: Entropy | None = None) -> None:
        self.id = id
        self.by = clean_text(by)
        self._store = store
        self._seed = DiceSeed(store, id)
        self._given = entropy
        self.history = History(store.read(id))
        if not len(self.history):
            raise Refused(f"There is no fight {id} in this campaign.")
        self.state = self.history.state(len(self.history))

    def declare(self, *declarations: Declaration, key: str = "", said: str = "") -> list[Recorded]:
        """Record declarations, and the outcomes that follow from them, as one command."""
        request = _request(key, said, "declare", *(declarations if key and not said else ()))
        if (known := self._known(key, request)) is not None:
            return known
        draft = self._draft(self.state.copied())
        for declaration in declarations:
            draft.declare(declaration)
        return self._append(draft.entries, key, request, draft.state, draft.secrets)

    def roll(
        self,
        face: int | None = None,
        *,
        by: str = "",
        die: str = "",
        key: str = "",
        said: str = "",
    ) -> list[Recorded]:
        """Record one awaited die as a command of its own, with its outcomes.

        `face` is what was typed; None draws the die. `by` (an id) and `die` choose among the
        awaited dice; the default is the first.
        """
        request = _request(key, said, "roll", face, by, die)
        if (known := self._known(key, request)) is not None:
            return known
        asked = self.asked(by, die)
        playing = self.history[self.state.playing]
        record = [
            (row.seq, row.event)
            for row in self.history.on_line(len(self.history))
            if row.seq > playing.seq
        ]
        before = self.history.state(playing.seq)
        draft = self._draft(before)
        assert isinstance(playing.event, Declaration), "only declarations are played"
        draft.roll(asked, face, playing.event, record)
        if not draft.entries:
            raise Refused("This die belongs to nothing that is being played; undo to go on.")
        return self._append(draft.entries, key, request, draft.state, draft.secrets)

    def asked(self, by: str = "", die: str = "") -> Asked:
        """Return the awaited die that is meant. Raises `Refused` where none fits."""
        if not self.state.awaited:
            raise Refused("No dice are awaited just now.", clause="ALL-02")
        for asked in self.state.awaited:
            if by in ("", asked.by) and die in ("", asked.die):
                return asked
        name = self.state.combatants[by].name if by in self.state.combatants else by
        wanted = " ".join(filter(None, [name, die]))
        raise Refused(f"No {wanted} is awaited just now.", clause="ALL-02")

    def undo(self, count: int = 1, why: str = "", key: str = "", said: str = "") -> list[Recorded]:
        """Take back the last `count` commands."""
        request = _request(key, said, "undo", count, why)
        return self._move(lambda: moves.undo(self.history, count, why), key, request)

    def redo(self, count: int = 1, why: str = "", key: str = "", said: str = "") -> list[Recorded]:
        """Bring back what the last `count` undos took back."""
        request = _request(key, said, "redo", count, why)
        return self._move(lambda: moves.redo(self.history, count, why), key, request)

    def rewind(self, seq: int, why: str = "", key: str = "", said: str = "") -> list[Recorded]:
        """Move the head to the end of the command of event `seq`."""
        request = _request(key, said, "rewind", seq, why)
        return self._move(lambda: moves.rewind(self.history, seq, why), key, request)

    def switch(self, branch: str, why: str = "", key: str = "", said: str = "") -> list[Recorded]:
        """Move the head to the end of a branch."""
        request = _request(key, said, "switch", branch, why)
        return self._move(lambda: moves.switch(self.history, branch, why), key, request)

    def course(
        self,
        correction: Correction,
        rulings: Rulings = Rulings(),
        fallen: Sequence[KnownDie] = (),
        drawing: bool = False,
    ) -> CorrectionPlan:
        """Return the plan of a correction: what it would append and change. Nothing is recorded.

        `rulings` decide what becomes of inputs that are impossible then. `fallen` are dice typed
        for it. `drawing` draws the dice that are still missing.
        """
        return plan_correction(
            self.history,
            correction,
            rulings=rulings,
            secret=self._secret(),
            entropy=self._entropy(),
            fallen=fallen,
            drawing=drawing,
        )

    def correct(self, course: CorrectionPlan, key: str = "", said: str = "") -> list[Recorded]:
        """Record the plan of a correction in one append. Raises `Refused` while dice are missing,
        and `Conflict` where the fight has gone on since the plan was computed."""
        request = _request(key, said, "correct", course.correction, course.rulings)
        if (known := self._known(key, request)) is not None:
            return known
        if course.missing:
            raise Refused(
                f"Dice are missing for this correction: {describe_awaited(course.state)}."
            )
        if course.head != len(self.history):
            raise self.overtaken() or Conflict(self.id, course.head, len(self.history))
        return self._append(course.entries, key, request, course.state, dict(course.secrets))

    def branches(self) -> list[branches.Branch]:
        """Return every branch, in the order they began."""
        return branches.list_branches(self.history)

    def name_branch(self, branch: str, name: str, key: str = "", said: str = "") -> list[Recorded]:
        """Rename a branch."""

        def named() -> list[Entry]:
            found = branches.find_branch(self.history, branch)
            return branches.name_branch(self.history, found, name)

        return self._move(named, key, _request(key, said, "call", branch, name))

    def note(self, text: str, key: str = "", said: str = "") -> list[Recorded]:
        """Record a note. An undo leaves it in place."""
        if not clean_text(text):
            raise Refused("Say what to note, like: note Ada spares the wolf.")
        entries = [Entry(Noted(clean_text(text)))]
        return self._move(lambda: entries, key, _request(key, said, "note", text))

    def salt(self, text: str, key: str = "", said: str = "") -> list[Recorded]:
        """Add text to the secret of the dice, before the first of them has fallen."""

        def salted() -> list[Entry]:
            entries = add_salt(self.history, text)
            if self.history.sealed and self._store.secret(self.id, self.history.sealed[-1]) is None:
                raise Refused(
                    "The secret of these dice is not kept here, so another will serve: declare"
                    " something, and salt that one."
                )
            return entries

        return self._move(salted, key, _request(key, said, "salt", text))

    def at(self, seq: int) -> FightState:
        """Return the state after event `seq`, on whichever line it is."""
        if not 1 <= seq <= len(self.history):
            raise Refused(f"There is no #{seq}; this fight has #1 to #{len(self.history)}.")
        return self.history.state(seq)

    def refresh(self) -> list[Recorded]:
        """Read the events that others have recorded since, and return them."""
        fresh = list(self._store.read(self.id, after=len(self.history)))
        if fresh:
            self.history.extend(fresh)
            self.state = self.history.state(len(self.history))
        return fresh

    def overtaken(self) -> Conflict | None:
        """Bring the fight up to date. Return the conflict with what others have recorded since, or
        None."""
        before = len(self.history)
        since = self.refresh()
        if not since:
            return None
        return Conflict(self.id, before, len(self.history), self._intervened(since))

    def known(self, key: str, said: str) -> list[Recorded] | None:
        """Return what this line recorded under this key before, or None."""
        command = self._store.command(key)
        request = _request(key, said)
        if command is None or (command.fight, command.request) != (self.id, request):
            return None
        return self._known(key, request)

    def _draft(self, state: FightState) -> CommandHandler:
        """Return a new command in this state."""
        secret = self._secret()
        salts = self.history.salts_of(secret)
        return CommandHandler(state, len(self.history), secret, self._entropy(), salts)

    def _entropy(self) -> Entropy:
        """Return the source of the next secret. It stays the same until that secret is recorded."""
        return self._given or self._seed.entropy(self.history.commitments)

    def _move(self, moved: Callable[[], list[Entry]], key: str, request: bytes) -> list[Recorded]:
        if (known := self._known(key, request)) is not None:
            return known
        return self._append(moved(), key, request)

    def _append(
        self,
        entries: Sequence[Entry],
        key: str,
        request: bytes,
        state: FightState | None = None,
        secrets: dict[str, bytes] | None = None,
    ) -> list[Recorded]:
        """Append a command and continue from it. `state` is the fight after it, if known."""
        before = len(self.history)
        kept = {**(secrets or {}), **self._seed.unkept}
        try:
            recorded = self._store.append(
                self.id, before, entries, by=self.by, key=key, request=request, secrets=kept
            )
        except Conflict as conflict:
            raise self.overtaken() or conflict from None
        if [row.event for row in recorded] != [entry.event for entry in entries] or (
            recorded and recorded[0].seq != before + 1
        ):
            self.refresh()  # somebody with the same key was quicker, and this is theirs
            return recorded
        self._seed.keep()
        self.history.extend(recorded)
        self.state = state or self.history.state(len(self.history))
        return recorded

    def _intervened(self, rows: list[Recorded]) -> str:
        """Describe what others recorded meanwhile, one phrase a command."""
        from projections.text.phrases import describe_event

        commands = [self.history.said(row.seq) for row in rows if row.seq == row.cmd]
        said = [
            f"#{row.seq} {row.by}: {describe_event(row.event, self.state)}" for row in commands[:5]
        ]
        more = [f"and {len(commands) - 5} more"] if len(commands) > 5 else []
        return "; ".join(said + more)

    def _known(self, key: str, request: bytes) -> list[Recorded] | None:
        """Return what this key recorded before, or None. Raises `KeyReused` where that was another
        command."""
        if not key or self._store.command(key) is None:
            return None
        recorded = self._store.append(self.id, len(self.history), [], key=key, request=request)
        self.refresh()
        return recorded

    def _secret(self) -> bytes | None:
        """Return the secret that the dice use now: the newest one kept here that is not revealed.

        It may have been sealed on any line, so that an undo never leads to other dice.
        """
        for sealed in reversed(self.history.sealed):
            secret = self._store.secret(self.id, sealed)
            if secret is not None:
                return secret
        return None


def _request(key: str, said: str, *asked: object) -> bytes:
    """Return the digest of a request, which tells whether a key is reused for another command.
    Empty without a key."""
    if not key:
        return b""
    return hashlib.sha256(msgspec.json.encode([said] if said else asked)).digest()
