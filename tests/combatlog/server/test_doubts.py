"""Lines that are easily said by mistake, and what an undo says, at the API."""

from __future__ import annotations

from combatlog.server.messages import SayLine
from tests.combatlog.server.tables import FIGHT, TestTable, at_table


@at_table
async def test_a_line_that_leaves_somebody_out_is_a_doubt(table: TestTable) -> None:
    """For who asks for it: then nothing is recorded. Said without, or with an exclamation mark, it
    is done; so it is for programs, which do not ask."""
    await table.say(table.referee, "round")
    await table.say(table.referee, "1 1")
    last = table.last
    doubted = await table.say(table.referee, "next", ask=True, key="first")
    assert (doubted.status, doubted.json["kind"]) == (422, "doubt")
    assert doubted.json["said"] == "Round 1 ends without Ada, Ben and Wolf."
    assert table.last == last
    again = await table.say(table.referee, "next", ask=True, key="second")
    assert again.json["kind"] == "doubt"
    meant = await table.say(table.referee, "next", key="third")
    assert meant.status == 200
    assert table.last > last
    insisted = await table.say(table.referee, "next !", ask=True, key="fourth")
    assert insisted.status == 200, insisted.json
    assert not SayLine(1, "k", line="next").ask


@at_table
async def test_an_undo_says_what_it_took_back(table: TestTable) -> None:
    """And a redo what it brought back; a button as well as a line."""
    await table.say(table.referee, "a ada wolf sword")
    undone = await table.command(table.referee, do="undo")
    assert undone.json["told"] == ["Taken back: Ada attacks Wolf with sword."]
    assert undone.json["kind"] == "undone"
    redone = await table.say(table.referee, "redo")
    assert redone.json["told"] == ["Brought back: Ada attacks Wolf with sword."]


@at_table
async def test_a_player_takes_back_their_own_last_deed(table: TestTable) -> None:
    """Where another has done something since, the turn names theirs, and what strikes it."""
    anna = await table.admit("Anna")
    assert (await anna.get(f"{FIGHT}/turn")).json["own_deed"] == ""
    await table.say(table.referee, "a ada wolf sword")
    turn = (await anna.get(f"{FIGHT}/turn")).json
    assert (turn["own_deed"], turn["own_undo"]) == ("", "")  # an undo takes back theirs
    await table.say(table.referee, "a wolf ben")
    turn = (await anna.get(f"{FIGHT}/turn")).json
    assert turn["can_undo"] == "Wolf attacks Ben with bite"
    assert turn["own_deed"] == "Ada attacks Wolf with sword"
    whole = (await table.referee.get(f"{FIGHT}/turn")).json
    assert whole["own_deed"] == ""
    sent = {"head": table.last, "key": "own", "line": turn["own_undo"], "why": "taken back"}
    proposed = await anna.post(f"{FIGHT}/proposals", sent)
    assert proposed.status == 200, proposed.json
    assert "Ada attacks Wolf with sword" in proposed.json["said"]
