"""A person who comes back with another phone: the referee's tap gives them their place again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_live_page import PHONE, lay_table, token
from tests.combatlog.server.test_removal import find_seat
from tests.support.asgi import Browser, Reply
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium


async def knock(table: TestTable, name: str) -> tuple[Browser, str]:
    """Return the browser of somebody who knocks, and the id of their seat."""
    phone = Browser(table.app)
    reply = await table.knock(phone, table.seats.make_table_link(), name)
    return phone, reply.json["id"]


async def admit(table: TestTable, seat: str, **admitted: Any) -> Reply:
    """Let the referee admit somebody."""
    return await table.referee.post(f"/api/seats/{seat}", admitted)


@at_table
async def test_another_phone_takes_the_place_of_the_old_seat(table: TestTable) -> None:
    """It has the name, the people and the role of that seat, which serves no more."""
    old = await table.admit("Anna", plays=["wolf"])
    former = find_seat(table, "Anna")
    new, seat = await knock(table, "Anna's tablet")
    admitted = (await admit(table, seat, instead=former)).json
    assert ("Anna", "player", ["wolf"], True) == tuple(
        admitted[each] for each in ("name", "role", "plays", "admitted")
    )
    assert ["Rita", "Anna"] == [each.name for each in table.seats]
    assert [401, 200] == [(await each.get(FIGHT)).status for each in (old, new)]


@at_table
async def test_only_the_referee_gives_a_place_away(table: TestTable) -> None:
    """Who knocks with somebody's name is a stranger until the referee says otherwise."""
    await table.admit("Anna")
    ben = await table.admit("Ben")
    new, seat = await knock(table, "Anna")
    former = table.seats.get(find_seat(table, "Anna")).id
    for each in (new, ben):
        refused = await each.post(f"/api/seats/{seat}", {"instead": former})
        assert 403 == refused.status
    assert 403 == (await new.get(FIGHT)).status
    assert 4 == len([*table.seats])


@at_table
async def test_some_places_cannot_be_taken(table: TestTable) -> None:
    """Not a referee's, a bot's, one's own, or one that is gone; and a referee takes none."""
    await table.make_bot("Bot", "read:public")
    await table.admit("Anna")
    _, seat = await knock(table, "Rita")
    refusal = (
        "Only a phone that knocks can get the place of a player or a spectator who sits at the"
        " table."
    )
    for name in ("Rita", "Bot"):
        reply = await admit(table, seat, instead=find_seat(table, name))
        assert (422, refusal) == (reply.status, reply.json["said"])
    assert 422 == (await admit(table, seat, instead="gone")).status
    assert 422 == (await admit(table, seat, instead=seat)).status
    anna = find_seat(table, "Anna")
    assert 422 == (await admit(table, table.seats.get(anna).id, instead=anna)).status
    _, other = await knock(table, "Ben")
    assert 422 == (await admit(table, seat, instead=other)).status, "who knocks has no place yet"
    await table.admit("Cleo")
    assert 422 == (await admit(table, find_seat(table, "Cleo"), instead=anna)).status
    rita = next(each.id for each in table.seats if each.is_referee)
    assert 422 == (await admit(table, rita, instead=anna)).status


@at_table
async def test_who_is_at_the_table_keeps_their_place(table: TestTable) -> None:
    """They may have come back while the referee looked at the list."""
    anna = await table.admit("Anna")
    former = find_seat(table, "Anna")
    _, seat = await knock(table, "Anna")
    async with anna.stream(f"{FIGHT}/stream") as frames:
        await frames.get()
        reply = await admit(table, seat, instead=former)
        said = "Anna is at the table now: remove that seat first."
        assert (422, said) == (reply.status, reply.json["said"])
        assert 200 == (await anna.get(FIGHT)).status
    assert 200 == (await admit(table, seat, instead=former)).status


@at_table
async def test_who_comes_back_is_given_nothing_else(table: TestTable) -> None:
    """Neither another name, nor people, nor a role beside the place of their seat."""
    await table.admit("Anna")
    former = find_seat(table, "Anna")
    _, seat = await knock(table, "Anna")
    for more in ({"name": "Ann"}, {"plays": ["ada"]}, {"role": "spectator"}):
        reply = await admit(table, seat, instead=former, **more)
        said = "Who comes back keeps their name, people and role: leave these out."
        assert (422, said) == (reply.status, reply.json["said"])
    assert 200 == (await admit(table, seat, instead=former)).status


@pytest.mark.slow
def test_a_phone_that_comes_back_is_let_in_again_with_one_tap(
    browser: Chromium,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The list of seats has the person once. While the old phone is here, or where the name is
    another one, the newcomer is somebody else, unless the referee chooses."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        seats = referee.locator("#seats .seat .who")
        old = table.admit("Anna", PHONE)
        expect(seats).to_have_text(["Rita", "Anna"])
        table.open(table.served.table_link, "Anna", PHONE)
        expect(referee.locator("#knocking-admit")).to_have_text("Let in")
        referee.locator(".knock").get_by_role("button", name="No").click()
        expect(referee.locator(".knock")).to_have_count(0)
        old.context.close()
        new = table.open(table.served.table_link, "anna", PHONE)
        expect(referee.locator("#knocking-admit")).to_have_text("It is Anna again")
        referee.click("#knocking-admit")
        token(new, "Ada").wait_for()
        expect(seats).to_have_text(["Rita", "Anna"])
        new.context.close()
        tablet = table.open(table.served.table_link, "The tablet", PHONE)
        knock = referee.locator(".knock", has_text="The tablet")
        knock.locator("select").select_option("spectator")
        other = table.open(table.served.table_link, "Tomas", PHONE)
        expect(referee.locator(".knock")).to_have_count(2)
        expect(knock.locator("select")).to_have_value("spectator")
        other.context.close()
        expect(referee.locator("#seats .seat .here.is")).to_have_count(1)
        knock.locator("select").select_option(label="Anna again, in place of the old seat")
        knock.get_by_role("button", name="Let in").click()
        token(tablet, "Ada").wait_for()
        expect(seats).to_have_text(["Rita", "Anna"])
