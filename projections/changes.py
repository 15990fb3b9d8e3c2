"""What differs between two moments of a fight, combatant by combatant, in a few words."""

from __future__ import annotations

from itertools import groupby

from projections.compare_people import NOT_HERE
from projections.queries.state_diff import Compared, compared
from projections.state.fight_state import FightState

_UNTOLD = frozenset(("this round", "engaged with", "wound"))
"""What goes without saying where a few words have to do; a wound has its condition, or its loss."""


def changes(before: FightState, after: FightState) -> list[str]:
    """One phrase a combatant that differs: `Rhinoceros HP 14 → 20`, `Ada no longer here`."""
    rows = [row for row in compared(before, after) if row.who and row.what not in _UNTOLD]
    return [
        f"{who} {', '.join(map(_words, of))}" for who, of in groupby(rows, key=lambda row: row.who)
    ]


def _words(row: Compared) -> str:
    """A difference without whose it is."""
    match row.what:
        case "standing" if row.then == NOT_HERE:
            return "here"
        case "standing" if row.now == NOT_HERE:
            return "no longer here"
        case "standing":
            return row.now
        case "condition":
            return row.now or f"no longer {row.then}"
        case "area":
            return f"in {row.now}" if row.now else "in no area"
        case _:
            return f"{row.what} {row.then or 'none'} → {row.now or 'none'}"
