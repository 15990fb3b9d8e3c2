"""The request for everything that somebody has said at the table."""

from __future__ import annotations

from collections.abc import Callable

from combatlog.app.campaign import Campaign
from combatlog.app.said import list_said
from combatlog.server import answers as a
from combatlog.server.calls import Call, Server
from combatlog.server.open_fight import OpenFight
from events.errors import Refused
from events.types.names import fold_case


async def read_said(server: Server, call: Call) -> a.Said:
    """Return what the sender has said; the referee can ask for anybody by name. Raises `Refused`
    for a player whose name somebody else at the table has, too: then it is not clear whose words
    they are. Each fight is read by itself, so that the table goes on meanwhile."""
    seat, table = call.sitting, server.table
    name = call.query.get("name", "") or seat.name
    if not seat.is_referee:
        _refuse_others(server, call, name)
    if table.is_telling:
        raise Refused("Somebody else is being told what they said; try again in a moment.")
    table.is_telling = True
    try:
        return await _collect(server, call, name)
    finally:
        table.is_telling = False


async def _collect(server: Server, call: Call, name: str) -> a.Said:
    seat, table = call.sitting, server.table
    title = await table.use(seat, lambda campaign: campaign.title)
    entries = await table.use(seat, lambda campaign: [*campaign.fights()])
    fights = []
    for entry in entries:

        def read(campaign: Campaign, id: str = entry.id) -> list[a.Saying]:
            found = list_said(campaign, id, name, seat.audience)
            return [a.Saying(*each) for each in found]

        if said := await table.use(seat, read):
            fights.append(a.SaidInFight(entry.id, entry.number, entry.title, said))
    proposals = [
        each
        for fight in table.proposals.list_fights()
        for each in await table.read(seat, fight, _list_proposals(server, call, name))
    ]
    return a.Said(name, title, fights, proposals)


def _list_proposals(
    server: Server, call: Call, name: str
) -> Callable[[OpenFight], list[a.Proposal]]:
    """Return what lists the open proposals of somebody in a fight."""
    proposals, here = server.table.proposals, server.table.hub.list_here()

    def read(opened: OpenFight) -> list[a.Proposal]:
        found = proposals.list(opened, server.seats, call.sitting, here)
        return [each for each in found if fold_case(each.by) == fold_case(name)]

    return read


def _refuse_others(server: Server, call: Call, name: str) -> None:
    """Raise `Refused` where a name is not the sender's alone."""
    if fold_case(name) != fold_case(call.sitting.name):
        raise Refused("Only the referee can read what others have said.")
    same = [each for each in server.seats if fold_case(each.name) == fold_case(name)]
    if len(same) > 1:
        raise Refused(f"Several at the table are called {name}; the referee can give you yours.")
