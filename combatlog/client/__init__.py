"""A client of the live table, for bots and other programs.

    from combatlog.client import connect

    async with connect("http://192.168.1.5:8642", token) as table:
        fight = table.fight("1")
        async for news in fight.follow():
            ...

It is asynchronous, because a bot listens to a fight and speaks in it at the same time, and because
what bots live in (Discord's library, web servers) is. A script wraps it in `asyncio.run`.

errors    what is raised, with the server's sentence
sending   requests: sent again where the connection was lost, answers as types
table     the table, and its fights
stream    the stream of a fight: it goes on behind the last event after every interruption
story     the story of a fight as plain text, while it is told otherwise

The types of what is sent and answered are the server's own: `combatlog.server.messages`, `answers`
and `feed`.
"""

from __future__ import annotations

from combatlog.client.errors import FightMovedOn, NotAllowed, Refusal, TableError, Unreachable
from combatlog.client.story import Story, Told, write_beat
from combatlog.client.table import FightClient, TableClient, connect
from combatlog.server.answers import Beside, Company
from combatlog.server.feed import Frame

__all__ = [
    "Beside",
    "Company",
    "FightClient",
    "FightMovedOn",
    "Frame",
    "NotAllowed",
    "Refusal",
    "Story",
    "TableClient",
    "TableError",
    "Told",
    "Unreachable",
    "connect",
    "write_beat",
]
