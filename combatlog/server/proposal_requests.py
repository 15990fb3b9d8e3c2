"""Requests about proposals: making one, and voting on it."""

from __future__ import annotations

from combatlog.server import answers as a, messages as m
from combatlog.server.calls import Call, Server
from combatlog.server.open_fight import OpenFight


async def propose(server: Server, call: Call) -> a.Proposal:
    """Propose an undo, a redo or a correction."""
    seat = call.sitting
    sent: m.Propose = call.sent

    def make(opened: OpenFight) -> a.Proposal:
        return server.table.proposals.propose(opened, server.seats, seat, sent)

    made = await server.table.record(seat, call.fight, make)
    server.table.tell()
    return made


async def answer(server: Server, call: Call) -> a.Proposal:
    """Vote on a proposal, or ask it again."""
    seat, id = call.sitting, call.path["proposal"]
    sent: m.AnswerProposal = call.sent
    table = server.table
    fight = await table.use(seat, lambda _: table.proposals.find_fight(id))

    def take(opened: OpenFight) -> a.Proposal:
        here = table.hub.list_here()
        return table.proposals.answer(opened, server.seats, seat, id, sent, here)

    taken = await table.record(seat, fight, take)
    table.tell()
    return taken
