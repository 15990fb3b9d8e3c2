"""Requests that only look: completions, numbers, recap, odds."""

from __future__ import annotations

from typing import Any

from combatlog.server import answers as a
from combatlog.server.analysis import Kind, analyse, check_odds_line
from combatlog.server.calls import Call, Server
from combatlog.server.completions import list_completions
from combatlog.server.open_fight import OpenFight
from events.store.envelope import Recorded
from projections.state.fight_state import FightState


async def complete(server: Server, call: Call) -> list[a.Completion]:
    """Return what may come next on a line."""
    seat, line = call.sitting, call.query.get("line", "")
    return await server.table.read(
        seat, call.fight, lambda opened: list_completions(opened, seat, line)
    )


async def read_numbers(server: Server, call: Call) -> dict[str, Any]:
    """Return a fight in numbers."""
    return await _analyse(server, call, "numbers")


async def read_recap(server: Server, call: Call) -> dict[str, Any]:
    """Return who fell, the missed chances, the damage and the least likely rolls."""
    return await _analyse(server, call, "recap")


async def read_odds(server: Server, call: Call) -> dict[str, Any]:
    """Return the odds of what is declared, or of a line."""
    return await _analyse(server, call, "odds", call.query.get("line", ""))


async def _analyse(server: Server, call: Call, kind: Kind, line: str = "") -> dict[str, Any]:
    """Return an analysis of a fight; the same again until it goes on."""
    seat, audience = call.sitting, call.sitting.audience
    key = (kind, audience, line)

    def take(opened: OpenFight) -> tuple[list[Recorded], FightState, dict[str, Any] | None]:
        if line:
            check_odds_line(opened, seat, line)
        return [*opened.fight.history.rows], opened.state, opened.find_kept(key)

    rows, state, found = await server.table.read(seat, call.fight, take)
    if found is not None:
        return found
    made = await server.table.compute(seat, state, lambda: analyse(rows, audience, kind, line))

    def keep(opened: OpenFight) -> None:
        if opened.last == len(rows):
            opened.keep(key, lambda: made)

    await server.table.read(seat, call.fight, keep)
    return made
