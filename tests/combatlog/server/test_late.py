"""What a phone said without its connection, and what came too late can be proposed as."""

from __future__ import annotations

from typing import Any

from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser, Reply

DEED = {"type": "attack", "by": "ada", "targets": [{"target": "wolf"}], "weapons": ["bow"]}
"""A declaration of Ada."""


async def ask(browser: Browser, **said: Any) -> Reply:
    """Ask for the correction that brings in a command."""
    return await browser.post(f"{FIGHT}/late", said)


@at_table
async def test_a_late_declaration_is_inserted_before_what_was_said_since(table: TestTable) -> None:
    """Proposed by its player, and agreed to by the referee, it counts."""
    anna = await table.admit("Anna")
    head = table.last
    await table.say(table.referee, "attack ben wolf axe; go")
    first = head + 1
    late = {"do": "declare", "head": head, "key": "late", "declarations": [DEED]}
    line = (await ask(anna, **late)).json["line"]
    assert line == f"insert {first} a ada wolf bow"
    await table.say(table.referee, "4")
    sent = {"head": table.last, "key": "p", "line": line, "why": "said in time"}
    made = (await anna.post(f"{FIGHT}/proposals", sent)).json
    assert made["said"] == (
        f"Inserting before #{first}, Ben attacks Wolf with axe: said in time."
        " Ada attacks Wolf with bow."
    )


@at_table
async def test_a_late_die_stands_in_place_of_the_one_that_fell(table: TestTable) -> None:
    """The referee rolled it meanwhile; the face on the table can be proposed."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow; go")
    (asked,) = (await anna.get(f"{FIGHT}/turn")).json["awaited"]
    die = {each: asked[each] for each in ("by", "die", "purpose", "nth")}
    late = {"do": "roll", "head": table.last, "key": "late", **die, "face": 5}
    fallen = (await table.say(table.referee, "3")).json["seqs"][0]
    assert (await ask(anna, **late)).json == {"line": f"amend {fallen} 5"}
    same = await ask(anna, **{**late, "face": 3})
    assert same.json["said"].startswith("There is no place for it any more")


@at_table
async def test_nobody_brings_in_what_is_not_theirs(table: TestTable) -> None:
    """Neither another's deed nor a ruling, nor what was said at an event that never was."""
    ben = await table.admit("Ben")
    head = table.last
    await table.say(table.referee, "attack ben wolf axe")
    late = {"do": "declare", "head": head, "key": "late", "declarations": [DEED]}
    assert "is not yours" in (await ask(ben, **late)).json["said"]
    assert "Only the referee" in (await ask(ben, do="undo", head=head, key="late")).json["said"]
    assert (await ask(table.referee, **{**late, "head": 99})).status == 422
    facts = await ask(table.referee, do="say", head=head, key="late", line="kill wolf")
    assert facts.json["said"].startswith("There is no place for it any more")
