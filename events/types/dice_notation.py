"""Dice notation: `d6`, `2d10`, `d8+d6`, `3d10+1`.

A die is written as its name (`"d10"`); several are a tuple of names in the order written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from events.errors import Refused

FACES: dict[str, int] = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
"""The dice that exist at a table, and how many faces each has."""

MOST_DICE = 20
"""More dice than anybody throws at once: beyond it, somebody mistyped."""

_TERM = re.compile(r"(?:(\d{0,3})d(\d{1,4})|(\d{1,4}))$")


class Dice(NamedTuple):
    """What a notation says: the dice to throw, and a flat bonus added to the one kept."""

    dice: tuple[str, ...]
    bonus: int = 0


@lru_cache(maxsize=1024)
def parse_dice(text: str) -> Dice:
    """Read a notation; raises `Refused` naming the die that does not exist."""
    dice: list[str] = []
    bonus = 0
    for term in re.split(r"\s*[+,]\s*|\s+", text.strip().casefold()):
        match = _TERM.match(term)
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
    """Does this read as dice? (`3` alone does not.)"""
    try:
        parse_dice(text)
    except Refused:
        return False
    return True


def check_die(die: str) -> str:
    """The die's name, if there is such a die; else `Refused`."""
    if die not in FACES:
        raise Refused(f"There is no {die}; the dice are {', '.join(FACES)}.")
    return die


def check_face(die: str, face: int) -> int:
    """A face typed at the table, if the die has it; else `Refused` (ALL-02)."""
    if not 1 <= face <= FACES[check_die(die)]:
        raise Refused(f"A {die} shows 1 to {FACES[die]}, not {face}.", clause="ALL-02")
    return face


def written(dice: tuple[str, ...], bonus: int = 0) -> str:
    """The notation of these dice, equal neighbours counted: `2d10`, `d8+d6+1`."""
    terms: list[tuple[str, int]] = []
    for die in dice:
        if terms and terms[-1][0] == die:
            terms[-1] = (die, terms[-1][1] + 1)
        else:
            terms.append((die, 1))
    words = [die if count == 1 else f"{count}{die}" for die, count in terms]
    return "+".join(words + ([str(bonus)] if bonus else []))
