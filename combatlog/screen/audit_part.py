"""What a report of an audit is made of, and the few words that all its parts have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.types.names import clean
from projections.text.words import joined
from replay.audit.report import FightAudit

MOST = 20
"""Rows of a table before it is cut short; --json has them all."""


class Part(NamedTuple):
    """A part of the report. `wrong`: does it tell of something that is? `open`: of something that
    cannot be judged?"""

    heading: str
    lines: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    wrong: bool = False
    level: int = 2
    open: bool = False


def count(number: int, what: str, more: str = "") -> str:
    """“1 die”, “2 dice”."""
    return f"{number} {what if number == 1 else more or what + 's'}"


def title(fight: FightAudit) -> str:
    """What a fight is called, with its id."""
    return f"{fight.title or 'A fight'} ({clean(fight.id)})"


def some(told: Sequence[str]) -> str:
    """The first of many, and how many more there are."""
    more = len(told) - MOST
    return joined([*told[:MOST], f"{more} more"] if more > 0 else told)


def cut(rows: Sequence[Sequence[str]], of: int = 0) -> list[Sequence[str]]:
    """The first rows of a table, and how many more there are (of so many, if that is more)."""
    more = max(of, len(rows)) - MOST
    if more <= 0:
        return list(rows)
    return [*rows[:MOST], [f"… {more} more", *[""] * (len(rows[0]) - 1)]]
