"""Commands that another server's commands have come before, at the very moment that they are
recorded."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.commands import PAUSES
from combatlog.server.table import Table
from combatlog.server.writer import InlineWriter
from events.errors import Replaced
from tests.combatlog.server.tables import FIGHT, TestTable, at_table


def race(table: TestTable, monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Let another program record a note just before each of the next appends; return what will be
    the numbers of these tries."""
    append, tries = table.store.append, [0]
    fight = table.store.fights()[0]

    def lose(*place: Any, **more: Any) -> Any:
        if more.get("by") != "Other" and tries[0] < times and place[2]:
            tries[0] += 1
            Fight(table.store, fight, "Other").note(f"other {tries[0]}")
        return append(*place, **more)

    monkeypatch.setattr(table.store, "append", lose)
    return tries


@at_table
async def test_what_still_means_the_same_is_recorded_behind_the_other(table: TestTable) -> None:
    """A note, and a declaration about people whom nobody has touched."""
    anna = await table.admit("Anna")
    with pytest.MonkeyPatch.context() as patch:
        tries = race(table, patch, 2)
        before = table.last
        said = await table.command(anna, do="note", text="the bridge sways")
        assert (200, [before + 3]) == (said.status, said.json["seqs"])
        assert [2] == tries
        tries[0] = 1
        said = await table.say(anna, "attack ada wolf bow")
        assert 200 == said.status, said.json


@at_table
async def test_what_counts_at_its_own_event_is_a_conflict(table: TestTable) -> None:
    """And is recorded by nobody."""
    with pytest.MonkeyPatch.context() as patch:
        tries = race(table, patch, 1)
        before = table.last
        said = await table.say(table.referee, "harm wolf 4: a rock")
    assert (409, "conflict") == (said.status, said.json["kind"])
    assert ([1], before + 1) == (tries, table.last)


@at_table
async def test_a_history_that_was_replaced_is_read_anew(table: TestTable) -> None:
    """After a fail-over to a database that lacks the last event: the next look, or the first
    command, finds it, and the table goes on from what is recorded there."""
    fight = table.store.fights()[0]
    for look in (True, False):
        said = await table.command(table.referee, do="note", text="lost")
        assert 200 == said.status
        table.store._rows[fight].pop()
        Fight(table.store, fight, "Other").note("elsewhere")
        if look:
            with pytest.raises(Replaced):
                await table.table.look_for_others()
        else:
            said = await table.command(table.referee, do="note", text="too late")
            assert 503 == said.status
            assert "open the fight again" in said.json["said"]
        said = await table.command(table.referee, do="note", text="behind")
        assert 200 == said.status, said.json
    told = [getattr(row.event, "text", "") for row in table.store.read(fight)]
    assert ["elsewhere", "behind", "elsewhere", "behind"] == told[-4:]


@at_table
async def test_who_watches_a_history_that_was_replaced_gets_all_of_it_anew(
    table: TestTable,
) -> None:
    """Also where it has grown again beyond what they had: what they have is not its beginning."""
    fight = table.store.fights()[0]
    async with table.referee.stream(f"{FIGHT}/stream") as frames:
        last = (await frames.get())["last"]
        table.store._rows[fight].pop()
        Fight(table.store, fight, "Other").note("elsewhere")
        Fight(table.store, fight, "Other").note("and on")
        with pytest.raises(Replaced):
            await table.table.look_for_others()
        anew = await frames.get()
        assert (0, last + 1) == (anew["after"], anew["last"])
        assert len(anew["rows"]) == last + 1
        assert 200 == (await table.command(table.referee, do="note", text="behind")).status
        assert (last + 1, last + 2) == (
            (following := await frames.get())["after"],
            following["last"],
        )


@at_table
async def test_a_race_that_never_ends_is_given_up(table: TestTable) -> None:
    """With the sentence of a conflict."""
    with pytest.MonkeyPatch.context() as patch:
        tries = race(table, patch, 1000)
        said = await table.command(table.referee, do="note", text="never")
    assert 409 == said.status
    assert [len(PAUSES) + 1] == tries


def test_what_another_server_may_have_refused_counts_at_the_head_alone() -> None:
    """Its sender may have been told so there. A note harms nobody."""

    async def play() -> None:
        table = await TestTable().begin()
        told: list[str] = []
        table.table = Table(lambda: Campaign(table.store), InlineWriter(), tell=told.append)
        await table.table.begin()
        table.app = table.referee.app = make_app(Server(table.table, table.seats), {"table.local"})
        anna = await table.admit("Anna")
        head = table.last
        assert 200 == (await table.command(anna, do="note", text="one")).status
        attack = {"do": "say", "line": "attack ada wolf bow", "head": head, "key": "k"}
        for run, status in (("another", 409), (table.table.run_id, 200)):
            reply = await anna.post("/api/fights/1/commands", {**attack, "key": run, "run": run})
            assert status == reply.status, reply.json
        assert {"", table.store.fights()[0]} == {*told}

    asyncio.run(play())
