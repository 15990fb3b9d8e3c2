"""The hall: many campaigns under one address, each with a table of its own.

A table is opened when somebody with a pass for it comes, and closed when nobody has been there for
a while. Seats and passes are apart: what serves at one table says nothing at another. Who has no
seat at a table gets the same answers as where there is no campaign of that name, so that strangers
learn no names.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote

from starlette.types import ASGIApp

from combatlog.app.campaign import Campaign
from combatlog.server.app import make_app
from combatlog.server.calls import COOKIE, Server
from combatlog.server.deliveries import Deliverer
from combatlog.server.limits import Allowances, Limits
from combatlog.server.neighbours import LOOK_SECONDS, Notices, follow, look
from combatlog.server.seats import Seat, Seats
from combatlog.server.table import IDLE, Table
from combatlog.server.webhooks import Webhooks
from combatlog.server.writer import InlineWriter, Writer
from events.errors import CombatlogError, Refused
from events.store.memory import MemoryStore
from events.store.protocol import KnownHeads

FOLDER = "/t/"
"""What the path of every table begins with."""

AT_ONCE = 20
"""How many open tables are looked at each time: with more, each is looked at less often."""

LIST_SECONDS = 5.0
"""How often the hall looks which campaigns there are, if nobody tells of a new one."""

MOST_NEW, HOUR = 30, 3600.0
"""The most campaigns that are made at a hall in so many seconds."""

_PLAIN = re.compile(r"(?!\.{1,2}$)[^/\\?#%\x00-\x1f]{1,100}")


class Opened(NamedTuple):
    """A campaign that is open for its table: what opens it in the writer, what is kept beside it,
    what its other servers tell, and what lets go of it."""

    open: Callable[[], Campaign]
    seats: Seats
    webhooks: Webhooks | None = None
    notices: Notices | None = None
    close: Callable[[], object] = lambda: None


class Campaigns(Protocol):
    """Where the campaigns of a hall are. Each method raises `CombatlogError`."""

    shown: str

    tells_moved: bool
    """Whether `find_moved` tells of all campaigns; else each table has to look for itself."""

    @property
    def notices(self) -> Notices | None:
        """What other servers tell of campaigns that were made; None where there are none."""
        ...

    def list_names(self) -> list[str]:
        """Return the names of all campaigns."""
        ...

    def open(self, name: str) -> Opened:
        """Open a campaign for its table."""
        ...

    def read_seats(self, name: str) -> Seats:
        """Return the seats of a campaign whose table is not open, to look at them."""
        ...

    def create(self, name: str) -> str:
        """Make a campaign; return its name as it is kept. Raises `Refused` where it is taken."""
        ...

    def find_moved(self, known: Mapping[str, KnownHeads]) -> list[str]:
        """Return the names of the campaigns in which others have recorded something, if that can be
        asked of all at once. `known` has where the fights of each stand."""
        ...

    def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded now, in a sentence that names no place and nobody;
        empty where it could."""
        ...

    def count_lost(self) -> int:
        """Return how many connections to a database were lost."""
        ...

    def close(self) -> None:
        """Let go of all."""
        ...


class OpenTable:
    """A table that is open: its app, how many requests it answers now, and when the last one
    ended."""

    def __init__(self, opened: Opened, server: Server, app: ASGIApp) -> None:
        self.opened, self.server, self.app = opened, server, app
        self.tasks: list[asyncio.Task[None]] = []
        self.busy = 0
        self.used = monotonic()


class Hall:
    """The tables of many campaigns. `address` is where phones find the hall; `make_writer` makes
    the writers of a table; `tell` is called with faults, each in a sentence; `limits` say how fast
    somebody may send requests; `measure` returns a campaign that is opened, measured."""

    def __init__(
        self,
        campaigns: Campaigns,
        make_writer: Callable[[], Writer],
        address: str = "",
        tell: Callable[[str], None] = lambda _: None,
        limits: Limits = Limits(),
        measure: Callable[[Campaign], Campaign] = lambda campaign: campaign,
    ) -> None:
        self.campaigns, self._make_writer = campaigns, make_writer
        self.address, self._tell = address, tell
        self._measure = measure
        self.is_closed = False
        self.allowances = Allowances(limits)
        """What is left to senders at all tables together: it tells nobody which there are."""
        self._worker = make_writer().make_another()
        self._names: dict[str, str] = {}
        """The names of all campaigns, by the part of the path that stands for each."""
        self._by_cookie: dict[str, str] = {}
        """The same, by the cookie that shows a seat there."""
        self._listed: list[str] = []
        self._listed_at = 0.0
        self._tables: dict[str, OpenTable] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._made: deque[float] = deque()
        self._said, self._faults = "", 0
        """The fault that was told last, and how many came since the hall last looked."""
        nobody = Server(Table(lambda: Campaign(MemoryStore()), InlineWriter()), Seats())
        self._nobody, self.strangers = nobody, make_app(nobody, (), self.allowances)
        """The app for whoever has no pass of a campaign: a table at which nobody can sit down."""

    async def begin(self) -> None:
        """Read which campaigns there are. Raises `CampaignError`."""
        await self._nobody.table.begin()
        await self.find_campaigns()

    async def find_campaigns(self) -> None:
        """Take in which campaigns there are now. Raises `CampaignError`."""
        self._listed_at = monotonic()
        names = await self._worker.run(self.campaigns.list_names)
        if names != self._listed:
            self._listed = names
            self._names = {make_slug(name): name for name in names}
            self._by_cookie = {make_cookie(name): name for name in names}

    def close(self) -> None:
        """End every stream."""
        self.is_closed = True
        for each in self._tables.values():
            each.server.table.close()

    async def end(self) -> None:
        """Close all tables."""
        for name in [*self._tables]:
            await self._shut(name)
        await self._nobody.table.end()
        await self._worker.run(self.campaigns.close)
        self._worker.close()

    async def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded now, in a sentence for everybody; empty where it
        could."""
        return await asyncio.to_thread(self.campaigns.find_write_obstacle)

    def count_streams(self) -> int:
        """Return how many streams are open."""
        return sum(each.server.table.count_streams() for each in self._tables.values())

    def list_awake(self) -> list[str]:
        """Return the ids of the fights whose history and views are held."""
        tables = [*self._tables.values()]
        return [fight for each in tables for fight in each.server.table.list_awake()]

    def find_name(self, slug: str) -> str | None:
        """Return the name of the campaign that a part of a path stands for."""
        return self._names.get(slug)

    @asynccontextmanager
    async def use(self, name: str) -> AsyncIterator[OpenTable]:
        """Open the table of a campaign, if it is not, and keep it open within the context. Raises
        `CombatlogError`."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            table = self._tables.get(name) or await self._open(name)
            table.busy += 1
        try:
            yield table
        finally:
            table.busy -= 1
            table.used = monotonic()

    async def find_seats(self, cookies: Mapping[str, str]) -> list[tuple[str, Seat]]:
        """Return the seats that a browser shows, each with the name of its campaign."""
        found = []
        for cookie, token in cookies.items():
            if (name := self._by_cookie.get(cookie)) is not None:
                seats = await self._read_seats(name)
                seat = seats.find(token) if seats is not None else None
                if seat is not None and not seat.is_bot:
                    found.append((name, seat))
        return sorted(found, key=lambda each: each[0])

    async def create(self, name: str) -> str:
        """Make a campaign; return its name as it is kept. Raises `Refused`, and `CampaignError`."""
        now = monotonic()
        while self._made and now - self._made[0] > HOUR:
            self._made.popleft()
        if len(self._made) >= MOST_NEW:
            raise Refused("Too many campaigns were made in the last hour; try again later.")
        made = await self._worker.run(lambda: self.campaigns.create(name))
        self._made.append(now)
        self._names[make_slug(made)] = self._by_cookie[make_cookie(made)] = made
        if self.campaigns.notices is not None:
            self.campaigns.notices.tell(made)
        return made

    async def follow(self) -> None:
        """Take in at once which campaigns other processes have made."""
        if (notices := self.campaigns.notices) is None:
            return
        loop, wake = asyncio.get_running_loop(), asyncio.Event()

        def hear(_: str) -> None:
            with suppress(RuntimeError):  # the hall has ended
                loop.call_soon_threadsafe(wake.set)

        notices.begin(hear)
        while True:
            await wake.wait()
            wake.clear()
            with suppress(CombatlogError):  # said where the hall looks again and again
                await self.find_campaigns()

    async def look_again_and_again(self) -> None:
        """Take in what others change, again and again, and close the tables that nobody is at. A
        fault is said once, and again only after it was mended."""
        turn: deque[str] = deque()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            fault = ""
            if monotonic() - self._listed_at > LIST_SECONDS:
                try:
                    await self.find_campaigns()
                except CombatlogError as error:
                    fault = str(error)
            try:
                await self._look_for_moved()
            except CombatlogError as error:
                fault = fault or str(error)
            if not turn:
                turn.extend(self._tables)
            for name in [turn.popleft() for _ in range(min(AT_ONCE, len(turn)))]:
                try:
                    await self._look(name)
                except CombatlogError as error:
                    fault = fault or str(error)
            if fault:
                self.tell_fault(fault)
            elif not self._faults:
                self._said = ""
            self._faults = 0

    def tell_fault(self, said: str) -> None:
        """Tell the owner of a fault, once, and again only after a while without any."""
        self._faults += 1
        if said != self._said:
            self._said = said
            self._tell(said)

    async def _look_for_moved(self) -> None:
        """Take in what others have recorded at all tables, which one query tells: a notice may have
        been lost."""
        known = {name: each.server.table.list_known() for name, each in self._tables.items()}
        if not known:
            return
        fault: CombatlogError | None = None
        for name in await self._worker.run(lambda: self.campaigns.find_moved(known)):
            if (table := self._tables.get(name)) is not None:
                try:
                    await table.server.table.look_for_others()
                except CombatlogError as error:  # the other tables go on
                    fault = error
        if fault is not None:
            raise fault

    async def _look(self, name: str) -> None:
        if (table := self._tables.get(name)) is None:
            return
        if not table.busy and monotonic() - table.used > IDLE:
            async with self._locks.setdefault(name, asyncio.Lock()):
                if not table.busy:
                    await self._shut(name)
            return
        await look(table.server, with_fights=not self.campaigns.tells_moved)

    async def _open(self, name: str) -> OpenTable:
        opened = await self._worker.run(lambda: self.campaigns.open(name))
        tell = opened.notices.tell if opened.notices is not None else None
        table = Table(lambda: self._measure(opened.open()), self._make_writer(), tell=tell)
        try:
            await table.begin()
        except BaseException:
            opened.close()
            raise
        address = f"{self.address}{make_path(name)[:-1]}" if self.address else ""
        server = Server(table, opened.seats, address, opened.webhooks, cookie=make_cookie(name))
        found = OpenTable(opened, server, make_app(server, (), self.allowances))
        work: list[Coroutine[Any, Any, None]] = []
        if opened.notices is not None:
            work.append(follow(server, opened.notices))
        if opened.webhooks is not None:
            work.append(Deliverer(server, opened.webhooks, self._tell).run())
        found.tasks = [asyncio.create_task(each) for each in work]
        self._tables[name] = found
        return found

    async def _shut(self, name: str) -> None:
        """Close a table."""
        table = self._tables.pop(name)
        table.server.table.close()
        for task in table.tasks:
            task.cancel()
        await asyncio.gather(*table.tasks, return_exceptions=True)
        await table.server.table.end()
        await self._worker.run(table.opened.close)

    async def _read_seats(self, name: str) -> Seats | None:
        """Return the seats of a campaign, None where they cannot be read now."""
        if (table := self._tables.get(name)) is not None:
            return table.server.seats
        with suppress(CombatlogError):
            return await self._worker.run(lambda: self.campaigns.read_seats(name))
        return None


def make_slug(name: str) -> str:
    """Return the part of a path that stands for a campaign: its name, where a path can have it."""
    return name if _PLAIN.fullmatch(name) else _hash(name)


def make_path(name: str) -> str:
    """Return the path that the table of a campaign begins at."""
    return f"{FOLDER}{quote(make_slug(name), safe='')}/"


def make_cookie(name: str) -> str:
    """Return the name of the cookie that shows a seat in a campaign. It does not tell which."""
    return f"{COOKIE}-{_hash(name)}"


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]
