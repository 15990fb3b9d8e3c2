"""What the keys of a game are, in the words of the file somebody is given to begin with."""

from __future__ import annotations

from rulesets.core.registry import notes_of

INHERITED = ("defaults", "weapons", "creatures")
"""The tables of which a file says only what is new or different."""

_EVERY_GAMES: dict[str, tuple[str, ...]] = {
    "options": ("Readings of the rules that a table can choose.",),
    "unarmed": ("What an attack without a weapon is called.",),
}


def notes(rules: str) -> dict[str, tuple[str, ...]]:
    """By key, the lines that stand over it in a game with these rules: what its family says."""
    return {**_EVERY_GAMES, **notes_of(rules)}
