"""A table for tests: an app with a fight, a referee, and players who were admitted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from combatlog.app.campaign import Campaign
from combatlog.server.app import make_app
from combatlog.server.routes import Server
from combatlog.server.seats import Seats
from combatlog.server.table import Table
from combatlog.server.webhooks import Webhooks
from combatlog.server.writer import InlineWriter
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from rulesets.definitions.shipped import load_game
from tests.support.asgi import Browser, Reply
from tests.support.given import Person, npc, pc

PEOPLE = (
    pc("Ada", "6/0/10/10/10", player="Anna", sword="d8", bow="d6"),
    pc("Ben", "6/0/10/10/10", player="Ben", axe="d8"),
    npc("Wolf", "17/0/13/13/13", bite="d6"),
)

FIGHT = "/api/fights/1"


class TestTable:
    """A table at play. Call `begin` before anything else."""

    __test__ = False

    def __init__(
        self, *people: Person, game: str = "golden-idol", dice: DiceMode = "typed"
    ) -> None:
        self.store = MemoryStore()
        loaded = load_game(game)
        sheets = [each.sheet(loaded) for each in people or PEOPLE]
        Campaign(self.store).start("A fight", loaded, dice=dice, sheets=sheets)
        self.seats = Seats()
        self.table = Table(lambda: Campaign(self.store), InlineWriter())
        self.webhooks = Webhooks()
        self.server = Server(self.table, self.seats, "", self.webhooks)
        self.app = make_app(self.server, {"table.local"})
        self.referee = Browser(self.app)

    async def begin(self) -> TestTable:
        """Open the campaign, and let the referee sit down."""
        await self.table.begin()
        shown = self.seats.make_referee_link()
        assert (await self.knock(self.referee, shown, "Rita")).status == 200
        return self

    async def restart(self, *browsers: Browser) -> None:
        """Start the server again; the referee and these browsers go on with it."""
        self.table = Table(lambda: Campaign(self.store), InlineWriter())
        await self.table.begin()
        self.app = make_app(Server(self.table, self.seats), {"table.local"})
        for browser in (self.referee, *browsers):
            browser.app = self.app

    async def knock(self, browser: Browser, shown: str, name: str) -> Reply:
        """Let a browser show a link or code."""
        return await browser.post("/api/knock", {"shown": shown, "name": name})

    async def admit(self, name: str, **admitted: Any) -> Browser:
        """Return the browser of a player whom the referee has admitted."""
        browser = Browser(self.app)
        reply = await self.knock(browser, self.seats.make_table_link(), name)
        seat = reply.json["id"]
        assert (await self.referee.post(f"/api/seats/{seat}", admitted)).status == 200
        return browser

    async def make_bot(self, name: str, *may: str) -> Browser:
        """Return a bot with these scopes, as the referee makes it: it shows its bearer token."""
        made = await self.referee.post("/api/bots", {"name": name, "may": [*may]})
        assert made.status == 200, made.json
        return Browser(self.app, authorization=f"Bearer {made.json['token']}")

    @property
    def last(self) -> int:
        """The last event of the fight."""
        return self.store.head(self.store.fights()[0]).seq

    async def say(self, browser: Browser, line: str, **more: Any) -> Reply:
        """Say a line at the head of the fight."""
        return await self.command(browser, do="say", line=line, **more)

    async def command(self, browser: Browser, **command: Any) -> Reply:
        """Say a command, at the head unless it names another event."""
        head = self.last
        said = {"head": head, "key": f"key {head}", **command}
        return await browser.post(f"{FIGHT}/commands", said)


def at_table(test: Callable[[TestTable], Awaitable[None]]) -> Callable[[], None]:
    """Run a test at a new table."""

    def run() -> None:
        async def sit_down() -> None:
            async with asyncio.timeout(5):
                await test(await TestTable().begin())

        asyncio.run(sit_down())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run
