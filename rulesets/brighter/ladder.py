"""The ladder of dice that an attribute climbs and falls on (BW-01): a number stands for the size
of its die, 0 for none."""

from __future__ import annotations

GRIT = "Grit"
STR = "STR"
DEX = "DEX"
WIL = "WIL"
ATTRIBUTES = (STR, DEX, WIL)

LADDER = (0, 4, 6, 8, 10, 12)


def die_of(size: int) -> str:
    """The die of this size."""
    return f"d{size}"


def below(size: int) -> int:
    """One step down; 0 below a d4 and at 0."""
    return max((rung for rung in LADDER if rung < size), default=0)


def above(size: int) -> int:
    """One step up; a d12 is the top."""
    return min((rung for rung in LADDER if rung > size), default=LADDER[-1])


def steps(size: int) -> int:
    """How many steps above a d4."""
    return sum(LADDER[1] < rung <= size for rung in LADDER)


def full_grit(dexterity: int, will: int) -> int:
    """The maximum of Grit that these maximum attributes give."""
    return 1 + steps(dexterity) + steps(will)
