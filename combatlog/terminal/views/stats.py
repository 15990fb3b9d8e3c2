"""Statistics of a fight as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.terminal.views.layout import bold, dim, table
from projections.queries.statistics import COLUMNS, cells, statistics, turn_words
from projections.queries.visibility import Audience, Unseen
from replay.log.event_log import History


def shown(history: History, audience: Audience = "referee") -> Iterator[str]:
    """Yield a table by combatant, one by player, and the turning points. For players, hidden
    numbers are left out."""
    found = statistics(history.line_events())
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


def told(title: str, rows: list[tuple[str, list[str]]]) -> list[str]:
    """Return a table of statistics with a name in each row."""
    head, *lines = table([["", *COLUMNS], *([name, *numbers] for name, numbers in rows)])
    return [bold(title), dim(head), *lines]
