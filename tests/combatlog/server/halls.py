"""A hall for tests: two campaigns in memory, each with a fight and a referee."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from combatlog.app.campaign import Campaign
from combatlog.server.hall import Hall, Opened, make_path
from combatlog.server.hall_app import make_hall_app
from combatlog.server.neighbours import Notices
from combatlog.server.seats import MemorySeats, Seats
from combatlog.server.writer import InlineWriter
from events.errors import CampaignError, NoCampaign, Refused
from events.store.memory import MemoryStore
from events.store.protocol import KnownHeads
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.tables import PEOPLE
from tests.support.asgi import Browser, Reply


class MemoryCampaigns:
    """Campaigns in memory, each with a fight that is named after it."""

    shown, tells_moved = "memory", True
    notices: Notices | None = None

    def __init__(self, *names: str) -> None:
        self.stores: dict[str, MemoryStore] = {}
        self.seats: dict[str, Seats] = {}
        self.opened: list[str] = []
        self.closed: list[str] = []
        self.is_down = False
        for name in names:
            self.create(name)
            game = load_game("golden-idol")
            sheets = [each.sheet(game) for each in PEOPLE]
            campaign = Campaign(self.stores[name])
            campaign.start(f"The fight of {name}", game, dice="typed", sheets=sheets)
            campaign.fight().note(f"a note about {name}")

    def list_names(self) -> list[str]:
        return [*self.stores]

    def open(self, name: str) -> Opened:
        if self.is_down:
            raise CampaignError(f"memory#{name} is down")
        if name not in self.stores:
            raise NoCampaign("")
        self.opened.append(name)
        store = self.stores[name]
        return Opened(
            lambda: Campaign(store), self.seats[name], close=lambda: self.closed.append(name)
        )

    def find_moved(self, known: Mapping[str, KnownHeads]) -> list[str]:
        return [
            name
            for name, each in known.items()
            if each.fights != len(self.stores[name].fights())
            or any(self.stores[name].head(fight) != head for fight, head in each.heads.items())
        ]

    def find_write_obstacle(self) -> str:
        return "The campaigns are down." if self.is_down else ""

    def count_lost(self) -> int:
        return 0

    def read_seats(self, name: str) -> Seats:
        return self.seats[name]

    def create(self, name: str) -> str:
        if name in self.stores:
            raise Refused("A campaign has this name already; choose another one.")
        self.stores[name], self.seats[name] = MemoryStore(), Seats(MemorySeats())
        return name

    def close(self) -> None:
        """Do nothing."""


class Person(Browser):
    """A browser that keeps every cookie."""

    def __init__(self, app: Any, **headers: str) -> None:
        super().__init__(app, **headers)
        self.jar: dict[str, str] = {}

    async def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """Send a request with all cookies; keep those of the answer."""
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        reply = await super().send(method, path, body, **headers)
        if "set-cookie" in reply.headers:
            name, _, value = reply.headers["set-cookie"].partition(";")[0].partition("=")
            self.jar[name] = value
            self.cookie = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        return reply

    async def list_names(self) -> list[str]:
        """Return the names of the campaigns that the hall shows."""
        return [each["name"] for each in (await self.get("/api/campaigns")).json["campaigns"]]


class TestHall:
    """A hall with two campaigns, harbour and bridge. Rita is the referee of one, Olga of the
    other."""

    __test__ = False

    def __init__(self) -> None:
        self.campaigns = MemoryCampaigns("harbour", "bridge")
        self.hall = Hall(self.campaigns, InlineWriter)
        self.app = make_hall_app(self.hall, {"table.local"})
        self.rita, self.olga = Person(self.app), Person(self.app)

    async def begin(self) -> TestHall:
        """Open the hall, and let the referees sit down."""
        await self.hall.begin()
        for person, name, called in (
            (self.rita, "harbour", "Rita"),
            (self.olga, "bridge", "Olga"),
        ):
            await self.knock(person, name, self.campaigns.seats[name].begin(), called)
        return self

    async def knock(self, person: Browser, name: str, shown: str, called: str) -> Reply:
        """Let somebody show a link or code at a table."""
        return await person.post(f"{make_path(name)}api/knock", {"shown": shown, "name": called})

    async def admit(self, name: str, called: str) -> Person:
        """Return the browser of a player whom a table has admitted."""
        person, seats = Person(self.app), self.campaigns.seats[name]
        knocked = await self.knock(person, name, seats.table_token, called)
        seats.admit(knocked.json["id"])
        return person

    def remove(self, name: str, called: str) -> None:
        """Take somebody's seat at a table away."""
        seats = self.campaigns.seats[name]
        seats.remove(next(each.id for each in seats if each.name == called))


def at_hall(test: Callable[[TestHall], Awaitable[None]]) -> Callable[[], None]:
    """Run a test in a new hall. In the end every table is closed."""

    def run() -> None:
        async def open_it() -> None:
            async with asyncio.timeout(20):
                hall = await TestHall().begin()
                await test(hall)
                hall.hall.close()
                await hall.hall.end()
                assert sorted(hall.campaigns.opened) == sorted(hall.campaigns.closed)

        asyncio.run(open_it())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run
