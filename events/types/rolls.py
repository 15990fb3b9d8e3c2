"""Rolls and dice. A roll is what a die shows: an input, like a declaration.

Dice notation is `d6`, `2d10`, `d8+d6`, `3d10+1`. A die is its name (`"d10"`); several dice are a
tuple of names in the order written.

STORAGE FORMAT: tags, field names and purposes are written into campaign files.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import field

from events.errors import Refused
from events.types.base import Event, Value

Purpose = Literal[
    "opening",
    "retreat",
    "clumsy",
    "action",
    "called",
    "targets",
    "damage",
    "critical",
    "scar-place",
    "scar-save",
    "scar-score",
    "recovery",
    "effect",
    "effect-save",
    "harm",
    "morale",
    "opposed",
    "attack",
    "defence",
    "melee",
    "location",
    "death",
    "treatment",
    "manoeuvre",
    "ship-effect",
    "duration",
]
"""Why a die is thrown: a closed vocabulary, part of the die's identity."""


class Asked(Value, frozen=True):
    """One die to be thrown. Its identity is (root, by, purpose, die, nth). `root` is the seq of the
    attack for the attacker's dice, and of the input being played for all others. `nth` counts equal
    dice of one root from 1."""

    root: int
    by: str
    purpose: Purpose
    die: str
    nth: int = 1


class Rolled(Event, frozen=True, tag="rolled"):
    """One die thrown.

    `draw` is its number in the sealed series of this roller and purpose in `epoch` (in format 1 of
    roller, purpose and die), null if it was typed from the table. `stated`: a correction replaced
    the drawn face by one that a person stated. `ask` is the event that asked phones for their part,
    stored as `asked`.
    """

    root: int
    by: str
    purpose: Purpose
    die: str
    face: int
    nth: int = 1
    draw: int | None = None
    stated: bool = False
    epoch: int = 0
    ask: int | None = field(default=None, name="asked")

    @property
    def asked(self) -> Asked:
        """The die that was asked for."""
        return Asked(self.root, self.by, self.purpose, self.die, self.nth)


FACES: dict[str, int] = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
"""The dice that exist, and the number of faces of each."""

MOST_DICE = 20
"""The most dice in one notation; more is a typing error."""

_TERM = r"(?:(\d{0,3})d(\d{1,4})|(\d{1,4}))$"


class Dice(NamedTuple):
    """A parsed notation: the dice to throw, and a flat bonus that is added to the die kept."""

    dice: tuple[str, ...]
    bonus: int = 0


@lru_cache(maxsize=1024)
def parse_dice(text: str) -> Dice:
    """Parse a notation; raises `Refused` and names a die that does not exist."""
    dice: list[str] = []
    bonus = 0
    for term in re.split(r"\s*[+,]\s*|\s+", text.strip().casefold()):
        match = re.match(_TERM, term)
        if match is None:
            raise Refused(f"“{text}” is not dice; write them like d6, 2d10 or d8+d6+1.")
        count, faces, flat = match.groups()
        if flat is not None:
            bonus += int(flat)
        else:
            dice += [check_die(f"d{int(faces)}")] * (int(count) if count else 1)
    if not dice or len(dice) > MOST_DICE:
        raise Refused(f"“{text}” must be 1 to {MOST_DICE} dice, like d6 or 2d10.")
    return Dice(tuple(dice), bonus)


@lru_cache(maxsize=1024)
def is_dice(text: str) -> bool:
    """Return whether a text is dice notation. (`3` alone is not.)"""
    try:
        parse_dice(text)
    except Refused:
        return False
    return True


def check_die(die: str) -> str:
    """Return the die's name; raises `Refused` if there is no such die."""
    if die not in FACES:
        raise Refused(f"There is no {die}; the dice are {', '.join(FACES)}.")
    return die


def check_face(die: str, face: int) -> int:
    """Return a face typed at the table; raises `Refused` if the die does not have it (ALL-02)."""
    if not 1 <= face <= FACES[check_die(die)]:
        raise Refused(f"A {die} shows 1 to {FACES[die]}, not {face}.", clause="ALL-02")
    return face


def format_dice(dice: tuple[str, ...], bonus: int = 0) -> str:
    """Return the notation of these dice, with equal neighbours counted: `2d10`, `d8+d6+1`."""
    terms: list[tuple[str, int]] = []
    for die in dice:
        if terms and terms[-1][0] == die:
            terms[-1] = (die, terms[-1][1] + 1)
        else:
            terms.append((die, 1))
    words = [die if count == 1 else f"{count}{die}" for die, count in terms]
    return "+".join(words + ([str(bonus)] if bonus else []))
