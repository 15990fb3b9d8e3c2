"""Statistics on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.screen.text import bold, dim, table
from projections.statistics import Luck, Statistics, Tally, TurningPoint, statistics
from projections.unseen import Unseen
from projections.veil import Audience
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


def shown(history: History, audience: Audience = "referee") -> Iterator[str]:
    """A table by combatant, one by player, the turning points; for players without what tells of
    the armor and strength of others."""
    found = of(history)
    if not found.combatants:
        yield "  Nobody has done anything yet."
        return
    unseen = Unseen(found.state, audience)
    yield from told(
        "Combatants",
        [
            (found.state.combatants[id].name, cells(tally, unseen.combatant(id)))
            for id, tally in found.combatants.items()
        ],
    )
    if found.players:
        players = found.players.items()
        yield from told(
            "Players", [(name, cells(tally, unseen.player(name))) for name, tally in players]
        )
    if found.turns:
        yield bold("Turning points")
        yield from (f"  {turn_words(turn, unseen.side(turn.side))}" for turn in found.turns)


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


def told(title: str, rows: list[tuple[str, list[str]]]) -> list[str]:
    """A table of statistics: a name and its cells a row."""
    head, *lines = table([["", *COLUMNS], *([name, *numbers] for name, numbers in rows)])
    return [bold(title), dim(head), *lines]
