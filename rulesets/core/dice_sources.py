"""Where faces come from: sealed draws, dice typed at the table, dice that fell before."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import msgspec

from events.types.dice_notation import FACES, check_face
from events.types.rolls import Asked, Rolled
from projections.state.fight_state import FightState


class DiceSource(Protocol):
    """Answers one die that is asked for."""

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        """The die as it fell; None where it has to be waited for."""
        ...


class TypedDice:
    """Dice thrown at the table: each has to be waited for."""

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        return None


class SealedDice:
    """Dice drawn from a secret that was fixed beforehand.

    A face is HMAC-SHA-256(secret, [roller, purpose, die, draw]) cut to the die without bias;
    neither the round nor the target is in it, so what is undone and done again meets the same
    die. `draw` is the lowest number not yet used on the line.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def face(self, state: FightState, asked: Asked) -> Rolled:
        draw = state.next_draw((asked.by, asked.purpose, asked.die))
        face = drawn(self._secret, asked, draw)
        return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth, draw)


def typed(asked: Asked, face: int) -> Rolled:
    """A die typed at the table; raises `Refused` where the die has no such face."""
    face = check_face(asked.die, face)
    return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth)


def drawn(secret: bytes, asked: Asked, draw: int) -> int:
    """The sealed face of a draw: 1 to the die's faces, each exactly as likely."""
    faces = FACES[asked.die]
    limit = 2**32 - 2**32 % faces
    again = 0
    while True:
        identity = msgspec.json.encode([asked.by, asked.purpose, asked.die, draw, again])
        digest = hmac.digest(secret, identity, "sha256")
        for start in range(0, 32, 4):
            number = int.from_bytes(digest[start : start + 4], "big")
            if number < limit:
                return number % faces + 1
        again += 1


Entropy: TypeAlias = Callable[[int], bytes]
"""Gives so many bytes that nobody can guess; in a simulation, bytes that follow from a seed."""


def new_secret(entropy: Entropy = secrets.token_bytes) -> bytes:
    """32 bytes nobody has seen."""
    return entropy(32)


def salted(secret: bytes, salts: Sequence[str]) -> bytes:
    """What the dice are drawn from: the secret, and what players have added to it after it was
    committed to, so that whoever kept the secret could not know the dice either."""
    if not salts:
        return secret
    return hmac.digest(secret, msgspec.json.encode(["salt", *salts]), "sha256")


def seal(secret: bytes) -> str:
    """The commitment to a secret: its SHA-256, hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class GivenDice:
    """One die that has just fallen; whatever else is asked for comes from the source behind."""

    def __init__(self, fallen: Rolled, then: DiceSource) -> None:
        self._fallen = fallen
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        return self._fallen if asked == self._fallen.asked else self._then.face(state, asked)
