"""Statistics on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatlog.screen.text import bold, dim, table
from projections.statistics import Luck, Statistics, Tally, TurningPoint, statistics
from projections.words import capital, side_words
from replay.history import History

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


def of(history: History) -> Statistics:
    """The statistics of the present line."""
    return statistics((row.seq, row.event) for row in history.on_line(len(history)))


def shown(history: History) -> Iterator[str]:
    """A table by combatant, one by player, the turning points."""
    found = of(history)
    if not found.combatants:
        yield "  Nobody has done anything yet."
        return
    names = {id: one.name for id, one in found.state.combatants.items()}
    yield from _table("Combatants", {names[id]: tally for id, tally in found.combatants.items()})
    if found.players:
        yield from _table("Players", found.players)
    if found.turns:
        yield bold("Turning points")
        yield from (f"  {turn_words(turn)}" for turn in found.turns)


def cells(tally: Tally) -> list[str]:
    """Somebody's numbers, in the order of `COLUMNS`."""
    return [
        str(tally.attacks),
        str(tally.hits),
        str(tally.dealt),
        str(tally.taken),
        str(tally.absorbed),
        str(tally.kills),
        f"{tally.passed} of {tally.passed + tally.failed}",
        str(tally.luck.dice),
        luck_words(tally.luck),
    ]


def luck_words(luck: Luck) -> str:
    """“+3.5 ± 6.2”: what the dice were better than they are on average, and how far that strays."""
    return f"{luck.excess:+.1f} ± {luck.spread:.1f}".replace("-", "−") if luck.dice else "–"


def turn_words(turn: TurningPoint) -> str:
    """“Round 2: the party went from 4.8 to 3.9 (#71)”."""
    when = f"Round {turn.round}" if turn.round else "Before the first round"
    side = capital(side_words(turn.side))
    return (
        f"{when}: {side} went from {turn.before:.1f} to {turn.after:.1f} in strength (#{turn.seq})"
    )


def _table(title: str, tallies: Mapping[str, Tally]) -> Iterator[str]:
    yield bold(title)
    head, *rows = table(
        [["", *COLUMNS], *([name, *cells(tally)] for name, tally in tallies.items())]
    )
    yield dim(head)
    yield from rows
