"""Who is removed from the table is out at once: streams, proposals, votes, and what waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from combatlog.server.writer import InlineWriter
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_proposals import attack, propose, vote
from tests.support.asgi import Browser, Reply

T = TypeVar("T")


def find_seat(table: TestTable, name: str) -> str:
    """Return the id of somebody's seat."""
    return next(each.id for each in table.seats if each.name == name)


async def remove(table: TestTable, name: str, by: Browser | None = None) -> None:
    """Let a referee remove somebody."""
    reply = await (by or table.referee).send("DELETE", f"/api/seats/{find_seat(table, name)}")
    assert 204 == reply.status


class SlowWriter(InlineWriter):
    """A writer in which jobs wait until they are let go on."""

    def __init__(self) -> None:
        self.is_free = asyncio.Event()
        self.waiting = 0

    async def run(self, job: Callable[[], T]) -> T:
        self.waiting += 1
        await self.is_free.wait()
        self.waiting -= 1
        return job()


class LateWriter(SlowWriter):
    """A writer whose jobs are done at once, and answered when they are let go on."""

    async def run(self, job: Callable[[], T]) -> T:
        done = job()
        await super().run(lambda: None)
        return done


async def send_and_wait(table: TestTable, sending: asyncio.Task[Reply]) -> SlowWriter:
    """Return the writer in which a request waits that was sent."""
    writer = SlowWriter()
    table.table._writer = writer
    await asyncio.sleep(0)
    while not writer.waiting:
        assert not sending.done()
        await asyncio.sleep(0)
    return writer


@at_table
async def test_a_command_that_waits_is_not_recorded(table: TestTable) -> None:
    """Its sender was removed while the writer was busy."""
    anna = await table.admit("Anna")
    before = table.last
    saying = asyncio.create_task(table.command(anna, do="note", text="still here"))
    writer = await send_and_wait(table, saying)
    table.seats.remove(find_seat(table, "Anna"))
    writer.is_free.set()
    reply = await saying
    assert (401, "You have no seat at this table any more.") == (reply.status, reply.json["said"])
    assert before == table.last


@at_table
async def test_what_a_referee_said_counts_no_more_once_they_are_a_player(table: TestTable) -> None:
    """The request waited with the rights of before."""
    olga = await table.admit("Olga", role="referee")
    before = table.last
    saying = asyncio.create_task(table.say(olga, "harm wolf 4: a rock"))
    writer = await send_and_wait(table, saying)
    table.seats.admit(find_seat(table, "Olga"), role="player")
    writer.is_free.set()
    reply = await saying
    assert (422, True) == (reply.status, "has just changed" in reply.json["said"])
    assert before == table.last


@at_table
async def test_an_answer_that_was_computed_before_is_not_told(table: TestTable) -> None:
    """Whoever is removed while it is on its way gets nothing of it."""
    anna = await table.admit("Anna")
    writer = LateWriter()
    table.table._writer = writer
    asking = asyncio.create_task(anna.get(f"{FIGHT}/frame"))
    while not writer.waiting:
        assert not asking.done()
        await asyncio.sleep(0)
    table.seats.remove(find_seat(table, "Anna"))
    writer.is_free.set()
    reply = await asking
    assert (401, False) == (reply.status, b"Wolf" in reply.body)


@at_table
async def test_a_stream_ends(table: TestTable) -> None:
    """And nothing is sent on it any more; the others go on, and see who is left."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    async with (
        anna.stream(f"{FIGHT}/stream") as frames,
        ben.stream(f"{FIGHT}/stream", "company") as company,
    ):
        await frames.get()
        await remove(table, "Anna")
        seats: list[str] = []
        while "Anna" in seats or not seats:
            seats = [each["name"] for each in (await company.get())["seats"]]
        sent = len(anna.sent)
        await table.command(table.referee, do="note", text="hello")
        await asyncio.sleep(0.01)
    assert ["Rita", "Ben"] == seats
    assert sent == len(anna.sent)
    assert 401 == (await anna.get(f"{FIGHT}/stream")).status


@at_table
async def test_a_proposal_goes_with_who_made_it(table: TestTable) -> None:
    """Nobody can apply it any more."""
    anna = await table.admit("Anna")
    await attack(table)
    made = (await propose(table, anna, "undo")).json
    before = table.last
    async with table.referee.stream(f"{FIGHT}/stream", "beside") as told:
        assert [made["id"]] == [each["id"] for each in (await told.get())["proposals"]]
        await remove(table, "Anna")
        assert [] == (await told.get())["proposals"]
    assert "withdrawn" == (await vote(table.referee, made)).json["outcome"]
    assert before == table.last


@at_table
async def test_a_vote_goes_with_who_gave_it(table: TestTable) -> None:
    """A referee's yes rules no more once they are removed: another one has to agree."""
    await table.referee.post("/api/votes", {"votes": "concerned"})
    anna, olga = await table.admit("Anna"), await table.admit("Olga", role="referee")
    ben = await table.admit("Ben")
    await attack(table)
    made = (await propose(table, anna, "undo 2")).json
    agreed = (await vote(olga, made)).json
    assert ["Anna", "Olga"] == [each["name"] for each in agreed["votes"]]
    await remove(table, "Olga")
    before = table.last
    left = (await vote(ben, made)).json
    assert ("open", ["Anna", "Ben"]) == (left["outcome"], [each["name"] for each in left["votes"]])
    assert before == table.last
    assert "applied" == (await vote(table.referee, made)).json["outcome"]


@at_table
async def test_a_referee_leaves_no_way_back(table: TestTable) -> None:
    """The bots that they have made go with them, and a link for a referee that they may know."""
    olga = await table.admit("Olga", role="referee")
    mine = await table.make_bot("Mine", "referee")
    made = (await olga.post("/api/bots", {"name": "Back door", "may": ["referee"]})).json
    back = Browser(table.app, authorization=f"Bearer {made['token']}")
    assert 200 == (await back.get(FIGHT)).status
    link = table.seats.make_referee_link()
    await remove(table, "Olga")
    assert [401, 401, 200] == [(await each.get(FIGHT)).status for each in (olga, back, mine)]
    assert 422 == (await table.knock(Browser(table.app), link, "Olga")).status
