"""What a play is made of: it asks for dice and tells outcomes, one step at a time.

    faces = yield (Ask("sam", ("d8",), "damage"),)     # dice, thrown together in any order
    yield DamageDealt(...)                             # an outcome, folded before it goes on

The same generator serves live play, dice typed ten minutes later, and re-derivation.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeAlias, TypeVar, Union

from events.types.rolls import Purpose
from events.types.unions import Outcome

T = TypeVar("T")


class Ask(NamedTuple):
    """Dice one roller throws for one purpose. `root` is the seq of the attack for the
    attacker's dice; 0 stands for the input being played."""

    by: str
    dice: tuple[str, ...]
    purpose: Purpose
    root: int = 0


Asks: TypeAlias = tuple[Ask, ...]
Faces: TypeAlias = list[tuple[int, ...]]
Step: TypeAlias = Union[Asks, Outcome]
Play: TypeAlias = Generator[Step, Faces, T]
"""Yields steps; a group of asks is answered with the faces of each, an outcome with nothing."""


def throw(*asks: Ask) -> Play[Faces]:
    """Throw a group of dice together: the faces of each ask, in its order."""
    if not asks:
        return []
    return (yield asks)


def throw_one(
    by: str, dice: tuple[str, ...], purpose: Purpose, root: int = 0
) -> Play[tuple[int, ...]]:
    """Throw one roller's dice: their faces."""
    faces = yield from throw(Ask(by, dice, purpose, root))
    return faces[0]
