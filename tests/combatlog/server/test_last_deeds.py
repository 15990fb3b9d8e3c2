"""Whom the form of an attack proposes: the last targets, or else the only foe."""

from __future__ import annotations

from typing import Any

from tests.combatlog.server.tables import FIGHT, TestTable, at_table


async def read_proposed(table: TestTable, who: str) -> list[str]:
    """Return the targets that are proposed for an attack of somebody."""
    found = (await table.referee.get(f"{FIGHT}/options/{who}")).json
    attack: dict[str, Any] = next(each for each in found["turn"] if each["type"] == "attack")
    aims = next(each for each in attack["blanks"] if each["kind"] == "aims")
    return [*aims.get("default", [])]


@at_table
async def test_the_only_foe_is_proposed(table: TestTable) -> None:
    """Of several, whom they attacked last, as long as that stands."""
    assert await read_proposed(table, "ada") == ["wolf"]
    assert await read_proposed(table, "wolf") == []
    await table.say(table.referee, "a wolf ben")
    assert await read_proposed(table, "wolf") == ["ben"]
    await table.say(table.referee, "undo")
    assert await read_proposed(table, "wolf") == []


@at_table
async def test_of_several_foes_none_is_proposed(table: TestTable) -> None:
    """But for the one whom they attacked last."""
    joined = await table.say(table.referee, "join bear foe HP 9 STR 9 DEX 9 WIL 9 weapons bite d6")
    assert joined.status == 200, joined.json
    assert await read_proposed(table, "ada") == []
    await table.say(table.referee, "a ada wolf sword")
    assert await read_proposed(table, "ada") == ["wolf"]
    assert await read_proposed(table, "ben") == []
