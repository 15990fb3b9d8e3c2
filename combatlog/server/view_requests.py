"""Requests that only look: completions, numbers, recap, odds, causes."""

from __future__ import annotations

from typing import Any

from combatlog.app.why import ask_about, describe_value
from combatlog.grammar.registry import format_declaration
from combatlog.server import answers as a
from combatlog.server.analysis import Kind, analyse, check_odds_line
from combatlog.server.calls import Call, Server
from combatlog.server.completions import list_completions
from combatlog.server.open_fight import OpenFight
from events.errors import Refused
from events.store.envelope import Recorded
from projections.state.fight_state import FightState
from replay.text.cause_chain import SourceFinder


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


async def read_odds_ahead(server: Server, call: Call) -> dict[str, Any] | None:
    """Return the odds of declarations before they are made. None where they cannot be made any
    more, as the fight has gone on past the event `head`: most often they have been made by now."""
    declarations, head = call.sent.declarations, call.sent.head
    if not declarations:
        raise Refused("Say something.")

    def write(opened: OpenFight) -> str:
        return "; ".join(format_declaration(each, opened.state) for each in declarations)

    try:
        line = await server.table.read(call.sitting, call.fight, write)
        return await _analyse(server, call, "odds", line)
    except Refused:
        last = await server.table.read(call.sitting, call.fight, lambda opened: opened.last)
        if head is None or head >= last:
            raise
        return None


async def read_why(server: Server, call: Call) -> list[a.ValueReason]:
    """Return why a value of a combatant is what it is: the chain of its causes."""
    who, field = call.query.get("who", ""), call.query.get("field", "")

    def read(opened: OpenFight) -> list[a.ValueReason]:
        history, one = opened.fight.history, opened.state.combatants.get(who)
        if one is None:
            raise Refused(f"Nobody in this fight has the id “{who[:40]}”.")
        asked, finder = ask_about(history, one, field.split()), SourceFinder(history)
        return [
            a.ValueReason(
                each.seq,
                describe_value(history, asked, each),
                each.said,
                [a.Source(of.seq, of.said, of.by) for of in finder.find_sources(each, one.id)],
            )
            for each in asked.reasons
        ]

    return await server.table.read(call.sitting, call.fight, read)


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
