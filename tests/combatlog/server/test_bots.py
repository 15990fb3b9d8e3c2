"""Bots: their tokens and scopes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatlog.server.news import NewsReader
from combatlog.server.openapi import describe_api
from combatlog.server.routes import ROUTES
from combatlog.server.scopes import check_scopes
from combatlog.server.seat_stores import FileSeats
from combatlog.server.seats import Seats
from events.errors import Refused
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser


@at_table
async def test_a_bot_reads_what_players_read(table: TestTable) -> None:
    """Its seat says its scopes to itself and to the referee, and to nobody else."""
    bot = await table.make_bot("Herald", "read:public")
    await table.say(table.referee, "harm wolf 4: a rock")
    assert (await bot.get("/api/seat")).json["may"] == ["read:public"]
    assert "13" not in str((await bot.get(f"{FIGHT}/frame")).json["rows"])
    anna = await table.admit("Anna")
    for browser, may in ((table.referee, ["read:public"]), (anna, None)):
        (seat,) = [
            each
            for each in (await browser.get("/api/table")).json["seats"]
            if each["role"] == "bot"
        ]
        assert (seat["name"], seat.get("may")) == ("Herald", may)


@at_table
async def test_a_refusal_names_the_missing_scope(table: TestTable) -> None:
    """In one sentence; nothing is recorded."""
    reader = await table.make_bot("Herald", "read:public")
    speaker = await table.make_bot("Hand", "declare:ada", "roll:ben")
    before = table.last
    for bot, line, scope in (
        (reader, "attack ada wolf sword", "declare:ID or roll:ID"),
        (speaker, "attack ben wolf axe", "declare:ben"),
        (speaker, "attack ada wolf sword; attack ben wolf axe", "declare:ben"),
        (speaker, "move ada 10 to the gate overrule: please", "referee"),
        (speaker, "go", "referee"),
        (speaker, "undo", "referee"),
        (speaker, "set ada HP 1", "referee"),
    ):
        reply = await table.say(bot, line)
        assert reply.status == 403
        expected = f"This bot lacks the scope {scope}; the referee makes its token with it."
        assert reply.json == {"kind": "forbidden", "said": expected}
    assert table.last == before
    for path in (f"{FIGHT}/frame", f"{FIGHT}/turn", f"{FIGHT}/stream", "/api/table"):
        assert "read:public" in (await speaker.get(path)).json["said"]
    assert "declare:ben" in (await speaker.get(f"{FIGHT}/options/ben")).json["said"]
    assert (await speaker.get(f"{FIGHT}/options/ada")).status == 200


@at_table
async def test_declaring_and_rolling_are_scopes_of_their_own(table: TestTable) -> None:
    """And the turn says which die is the bot's."""
    declares = await table.make_bot("Mouth", "declare:ada", "read:public")
    rolls = await table.make_bot("Hand", "roll:ada", "read:public")
    assert (await table.say(rolls, "attack ada wolf sword")).status == 403
    assert (await table.say(declares, "attack ada wolf sword")).status == 200
    await table.say(table.referee, "go")
    for bot, theirs in ((declares, False), (rolls, True)):
        (awaited,) = (await bot.get(f"{FIGHT}/turn")).json["awaited"]
        assert awaited["yours"] is theirs
    die = {"do": "roll", "by": "ada", "die": "d8", "face": 5}
    for said in (die, {"do": "roll", "face": 5}, {"do": "say", "line": "5"}):
        refused = await table.command(declares, **said)
        assert "roll:ada" in refused.json["said"]
    assert (await table.command(rolls, **die)).json["kind"] == "rolled"


@at_table
async def test_a_bot_called_like_a_player_does_not_speak_for_their_people(
    table: TestTable,
) -> None:
    """Only its scopes count."""
    bot = await table.make_bot("Anna", "declare:ben")
    assert (await table.say(bot, "attack ada wolf sword")).status == 403


@at_table
async def test_a_bot_with_the_scope_of_the_referee_does_what_they_do(table: TestTable) -> None:
    """But it hands out no access, and the table still needs a person as its referee."""
    bot = await table.make_bot("Clerk", "referee")
    assert (await table.say(bot, "harm wolf 4: a rock")).status == 200
    assert "13" in str((await bot.get(f"{FIGHT}/frame")).json["rows"])
    seat = (await table.referee.get("/api/seat")).json["id"]
    for method, path, sent in (
        ("POST", "/api/bots", b'{"name": "Other", "may": ["referee"]}'),
        ("POST", "/api/door", b'{"open": true}'),
        ("POST", "/api/votes", b'{"votes": "everybody"}'),
        ("POST", f"/api/seats/{seat}", b"{}"),
        ("DELETE", f"/api/seats/{seat}", b""),
    ):
        reply = await bot.send(method, path, sent)
        said = "No bot may do that; the referee does it on the page."
        assert (reply.status, reply.json["said"]) == (403, said)
    reply = await table.referee.post("/api/leave", {})
    assert reply.json["said"] == "The table needs a referee; make somebody else one first."


@at_table
async def test_nobody_waits_for_the_vote_of_a_bot(table: TestTable) -> None:
    """Though it speaks for whoever the proposal is about; one with the scope may rule."""
    await table.make_bot("Hand", "declare:ada", "roll:ada")
    clerk = await table.make_bot("Clerk", "referee")
    anna = await table.admit("Anna")
    await table.referee.post("/api/votes", {"votes": "concerned"})
    await table.say(anna, "attack ada wolf sword")
    sent = {"head": table.last, "key": "p", "line": "undo", "why": "a slip"}
    made = (await anna.post(f"{FIGHT}/proposals", sent)).json
    assert made["waiting"] == ["Rita"]
    voted = await clerk.post(
        f"/api/proposals/{made['id']}", {"head": made["head"], "answer": "yes"}
    )
    assert voted.json["outcome"] == "applied"


@at_table
async def test_a_removed_bot_is_out_at_once(table: TestTable) -> None:
    """Its streams end, and its token serves no more."""
    bot = await table.make_bot("Herald", "read:public")
    seat = (await bot.get("/api/seat")).json["id"]
    async with bot.stream(f"{FIGHT}/stream") as frames:
        await frames.get()
        assert (await table.referee.send("DELETE", f"/api/seats/{seat}")).status == 204
        before = len(bot.sent)
        await table.say(table.referee, "harm ada 1: a rock")
    assert len(bot.sent) == before
    assert (await bot.get("/api/seat")).status == 401


@at_table
async def test_only_the_referee_makes_bots(table: TestTable) -> None:
    """From the table's own page; a scope that is none is refused."""
    anna = await table.admit("Anna")
    sent = {"name": "Bot", "may": ["read:public"]}
    assert (await anna.post("/api/bots", sent)).status == 403
    assert (await Browser(table.app).post("/api/bots", sent)).status == 401
    table.referee.headers["origin"] = "http://elsewhere.example"
    assert (await table.referee.post("/api/bots", sent)).status == 403
    del table.referee.headers["origin"]
    for may in ([], ["fly"], ["declare:"], ["declare:a b"], ["read:referee"]):
        reply = await table.referee.post("/api/bots", {"name": "Bot", "may": may})
        assert (reply.status, reply.json["kind"]) == (422, "refused")


@at_table
async def test_a_bot_keeps_its_scopes(table: TestTable) -> None:
    """It is no player, and no player becomes a bot."""
    bot = await table.make_bot("Herald", "read:public")
    seat = (await bot.get("/api/seat")).json["id"]
    reply = await table.referee.post(f"/api/seats/{seat}", {"role": "referee"})
    assert reply.json["said"] == "A bot keeps its scopes; remove it, and make another one."
    anna = await table.admit("Anna")
    seat = (await anna.get("/api/seat")).json["id"]
    assert (await table.referee.post(f"/api/seats/{seat}", {"role": "bot"})).status == 400


@at_table
async def test_the_token_of_a_bot_is_no_cookie(table: TestTable) -> None:
    """A browser that sends it with whatever a page asks for sits nowhere; there is no CORS."""
    bot = await table.make_bot("Herald", "referee")
    token = bot.headers["authorization"].split()[1]
    browser = Browser(table.app)
    browser.cookie = f"combatlog={token}"
    assert (await browser.get("/api/seat")).status == 401
    bot.headers["origin"] = "http://elsewhere.example"
    reply = await bot.get("/api/seat")
    assert reply.status == 200
    assert not [name for name in reply.headers if name.startswith("access-control")]


def test_only_the_hash_of_a_token_is_kept(tmp_path: Path) -> None:
    """In the file of the seats, where the bot sits also after a restart."""
    path = str(tmp_path / "a.seats.json")
    seat, token = Seats(FileSeats(path)).make_bot("Herald", ["Declare:Ada", "declare:ada"])
    text = Path(path).read_text("utf-8")
    assert token not in text
    assert re.fullmatch(r"[\w-]{22}", token)
    found = Seats(FileSeats(path)).find(token)
    assert found == seat
    assert seat.may == ("declare:ada",)


@pytest.mark.parametrize("scope", ["", "read", "roll:", "referee:ada", "declare:a:b"])
def test_a_scope_that_is_none_is_refused(scope: str) -> None:
    """In a sentence that names those there are."""
    with pytest.raises(Refused, match="no scope; a bot has read:public, declare:ID"):
        check_scopes([scope])


def test_the_document_names_the_scope_of_every_request() -> None:
    """By the scheme `bearer`; what hands out access has none."""
    paths = describe_api(ROUTES)["paths"]
    assert {"bearer": ["read:public"]} in paths["/api/fights/{fight}/stream"]["get"]["security"]
    said = paths["/api/fights/{fight}/commands"]["post"]["security"]
    assert {"bearer": ["roll:ID"]} in said
    assert paths["/api/bots"]["post"]["security"] == [{"cookie": []}]
    unnamed = [route.path for route in ROUTES if route.scope == "admitted" and route.bot == "any"]
    assert unnamed == []


@at_table
async def test_a_die_named_by_its_kind_alone_belongs_to_who_is_asked_for_it(
    table: TestTable,
) -> None:
    """Another die that is awaited before it does not lend its scope or its player."""
    anna, hand = await table.admit("Anna"), await table.make_bot("Hand", "roll:ada")
    await table.say(table.referee, "attack ada wolf bow")
    await table.say(table.referee, "attack ben wolf axe")
    await table.say(table.referee, "go")
    before = table.last
    for said in ({"do": "roll", "die": "d8", "face": 1}, {"do": "say", "line": "roll d8 1"}):
        refused = await table.command(hand, **said)
        assert "roll:ben" in refused.json["said"]
        refused = await table.command(anna, **said)
        assert refused.json["said"] == "That die is Ben's; roll your own by name."
    assert table.last == before
    assert (await table.command(hand, do="roll", die="d6", face=1)).json["kind"] == "rolled"


@at_table
async def test_a_bot_does_not_read_the_door(table: TestTable) -> None:
    """Not even with the scope of the referee: its link lets people sit down."""
    clerk = await table.make_bot("Clerk", "referee")
    assert (await table.referee.get("/api/table")).json["door"] is not None
    assert (await clerk.get("/api/table")).json["door"] is None


@at_table
async def test_what_is_beside_the_stream_is_each_bots_own(table: TestTable) -> None:
    """Also where several readers are told of one fight at once: its scopes, and which dice are
    its."""
    await table.make_bot("Mouth", "declare:ada", "read:public")
    await table.make_bot("Hand", "roll:ada", "read:public")
    await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf sword")
    await table.say(table.referee, "go")
    seats = [seat for seat in table.server.seats if seat.admitted]
    reader = NewsReader(table.server)
    news = await reader.read("", [(seat, 0) for seat in seats])
    for seat in seats:
        alone = await NewsReader(table.server).read("", [(seat, 0)])
        assert alone.beside == {seat.id: news.beside[seat.id]}, seat.name
