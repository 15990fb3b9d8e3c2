"""Starting a fight, and who joins it."""

from __future__ import annotations

from typing import Any

import pytest

from combatlog.server.games import list_fields
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.declarations import Join
from projections.state.fight_state import FightState
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import GAMES, load_shipped_game
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.random_fights import seeded_fight

ROSTER = """
[[pc]]
name = "Cho"
HP = 4
STR = 10
DEX = 12
WIL = 9
weapons = ["rifle"]

[[npc]]
from = "Wolf"
count = 2
"""

STARTED = {"title": "Next", "game": "golden-idol", "key": "start", "roster": ROSTER}


@at_table
async def test_a_fight_is_started_once_under_a_key(table: TestTable) -> None:
    """With everybody in the roster; a second time it is answered with the same fight."""
    first = (await table.referee.post("/api/fights", STARTED)).json
    assert (first["number"], first["title"], first["game"]) == (2, "Next", "Golden Idol")
    again = await table.referee.post("/api/fights", STARTED)
    assert again.json == first
    other = await table.referee.post("/api/fights", {**STARTED, "title": "Another"})
    assert (other.status, other.json["kind"]) == (409, "conflict")
    turn = (await table.referee.get("/api/fights/2/turn")).json
    assert [each["name"] for each in turn["people"]] == ["Cho", "Wolf", "Wolf 2"]
    assert len((await table.referee.get("/api/fights")).json) == 2


@at_table
async def test_a_fight_that_cannot_be_started_is_none(table: TestTable) -> None:
    """Each fault is one sentence."""
    anna = await table.admit("Anna")
    assert (await anna.post("/api/fights", STARTED)).status == 403
    for changed, why in (
        ({"game": "../x.toml"}, "There is no game “../x.toml” here; choose one of the list."),
        ({"title": " "}, "A name needs at least one visible character."),
        ({"key": ""}, "Every command needs a key of its own, so that it is never recorded twice."),
        (
            {"roster": ROSTER.replace("rifle", "spork")},
            "The roster, line 8, Cho: There is no weapon “spork” in the equipment list (did you"
            " mean sword?); or give its dice: “spork d6”.",
        ),
        (
            {"roster": 'game = "../elsewhere.toml"'},
            "The roster names a game file; leave that line away.",
        ),
    ):
        reply = await table.referee.post("/api/fights", {**STARTED, **changed})
        assert reply.status in (400, 422)
        assert reply.json["said"] == why
    assert len((await table.referee.get("/api/fights")).json) == 1


@at_table
async def test_the_games_say_what_the_form_of_joining_asks_for(table: TestTable) -> None:
    """Its fields are those of a line, so that the form can say one."""
    games = {each["id"]: each for each in (await table.referee.get("/api/games")).json}
    assert len(games) == 6
    idol = games["golden-idol"]
    needed = [each["name"] for each in idol["fields"] if each["needed"]]
    assert needed == ["HP", "STR", "DEX", "WIL"]
    assert {"name": "follower", "note": "assistant"} in idol["kinds"]
    wolf = next(each for each in idol["creatures"] if each["name"] == "Wolf")
    assert "bite" in wolf["note"]
    form = " ".join(f"{name} 5" for name in needed)
    reply = await table.say(table.referee, f"join Dee pc {form} armor 1 weapons knife player Dora")
    assert reply.status == 200


def join(state: FightState, entry: dict[str, Any]) -> None:
    """Let somebody join by a form with these entries. Raises `Refused`."""
    rules = load_ruleset(state.game.rules)
    rules.prepare(state, Join(rules.sheet(state.game, entry, "pc")))


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_the_form_has_a_range(game: str) -> None:
    """Nobody joins with a number outside of it."""
    state = seeded_fight(MemoryStore(), game, 7).state
    fields = [each for each in list_fields(state.game) if each.kind in ("number", "die")]
    for field in fields:
        if field.kind == "die":
            continue
        assert field.least is not None and field.most is not None, field.name
        needed = [each.name for each in fields if each.needed]
        alike = state.game.scores[field.only] if field.only else needed
        entry: dict[str, Any] = {"name": "Dee", **dict.fromkeys(alike, 8)}
        join(state, entry)
        for number in (field.least - 1, field.most + 1):
            with pytest.raises(Refused):
                join(state, {**entry, field.name: number})


def test_every_die_of_the_form_can_be_joined_with() -> None:
    """And nobody joins with another one."""
    state = seeded_fight(MemoryStore(), "brighter-worlds", 7).state
    dice = [each for each in list_fields(state.game) if each.kind == "die"]
    assert ["STR", "DEX", "WIL"] == [each.name for each in dice]
    entry: dict[str, Any] = {"name": "Dee", **{each.name: "d8" for each in dice}}
    for field in dice:
        for die in field.choices:
            join(state, {**entry, field.name: die})
        with pytest.raises(Refused):
            join(state, {**entry, field.name: "d20"})


@at_table
async def test_people_of_earlier_fights_join_as_they_were(table: TestTable) -> None:
    """They are listed with the fight they come from."""
    await table.say(table.referee, "set ada HP 3")
    await table.referee.post("/api/fights", {**STARTED, "roster": ""})
    next_fight, former = (await table.referee.get("/api/people")).json
    assert next_fight["people"] == []
    assert [each["name"] for each in former["people"]] == ["Ada", "Ben", "Wolf"]
    head = len((await table.referee.get("/api/fights/2/frame")).json["rows"])
    said = {"do": "say", "line": f"join ada from {former['number']}", "head": head, "key": "join"}
    assert (await table.referee.post("/api/fights/2/commands", said)).status == 200
    people = (await table.referee.get("/api/fights/2/turn")).json["people"]
    assert [each["name"] for each in people] == ["Ada"]


@at_table
async def test_a_roster_joins_a_fight_as_one_command(table: TestTable) -> None:
    """The referee drops its file; players cannot."""
    anna = await table.admit("Anna")
    assert (await table.command(anna, do="roster", text=ROSTER)).status == 422
    reply = await table.command(table.referee, do="roster", text=ROSTER)
    assert reply.json["kind"] == "declared"
    people = (await table.referee.get(f"{FIGHT}/turn")).json["people"]
    assert [each["name"] for each in people][3:] == ["Cho", "Wolf 2", "Wolf 3"]


def test_a_switch_says_what_it_means() -> None:
    """The word of the grammar, `each`, says nothing by itself."""
    labels = {each.name: each.label for each in list_fields(load_shipped_game("plerion"))}
    assert labels["each"] == "attacks with every weapon"
