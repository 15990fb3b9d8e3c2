"""Statistics in words: somebody's numbers as the cells of a table, luck, a turning point."""

from __future__ import annotations

from projections.luck import Luck
from projections.queries.statistics import Tally
from projections.queries.turning_points import TurningPoint
from projections.text.words import capital, side_words

COLUMNS = (
    "attacks",
    "hits",
    "dealt",
    "taken",
    "absorbed",
    "kills",
    "saves",
    "dice",
    "luck",
)
"""What is told of everybody: `saves` passed of all, `luck` the excess over what such dice show on
average, give or take its spread."""


def cells(tally: Tally, hidden: bool = False) -> list[str]:
    """Somebody's numbers, in the order of `COLUMNS`; `hidden` leaves out what their armor has
    absorbed."""
    return [
        str(tally.attacks),
        str(tally.hits),
        str(tally.dealt),
        str(tally.taken),
        "?" if hidden else str(tally.absorbed),
        str(tally.kills),
        f"{tally.passed} of {tally.passed + tally.failed}",
        str(tally.luck.dice),
        luck_words(tally.luck),
    ]


def luck_words(luck: Luck) -> str:
    """“+3.5 ± 6.2”: what the dice were better than they are on average, and how far that strays;
    of dice that are neither good nor bad “–”."""
    return f"{luck.excess:+.1f} ± {luck.spread:.1f}".replace("-", "−") if luck.variance else "–"


def turn_words(turn: TurningPoint, hidden: bool = False) -> str:
    """“Round 2: the party went from 4.8 to 3.9 in strength (#71)”; `hidden`: “Round 2: the foes
    lost much of their strength (#71)”."""
    when = f"Round {turn.round}" if turn.round else "Before the first round"
    side = capital(side_words(turn.side))
    if hidden:
        return f"{when}: {side} lost much of their strength (#{turn.seq})"
    return (
        f"{when}: {side} went from {turn.before:.1f} to {turn.after:.1f} in strength (#{turn.seq})"
    )
