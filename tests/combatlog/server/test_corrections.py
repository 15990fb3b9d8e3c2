"""Correcting the past at the table: the preview, the dice it needs, and applying it as shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from combatlog.app.campaign import create, open
from combatlog.server import reader as reading
from combatlog.server.answers import Preview
from combatlog.server.open_fight import OpenFight
from combatlog.server.reader import Failure, Reader, Task, compute_preview, hold_fight, let_go
from events.errors import Conflict
from projections.narrative.phrasebook import load_phrasebook
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.tables import FIGHT, PEOPLE, TestTable, at_table
from tests.support.asgi import Browser, Reply
from tests.support.given import pc

MISREAD = "amend 9 2; why: misread"


async def play(table: TestTable) -> int:
    """Let Ada hit the wolf with a 4, on event 9; return the last event."""
    await table.say(table.referee, "attack ada wolf bow; go")
    reply = await table.say(table.referee, "4")
    assert reply.status == 200
    return int(reply.json["last"])


async def preview(browser: Browser, head: int, line: str, *answers: str) -> Reply:
    """Ask for a preview."""
    sent = {"head": head, "line": line, "answers": answers}
    return await browser.post(f"{FIGHT}/preview", sent)


async def correct(browser: Browser, head: int, line: str, *answers: str, key: str) -> Reply:
    """Apply a correction."""
    sent = {"head": head, "key": key, "line": line, "answers": answers}
    return await browser.post(f"{FIGHT}/corrections", sent)


@at_table
async def test_the_referee_reads_then_and_now(table: TestTable) -> None:
    """Nothing is recorded by a preview."""
    last = await play(table)
    shown = (await preview(table.referee, last, MISREAD)).json
    assert (shown["last"], shown["seq"], shown["needs"]) == (last, 9, [])
    assert {
        "who": "wolf",
        "name": "Wolf",
        "field": "HP",
        "then": "13",
        "now": "15",
    } in shown["changes"]
    assert shown["lines"][0] == "Amending #9, Ada d6 → 4 (damage), typed: misread."
    assert table.store.head(table.store.fights()[0]).seq == last


@at_table
async def test_a_correction_is_applied_once_as_shown(table: TestTable) -> None:
    """At its event alone; said again under its key, it is answered with what it recorded."""
    last = await play(table)
    await table.say(table.referee, "note it rains")
    late = await correct(table.referee, last, MISREAD, key="c")
    assert (late.status, late.json["kind"], late.json["last"]) == (409, "conflict", last + 1)
    first = await correct(table.referee, last + 1, MISREAD, key="c")
    assert first.json["kind"] == "corrected"
    again = await correct(table.referee, last + 1, MISREAD, key="c")
    assert (again.json["kind"], again.json["seqs"]) == ("repeated", first.json["seqs"])
    other = await correct(table.referee, last + 1, MISREAD, "5", key="c")
    assert other.json["kind"] == "conflict"


@at_table
async def test_dice_that_never_fell_are_answered_one_by_one(table: TestTable) -> None:
    """The preview names them; without them nothing is applied."""
    last = await play(table)
    line = "insert 6 attack ben wolf axe; why: forgotten"
    shown = (await preview(table.referee, last, line)).json
    assert [(each["name"], each["die"]) for each in shown["needs"]] == [("Ben", "d8")]
    assert shown["draws"] is False
    refused = await correct(table.referee, last, line, key="c")
    assert refused.json["said"] == "Dice are missing for this correction: Ben d8 (damage)."
    whole = (await preview(table.referee, last, line, "7")).json
    assert whole["needs"] == []
    assert whole["changes"] != []
    assert (await correct(table.referee, last, line, "7", key="c")).status == 200


@at_table
async def test_what_is_no_correction_is_refused(table: TestTable) -> None:
    """Neither other lines nor answers that would apply it."""
    last = await play(table)
    for line, answers, why in (
        ("undo", (), "Say a correction, like: amend 12 a ada wolf; why: misheard"),
        (MISREAD, ("yes",), "“yes” is no answer about dice or rulings, like: 5, or: keep 31"),
        ("amend 99 2; why: misread", (), "There is no #99; this fight has #1 to #"),
    ):
        reply = await preview(table.referee, last, line, *answers)
        assert reply.status == 422
        assert reply.json["said"].startswith(why)
    assert (await preview(table.referee, last + 7, MISREAD)).status == 409


@at_table
async def test_players_do_not_ask_previews_for_a_strangers_numbers(table: TestTable) -> None:
    """Whatever the die had shown, they read what they propose, and nothing that follows."""
    anna = await table.admit("Anna")
    last = await play(table)
    seen = []
    for face in (1, 2, 3, 5, 6):
        shown = (await preview(anna, last, f"amend 9 {face}; why: misread")).json
        assert shown["hidden"] is True
        seen.append({**shown, "lines": [each for each in shown["lines"] if "shows" not in each]})
    assert all(each == seen[0] for each in seen)
    assert seen[0]["changes"] == []
    assert (await correct(anna, last, MISREAD, key="c")).status == 403


@at_table
async def test_players_propose_nothing_about_what_they_cannot_read(table: TestTable) -> None:
    """Neither a hidden fact nor a new one about somebody's numbers."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow")
    reply = await table.say(table.referee, "set wolf HP 3")
    last = reply.json["last"]
    for line in (f"amend {last} 3; why: x", f"amend {last} 4; why: x", f"strike {last}: x"):
        refused = await preview(anna, last, line)
        assert refused.json["said"] == f"#{last} is the referee's; tell them what is wrong with it."
    refused = await preview(anna, last, "insert 5 harm wolf 3; why: x")
    assert refused.json["said"] == "Propose what somebody did or rolled; the rest tell the referee."


def test_players_who_know_all_numbers_read_a_whole_preview() -> None:
    """Where nobody is a stranger, nothing is hidden."""

    async def try_it() -> None:
        table = await TestTable(*PEOPLE[:2], pc("Cho", "9/0/9/9/9", player="Cho")).begin()
        anna = await table.admit("Anna")
        await table.say(table.referee, "attack ada cho bow; go")
        last = (await table.say(table.referee, "4")).json["last"]
        shown = (await preview(anna, last, MISREAD)).json
        assert shown["hidden"] is False
        assert {"who": "cho", "name": "Cho", "field": "HP", "then": "5", "now": "7"} in shown[
            "changes"
        ]

    asyncio.run(try_it())


def make_task(path: Path, **changed: Any) -> Task:
    """Return the task of a preview in a campaign file with the usual fight."""
    game = load_game("golden-idol")
    with create(path) as campaign:
        sheets = [each.sheet(game) for each in PEOPLE]
        fight = campaign.start("A fight", game, dice="typed", sheets=sheets)
        last = len(fight.history)
        task = Task(str(path), fight.id, last, "amend 2 HP 9; why: misread", ())
    return task._replace(**changed)


def test_a_long_preview_is_computed_from_the_file(tmp_path: Path) -> None:
    """As it would be beside the table; errors come back in their words."""
    task = make_task(tmp_path / "a.combatlog")
    found = compute_preview(task)
    assert isinstance(found, Preview)
    assert [(each.field, each.now) for each in found.changes] == [("HP", "9"), ("max HP", "9")]
    moved = compute_preview(task._replace(head=1))
    assert isinstance(moved, Failure)
    assert isinstance(moved.make_error(task), Conflict)
    refused = compute_preview(task._replace(line="undo"))
    assert refused == Failure("Say a correction, like: amend 12 a ada wolf; why: misheard")
    let_go()


def test_a_held_fight_is_as_the_file_is(tmp_path: Path) -> None:
    """What was recorded since the last preview counts, another fight is another one, and a campaign
    that was moved away is gone."""
    task = make_task(tmp_path / "a.combatlog")
    before = compute_preview(task)
    with open(task.place) as campaign:
        fight = campaign.fight(task.fight)
        fight.note("Meanwhile.")
        last = len(fight.history)
        other = campaign.start("Another fight", "golden-idol")
    assert isinstance(before, Preview)
    assert isinstance(compute_preview(task), Failure)
    after = compute_preview(task._replace(head=last))
    assert isinstance(after, Preview)
    assert (after.last, after.changes) == (last, before.changes)
    elsewhere = compute_preview(task._replace(fight=other.id))
    assert isinstance(elsewhere, Failure)
    assert elsewhere != compute_preview(task._replace(head=last))
    Path(task.place).rename(tmp_path / "b.combatlog")
    let_go()
    assert isinstance(compute_preview(task._replace(head=last)), Failure)
    let_go()


def test_a_fight_is_held_before_it_is_asked_for(tmp_path: Path) -> None:
    """Then its file is not opened again; what cannot be opened, the preview says."""
    task = make_task(tmp_path / "a.combatlog")
    hold_fight(task.place, task.fight)
    Path(task.place).rename(tmp_path / "b.combatlog")
    assert isinstance(compute_preview(task), Preview)
    hold_fight(task.place, "elsewhere")
    assert isinstance(compute_preview(task), Failure)
    let_go()


@pytest.mark.parametrize("limit", [0, 500])
def test_the_first_preview_in_a_long_fight_starts_the_reader(
    limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short fight needs none."""
    held: list[tuple[str, str]] = []
    pool = SimpleNamespace(submit=lambda _, *said: held.append(said))
    monkeypatch.setattr(reading, "LONG", limit)
    task = make_task(tmp_path / "a.combatlog")
    reader = Reader()
    reader._pool = cast(Any, pool)
    with open(task.place) as campaign:
        opened = OpenFight(campaign, campaign.fight(task.fight), load_phrasebook())
        for _ in range(2):
            reader.prepare(opened)
    assert held == ([] if limit else [(task.place, task.fight)])


@pytest.mark.slow
def test_the_reader_is_a_process_of_its_own(tmp_path: Path) -> None:
    """It answers as the table would."""

    async def try_it() -> None:
        reader = Reader()
        task = make_task(tmp_path / "a.combatlog")
        try:
            assert await reader.preview(task) == compute_preview(task)
        finally:
            reader.close()

    asyncio.run(try_it())
