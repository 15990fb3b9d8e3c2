"""A group at one table: who sits where, who may say what, and what reaches whom."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message

from combatlog.app.campaign import Campaign
from combatlog.server.news import NEAR, NewsReader
from events.store.envelope import Entry
from events.types.log_events import Noted
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser
from tests.support.given import npc, pc


@at_table
async def test_a_player_knocks_and_sees_nothing_until_admitted(table: TestTable) -> None:
    """The referee admits them and says whom they play."""
    anna = Browser(table.app)
    reply = await table.knock(anna, table.seats.make_table_link(), "Anna")
    assert reply.json["admitted"] is False
    assert (await anna.get("/api/seat")).json["name"] == "Anna"
    assert (await anna.get("/api/fights")).status == 403
    (knocking,) = [
        each
        for each in (await table.referee.get("/api/table")).json["seats"]
        if not each["admitted"]
    ]
    await table.referee.post(f"/api/seats/{knocking['id']}", {"plays": ["ada"]})
    assert [each["title"] for each in (await anna.get("/api/fights")).json] == ["A fight"]


@at_table
async def test_the_spoken_code_serves_while_the_door_is_open(table: TestTable) -> None:
    """In small letters, too; afterwards it does not."""
    code = table.seats.open_door()
    assert (await table.knock(Browser(table.app), code.lower(), "Anna")).status == 200
    table.seats.close_door()
    reply = await table.knock(Browser(table.app), code, "Ben")
    assert (reply.status, reply.json["kind"]) == (422, "refused")


@at_table
async def test_the_referees_link_serves_once(table: TestTable) -> None:
    """Whoever finds it later in the history of a browser sits nowhere."""
    shown = table.seats.make_referee_link()
    assert (await table.knock(Browser(table.app), shown, "Second")).json["role"] == "referee"
    assert (await table.knock(Browser(table.app), shown, "Third")).status == 422


@at_table
async def test_strangers_read_and_say_nothing(table: TestTable) -> None:
    """Without a seat every door is shut, but for the knocker."""
    stranger = Browser(table.app)
    for path in (
        "/api/seat",
        "/api/fights",
        FIGHT,
        f"{FIGHT}/frame",
        f"{FIGHT}/turn",
        f"{FIGHT}/stream",
    ):
        assert (await stranger.get(path)).status == 401
    assert (await table.say(stranger, "attack ada wolf")).status == 401
    stranger.cookie = "combatlog=guessed"
    assert (await stranger.get("/api/fights")).status == 401


@at_table
async def test_a_player_speaks_for_their_own_people_alone(table: TestTable) -> None:
    """They declare, and throw their own dice; the rest is the referee's."""
    anna = await table.admit("Anna")
    assert (await table.say(anna, "attack ada wolf sword")).status == 200
    for line, why in (
        ("attack ben wolf", "Ben is not yours; somebody else speaks for them."),
        ("go", "Only the referee can say that; propose it instead."),
        ("set ada HP 9", "Only the referee can say that; propose it instead."),
        ("undo", "Only the referee can say that; propose it instead."),
        (
            "move ada 10 to the gate overrule: please",
            "Only the referee can overrule the rules; ask for it.",
        ),
    ):
        reply = await table.say(anna, line)
        assert (reply.status, reply.json["said"]) == (422, why), line
    assert (await table.say(table.referee, "go")).status == 200
    reply = await table.command(anna, do="roll", by="ada", die="d8", face=5)
    assert reply.json["kind"] == "rolled"


@at_table
async def test_a_player_throws_no_dice_of_others(table: TestTable) -> None:
    """Neither by name nor as the next die."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack wolf ada; go")
    for said in ({"by": "wolf", "die": "d6"}, {}):
        reply = await table.command(anna, do="roll", face=1, **said)
        assert reply.json["said"] == "That die is Wolf's; roll your own by name."


@at_table
async def test_a_command_said_too_late_changes_nothing(table: TestTable) -> None:
    """An undo counts at the head alone; a declaration also later, if nothing touched it since."""
    anna = await table.admit("Anna")
    head = (await table.say(table.referee, "attack ben wolf")).json["last"]
    await table.say(table.referee, "note it rains")
    reply = await table.command(table.referee, do="undo", head=head, key="late")
    assert (reply.status, reply.json["kind"]) == (409, "conflict")
    declared = await table.command(anna, do="say", line="attack ada wolf sword", head=head, key="a")
    assert declared.status == 200
    again = await table.command(
        anna, do="say", line="attack ada wolf bow instead", head=head, key="b"
    )
    assert again.status == 409
    assert "attack" not in again.json["said"]


@at_table
async def test_a_command_said_twice_is_recorded_once(table: TestTable) -> None:
    """The second answer names the events of the first."""
    said = {"do": "say", "line": "attack ada wolf sword", "head": 4, "key": "tap"}
    first = await table.referee.post(f"{FIGHT}/commands", said)
    second = await table.referee.post(f"{FIGHT}/commands", said)
    assert first.json["seqs"] == second.json["seqs"] != []
    assert first.json["last"] == second.json["last"]


@at_table
async def test_everybody_gets_a_frame_of_what_is_new(table: TestTable) -> None:
    """The referee with the numbers of strangers, players without; a removed player none."""
    anna = await table.admit("Anna")
    async with (
        anna.stream(f"{FIGHT}/stream?after=4") as theirs,
        table.referee.stream(f"{FIGHT}/stream") as referees,
    ):
        begun = await theirs.get()
        assert (begun["after"], begun["rows"]) == (4, [])
        await referees.get()
        await table.say(table.referee, "harm wolf 4: a rock")
        seen, told = await theirs.get(), await referees.get()
        assert seen["last"] == told["last"]
        assert "13" in str(told["rows"])
        assert "13" not in str(seen["rows"])
    seat = (await anna.get("/api/seat")).json["id"]
    assert (await table.referee.send("DELETE", f"/api/seats/{seat}")).status == 204
    assert (await anna.get(FIGHT)).status == 401


def test_a_refusal_tells_players_no_number_of_a_stranger() -> None:
    """The referee reads it whole."""

    async def try_it() -> None:
        table = await TestTable(pc("Ada"), npc("Wolf")).begin()
        anna = await table.admit("Anna", plays=["wolf"])
        stated = {"type": "add-condition", "who": "wolf", "condition": "STR 7"}
        bars = {**stated, "bars": "everything"}
        await table.command(table.referee, do="declare", declarations=[bars])
        said = {
            "do": "declare",
            "declarations": [{"type": "attack", "by": "wolf", "targets": [{"target": "ada"}]}],
        }
        told = await table.command(table.referee, **said)
        seen = await table.command(anna, **said)
        assert "STR 7" in told.json["said"]
        assert seen.json["said"] == "That is barred as the fight stands."

    asyncio.run(try_it())


BAD: list[tuple[dict[str, Any], int]] = [
    ({"body": b"{"}, 400),
    ({"body": b'{"do":"fly","head":1,"key":""}'}, 400),
    ({"body": b'{"do":"undo","head":1,"key":"","extra":1}'}, 400),
    ({"body": b"[" * 60_000}, 400),
    ({"body": b" " * 1_000_000}, 413),
    ({"body": b"\xff\xfe"}, 400),
    ({"body": b"{}", "content-type": "text/plain"}, 415),
    ({"body": b"{}", "origin": "http://elsewhere.example"}, 403),
    ({"body": b"{}", "sec-fetch-site": "cross-site"}, 403),
    ({"body": b"{}", "host": "rebound.example"}, 421),
]


@pytest.mark.parametrize(("sent", "status"), BAD)
def test_a_bad_request_is_answered_in_one_sentence(sent: dict[str, Any], status: int) -> None:
    """And nothing is recorded."""

    async def try_it() -> None:
        table = await TestTable().begin()
        headers = {name: value for name, value in sent.items() if name != "body"}
        reply = await table.referee.send("POST", f"{FIGHT}/commands", sent["body"], **headers)
        assert reply.status == status
        assert reply.json["said"].count("\n") == 0
        assert len(reply.json["said"]) < 250
        assert table.store.head(table.store.fights()[0]).seq == 4

    asyncio.run(try_it())


ATTACK = {"type": "attack", "by": "ada", "targets": [{"target": "wolf"}], "weapons": ["bow"]}

REPEATED: list[dict[str, Any]] = [
    {"do": "declare", "declarations": [ATTACK]},
    {"do": "say", "line": "attack ada wolf bow"},
    {"do": "note", "text": "it rains"},
    {"do": "undo"},
]


@pytest.mark.parametrize("said", REPEATED)
def test_every_command_said_again_is_answered_again(said: dict[str, Any]) -> None:
    """Though the fight has gone on; under the same key another command is refused."""

    async def try_it() -> None:
        table = await TestTable().begin()
        await table.say(table.referee, "attack ben wolf")
        head = table.last
        first = await table.command(table.referee, **said, head=head, key="tap")
        await table.say(table.referee, "set ada HP 3")
        last = table.last
        again = await table.command(table.referee, **said, head=head, key="tap")
        assert (again.status, again.json["seqs"]) == (200, first.json["seqs"])
        other = await table.command(table.referee, do="note", text="other", key="tap")
        assert (other.status, other.json["kind"]) == (409, "conflict")
        assert table.last == last

    asyncio.run(try_it())


@at_table
async def test_a_die_said_again_is_answered_though_it_is_another_persons_turn(
    table: TestTable,
) -> None:
    """A tap whose answer was lost is not refused for the die that comes next."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow; attack ben wolf axe; go")
    said = {"do": "roll", "face": 4, "head": table.last, "key": "tap"}
    first = await table.command(anna, **said)
    again = await table.command(anna, **said)
    assert (again.status, again.json["seqs"]) == (200, first.json["seqs"])
    assert (await table.command(anna, do="roll", face=4, key="next")).status == 422


@at_table
async def test_a_command_without_a_key_is_refused(table: TestTable) -> None:
    """It could be recorded twice."""
    reply = await table.command(table.referee, do="note", text="it rains", key="")
    assert reply.json["said"].startswith("Every command needs a key of its own")


@at_table
async def test_a_line_counts_late_only_if_it_means_the_same(table: TestTable) -> None:
    """The name may be somebody else's now."""
    head = table.last
    await table.say(table.referee, "rename wolf Grim")
    await table.say(table.referee, "rename ben Wolf")
    line = "attack ada wolf bow"
    late = await table.command(table.referee, do="say", line=line, head=head, key="a")
    assert late.status == 409
    await table.say(table.referee, "note it rains")
    fits = await table.command(
        table.referee, do="say", line="attack ada grim bow", head=table.last - 1, key="b"
    )
    assert fits.status == 200


@at_table
async def test_a_line_said_again_is_answered_though_it_names_nobody_now(table: TestTable) -> None:
    """Its answer was lost, and somebody has another name since."""
    anna = await table.admit("Anna")
    said = {"do": "say", "line": "attack ada wolf bow", "head": table.last, "key": "tap"}
    first = await table.command(anna, **said)
    await table.say(table.referee, "rename wolf Grim")
    again = await table.command(anna, **said)
    assert (again.status, again.json.get("seqs")) == (200, first.json["seqs"]), again.json
    assert (await table.command(anna, **{**said, "key": "other"})).status == 422


@at_table
async def test_what_was_refused_is_never_recorded_by_a_late_copy(table: TestTable) -> None:
    """Although the fight stands by then as it was when the command was said."""
    anna = await table.admit("Anna")
    said = {"do": "say", "line": "attack ada wolf sword", "head": table.last, "key": "late"}
    await table.say(table.referee, "attack ada wolf bow")
    assert (await table.command(anna, **said)).status == 409
    await table.command(table.referee, do="undo")
    before = table.last
    assert (await table.command(anna, **said)).status == 409
    await table.restart(anna)
    assert (await table.command(anna, **said)).status == 409
    assert table.last == before
    assert (await table.command(anna, **{**said, "head": before, "key": "new"})).status == 200


@at_table
async def test_two_may_declare_at_the_event_where_the_server_began(table: TestTable) -> None:
    """Both were said in this run of the server, so neither was refused before."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    async with anna.stream(f"{FIGHT}/stream", "beside") as told:
        run = (await told.get())["run"]
    head = table.last

    async def say(browser: Browser, key: str, line: str, run: str) -> int:
        said = {"do": "say", "line": line, "head": head, "key": key, "run": run}
        return (await table.command(browser, **said)).status

    assert await say(anna, "a", "attack ada wolf bow", run) == 200
    assert await say(ben, "b", "attack ben wolf", "") == 409
    assert await say(ben, "c", "attack ben wolf", "another") == 409
    assert await say(ben, "d", "attack ben wolf", run) == 200
    await table.restart(anna, ben)
    assert await say(ben, "e", "attack ben wolf", run) == 409


@at_table
async def test_a_new_fight_is_told_to_everybody(table: TestTable) -> None:
    """On the stream of the fight that they look at, whoever has started it."""
    anna = await table.admit("Anna")
    async with anna.stream(f"{FIGHT}/stream", "beside") as told:
        first = await told.get()
        assert first["latest"] == table.store.fights()[0]
        sent = {"title": "The next one", "game": "cairn", "key": "a"}
        started = (await table.referee.post("/api/fights", sent)).json
        while (latest := (await told.get())["latest"]) == first["latest"]:
            pass
        assert latest == started["id"]
        Campaign(table.store).start("The third", load_game("cairn"))
        await table.table.look_for_others()
        while (third := (await told.get())["latest"]) == latest:
            pass
        assert third == table.store.fights()[2]


@at_table
async def test_what_was_recorded_here_is_not_read_again(table: TestTable) -> None:
    """Whoever watches was woken for it; what other programs record wakes them once more."""
    rung: list[str] = []
    assert (await table.say(table.referee, "note so it begins")).status == 200
    table.table.hub.listen(rung.append)
    assert (await table.say(table.referee, "note and goes on")).status == 200
    fight = table.store.fights()[0]
    assert rung == [fight]
    await table.table.look_for_others()
    assert rung == [fight]
    Campaign(table.store).fight().note("said at the prompt")
    await table.table.look_for_others()
    assert rung == [fight, fight]
    Campaign(table.store).fight().note("said at the prompt, too")
    assert (await table.say(table.referee, "note both are told")).status == 200
    await table.table.look_for_others()
    assert rung == [fight] * 3


@at_table
async def test_who_is_removed_while_a_request_is_read_says_nothing(table: TestTable) -> None:
    """The body may come as slowly as its sender likes."""
    anna = await table.admit("Anna")
    seat = next(each for each in table.seats if each.name == "Anna")
    before = table.last
    said = {"do": "note", "text": "still here", "head": before, "key": "late"}
    body = json.dumps(said).encode()
    pieces = [body[:5], body[5:]]
    answered: list[Message] = []

    async def receive() -> Message:
        if len(pieces) == 1:
            table.seats.remove(seat.id)
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    async def send(message: Message) -> None:
        answered.append(message)

    scope = anna._make_scope("POST", f"{FIGHT}/commands", {})
    await table.app(scope, receive, send)
    assert 401 == answered[0]["status"]
    assert before == table.last


@at_table
async def test_a_reader_cannot_fill_the_memory_with_frames(table: TestTable) -> None:
    """Whoever asks for the frame behind every event, or behind events that are not there yet."""
    fight = table.store.fights()[0]
    for number in range(150):
        table.store.append(fight, table.last, [Entry(Noted(f"note {number}"))])
    reader, seat = NewsReader(table.server), next(iter(table.seats))
    for after in (*range(table.last), *range(table.last + 1, table.last + 100)):
        await reader.read(fight, [(seat, after)])
    opened = await table.table.read(seat, fight, lambda opened: opened)
    kept = [key for key in opened._kept if isinstance(key, tuple) and key[0] == "frame"]
    assert 0 < len(kept) <= NEAR + 2
