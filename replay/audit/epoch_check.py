"""The secrets of format 2: which of them are known, and what dice they fix.

A root is known if it is kept and meets its anchor. The secrets of its epochs follow from it. An
opened secret gives those of the epochs before it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from events.hashing import (
    MOST_EPOCHS,
    derive_dice_key,
    draw_number,
    list_earlier_secrets,
    read_face,
)
from events.store.envelope import Recorded
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.declarations import FightStarted
from events.types.log_events import Salted
from events.types.rolls import FACES, Rolled
from replay.log.event_log import Epochs, follow_epochs
from rulesets.core.sealed_dice import hash_secret


class EpochClose(NamedTuple):
    """A close of the dice in event `seq`: `drawn` dice were drawn in the epoch after it, that is
    after the fight was closed. `epoch` is None for a secret of format 1."""

    seq: int
    by: str
    why: str
    epoch: int | None
    drawn: int


EpochVerdict: TypeAlias = Literal["open", "closed and right", "closed and wrong", "lost"]
"""An epoch is open until it is closed; lost if another root serves and its secret is not here."""


class EpochState(NamedTuple):
    """An epoch of the root with this anchor, how many dice were drawn in it, and how it stands."""

    anchor: str
    epoch: int
    drawn: int
    verdict: EpochVerdict


class OtherRoot(NamedTuple):
    """An event that put another root into service, who recorded it, and why."""

    seq: int
    by: str
    why: str


class EpochSecrets:
    """The known secrets of a fight's roots. `kept` are the roots that meet their anchor, `others`
    the anchors whose kept root does not."""

    def __init__(self, fight: str, rows: Iterable[Recorded], kept: Mapping[str, bytes]) -> None:
        self._fight = fight
        self.kept: set[str] = set()
        self.others: set[str] = set()
        self.opened: dict[tuple[str, int], int] = {}
        """The events that opened secrets, by anchor and epoch."""
        self.false: set[int] = set()
        """The events that opened a secret which does not meet its anchor."""
        self._known: dict[str, dict[int, bytes]] = {}
        for row in rows:
            match row.event:
                case FightStarted(anchor=anchor, epochs=size) | Anchored(anchor, size):
                    self._read_root(anchor, size, kept.get(anchor))
                case SecretOpened(anchor, epoch, secret):
                    self._open(row.seq, anchor, epoch, bytes.fromhex(secret))

    def _read_root(self, anchor: str, size: int, root: bytes | None) -> None:
        if not anchor or root is None or anchor in self.kept:
            return
        if self._learn(anchor, size - 1, root):
            self.kept.add(anchor)
        else:
            self.others.add(anchor)

    def _open(self, seq: int, anchor: str, epoch: int, secret: bytes) -> None:
        if hash_secret(secret) == anchor:  # of format 1, where there are no epochs
            return
        if 0 <= epoch < MOST_EPOCHS and self._learn(anchor, epoch, secret):
            self.opened.setdefault((anchor, epoch), seq)
        else:
            self.false.add(seq)

    def _learn(self, anchor: str, epoch: int, secret: bytes) -> bool:
        """Note a secret and those of the epochs before it, if it meets its anchor; return
        whether it does."""
        *earlier, last = list_earlier_secrets(self._fight, secret, epoch + 1)
        if last.hex() != anchor:
            return False
        known = self._known.setdefault(anchor, {})
        known |= zip(range(epoch, -1, -1), (secret, *earlier), strict=True)
        return True

    def find(self, anchor: str, epoch: int) -> bytes | None:
        """Return the secret of an epoch, None if it is not known."""
        return self._known.get(anchor, {}).get(epoch)


class EpochCheck:
    """Checks the dice of format 2 and the events about their secrets, row by row in the order of
    the log, whatever line each is on."""

    def __init__(self, fight: str, rows: Iterable[Recorded], kept: Mapping[str, bytes]) -> None:
        self.secrets = EpochSecrets(fight, rows, kept)
        self.service: Epochs | None = None
        self.anchors: dict[str, int] = {}
        """The anchors in the order they were committed to, and the event of each."""
        self.roots: list[OtherRoot] = []
        self.exchanged: list[int] = []
        self._fight = fight
        self._keys: dict[tuple[str, int], bytes | None] = {}
        self._closes: list[EpochClose] = []
        self._closed: set[tuple[str, int]] = set()
        self._dice: dict[tuple[str, int], tuple[int, int]] = {}
        self._salts: list[str] = []

    def list_states(self) -> tuple[EpochState, ...]:
        """Return the state of every epoch that dice were drawn in, in their order."""
        return tuple(
            EpochState(*identity, drawn, self._judge(identity, faulty > 0))
            for identity, (drawn, faulty) in self._dice.items()
        )

    def _judge(self, identity: tuple[str, int], is_faulty: bool) -> EpochVerdict:
        if identity in self._closed:
            is_right = identity in self.secrets.opened and not is_faulty
            return "closed and right" if is_right else "closed and wrong"
        serves = self.service is not None and identity[0] == self.service.anchor
        return "open" if serves or self.secrets.find(*identity) is not None else "lost"

    @property
    def closes(self) -> tuple[EpochClose, ...]:
        """The closes of the log, in its order."""
        return tuple(self._closes)

    def follow_die(self, row: Recorded) -> None:
        """Follow a die after it was checked."""
        self.service = follow_epochs(self.service, row)

    def follow(self, row: Recorded) -> Iterator[str]:
        """Follow an event about the secrets; yield what is wrong with it."""
        before = self.service
        event = row.event
        if isinstance(event, FightStarted | Anchored):
            if event.anchor and (before is None or event.anchor != before.anchor):
                yield from self._commit(row, event.anchor)
        elif isinstance(event, SecretOpened) and row.seq in self.secrets.false:
            yield "opens a secret that does not meet its anchor"
        elif isinstance(event, Closed):
            epoch = before.epoch if before is not None else None
            self._closes.append(EpochClose(row.seq, row.by, event.why, epoch, 0))
            if before is not None:
                self._closed.add((before.anchor, before.epoch))
        self.service = follow_epochs(before, row, self._salts)
        if isinstance(event, Salted):
            self._salts.append(event.salt)

    def _commit(self, row: Recorded, anchor: str) -> Iterator[str]:
        if anchor in self.anchors:
            yield f"puts the root of #{self.anchors[anchor]} into service a second time"
            return
        if any(each in self.secrets.kept for each in self.anchors):
            yield "puts another root into service, while one is at hand"
        if self.anchors or isinstance(row.event, Anchored):
            why = row.event.why if isinstance(row.event, Anchored) else ""
            self.roots.append(OtherRoot(row.seq, row.by, why))
        if anchor in self.secrets.others:
            self.exchanged.append(row.seq)
        self.anchors[anchor] = row.seq

    def find_key(self, epochs: Epochs, epoch: int) -> bytes | None:
        """Return the key of the dice of the epoch in service, None where its secret is not known or
        another epoch is in service. Its salts are those up to its first die."""
        if epoch != epochs.epoch:
            return None
        identity = (epochs.anchor, epoch)
        if identity not in self._keys:
            secret = self.secrets.find(*identity)
            anchor = bytes.fromhex(epochs.anchor)
            self._keys[identity] = secret and derive_dice_key(
                secret, self._fight, anchor, epoch, epochs.salts
            )
        return self._keys[identity]

    def check_die(self, row: Recorded, fell: Rolled, draw: int) -> tuple[bool, list[str]]:
        """Check the epoch and the face of a drawn die. Return whether the face could be checked,
        and what is wrong."""
        epochs = self.service
        if epochs is None:
            return False, ["was drawn before a root was committed to"]
        faults: list[str] = []
        if epochs.epoch >= epochs.size:
            faults.append("was drawn after the last epoch of its root")
        elif fell.epoch != epochs.epoch:
            faults.append(f"is of epoch {fell.epoch}, and epoch {epochs.epoch} was in service")
        if self._closes and fell.epoch == epochs.epoch:
            last = self._closes[-1]
            self._closes[-1] = last._replace(drawn=last.drawn + 1)
        key = self.find_key(epochs, fell.epoch) if fell.ask is None else None
        if key is not None:
            face = read_face(draw_number(key, fell.by, fell.purpose, draw), FACES[fell.die])
            if face != fell.face:
                faults.append(f"shows {fell.face}, and was fixed as {face}")
        identity = (epochs.anchor, fell.epoch)
        drawn, faulty = self._dice.get(identity, (0, 0))
        self._dice[identity] = drawn + 1, faulty + bool(faults)
        return key is not None, faults
