"""Requests about games and fights: starting one, looking at it, and saying commands."""

from __future__ import annotations

from combatlog.app.campaign import Campaign
from combatlog.server import answers as a, games
from combatlog.server.calls import Call, Server
from combatlog.server.commands import carry_out, require_key
from combatlog.server.feed import Frame
from combatlog.server.late import write_late_line
from combatlog.server.open_fight import OpenFight
from combatlog.server.turn import read_options, read_turn


async def list_games(server: Server, call: Call) -> list[a.GameView]:
    """Return the games that a fight can be started with."""
    return await server.table.use(call.sitting, games.list_games)


async def list_people(server: Server, call: Call) -> list[a.FormerPeople]:
    """Return who was in the fights of the campaign."""
    return await server.table.use(call.sitting, games.list_people)


async def list_fights(server: Server, call: Call) -> list[a.ListedFight]:
    """Return the fights of the campaign."""
    return await server.table.use(call.sitting, games.list_fights)


async def start_fight(server: Server, call: Call) -> a.ListedFight:
    """Start a fight."""
    require_key(call.sent.key)

    def start(campaign: Campaign) -> a.ListedFight:
        return games.start_fight(campaign, call.sitting, call.sent)

    started = await server.table.use(call.sitting, start)
    await server.table.look_for_others()
    server.table.tell(started.id)
    return started


async def read_opening(server: Server, call: Call) -> a.Opening:
    """Return what a page needs to begin with a fight."""

    def read(opened: OpenFight) -> a.Opening:
        data = opened.feed(call.sitting.audience).data
        number = opened.campaign.store.fights().index(opened.fight.id) + 1
        return a.Opening(
            opened.fight.id,
            number,
            data["title"],
            data["game"],
            data["dice"],
            dict(opened.state.game.words),
        )

    return await server.table.read(call.sitting, call.fight, read)


async def read_frame(server: Server, call: Call) -> Frame:
    """Return what is new in a fight after an event."""
    seat, after, mark = call.sitting, call.after, call.mark
    return await server.table.read(
        seat,
        call.fight,
        lambda opened: opened.make_frame(seat.audience, opened.find_start(after, mark)),
        is_fresh=True,
    )


async def read_present_turn(server: Server, call: Call) -> a.Turn:
    """Return what the fight waits for."""
    seat = call.sitting
    return await server.table.read(seat, call.fight, lambda opened: read_turn(opened, seat))


async def read_choices(server: Server, call: Call) -> a.Options:
    """Return what can be declared for a combatant."""
    seat, who = call.sitting, call.path["combatant"]
    return await server.table.read(seat, call.fight, lambda opened: read_options(opened, seat, who))


async def say(server: Server, call: Call) -> a.Recording:
    """Carry out a command."""
    seat, said = call.sitting, call.sent
    return await server.table.record(seat, call.fight, lambda opened: carry_out(opened, seat, said))


async def write_late(server: Server, call: Call) -> a.LateCommand:
    """Return the correction that brings in a command which came too late."""
    seat, said = call.sitting, call.sent
    return await server.table.read(
        seat, call.fight, lambda opened: a.LateCommand(write_late_line(opened, seat, said))
    )
