"""Plays: generators that ask for dice and yield outcomes, one step at a time.

    faces = yield (Ask("sam", ("d8",), "damage"),)     # dice rolled together, in any order
    yield DamageDealt(...)                             # an outcome, folded before the next step

The same generator serves live play, dice typed ten minutes later, corrections, the audit and
simulation.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeAlias, TypeVar, Union

from events.types.rolls import Purpose
from events.types.unions import Outcome

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
