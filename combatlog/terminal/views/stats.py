"""Statistics of a fight as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.terminal.views.layout import align_table, bold, dim
from projections.queries.statistics import (
    COLUMNS,
    compute_statistics,
    describe_turning_point,
    format_tally,
)
from projections.queries.visibility import Audience, StatisticsVisibility
from replay.log.event_log import History


def render_stats(history: History, audience: Audience = "referee") -> Iterator[str]:
    """Yield a table by combatant, one by player, and the turning points. For players, hidden
    numbers are left out."""
    found = compute_statistics(history.line_events())
    if not found.combatants:
        yield "  Nobody has done anything yet."
        return
    unseen = StatisticsVisibility(found.state, audience)
    yield from render_stats_table(
        "Combatants",
        [
            (found.state.combatants[id].name, format_tally(tally, unseen.combatant(id)))
            for id, tally in found.combatants.items()
        ],
    )
    if found.players:
        players = found.players.items()
        yield from render_stats_table(
            "Players", [(name, format_tally(tally, unseen.player(name))) for name, tally in players]
        )
    if found.turns:
        yield bold("Turning points")
        yield from (
            f"  {describe_turning_point(turn, unseen.side(turn.side))}" for turn in found.turns
        )


def render_stats_table(title: str, rows: list[tuple[str, list[str]]]) -> list[str]:
    """Return a table of statistics with a name in each row."""
    head, *lines = align_table([["", *COLUMNS], *([name, *numbers] for name, numbers in rows)])
    return [bold(title), dim(head), *lines]
