"""Undo and corrections by consent: a proposal counts for what its voters were shown."""

from __future__ import annotations

from typing import Any

from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser, Reply


def last_of(table: TestTable) -> int:
    """Return the last event of the fight."""
    return table.store.head(table.store.fights()[0]).seq


async def propose(table: TestTable, browser: Browser, line: str, **more: Any) -> Reply:
    """Propose a line at the head of the fight."""
    sent = {"head": last_of(table), "key": line, "line": line, **more}
    return await browser.post(f"{FIGHT}/proposals", sent)


async def vote(browser: Browser, proposal: dict[str, Any], answer: str = "yes") -> Reply:
    """Answer a proposal as it was shown."""
    sent = {"head": proposal["head"], "answer": answer}
    return await browser.post(f"/api/proposals/{proposal['id']}", sent)


async def attack(table: TestTable) -> None:
    """Let Ada and Ben declare, and Ada hit with a 4."""
    await table.say(table.referee, "attack ben ada axe")
    await table.say(table.referee, "attack ada wolf bow")


@at_table
async def test_the_referee_accepts_an_undo_with_one_tap(table: TestTable) -> None:
    """It says what it takes back and where it leads; it is recorded as its maker's."""
    anna = await table.admit("Anna")
    await attack(table)
    made = (await propose(table, anna, "undo", why="the wolf was behind Ben")).json
    assert made["said"] == "Take back: Ada attacks Wolf with bow."
    assert (made["to"], made["mine"], made["waiting"]) == (5, True, ["Rita"])
    applied = (await vote(table.referee, made)).json
    assert applied["outcome"] == "applied"
    (row,) = [*table.store.rows(table.store.fights()[0], last_of(table) - 1)]
    assert row.by == "Anna"
    assert "behind Ben" in row.body
    last = last_of(table)
    assert (await vote(table.referee, made)).json["outcome"] == "applied"
    assert last_of(table) == last
    unknown = await vote(table.referee, {**made, "id": "unknown"})
    assert unknown.json["said"] == "This proposal is not open any more."


@at_table
async def test_a_stale_proposal_is_asked_again(table: TestTable) -> None:
    """It is never applied to what its voter has not seen."""
    anna = await table.admit("Anna")
    await attack(table)
    made = (await propose(table, anna, "undo")).json
    await table.say(table.referee, "attack wolf ada")
    before = last_of(table)
    reply = await vote(table.referee, made)
    assert (reply.status, reply.json["last"]) == (409, before)
    assert (await vote(table.referee, {**made, "head": before})).status == 409
    again = (await vote(anna, made, "again")).json
    assert (again["head"], again["said"]) == (before, "Take back: Wolf attacks Ada with bite.")
    assert (await vote(table.referee, again)).json["outcome"] == "applied"


@at_table
async def test_votes_are_wanted_from_those_whom_the_table_chose(table: TestTable) -> None:
    """Whose deed it is; or everybody who is here."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    await table.referee.post("/api/votes", {"votes": "concerned"})
    await attack(table)
    made = (await propose(table, ben, "undo")).json
    assert made["waiting"] == ["Rita", "Anna"]
    assert (await vote(table.referee, made)).json["outcome"] == "open"
    assert (await vote(anna, made)).json["outcome"] == "applied"
    await table.referee.post("/api/votes", {"votes": "everybody"})
    async with anna.stream(f"{FIGHT}/stream") as frames:
        await frames.get()
        made = (await propose(table, ben, "redo")).json
        assert made["said"] == "Bring back: Ada attacks Wolf with bow."
        assert (await vote(table.referee, made)).json["waiting"] == ["Anna"]
        assert (await vote(anna, made)).json["outcome"] == "applied"


@at_table
async def test_a_no_ends_a_proposal(table: TestTable) -> None:
    """Its maker withdraws it, a voter rejects it; others have no vote."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    await attack(table)
    made = (await propose(table, anna, "undo")).json
    assert (await vote(ben, made)).json["said"] == "You have no vote on this proposal."
    assert (await vote(anna, made, "no")).json["outcome"] == "withdrawn"
    made = (await propose(table, anna, "undo", key="b")).json
    assert (await vote(table.referee, made, "no")).json["outcome"] == "rejected"
    assert last_of(table) == 6


@at_table
async def test_its_maker_reads_who_rejected_a_proposal(table: TestTable) -> None:
    """Until the fight goes on, or they propose something else; nobody else reads of it."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    await attack(table)

    async def read(browser: Browser) -> list[tuple[str, str]]:
        async with browser.stream(f"{FIGHT}/stream", "beside") as heard:
            beside = await heard.get()
        return [(each["outcome"], each["rejected_by"]) for each in beside["proposals"]]

    made = (await propose(table, anna, "undo")).json
    await vote(table.referee, made, "no")
    assert [("rejected", "Rita")] == await read(anna)
    assert [] == await read(ben)
    await propose(table, anna, "undo", key="b")
    assert [("open", "")] == await read(anna)
    withdrawn = (await propose(table, anna, "undo", key="c")).json
    await vote(anna, withdrawn, "no")
    assert [] == await read(anna)
    made = (await propose(table, anna, "undo", key="d")).json
    await vote(table.referee, made, "no")
    await table.say(table.referee, "attack wolf ada")
    assert [] == await read(anna)


@at_table
async def test_a_correction_is_proposed_in_words_that_all_may_read(table: TestTable) -> None:
    """Under its key it is proposed once; the referee's yes applies it."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow; go")
    await table.say(table.referee, "4")
    made = (await propose(table, anna, "amend 9 2", why="it was a two")).json
    assert made["said"] == "Amending #9, Ada d6 → 4 (damage), typed: it was a two. It shows 2."
    assert (await propose(table, anna, "amend 9 2", why="it was a two")).json == made
    assert (await vote(table.referee, made)).json["outcome"] == "applied"
    assert "it was a two" in str((await anna.get(f"{FIGHT}/frame")).json["rows"])


@at_table
async def test_what_cannot_be_proposed_is_refused(table: TestTable) -> None:
    """Deeds are declared, facts are the referee's; spectators only look on."""
    anna, guest = await table.admit("Anna"), await table.admit("Gus", role="spectator")
    await attack(table)
    last = (await table.say(table.referee, "set wolf HP 3")).json["last"]
    for browser, line, why in (
        (
            anna,
            "kill wolf",
            "Propose an undo, a redo or a correction, like: undo: he was not there",
        ),
        (anna, f"strike {last}", f"#{last} is the referee's; tell them what is wrong with it."),
        (anna, "redo", "There is nothing to redo: nothing has been undone."),
        (guest, "undo", "Spectators propose nothing; ask the referee for a player's seat."),
    ):
        reply = await propose(table, browser, line)
        assert (reply.status, reply.json["said"]) == (422, why)
    assert (await propose(table, anna, "undo", head=2)).status == 409


@at_table
async def test_everybody_sees_proposals_beside_the_frames(table: TestTable) -> None:
    """With who has agreed; presence and the turn come with them, newest state only."""
    anna = await table.admit("Anna")
    await attack(table)
    async with (
        table.referee.stream(f"{FIGHT}/stream", "beside") as told,
        table.referee.stream(f"{FIGHT}/stream", "company") as sitting,
        anna.stream(f"{FIGHT}/stream", "beside") as seen,
        anna.stream(f"{FIGHT}/stream", "company") as around,
    ):
        there = await around.get()
        assert [each["name"] for each in there["seats"] if each.get("here")] == ["Rita", "Anna"]
        assert there["knocking"] == []
        first = await seen.get()
        assert first["people"] == []
        assert first["turn"]["can_undo"] == "Ada attacks Wolf with bow"
        while (await sitting.get())["seats"][1].get("here") is not True:
            pass
        await told.get()
        await propose(table, anna, "undo")
        beside = await told.get()
        (shown,) = beside["proposals"]
        assert (shown["votes_here"], shown["waiting"]) == (True, ["Rita"])
        assert {"id": "ada", "name": "Ada", "player": "Anna"} in beside["people"]
        assert sitting.empty()  # who is here is told when it changes, not with every command
        await table.knock(Browser(table.app), table.seats.make_table_link(), "Stranger")
        assert [each["name"] for each in (await sitting.get())["knocking"]] == ["Stranger"]


@at_table
async def test_whoever_asks_again_agrees_to_what_they_have_seen(table: TestTable) -> None:
    """The one who made it has not agreed to what it does now, if the referee asks again; and the
    one who asks from an old page has not either."""
    anna = await table.admit("Anna")
    await table.referee.post("/api/votes", {"votes": "concerned"})
    await attack(table)
    made = (await propose(table, anna, "undo")).json
    await table.say(anna, "attack ada wolf sword instead")
    old = (await vote(anna, made, "again")).json
    assert (old["said"], old["votes"]) == ("Take back: Ada attacks Wolf with sword instead.", [])
    again = (await vote(table.referee, {**made, "head": last_of(table)}, "again")).json
    assert [each["name"] for each in again["votes"]] == ["Rita"]
    assert again["waiting"] == ["Anna"]
    assert (await vote(table.referee, again)).json["outcome"] == "open"
    assert (await vote(anna, again)).json["outcome"] == "applied"


@at_table
async def test_the_referee_types_the_dice_of_a_proposed_correction(table: TestTable) -> None:
    """Without them it is not applied; with them it is. Nobody else types them."""
    anna = await table.admit("Anna")
    await table.referee.post("/api/votes", {"votes": "everybody"})
    await table.say(table.referee, "attack ben wolf axe; go")
    await table.say(table.referee, "4")
    last = last_of(table)
    made = (await propose(table, anna, "insert 5 a ada wolf bow", why="she shot, too")).json
    assert made["line"] == "insert 5 a ada wolf bow; why: she shot, too"
    typed = {"head": made["head"], "answer": "yes", "answers": ["3"]}
    path = f"/api/proposals/{made['id']}"
    assert (await anna.post(path, typed)).status == 422
    assert (await vote(table.referee, made)).status == 422
    assert last_of(table) == last
    assert (await table.referee.post(path, {**typed, "answers": ["9"]})).status == 422
    assert (await table.referee.post(path, typed)).json["outcome"] == "applied"
    assert last_of(table) > last


@at_table
async def test_nobody_can_use_up_the_key_of_a_proposal(table: TestTable) -> None:
    """What others read of it is not enough to record something in its place."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    await attack(table)
    made = (await propose(table, anna, "undo")).json
    key = f"proposal {made['id']} {last_of(table) + 1}"
    assert (await table.command(ben, do="note", text="hm", key=key)).status == 200
    sent = {"head": last_of(table), "answer": "again"}
    again = (await table.referee.post(f"/api/proposals/{made['id']}", sent)).json
    assert (await vote(table.referee, again)).json["outcome"] == "applied"
