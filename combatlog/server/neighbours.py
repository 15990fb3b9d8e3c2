"""Other servers of the same campaign, and other programs that record in it: taking in what they
have changed.

Each server looks now and then. Where the campaign is in a database, servers also tell each other,
so that they look at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from combatlog.server.calls import Server
from events.errors import CombatlogError

LOOK_SECONDS = 0.5
"""How often the table looks for what other programs have changed."""


class Notices(Protocol):
    """What servers tell each other: ids of fights that have gone on; something else, such as an
    empty name, where the seats or anything may have changed."""

    def begin(self, on_heard: Callable[[str], None]) -> None:
        """Call this, in any thread, with what others tell."""
        ...

    def tell(self, name: str) -> None:
        """Tell the others soon."""
        ...

    def close(self) -> None:
        """Tell and hear nothing more."""
        ...


async def look_again_and_again(server: Server, tell: Callable[[str], None]) -> None:
    """Take in what others change, again and again. A fault is said once, and again only after it
    was mended."""
    said = ""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await look(server)
            said = ""
        except CombatlogError as error:
            if str(error) != said:
                said = str(error)
                tell(said)


async def look(server: Server, *, with_fights: bool = True) -> None:
    """Take in what others have recorded in the campaign, which fights are new, who sits at the
    table, and who is told of ends. Without `with_fights`, the caller finds out otherwise what was
    recorded."""
    await look_at_seats(server)
    if server.webhooks is not None:
        await server.table.run(server.webhooks.refresh)
    await server.table.look_beside()
    if with_fights:
        await server.table.look_for_others()
    else:
        await server.table.let_sleep()


async def look_at_seats(server: Server) -> None:
    """Take in how others have changed the seats."""
    if await server.table.run(server.seats.refresh):
        server.table.hub.ring()


async def follow(server: Server, notices: Notices) -> None:
    """Take in at once what other servers tell."""
    loop = asyncio.get_running_loop()
    heard: dict[str, None] = {}
    wake = asyncio.Event()

    def note(name: str) -> None:
        heard[name] = None
        wake.set()

    def hear(name: str) -> None:
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(note, name)

    notices.begin(hear)
    try:
        while True:
            await wake.wait()
            wake.clear()
            names = [*heard]
            heard.clear()
            with suppress(CombatlogError):  # said where the table looks again and again
                if all(map(server.table.knows, names)):
                    await server.table.look_at(names)
                else:  # the seats, a new fight, or anything else
                    await look(server)
    finally:
        await asyncio.to_thread(notices.close)
