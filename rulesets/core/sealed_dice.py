"""Sealed dice: drawn from a secret that was fixed before the fight.

Format 2 draws from the epochs of a root that the first event commits to (`EpochDice`). A draw is
one number of (roller, purpose, draw), read on whatever die is thrown. Format 1 draws from one
secret (`SecretDice`), with a series for each kind of die. In both, neither the round nor the target
counts: an action that is undone and repeated gets the same die. `draw` is the lowest number not yet
used on the line.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from copy import copy
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from events.hashing import (
    compute_anchor,
    derive_dice_key,
    derive_epoch_secret,
    draw_number,
    read_face,
)
from events.types.commitments import EPOCHS, Anchored
from events.types.log_events import Sealed
from events.types.rolls import FACES, Asked, Rolled
from projections.state.fight_state import DrawKey, FightState

Entropy: TypeAlias = Callable[[int], bytes]
"""A function that returns this many unpredictable bytes; in a simulation they follow from a
seed."""

Reserved: TypeAlias = Mapping[DrawKey, Set[int]]
"""Draws that no new die may take, by series."""


def create_secret(entropy: Entropy = secrets.token_bytes) -> bytes:
    """Return a new secret of 32 bytes."""
    return entropy(32)


class SealedDice(ABC):
    """A source of drawn dice. `commitment` is what commits to its secret."""

    commitment: str
    _reserved: Reserved = MappingProxyType({})

    def reserving(self, reserved: Reserved) -> SealedDice:
        """Return the same dice, which pass over these draws."""
        dice = copy(self)
        dice._reserved = reserved
        return dice

    def roll(self, state: FightState, asked: Asked) -> Rolled:
        """Draw a die: the lowest number that the line has not used and that is not reserved."""
        series = self.series(asked)
        reserved = self._reserved.get(series, frozenset())
        draw = state.next_draw(series)
        while draw in reserved or state.is_drawn(series, draw):
            draw += 1
        return self.draw(asked, draw)

    @abstractmethod
    def series(self, asked: Asked) -> DrawKey:
        """Return the series of draws that a die comes from."""

    @abstractmethod
    def draw(self, asked: Asked, draw: int) -> Rolled:
        """Return the roll of a die with this number."""

    @abstractmethod
    def commit(self, state: FightState) -> list[Sealed] | list[Anchored]:
        """Return the commitment to add to a line that does not have it."""


class SecretDice(SealedDice):
    """Dice of format 1. A face is HMAC-SHA-256(secret, [roller, purpose, die, draw]), reduced to
    the die without bias; `salts` are mixed into the secret."""

    def __init__(self, secret: bytes, salts: Sequence[str] = ()) -> None:
        self.secret = secret
        self.commitment = hash_secret(secret)
        self._key = mix_salts(secret, salts)

    def series(self, asked: Asked) -> DrawKey:
        return (asked.by, asked.purpose, asked.die)

    def draw(self, asked: Asked, draw: int) -> Rolled:
        face = draw_face(self._key, asked, draw)
        return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth, draw)

    def commit(self, state: FightState) -> list[Sealed]:
        return [] if self.commitment == state.sealed else [Sealed(self.commitment)]


class EpochDice(SealedDice):
    """Dice of format 2, from one epoch of a root of `fight` (FORMAT 2, section 6). `salts` are
    those of this and of earlier epochs, `why` says why a new root is needed."""

    def __init__(
        self,
        fight: str,
        root: bytes,
        epochs: int = EPOCHS,
        epoch: int = 0,
        salts: Sequence[str] = (),
        why: str = "",
    ) -> None:
        self.root = root
        self.why = why
        self.epochs = epochs
        self.epoch = epoch
        self._fight = fight
        self._salts = tuple(salts)

    @cached_property
    def commitment(self) -> str:  # type: ignore[override]
        """The anchor of the root, in hexadecimal."""
        return find_anchor(self._fight, self.root, self.epochs)

    @cached_property
    def secret(self) -> bytes:
        """The secret of the epoch."""
        return find_epoch_secret(self._fight, self.root, self.epochs, self.epoch)

    @cached_property
    def _key(self) -> bytes:
        anchor = bytes.fromhex(self.commitment)
        return derive_dice_key(self.secret, self._fight, anchor, self.epoch, self._salts)

    def series(self, asked: Asked) -> DrawKey:
        return (asked.by, asked.purpose, str(self.epoch))

    def draw(self, asked: Asked, draw: int) -> Rolled:
        number = draw_number(self._key, asked.by, asked.purpose, draw)
        return Rolled(
            asked.root,
            asked.by,
            asked.purpose,
            asked.die,
            read_face(number, FACES[asked.die]),
            asked.nth,
            draw,
            epoch=self.epoch,
        )

    def commit(self, state: FightState) -> list[Anchored]:
        if self.commitment == state.anchor:
            return []
        return [Anchored(self.commitment, self.epochs, self.why)]


MOST_KEPT = 2048
"""Of so many fights the secrets are kept at hand, 0.3 KB each: a server may have a thousand."""


@lru_cache(maxsize=MOST_KEPT)
def find_anchor(fight: str, root: bytes, epochs: int) -> str:
    """Return the anchor of a root, in hexadecimal. It takes as many hashes as there are epochs, and
    every command asks."""
    return compute_anchor(fight, root, epochs).hex()


find_epoch_secret = lru_cache(maxsize=MOST_KEPT)(derive_epoch_secret)
"""The secret of an epoch, kept for the next command."""


def draw_face(key: bytes, asked: Asked, draw: int) -> int:
    """Return the face of a draw of format 1: 1 to the number of faces, all equally likely."""
    faces = FACES[asked.die]
    limit = 2**32 - 2**32 % faces
    again = 0
    while True:
        identity = msgspec.json.encode([asked.by, asked.purpose, asked.die, draw, again])
        digest = hmac.digest(key, identity, "sha256")
        for start in range(0, 32, 4):
            number = int.from_bytes(digest[start : start + 4], "big")
            if number < limit:
                return number % faces + 1
        again += 1


def mix_salts(secret: bytes, salts: Sequence[str]) -> bytes:
    """Return the key that dice of format 1 are drawn with: the secret, mixed with the salts that
    players added after the commitment."""
    if not salts:
        return secret
    return hmac.digest(secret, msgspec.json.encode(["salt", *salts]), "sha256")


def hash_secret(secret: bytes) -> str:
    """Return the commitment to a secret of format 1: its SHA-256 digest in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()
