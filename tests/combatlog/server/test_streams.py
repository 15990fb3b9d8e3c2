"""Streams end when their reader has gone, whatever comes at the same moment."""

from __future__ import annotations

import asyncio

from combatlog.server.calls import Server
from combatlog.server.streams import stream_fight
from tests.combatlog.server.tables import TestTable, at_table


@at_table
async def test_a_stream_ends_although_news_come_as_its_reader_goes(table: TestTable) -> None:
    """Otherwise the server would take somebody who left for present."""
    server = Server(table.table, table.seats)
    seat = next(iter(table.seats))

    async def pump() -> None:
        async for _ in stream_fight(server, seat, "1", 0):
            pass

    for steps in range(6):
        reading = asyncio.create_task(pump())
        for _ in range(20):
            await asyncio.sleep(0)
        table.table.hub.ring()
        for _ in range(steps):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading}, timeout=1)
        assert reading.cancelled(), f"{steps} steps after the news"
        assert not table.table.hub.list_here()
