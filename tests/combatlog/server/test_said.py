"""Everybody gets what they have said, the referee what anybody has; nobody gets hidden numbers."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.said import list_campaign
from tests.combatlog.server.tables import TestTable, at_table
from tests.combatlog.server.test_proposals import propose
from tests.combatlog.server.test_taint import SAID, list_secrets
from tests.support.asgi import Browser
from tests.support.given import npc, pc


async def read(reader: Browser, name: str = "") -> list[str]:
    """Return the words of what somebody has said."""
    reply = await reader.get(f"/api/said?name={name}" if name else "/api/said")
    assert 200 == reply.status, reply.json
    assert not name or name == reply.json["name"]
    return [each["said"] for fight in reply.json["fights"] for each in fight["said"]]


@at_table
async def test_somebody_reads_what_they_have_said(table: TestTable) -> None:
    """Declarations, dice, notes and proposals; what was undone says so; nothing of others, and no
    outcome."""
    anna = await table.admit("Anna")
    await table.admit("Ben")
    await table.say(table.referee, "attack ben wolf axe")
    assert 200 == (await table.say(anna, "attack ada wolf bow")).status
    await table.say(table.referee, "go")
    assert 200 == (await table.command(anna, do="roll", by="ada", die="d6", face=3)).status
    assert 200 == (await table.command(anna, do="note", text="mine alone")).status
    made = (await propose(table, anna, "undo", why="the wolf was behind Ben")).json
    said = (await anna.get("/api/said")).json
    ((attack, die, note),) = [fight["said"] for fight in said["fights"]]
    assert ("Ada attacks Wolf with bow", "ada") == (attack["said"][:25], attack["event"]["by"])
    assert (3, "mine alone") == (die["event"]["face"], note["event"]["text"])
    assert [made["id"]] == [each["id"] for each in said["proposals"]]
    assert [None] * 3 == [each["undone"] for each in (attack, die, note)]
    await table.say(table.referee, "undo: it was not so")
    assert ["it was not so"] == [
        each["undone"] for each in (await anna.get("/api/said")).json["fights"][0]["said"][1:2]
    ]
    assert await read(table.referee, "Anna") == await read(anna)


@at_table
async def test_players_read_their_own_words_alone(table: TestTable) -> None:
    """Not the referee's, whatever name they ask for or have; the referee reads them."""
    anna, rita = await table.admit("Anna"), await table.admit("Rita")
    await table.command(table.referee, do="note", text="quagmire")
    for reader, path in ((anna, "/api/said?name=Rita"), (rita, "/api/said")):
        reply = await reader.get(path)
        assert (422, False) == (reply.status, b"quagmire" in reply.body)
    assert [] == await read(anna)
    assert any("quagmire" in each for each in await read(table.referee))
    bot = await table.make_bot("Owl", "referee")
    assert 403 == (await bot.get("/api/said")).status


@at_table
async def test_no_hidden_number_is_in_it(table: TestTable) -> None:
    """Neither of what they said as a referee before, nor in the words of a note."""
    olga = await table.admit("Olga", role="referee")
    for line in (
        "set wolf HP 4111 max",
        "harm wolf 11: now it has 4100 HP",
        "note the wolf has 4100 HP",
    ):
        assert 200 == (await table.say(olga, line)).status
    await table.command(olga, do="note", text="it limps")
    whole = (await olga.get("/api/said")).body
    assert (True, True) == (b"4111" in whole, b"4100" in whole)
    table.seats.admit(next(each.id for each in table.seats if each.name == "Olga"), role="player")
    told = (await olga.get("/api/said")).body
    assert (False, False, True) == (b"4111" in told, b"4100" in told, b"it limps" in told)
    assert 4 == len(await read(olga))


@at_table
async def test_the_command_line_says_the_same(table: TestTable) -> None:
    """As plain data, also without a table."""
    anna = await table.admit("Anna")
    await table.say(anna, "attack ada wolf bow")
    (fight,) = (await anna.get("/api/said")).json["fights"]
    (listed,) = list_campaign(Campaign(table.store), "anna", "players")
    assert fight == json.loads(json.dumps(listed))
    assert [] == [*list_campaign(Campaign(table.store), "Nobody", "referee")]


def test_no_number_is_in_it_whatever_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the referee of the taint test says, told to them once they are a player."""
    monkeypatch.setattr("combatlog.server.limits.Allowances.take", lambda *_: True)

    async def play() -> None:
        wolf = npc("Wolf", "4217/0/4621/4787/4933", bite="d6")
        ada = pc("Ada", "60/0/10/10/10", player="Anna", sword="d8", bow="d6")
        ben = pc("Ben", "60/0/10/10/10", player="Ben", axe="d8")
        table = await TestTable(ada, ben, wolf).begin()
        for line in SAID:
            await table.say(table.referee, line)
        secrets = {*list_secrets(table)}
        whole = (await table.referee.get("/api/said")).body.decode()
        assert {"4111", "4600"} <= secrets & {*re.findall(r"\d+", whole)}
        await table.admit("Anna", role="referee")
        rita = next(each.id for each in table.seats if each.name == "Rita")
        table.seats.admit(rita, role="player")
        reply = await table.referee.get("/api/said")
        assert len(reply.json["fights"][0]["said"]) > len(SAID) / 2
        assert not secrets & {*re.findall(r"\d+", reply.body.decode())}

    asyncio.run(play())
