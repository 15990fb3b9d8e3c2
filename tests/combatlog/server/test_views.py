"""What only looks: completions, numbers, recap, odds; and the description of all requests."""

from __future__ import annotations

import json
import re

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from combatlog.server.openapi import encode_api
from combatlog.server.routes import ROUTES
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser


async def complete(browser: Browser, line: str) -> list[str]:
    """Return the whole lines that a line can become."""
    found = await browser.get(f"{FIGHT}/completions?line={line.replace(' ', '%20')}")
    return [each["text"] for each in found.json]


@at_table
async def test_a_line_is_completed_as_at_the_prompt(table: TestTable) -> None:
    """With words of the present, and the numbers of the last inputs."""
    assert "attack" in await complete(table.referee, "at")
    assert await complete(table.referee, "attack ada wo") == ["attack ada Wolf"]
    await table.say(table.referee, "attack ada wolf bow")
    found = (await table.referee.get(f"{FIGHT}/completions?line=amend%20")).json
    assert found[0] == {"text": "amend 5", "shown": "5", "note": "Ada attacks Wolf with bow"}


@at_table
async def test_players_are_helped_with_their_deeds(table: TestTable) -> None:
    """And learn nothing from the referee's verbs."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "set wolf HP 3")
    assert "attack" in await complete(anna, "at")
    assert await complete(anna, "attack ada wo") == ["attack ada Wolf"]
    for line in ("amend ", "set wolf ", "why wolf ", "join "):
        assert await complete(anna, line) == []
    reply = await anna.get(f"{FIGHT}/completions?line={'x' * 600}")
    assert reply.json["said"] == "A line has at most 500 characters here."


@at_table
async def test_numbers_recap_and_odds_are_for_their_reader(table: TestTable) -> None:
    """The armor of strangers kept off something for the referee alone."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow")
    odds = (await table.referee.get(f"{FIGHT}/odds")).json
    assert odds["combatants"]["wolf"]["scores"]["HP"]["now"] == 17
    seen = (await anna.get(f"{FIGHT}/odds")).json
    assert (seen["combatants"], seen["hidden"]) == ({}, ["wolf"])
    await table.say(table.referee, "go")
    await table.say(table.referee, "4")
    numbers = (await anna.get(f"{FIGHT}/numbers")).json
    assert "dealt" in numbers["columns"]
    assert numbers["names"]["target"] == ["Ada", "Wolf"]
    assert [len(blow) for blow in numbers["blows"]] == [8]  # without what armor kept off
    assert len((await table.referee.get(f"{FIGHT}/numbers")).json["blows"][0]) == 10
    assert "falls" in (await anna.get(f"{FIGHT}/recap")).json
    nothing = await anna.get(f"{FIGHT}/odds")
    assert nothing.status == 422


@at_table
async def test_odds_of_a_line_are_those_of_what_one_may_declare(table: TestTable) -> None:
    """The referee may ask for anybody's."""
    anna = await table.admit("Anna")
    path = f"{FIGHT}/odds?line=attack%20wolf%20ada"
    assert (await table.referee.get(path)).json["combatants"]["ada"]["name"] == "Ada"
    reply = await anna.get(path)
    assert reply.json["said"] == "Wolf is not yours; somebody else speaks for them."
    assert (await anna.get(f"{FIGHT}/odds?line=attack%20ada%20wolf%20bow")).status == 200


@at_table
async def test_the_api_describes_itself(table: TestTable) -> None:
    """To anybody, and there is nothing of this table in it."""
    reply = await Browser(table.app).get("/api/openapi.json")
    assert reply.status == 200
    assert reply.json["openapi"] == "3.1.0"
    assert b"Wolf" not in reply.body


@pytest.mark.slow
def test_the_description_is_valid() -> None:
    """By the schema of OpenAPI 3.1."""
    OpenAPIV31SpecValidator(json.loads(encode_api(ROUTES))).validate()


def test_the_description_has_every_request() -> None:
    """With its types, its places and who may send it."""
    document = json.loads(encode_api(ROUTES))
    described = {
        (method.upper(), path) for path, each in document["paths"].items() for method in each
    }
    assert described == {(each.method, each.path) for each in ROUTES} | {
        ("GET", "/api/fights/{fight}/stream")
    }
    names = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert len(names) == len({*names})
    for used in re.findall(r"#/components/schemas/(\w+)", str(document)):
        assert used in document["components"]["schemas"]


@at_table
async def test_the_referee_reads_why_a_number_is_so(table: TestTable) -> None:
    """The chain of causes, each with its event: the die, the deed, the joining. Players, whom it
    would tell what is hidden, do not."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow; go")
    await table.say(table.referee, "4")
    path = f"{FIGHT}/why?who=wolf&field=HP"
    joined, hit = (await table.referee.get(path)).json
    assert (joined["value"], hit["value"]) == ("17", "13")
    assert "Ada attacks Wolf" in hit["sources"][0]["said"]
    assert (await anna.get(path)).status == 403
    assert (await table.referee.get(f"{FIGHT}/why?who=cat&field=HP")).status == 422
    assert (await table.referee.get(f"{FIGHT}/why?who=wolf&field=luck")).status == 422


@at_table
async def test_odds_are_read_before_a_declaration_is_made(table: TestTable) -> None:
    """As those of its line; nobody asks for another's, and a stranger's numbers stay hidden."""
    anna, ben = await table.admit("Anna"), await table.admit("Ben")
    deed = {"type": "attack", "by": "ada", "targets": [{"target": "wolf"}], "weapons": ["bow"]}
    sent = {"declarations": [deed]}
    told = (await table.referee.post(f"{FIGHT}/odds", sent)).json
    assert told == (await table.referee.get(f"{FIGHT}/odds?line=a%20ada%20wolf%20bow")).json
    assert told["combatants"]["wolf"]["scores"]["HP"]["average"] == 13.5
    assert (await anna.post(f"{FIGHT}/odds", sent)).json["hidden"] == ["wolf"]
    assert "is not yours" in (await ben.post(f"{FIGHT}/odds", sent)).json["said"]
    assert (await anna.post(f"{FIGHT}/odds", {"declarations": []})).status == 422


@at_table
async def test_there_are_no_odds_of_what_has_been_declared_by_now(table: TestTable) -> None:
    """A page asks for them a moment after they were chosen. That it has been said by then is no
    fault; where nothing has happened since, it is one."""
    anna = await table.admit("Anna")
    head = (await anna.get(f"{FIGHT}/turn")).json["last"]
    deed = {"type": "attack", "by": "ada", "targets": [{"target": "wolf"}], "weapons": ["bow"]}
    sent = {"declarations": [deed], "head": head}
    assert (await anna.post(f"{FIGHT}/odds", sent)).json["hidden"] == ["wolf"]
    await table.say(anna, "attack ada wolf bow")
    late = await anna.post(f"{FIGHT}/odds", sent)
    assert (late.status, late.body) == (204, b"")
    assert (await anna.post(f"{FIGHT}/odds", {**sent, "head": head + 1})).status == 422
    nothing = await anna.post(f"{FIGHT}/odds", {"declarations": [], "head": head})
    assert nothing.json["said"] == "Say something."
