"""Plays and their dice.

A play is a generator that asks for dice and yields outcomes. Dice come from a source: sealed draws,
dice typed at the table, a die that has just been rolled.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, Union

import msgspec

from events.types.dice_notation import FACES, check_face
from events.types.rolls import Asked, Purpose, Rolled
from events.types.unions import Outcome
from projections.state.fight_state import FightState


class DiceSource(Protocol):
    """A source that answers requests for single dice."""

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        """Return the roll of this die; None if the play has to wait for it."""
        ...


class TypedDice:
    """Dice rolled at the table: the play waits for each."""

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        return None


class SealedDice:
    """Dice drawn from a secret that was fixed before the fight.

    A face is HMAC-SHA-256(secret, [roller, purpose, die, draw]), reduced to the die without bias.
    Neither the round nor the target is part of the key: an action that is undone and repeated gets
    the same die. `draw` is the lowest number not yet used on the line.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def face(self, state: FightState, asked: Asked) -> Rolled:
        draw = state.next_draw((asked.by, asked.purpose, asked.die))
        face = draw_face(self._secret, asked, draw)
        return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth, draw)


def make_typed_roll(asked: Asked, face: int) -> Rolled:
    """Return the roll of a die typed at the table; raises `Refused` if the die has no such face."""
    face = check_face(asked.die, face)
    return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth)


def draw_face(secret: bytes, asked: Asked, draw: int) -> int:
    """Return the sealed face of a draw: 1 to the number of faces, all equally likely."""
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
"""A function that returns this many unpredictable bytes; in a simulation they follow from a
seed."""


def create_secret(entropy: Entropy = secrets.token_bytes) -> bytes:
    """Return a new secret of 32 bytes."""
    return entropy(32)


def mix_salts(secret: bytes, salts: Sequence[str]) -> bytes:
    """Return the key that dice are drawn with: the secret, mixed with the salts that players added
    after the commitment. With a salt, a holder of the secret could not foresee the dice."""
    if not salts:
        return secret
    return hmac.digest(secret, msgspec.json.encode(["salt", *salts]), "sha256")


def hash_secret(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 digest in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class GivenDice:
    """A source with one die that has just been rolled; all other dice come from the source behind
    it."""

    def __init__(self, fallen: Rolled, then: DiceSource) -> None:
        self._fallen = fallen
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        return self._fallen if asked == self._fallen.asked else self._then.face(state, asked)


T = TypeVar("T")


class Ask(NamedTuple):
    """Dice that one roller rolls for one purpose. `root` is the seq of the attack for the
    attacker's dice, 0 for the input being played."""

    by: str
    dice: tuple[str, ...]
    purpose: Purpose
    root: int = 0


Asks: TypeAlias = tuple[Ask, ...]
Faces: TypeAlias = list[tuple[int, ...]]
Step: TypeAlias = Union[Asks, Outcome]
Play: TypeAlias = Generator[Step, Faces, T]
"""A generator of steps: a group of asks gets the faces of each, an outcome gets nothing."""


def roll_dice(*asks: Ask) -> Play[Faces]:
    """Roll a group of dice together; return the faces of each ask, in order."""
    if not asks:
        return []
    return (yield asks)


def roll_for(
    by: str, dice: tuple[str, ...], purpose: Purpose, root: int = 0
) -> Play[tuple[int, ...]]:
    """Roll the dice of one roller; return their faces."""
    faces = yield from roll_dice(Ask(by, dice, purpose, root))
    return faces[0]
