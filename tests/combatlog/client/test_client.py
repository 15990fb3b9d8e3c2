"""The client against a real server: typed answers, errors, and what a lost connection does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from combatlog.client import (
    Beside,
    Company,
    FightClient,
    FightMovedOn,
    Frame,
    NotAllowed,
    Refusal,
    Story,
    TableClient,
    Unreachable,
    connect,
)
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from events.errors import Refused
from events.types.declarations import Aim, Attack
from tests.combatlog.server.tables import TestTable
from tests.support.relay import Relay, serve_app


class Served:
    """A table at a real socket, behind a relay."""

    __test__ = False

    def __init__(self, table: TestTable, relay: Relay) -> None:
        self.table, self.relay = table, relay

    async def connect(self, *may: str) -> TableClient:
        """Return the client of a bot with these scopes."""
        bot = await self.table.make_bot("Herald", *may)
        token = bot.headers["authorization"].split()[1]
        return connect(f"http://127.0.0.1:{self.relay.port}", token)


def served(test: Callable[[Served], Awaitable[None]]) -> Callable[[pytest.MonkeyPatch], None]:
    """Run a test at a table that is served."""

    def run(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("combatlog.client.sending.WAITS", (0.01, 0.02, 0.04))
        monkeypatch.setattr("combatlog.client.stream.LEAST", 0.01)

        async def serve() -> None:
            async with asyncio.timeout(20):
                table = await TestTable().begin()
                async with (
                    serve_app(make_app(Server(table.table, table.seats))) as port,
                    Relay(port).run() as relay,
                ):
                    try:
                        await test(Served(table, relay))
                    finally:
                        table.table.close()

        asyncio.run(serve())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@pytest.mark.slow
@served
async def test_a_bot_plays_an_exchange(served: Served) -> None:
    """Answers are of the server's own types."""
    async with await served.connect("read:public", "declare:ada", "roll:ada") as table:
        assert (await table.read_seat()).may == ["read:public", "declare:ada", "roll:ada"]
        assert (await table.read_table()).title == ""
        (listed,) = await table.list_fights()
        fight = table.fight(listed.number)
        assert (await fight.read_opening()).title == "A fight"
        (ada, *_) = [each for each in (await fight.read_turn()).people if each.yours]
        assert (ada.id, ada.can_act) == ("ada", True)
        options = await fight.read_options("ada")
        assert "attack" in str(options.turn)
        declared = await fight.declare(Attack("ada", (Aim("wolf"),), ("sword",)))
        assert declared.kind == "declared"
        await served.table.say(served.table.referee, "go")
        (die,) = (await fight.read_turn()).awaited
        assert (die.die, die.yours) == ("d8", True)
        assert (await fight.roll(die, 5)).kind == "rolled"
        frame = await fight.read_frame()
        assert "Ada" in "\n".join(told.text for told in Story().take(frame))
        assert {*(await fight.read_numbers())} >= {"columns", "combatants"}
        assert "a" in [each.shown[0] for each in await fight.complete("a")]


@pytest.mark.slow
@served
async def test_a_refusal_is_an_error_with_the_servers_sentence(served: Served) -> None:
    """Of its own type for the rules, for a fight that has gone on, and for a missing scope."""
    async with await served.connect("read:public", "declare:ada") as table:
        fight = table.fight("1")
        head = (await fight.read_turn()).last
        with pytest.raises(Refusal, match="trebuchet"):
            await fight.say("attack ada wolf trebuchet")
        with pytest.raises(NotAllowed, match="lacks the scope declare:ben"):
            await fight.say("attack ben wolf axe")
        with pytest.raises(NotAllowed, match="lacks the scope referee"):
            await fight.undo()
        await served.table.say(served.table.referee, "attack ada wolf bow")
        with pytest.raises(FightMovedOn, match="Somebody else recorded first") as raised:
            await fight.say("attack ada wolf sword instead", head=head)
        assert raised.value.last == served.table.last


@served
async def test_who_follows_a_fight_may_declare_where_the_server_began(served: Served) -> None:
    """The stream tells the run of the server, and commands name it: nothing was refused before. One
    under a key of the caller's may be a late copy of what was, so it does not."""
    async with await served.connect("read:public", "declare:ada") as table:
        fight = table.fight("1")
        async for news in fight.follow():
            if isinstance(news, Beside):
                break
        await served.table.say(served.table.referee, "attack ben wolf axe")
        with pytest.raises(FightMovedOn):
            await fight.say("attack ada wolf sword", key="mine")
        assert (await fight.say("attack ada wolf sword")).kind == "declared"


@served
async def test_a_command_whose_answer_was_lost_is_recorded_once(served: Served) -> None:
    """The client says it again under its key."""
    async with await served.connect("read:public", "declare:ada") as table:
        fight = table.fight("1")
        before = (await fight.read_turn()).last
        served.relay.swallows = 2
        recorded = await fight.say("attack ada wolf sword")
        assert served.relay.swallows == 0
        assert recorded.seqs == [before + 1]
        assert served.table.last == before + 1
        assert fight.head == before + 1


@served
async def test_a_table_that_does_not_answer_is_said(served: Served) -> None:
    """With the key, so that the command can be said again later."""
    async with await served.connect("read:public", "declare:ada") as table:
        fight = table.fight("1")
        served.relay.is_down = True
        with pytest.raises(Unreachable, match="does not answer") as raised:
            await fight.say("attack ada wolf sword", head=4, key="mine")
        assert raised.value.key == "mine"
        served.relay.is_down = False
        assert (await fight.say("attack ada wolf sword", head=4, key="mine")).seqs == [5]


async def collect_frames(fight: FightClient, frames: list[Frame], goal: list[int]) -> None:
    """Collect the frames of a fight until the last of these events."""
    async for news in fight.follow(frames[-1].last if frames else 0):
        if isinstance(news, Frame):
            frames.append(news)
            if goal and news.last >= goal[-1]:
                return
        else:
            assert isinstance(news, Company | Beside)


@pytest.mark.slow
@served
async def test_the_stream_goes_on_where_it_was_cut(served: Served) -> None:
    """Again and again, without a gap and without anything twice; also where the table was away."""
    async with await served.connect("read:public") as table:
        fight = table.fight("1")
        frames: list[Frame] = []
        goal: list[int] = []
        referee = served.table.referee
        reading = asyncio.create_task(collect_frames(fight, frames, goal))
        for number in range(20):
            if number % 3 == 0:
                served.relay.cut()
            served.relay.is_down = number % 7 == 0
            await served.table.say(referee, f"harm ada 1: rock {number}", key=f"k{number}")
            await served.table.command(referee, do="undo", key=f"u{number}")
            await asyncio.sleep(0.02)
        served.relay.is_down = False
        goal.append(served.table.last + 1)
        await served.table.say(referee, "next")
        await reading
        for before, after in pairwise(frames):
            assert after.after == before.last
        rows = [row for frame in frames for row in frame.rows]
        assert len(rows) == frames[-1].last == fight.head
        whole, told = Story(), Story()
        whole.take(await fight.read_frame())
        for frame in frames:
            told.take(frame)
        assert told.beats == whole.beats
        assert served.relay.connections > 5


@served
async def test_a_removed_bot_is_told_so(served: Served) -> None:
    """Its stream ends with an error, and is not opened for ever."""
    async with await served.connect("read:public") as table:
        fight = table.fight("1")
        seat = await table.read_seat()
        with pytest.raises(NotAllowed, match="no seat"):
            async for news in fight.follow():
                if isinstance(news, Frame):
                    await served.table.referee.send("DELETE", f"/api/seats/{seat.id}")


@pytest.mark.slow
@served
async def test_a_bot_that_is_too_fast_waits(served: Served) -> None:
    """And is answered all the same."""
    async with await served.connect("read:public") as table:
        await asyncio.gather(*(table.list_fights() for _ in range(62)))


@pytest.mark.parametrize("address", ["", "table.example", "ftp://table.example", "http://"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """Before anything is sent."""
    with pytest.raises(Refused, match="no address of a table"):
        connect(address, "token")


@pytest.mark.parametrize("token", ["", "two words", "é", "a\nb"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    """It would not fit into a header."""
    with pytest.raises(Refused, match="no token of a bot"):
        connect("http://table.example", token)
