"""A second referee, and handing the table over: always at least one is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from events.errors import Refused
from tests.combatlog.export.html_replay.test_axe import find_violations
from tests.combatlog.server.served import Caller, make_campaign, on_loopback, serve_table
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_removal import find_seat
from tests.support.asgi import Browser, Reply
from tests.support.browser import Watched, browser, page  # noqa: F401


async def hand_over(table: TestTable, name: str, then: str, by: Browser | None = None) -> Reply:
    """Let a referee hand the table over to somebody."""
    path = f"/api/seats/{find_seat(table, name)}/hand-over"
    return await (by or table.referee).post(path, {"then": then})


async def list_roles(reader: Browser) -> dict[str, str]:
    """Return who has which role."""
    return {each["name"]: each["role"] for each in (await reader.get("/api/table")).json["seats"]}


@at_table
async def test_a_table_is_handed_over(table: TestTable) -> None:
    """The first referee plays on, and neither sees nor says what a referee does."""
    anna = await table.admit("Anna", plays=["ada"])
    assert 204 == (await hand_over(table, "Anna", "player")).status
    assert {"Rita": "player", "Anna": "referee"} == await list_roles(anna)
    assert 403 == (await table.referee.post("/api/door", {"open": True})).status
    assert 200 == (await anna.post("/api/door", {"open": True})).status
    hidden = b"17"
    assert hidden in (await anna.get(f"{FIGHT}/why?who=wolf&field=HP")).body
    assert 403 == (await table.referee.get(f"{FIGHT}/why?who=wolf&field=HP")).status
    assert 422 == (await table.say(table.referee, "harm wolf 4: a rock")).status


@at_table
async def test_who_leaves_with_it_has_no_seat(table: TestTable) -> None:
    """Their bots are the new referee's, and stay; their stream ends."""
    herald = await table.make_bot("Herald", "read:public")
    await table.admit("Anna")
    async with table.referee.stream(f"{FIGHT}/stream") as frames:
        await frames.get()
        assert 204 == (await hand_over(table, "Anna", "leave")).status
    assert 401 == (await table.referee.get("/api/table")).status
    assert 200 == (await herald.get("/api/table")).status
    made = next(each for each in table.seats if each.is_bot)
    assert find_seat(table, "Anna") == made.by


@at_table
async def test_a_table_is_handed_to_persons_alone_and_by_its_referee(table: TestTable) -> None:
    """Not to a bot, nor to oneself; not by a player, nor by a bot with the scope of a referee."""
    bot = await table.make_bot("Herald", "referee")
    anna = await table.admit("Anna")
    assert "choose a person" in (await hand_over(table, "Herald", "player")).json["said"]
    assert "choose somebody else" in (await hand_over(table, "Rita", "leave")).json["said"]
    for sender in (anna, bot):
        assert 403 == (await hand_over(table, "Anna", "leave", sender)).status
    nobody = await table.referee.post("/api/seats/nobody/hand-over", {"then": "leave"})
    assert "Nobody has this seat" in nobody.json["said"]
    assert {"Rita": "referee", "Herald": "bot", "Anna": "player"} == await list_roles(anna)


@at_table
async def test_two_who_hand_over_to_each_other_leave_one(table: TestTable) -> None:
    """Whatever comes first, there is a referee."""
    olga = await table.admit("Olga", role="referee")
    to_olga, to_rita = [
        f"/api/seats/{find_seat(table, name)}/hand-over" for name in ("Olga", "Rita")
    ]
    replies = await asyncio.gather(
        table.referee.post(to_olga, {"then": "leave"}), olga.post(to_rita, {"then": "leave"})
    )
    assert 1 == sum(reply.status == 204 for reply in replies)
    assert 1 == sum(each.role == "referee" for each in table.seats)


@at_table
async def test_a_second_referee_is_invited_by_a_link(table: TestTable) -> None:
    """It serves once, a new one ends the one before, and only a referee makes one."""
    anna = await table.admit("Anna")
    assert 403 == (await anna.send("POST", "/api/referees")).status
    first, second = [
        (await table.referee.send("POST", "/api/referees")).json["link"] for _ in range(2)
    ]
    assert second.startswith("http://table.local/#")
    olga = Browser(table.app)
    assert 422 == (await table.knock(olga, first.partition("#")[2], "Olga")).status
    joined = await table.knock(olga, second.partition("#")[2], "Olga")
    assert ("referee", True) == (joined.json["role"], joined.json["admitted"])
    again = await table.knock(Browser(table.app), second.partition("#")[2], "Mallory")
    assert 422 == again.status
    assert 204 == (await table.referee.send("POST", "/api/leave")).status
    assert "needs a referee" in (await olga.send("POST", "/api/leave")).json["said"]


@at_table
async def test_an_invitation_ends_with_who_made_it(table: TestTable) -> None:
    """Who has handed the table over does not come back as a referee by a link of before."""
    await table.admit("Anna")
    link = (await table.referee.send("POST", "/api/referees")).json["link"]
    await hand_over(table, "Anna", "player")
    again = await table.knock(Browser(table.app), link.partition("#")[2], "Rita")
    assert 422 == again.status


@at_table
async def test_what_another_server_has_changed_is_looked_at(table: TestTable) -> None:
    """Who is no referee any more, as another server knows, hands nothing over."""
    await table.admit("Anna")
    await table.admit("Ben")
    anna, ben = find_seat(table, "Anna"), find_seat(table, "Ben")
    with pytest.raises(Refused, match="Only the referee can hand"):
        table.seats.hand_over(anna, ben, "player")


@pytest.mark.slow
def test_the_table_is_handed_over_on_the_page(page: Watched, tmp_path: Path) -> None:  # noqa: F811
    """A link for a second referee serves; after the hand-over the page is a player's."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        page.page.goto(served.referee_link)
        page.page.locator("input:visible").first.fill("Rita")
        page.page.keyboard.press("Enter")
        page.page.get_by_text("Ada").first.wait_for()
        page.page.locator("#tab-table").click()
        page.page.locator("#referees summary").click()
        page.page.locator("#invite").click()
        page.page.get_by_text("serves once.").wait_for()
        assert [] == find_violations(page)
        link = page.page.locator("#invitation").inner_text().split()[0]
        olga = Caller.follow(on_loopback(link), "Olga")
        assert "referee" == olga.get("/api/seat")["role"]
        anna = Caller.follow(on_loopback(served.table_link), "Anna")
        olga.post(f"/api/seats/{anna.get('/api/seat')['id']}", {})
        page.page.locator("#hand-to option", has_text="Anna").wait_for(state="attached")
        page.page.on("dialog", lambda dialog: dialog.accept())
        page.page.locator("#hand-to").select_option(label="Anna")
        page.page.locator("#hand-then").select_option("player")
        page.page.locator("#hand-form button").click()
        page.page.locator("html[data-role=player]").wait_for(state="attached")
        assert "referee" == anna.get("/api/seat")["role"]
        assert page.page.locator("#door").is_hidden()
