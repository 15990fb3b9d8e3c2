"""The table as a whole: its door, its seats, its votes."""

from __future__ import annotations

from combatlog.server.seats import MOST_KNOCKING, Seats
from tests.combatlog.server.tables import TestTable, at_table
from tests.support.asgi import Browser


@at_table
async def test_the_door_opens_with_a_code_and_a_link(table: TestTable) -> None:
    """Only the referee sees them; both serve while the door is open. When it is opened again, there
    are others."""
    anna = await table.admit("Anna")
    closed = (await table.referee.get("/api/table")).json["door"]
    assert closed["code"] == ""
    opened = (await table.referee.post("/api/door", {"open": True})).json
    assert len(opened["code"]) == 6
    address, _, token = opened["link"].partition("/#")
    assert address == "http://table.local"
    assert (await table.knock(Browser(table.app), token, "Ben")).status == 200
    assert (await table.knock(Browser(table.app), opened["code"], "Cho")).status == 200
    assert (await anna.get("/api/table")).json["door"] is None
    for reply in (await anna.post("/api/door", {"open": True}), await anna.get("/api/door.svg")):
        assert (reply.status, reply.json["said"]) == (403, "Only the referee can do that.")
    again = (await table.referee.post("/api/door", {"open": True})).json
    stranger = Browser(table.app)
    for shown in (token, opened["code"]):
        assert (await table.knock(stranger, shown, "Dan")).status == 422
    shut = (await table.referee.post("/api/door", {"open": False})).json
    assert (shut["code"], shut["link"]) == ("", "")
    for shown in (again["link"].partition("/#")[2], again["code"]):
        assert (await table.knock(stranger, shown, "Dan")).status == 422
    picture = await table.referee.get("/api/door.svg")
    assert picture.json["said"] == "The door is closed, so no link serves; open it first."
    assert (await anna.get("/api/seat")).json["name"] == "Anna"


@at_table
async def test_the_link_is_a_qr_code(table: TestTable) -> None:
    """As a picture."""
    reply = await table.referee.get("/api/door.svg")
    assert reply.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in reply.body


@at_table
async def test_the_table_shows_who_sits_there(table: TestTable) -> None:
    """And who has a stream open; of those who knock, the referee alone hears."""
    anna = await table.admit("Anna")
    await table.knock(Browser(table.app), table.seats.make_table_link(), "Stranger")
    async with anna.stream("/api/fights/1/stream") as frames:
        await frames.get()
        whole = (await table.referee.get("/api/table")).json
        seen = (await anna.get("/api/table")).json
    assert [(each["name"], each.get("here", False)) for each in whole["seats"]] == [
        ("Rita", False),
        ("Anna", True),
        ("Stranger", False),
    ]
    assert [each["name"] for each in seen["seats"]] == ["Rita", "Anna"]
    assert [each["title"] for each in seen["fights"]] == ["A fight"]


@at_table
async def test_a_seat_can_be_given_up(table: TestTable) -> None:
    """Its cookie serves no more; the only referee stays."""
    anna = await table.admit("Anna")
    assert (await anna.post("/api/leave", {})).status == 204
    assert (await anna.get("/api/table")).status == 401
    reply = await table.referee.post("/api/leave", {})
    assert reply.json["said"] == "The table needs a referee; make somebody else one first."


@at_table
async def test_the_referee_chooses_who_votes(table: TestTable) -> None:
    """Everybody can see it."""
    anna = await table.admit("Anna")
    assert (await anna.get("/api/table")).json["votes"] == "referee"
    assert (await anna.post("/api/votes", {"votes": "everybody"})).status == 403
    await table.referee.post("/api/votes", {"votes": "everybody"})
    assert (await anna.get("/api/table")).json["votes"] == "everybody"
    assert (await table.referee.post("/api/votes", {"votes": "nobody"})).status == 400


@at_table
async def test_the_only_referee_stays_one(table: TestTable) -> None:
    """Also where they change their own seat."""
    seat = (await table.referee.get("/api/seat")).json["id"]
    refused = await table.referee.post(f"/api/seats/{seat}", {"role": "player"})
    assert refused.json["said"] == "The table needs a referee; make somebody else one first."
    await table.admit("Olga", role="referee")
    changed = await table.referee.post(f"/api/seats/{seat}", {"role": "player"})
    assert changed.json["role"] == "player"


@at_table
async def test_a_flood_of_knocks_leaves_the_table_free(table: TestTable) -> None:
    """Those who are not admitted have few seats; when they are sent away, others can knock."""
    link = table.seats.make_table_link()
    knocked = [
        (await table.knock(Browser(table.app), link, f"Phone {number}")).json["id"]
        for number in range(MOST_KNOCKING)
    ]
    refused = await table.knock(Browser(table.app), link, "Anna")
    assert refused.status == 422
    assert "send them away" in refused.json["said"]
    assert (await table.referee.send("DELETE", f"/api/seats/{knocked[0]}")).status == 204
    assert (await table.knock(Browser(table.app), link, "Anna")).status == 200


def test_lists_of_seats_hold_until_a_seat_changes() -> None:
    """Each command asks who was admitted, so that is listed once; whoever is admitted, renamed or
    removed is found as they are now."""
    seats = Seats()
    referee, _ = seats.knock(seats.make_referee_link(), "Ref")
    anna, _ = seats.knock(seats.table_token, "Anna")
    assert [*seats.list_admitted()] == [referee.id]
    assert seats.list_admitted() is seats.list_admitted()
    assert (seats.find_admitted(anna.id), seats.find_sitting(anna.id)) == (None, anna)
    admitted = seats.admit(anna.id, plays=("ada",))
    assert seats.find_admitted(anna.id) == seats.find_sitting(anna.id) == admitted
    renamed = seats.admit(anna.id, "Ann", role="spectator")
    assert seats.list_admitted()[anna.id] == renamed
    seats.remove(anna.id)
    assert (seats.find_admitted(anna.id), seats.find_sitting(anna.id)) == (None, None)
