"""Phones of a fight whose history was replaced, and of somebody who was removed, get what is so."""

from __future__ import annotations

from typing import Any

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.table import IDLE, Table
from events.errors import Replaced
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_streams import PatientWriter, Phone


def replace_last(table: TestTable, text: str) -> None:
    """Put another note in place of the last event, as a standby does that lacked it."""
    fight = table.store.fights()[0]
    table.store._rows[fight].pop()
    Fight(table.store, fight, "Other").note(text)


@at_table
async def test_a_phone_reads_a_replaced_fight_anew(table: TestTable) -> None:
    """From its beginning, as soon as the server knows; so does one that comes back later, since
    nobody knows which history it has."""
    phone = await Phone(table.referee).open()
    for look in (True, False):
        await table.command(table.referee, do="note", text=f"lost {look}")
        await phone.settle()
        replace_last(table, f"elsewhere {look}")
        if look:
            with pytest.raises(Replaced):
                await table.table.look_for_others()
        else:
            assert 503 == (await table.command(table.referee, do="note", text="late")).status
        await phone.settle()
        told = phone.frames[-1]
        assert (0, table.last) == (told["after"], told["last"])
        assert "elsewhere" in str(told["rows"][-1])
        assert "lost" not in str(told["rows"][-1])
        await table.command(table.referee, do="note", text="behind")
        await phone.settle()
        assert table.last - 1 == phone.frames[-1]["after"]
    await phone.leave()


@at_table
async def test_a_fight_that_was_replaced_in_its_sleep_is_read_anew(table: TestTable) -> None:
    """A phone that watched it is told, too."""
    now = [1000.0]
    table.table = Table(lambda: Campaign(table.store), PatientWriter(), clock=lambda: now[0])
    await table.table.begin()
    table.app = table.referee.app = make_app(Server(table.table, table.seats), {"table.local"})
    await table.command(table.referee, do="note", text="lost")
    phone = await Phone(table.referee).open()
    await table.table.look_for_others()
    await phone.settle()
    now[0] += IDLE + 1
    await table.table.look_for_others()
    assert [] == table.table.list_awake()
    replace_last(table, "elsewhere")
    await table.table.look_for_others()
    await phone.settle()
    assert 0 == phone.frames[-1]["after"]
    assert "elsewhere" in str(phone.frames[-1]["rows"][-1])
    await phone.leave()


@at_table
async def test_who_is_removed_while_news_is_read_gets_no_more(table: TestTable) -> None:
    """Neither behind what they have, nor as a first frame."""
    table.table = Table(lambda: Campaign(table.store), PatientWriter())
    await table.table.begin()
    table.app = table.referee.app = make_app(Server(table.table, table.seats), {"table.local"})
    anna = await table.admit("Anna")
    seat = next(each.id for each in table.seats if each.name == "Anna")
    phone = await Phone(anna).open()
    before = len(phone.frames)
    read = table.table.read

    async def read_slowly(*place: Any, **more: Any) -> Any:
        done = await read(*place, **more)
        if seat in {each.id for each in table.seats}:
            table.seats.remove(seat)
        return done

    table.table.read = read_slowly  # type: ignore[method-assign]
    table.table.hub.ring()
    await table.command(table.referee, do="note", text="a secret plan")
    await phone.settle()
    assert before == len(phone.frames)
    assert phone.reading is not None
    assert phone.reading.done()


@at_table
async def test_who_is_removed_before_their_first_frame_gets_none(table: TestTable) -> None:
    """They are told that they have no seat."""
    anna = await table.admit("Anna")
    seat = next(each.id for each in table.seats if each.name == "Anna")
    phone = Phone(anna)
    read = table.table.read

    async def read_slowly(*place: Any, **more: Any) -> Any:
        done = await read(*place, **more)
        if seat in {each.id for each in table.seats}:
            table.seats.remove(seat)
        return done

    table.table.read = read_slowly  # type: ignore[method-assign]
    phone.ask()
    await phone.settle()
    assert [] == phone.frames
    assert phone.status in (401, 403)


@at_table
async def test_a_phone_with_another_history_gets_everything(table: TestTable) -> None:
    """Also from a process that never saw the one it has; what it has of this one is not sent
    again."""
    await table.command(table.referee, do="note", text="lost")
    phone = await Phone(table.referee).open()
    last, mark = table.last, phone.frames[-1]["mark"]
    await phone.leave()
    assert mark
    await table.command(table.referee, do="note", text="behind")
    there = await Phone(table.referee, f"?after={last}&mark={mark}").open()
    assert (last, ["behind"]) == (there.frames[-1]["after"], _list_notes(there.frames[-1]))
    await there.leave()

    for _ in range(2):
        table.store._rows[table.store.fights()[0]].pop()
    Fight(table.store, table.store.fights()[0], "Other").note("elsewhere")
    Fight(table.store, table.store.fights()[0], "Other").note("further")
    table.table = Table(lambda: Campaign(table.store), PatientWriter())
    await table.table.begin()
    table.app = table.referee.app = make_app(Server(table.table, table.seats), {"table.local"})
    again = await Phone(table.referee, f"?after={last}&mark={mark}").open()
    told = again.frames[-1]
    assert (0, last + 1) == (told["after"], told["last"])
    assert "elsewhere" in str(told["rows"])
    await again.leave()
    read = await table.referee.get(f"{FIGHT}/frame?after={last}&mark={mark}")
    assert told == read.json


def _list_notes(frame: Any) -> list[str]:
    return [word for row in frame["rows"] for word in ("behind", "lost") if word in str(row)]
