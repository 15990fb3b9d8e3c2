"""Fights that nobody uses fall asleep, and wake as if nothing had been."""

from __future__ import annotations

import asyncio
import gc
import weakref
from time import perf_counter

import pytest

from combatlog.app.campaign import Campaign
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.table import IDLE, Table
from combatlog.server.writer import InlineWriter
from tests.combatlog.server.tables import FIGHT, TestTable, at_table


class _Clock:
    """A clock that is put forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def _use_clock(table: TestTable) -> _Clock:
    """Let a table go on by a clock of the test's own."""
    clock = _Clock()
    table.table = Table(lambda: Campaign(table.store), InlineWriter(), clock=clock)
    await table.table.begin()
    table.app = table.referee.app = make_app(Server(table.table, table.seats), {"table.local"})
    return clock


async def _pass(table: TestTable, clock: _Clock, seconds: float) -> None:
    clock.now += seconds
    await table.table.look_for_others()


@pytest.mark.slow
@at_table
async def test_an_idle_fight_lets_go_of_its_history(table: TestTable) -> None:
    """But not before its time; a request begins it anew."""
    clock = await _use_clock(table)
    held: list[weakref.ref[OpenFight]] = []
    referee = table.seats.find(table.referee.cookie.partition("=")[2])
    assert referee is not None
    await table.table.read(referee, "1", lambda opened: held.append(weakref.ref(opened)))
    await _pass(table, clock, IDLE - 1)
    assert 1 == len(table.table.list_awake())
    await table.referee.get(f"{FIGHT}/turn")
    await _pass(table, clock, IDLE - 1)
    assert 1 == len(table.table.list_awake())
    await _pass(table, clock, 2)
    gc.collect()
    assert ([], None) == (table.table.list_awake(), held[0]())


@at_table
async def test_a_fight_wakes_as_if_nothing_had_been(table: TestTable) -> None:
    """Its frames and its next event are the same; what was refused stays refused."""
    clock = await _use_clock(table)
    early = table.last
    await table.say(table.referee, "set ada HP 3")
    refused = await table.say(table.referee, "set nobody HP 3", key="late")
    before = await table.referee.get(f"{FIGHT}/frame?after=0")
    await _pass(table, clock, IDLE + 1)
    assert [] == table.table.list_awake()
    began = perf_counter()
    after = await table.referee.get(f"{FIGHT}/frame?after=0")
    assert perf_counter() - began < 0.1
    assert before.json == after.json
    again = await table.say(table.referee, "set nobody HP 3", key="late")
    assert (refused.status, refused.json) == (again.status, again.json)
    assert 200 == (await table.command(table.referee, do="note", text="n", head=early)).status


@at_table
async def test_streams_of_a_sleeping_fight_get_what_others_record(table: TestTable) -> None:
    """Though a stream is open, an idle fight sleeps; the stream goes on without a gap."""
    clock = await _use_clock(table)
    async with table.referee.stream(f"{FIGHT}/stream") as frames:
        last = (await frames.get())["last"]
        await _pass(table, clock, IDLE + 1)
        assert [] == table.table.list_awake()
        Campaign(table.store).fight().note("from the prompt")
        await table.table.look_for_others()
        frame = await asyncio.wait_for(frames.get(), 2)
        assert (last, last + 1) == (frame["after"], frame["last"])
        assert 1 == len(table.table.list_awake())


@at_table
async def test_a_view_that_nobody_reads_any_more_rings_once(table: TestTable) -> None:
    """The referee's view stays behind once they have left; their fight sleeps all the same."""
    clock = await _use_clock(table)
    await table.referee.get(f"{FIGHT}/frame?after=0")
    Campaign(table.store).fight().note("from the prompt")
    rung: list[str] = []
    table.table.hub.listen(rung.append)
    for _ in range(3):
        await table.table.look_for_others()
    assert 1 == len(rung)
    await _pass(table, clock, IDLE + 1)
    assert [] == table.table.list_awake()


@pytest.mark.parametrize("change", [0.0, 1.0])
def test_the_time_is_that_of_the_clock(change: float) -> None:
    """A fight sleeps once more time than `IDLE` has passed."""

    async def try_it() -> None:
        table = await TestTable().begin()
        clock = await _use_clock(table)
        await table.referee.get(f"{FIGHT}/turn")
        await _pass(table, clock, IDLE + change)
        assert (0 if change else 1) == len(table.table.list_awake())

    asyncio.run(try_it())
