"""Streams: they end when their reader has gone, and a slow phone holds nobody up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from starlette.types import Message

from combatlog.app.campaign import Campaign
from combatlog.server import streams
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.table import Table
from combatlog.server.writer import InlineWriter, ThreadWriter, Writer
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser

T = TypeVar("T")


class PatientWriter(InlineWriter):
    """A writer that lets others go on before and after each job."""

    async def run(self, job: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        done = job()
        await asyncio.sleep(0)
        return done


class Phone:
    """A phone that reads the frames of a stream. Until it is `drained`, nothing it is sent arrives;
    each piece arrives `way` steps of the others later."""

    def __init__(self, browser: Browser, query: str = "", way: int = 0) -> None:
        self._browser, self._query, self._way = browser, query, way
        self.status = 0
        self.pieces: list[bytes] = []
        self.drained = asyncio.Event()
        self.drained.set()
        self._gone = asyncio.Event()
        self.reading: asyncio.Task[None] | None = None

    async def open(self) -> Phone:
        """Open the stream, and wait for its first frame."""
        self.ask()
        await self.settle()
        assert self.frames
        return self

    def ask(self) -> asyncio.Task[None]:
        """Ask for the stream; return the task that reads it to its end."""
        scope = self._browser._make_scope("GET", f"{FIGHT}/stream{self._query}", {})

        async def read() -> None:
            await self._browser.app(scope, self._receive, self._send)

        self.reading = asyncio.create_task(read())
        return self.reading

    @property
    def frames(self) -> list[Any]:
        """The frames that have arrived."""
        blocks = b"".join(self.pieces).decode().split("\n\n")
        return [
            json.loads(block.partition("data: ")[2]) for block in blocks if "event: frame" in block
        ]

    async def settle(self) -> None:
        """Let everybody do what they have to."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def leave(self) -> None:
        """Let the reader go."""
        self._gone.set()
        assert self.reading is not None
        await asyncio.wait_for(self.reading, 1)

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.drained.wait()
        for _ in range(self._way):
            await asyncio.sleep(0)
        self.status = message.get("status", self.status)
        self.pieces.append(message.get("body", b""))
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self._gone.set()


@at_table
async def test_a_stream_ends_although_news_come_as_its_reader_goes(table: TestTable) -> None:
    """Otherwise the server would take somebody who left for present."""
    for steps in range(6):
        phone = await Phone(table.referee).open()
        assert table.table.hub.list_here()
        table.table.hub.ring()
        for _ in range(steps):
            await asyncio.sleep(0)
        await phone.leave()
        assert not table.table.hub.list_here(), f"{steps} steps after the news"


@at_table
async def test_a_slow_phone_holds_nobody_up(table: TestTable) -> None:
    """It gets what it has missed as one frame, without a gap."""
    slow, other = await Phone(table.referee).open(), await Phone(table.referee).open()
    slow.drained.clear()
    for number in range(4):
        await table.command(table.referee, do="note", text=f"{number}")
        await other.settle()
    assert [1, 5] == [len(slow.frames), len(other.frames)]
    slow.drained.set()
    await slow.settle()
    assert [frame["last"] for frame in slow.frames[:-1]] == [
        frame["after"] for frame in slow.frames[1:]
    ]
    assert [3, table.last] == [len(slow.frames), slow.frames[-1]["last"]]
    await table.command(table.referee, do="note", text="once more")
    await slow.settle()
    assert slow.frames[-1] == other.frames[-1]
    await slow.leave()
    await other.leave()


@at_table
async def test_a_slow_phone_whose_seat_is_taken_away_is_ended(table: TestTable) -> None:
    """When it can be reached again."""
    anna = await table.admit("Anna")
    phone = await Phone(anna).open()
    phone.drained.clear()
    await table.command(table.referee, do="note", text="hello")
    await phone.settle()
    seat = next(each.id for each in table.seats if each.name == "Anna")
    await table.referee.send("DELETE", f"/api/seats/{seat}")
    await phone.settle()
    assert phone.reading is not None and not phone.reading.done()
    phone.drained.set()
    await asyncio.wait_for(phone.reading, 1)
    assert 2 == len(phone.frames)


@at_table
async def test_streams_have_no_tasks_of_their_own(table: TestTable) -> None:
    """Each has that of its connection, and all together one that shows they stand."""
    before = len(asyncio.all_tasks())
    phones = [await Phone(table.referee).open() for _ in range(30)]
    await phones[0].settle()
    assert before + 30 + 1 == len(asyncio.all_tasks())
    for each in phones:
        await each.leave()


def test_much_is_sent_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the server holds little of it for each phone."""
    monkeypatch.setattr(streams, "MOST", 300)

    @at_table
    async def look(table: TestTable) -> None:
        phone = await Phone(table.referee).open()
        await table.command(table.referee, do="note", text="long " * 200)
        await phone.settle()
        assert 300 == max(map(len, phone.pieces))
        assert [0, 1] == [frame["after"] > 0 for frame in phone.frames]
        await phone.leave()

    look()


def test_a_quiet_stream_shows_that_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment, which readers pass over, keeps proxies from ending it."""
    monkeypatch.setattr(streams, "BEAT", 0.01)

    @at_table
    async def look(table: TestTable) -> None:
        phone = await Phone(table.referee).open()
        await asyncio.sleep(0.1)
        assert streams.STILL_HERE in phone.pieces
        assert 1 == len(phone.frames)
        await phone.leave()

    look()


@at_table
async def test_a_stream_asked_for_while_the_table_closes_ends(table: TestTable) -> None:
    """Whenever that happens: with what there was until then, and never in the middle of it."""
    for steps in range(12):
        phone = Phone(await _lay_again(table, PatientWriter()))
        reading = phone.ask()
        for _ in range(steps):
            await asyncio.sleep(0)
        table.table.close()
        await asyncio.wait_for(reading, 1)
        assert 200 == phone.status
        assert [table.last] == [frame["last"] for frame in phone.frames], steps
        assert b"".join(phone.pieces).endswith(b"\n\n")
        assert not table.table.hub.list_here()


@at_table
async def test_a_table_that_has_closed_says_so(table: TestTable) -> None:
    """To who asks for a stream, and to who says a command: nothing fails in the server."""
    writer = ThreadWriter()
    browser = await _lay_again(table, writer)
    table.table.close()
    writer.close()
    phone = Phone(browser)
    await asyncio.wait_for(phone.ask(), 1)
    assert 503 == phone.status
    said = json.loads(b"".join(phone.pieces))["said"]
    assert "The table has closed; nothing was recorded." == said
    reply = await table.command(browser, do="note", text="too late")
    assert (503, said) == (reply.status, reply.json["said"])


def leave_a_gap(patch: pytest.MonkeyPatch) -> None:
    """Plant a mistake: what is recorded between a stream's first frame and its place among the
    others wakes nobody."""
    begin = streams.Streams._begin

    def begin_without_a_look(self: streams.Streams, stream: streams.Stream, fight: str) -> None:
        stream.is_stale = False
        begin(self, stream, fight)

    patch.setattr(streams.Streams, "_begin", begin_without_a_look)


@at_table
async def find_gaps(table: TestTable) -> None:
    """Record something at each moment at which a stream begins. Raises `AssertionError` where its
    reader does not hear of it."""
    for steps in range(12):
        phone = Phone(await _lay_again(table, PatientWriter()), way=3)
        reading = phone.ask()
        for _ in range(steps):
            await asyncio.sleep(0)
        head = table.last
        await table.command(table.referee, do="note", text="meanwhile", key=f"{steps}")
        await phone.settle()
        assert head + 1 == table.last == phone.frames[-1]["last"], f"{steps} steps after the call"
        assert [frame["last"] for frame in phone.frames[:-1]] == [
            frame["after"] for frame in phone.frames[1:]
        ]
        assert not reading.done()
        await phone.leave()


def test_nothing_is_missed_between_the_first_frame_and_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same look finds the gap where it is planted."""
    find_gaps()
    leave_a_gap(monkeypatch)
    with pytest.raises(AssertionError, match="steps after the call"):
        find_gaps()


async def _lay_again(table: TestTable, writer: Writer) -> Browser:
    """Begin the table again with another writer; return the referee's browser."""
    table.table = Table(lambda: Campaign(table.store), writer)
    await table.table.begin()
    table.app = make_app(Server(table.table, table.seats), {"table.local"})
    table.referee.app = table.app
    return table.referee
