"""Schemathesis sends what the OpenAPI document allows, and what it does not, to every request of
the table: as the referee, a player, a spectator, bots, and as a stranger.

Every answer has a status, a content type and a body that the document has for it; nothing fails
inside the server; and what the document forbids is refused. Half of what is sent names a fight, an
event and people that there are: otherwise no request would come far.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast
from urllib.parse import unquote

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies as st
from schemathesis import GenerationMode
from schemathesis.core.transport import Response
from schemathesis.specs.openapi import checks
from starlette.types import Message

from combatlog.server.feed import Frame
from combatlog.server.openapi import STREAM, describe_api
from combatlog.server.routes import ROUTES
from tests.combatlog.server.tables import FIGHT, TestTable
from tests.support.asgi import Browser

CHECKS: list[Any] = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.negative_data_rejection,
]
"""What is checked of every answer."""

SAID = ("a wolf", "a ada wolf", "go", "5", "roll", "undo", "end", "amend 6 5", "strike 6", "#hi")
"""Lines that mean something at this table."""

Send = Callable[[TestTable], Coroutine[Any, Any, Browser]]


async def _sit_as_referee(table: TestTable) -> Browser:
    return table.referee


async def _sit_as_player(table: TestTable) -> Browser:
    return await table.admit("Anna")


async def _sit_as_spectator(table: TestTable) -> Browser:
    return await table.admit("TV", role="spectator")


async def _sit_as_reading_bot(table: TestTable) -> Browser:
    return await table.make_bot("Crow", "read:public")


async def _sit_as_refereeing_bot(table: TestTable) -> Browser:
    return await table.make_bot("Owl", "referee")


async def _stand_outside(table: TestTable) -> Browser:
    return Browser(table.app)


async def _wait_at_the_door(table: TestTable) -> Browser:
    browser = Browser(table.app)
    await table.knock(browser, table.seats.make_table_link(), "Zoe")
    return browser


SENDERS: dict[str, Send] = {
    "referee": _sit_as_referee,
    "player": _sit_as_player,
    "spectator": _sit_as_spectator,
    "reading bot": _sit_as_reading_bot,
    "refereeing bot": _sit_as_refereeing_bot,
    "stranger": _stand_outside,
    "not admitted": _wait_at_the_door,
}
"""How everybody who sends requests comes to the table."""


def list_operations() -> dict[str, Any]:
    """Return the requests of the document by method and path. What shows a seat is the sender's
    own, so none is made up."""
    document = describe_api(ROUTES)
    for path in document["paths"].values():
        for described in path.values():
            del described["security"]
    schema = schemathesis.openapi.from_dict(document)
    every: list[Any] = [*schema.get_all_operations()]
    return {each.ok().label: each.ok() for each in every}


OPERATIONS = list_operations()


def test_the_document_has_every_request() -> None:
    """Each route, and the stream."""
    routes = {f"{each.method} {each.path}" for each in ROUTES}
    assert routes | {f"GET {STREAM}"} == {*OPERATIONS}


@pytest.mark.slow
@pytest.mark.parametrize("sender", SENDERS)
def test_every_answer_is_one_that_the_document_has(
    sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every request, with a table of its own each."""
    monkeypatch.setattr("combatlog.server.limits.Allowances.take", lambda *_: True)
    statuses: set[int] = set()
    for label, operation in OPERATIONS.items():
        statuses |= send_many(label, operation, SENDERS[sender])
    if sender == "stranger":
        assert 401 in statuses
    if sender in ("referee", "refereeing bot", "player"):
        assert {200, 400, 409, 422} <= statuses


def send_many(label: str, operation: Any, sit_down: Send) -> set[int]:
    """Send many requests of one kind; return the statuses of the answers."""
    statuses: set[int] = set()
    with asyncio.Runner() as runner:
        table, proposal = runner.run(begin())
        browser = runner.run(sit_down(table))

        @settings(
            max_examples=15,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        @given(case=make_cases(operation), data=st.data())
        def send(case: Any, data: st.DataObject) -> None:
            is_allowed = case.meta.generation.mode is GenerationMode.POSITIVE
            if is_allowed and data.draw(st.booleans()):
                name_what_there_is(case, table, proposal, data)
            request = requests.Request(**case.as_transport_kwargs("http://table.local")).prepare()
            status, headers, body = runner.run(deliver(browser, request))
            statuses.add(status)
            answer = Response(
                status, {name: [value] for name, value in headers.items()}, body, request, 0, True
            )
            check(case, answer)

        send()
    return statuses


def make_cases(operation: Any) -> st.SearchStrategy[Any]:
    """Return what is sent: what the document allows, and, where there is a body, a third of what it
    forbids."""
    allowed = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if not operation.body:
        return cast("st.SearchStrategy[Any]", allowed)
    forbidden = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    return st.one_of(allowed, allowed, forbidden)


def check(case: Any, answer: Response) -> None:
    """Check an answer. OpenAPI 3.1 has no words for the events of a stream: its first is read as
    the frame that its description names."""
    if case.operation.path == STREAM and answer.status_code == 200:
        event, data = answer.content.split(b"\n")[1:3]
        assert event == b"event: frame"
        msgspec.json.decode(data.removeprefix(b"data: "), type=Frame)
        schema = [checks.response_schema_conformance]
        case.validate_response(answer, checks=CHECKS, excluded_checks=schema)
    else:
        case.validate_response(answer, checks=CHECKS)


async def begin() -> tuple[TestTable, str]:
    """Return a table at play, and the id of Ben's proposal there."""
    table = await TestTable().begin()
    ben = await table.admit("Ben")
    assert (await table.say(ben, "ben attacks wolf")).status == 200
    sent = {"head": table.last, "key": "k1", "line": "undo"}
    return table, (await ben.post(f"{FIGHT}/proposals", sent)).json["id"]


def name_what_there_is(case: Any, table: TestTable, proposal: str, data: st.DataObject) -> None:
    """Let a request name a fight, an event and lines of the table."""
    there = {
        "fight": st.sampled_from(["1", table.store.fights()[0]]),
        "combatant": st.sampled_from(["ada", "ben", "wolf"]),
        "seat": st.sampled_from([each.id for each in table.seats]),
        "proposal": st.just(proposal),
    }
    for name in case.path_parameters or {}:
        if name in there:
            case.path_parameters[name] = data.draw(there[name])
    if isinstance(case.body, dict):
        of_body = {
            "head": st.sampled_from([table.last, table.last - 1]),
            "line": st.sampled_from(SAID),
            "game": st.just("golden-idol"),
            "key": st.text("abcdef", min_size=1, max_size=3),
        }
        for name in case.body:
            if name in of_body:
                case.body[name] = data.draw(of_body[name])


async def deliver(
    browser: Browser, request: requests.PreparedRequest
) -> tuple[int, dict[str, str], bytes]:
    """Send a request to the app; return the answer's status, headers and body. Of a stream, the
    first event is the body."""
    whole: Any = request.body or b""
    body = whole.encode() if isinstance(whole, str) else whole
    said: list[Message] = []
    asked, gone = [False], asyncio.Event()

    async def receive() -> Message:
        if asked[0]:
            await gone.wait()
            return {"type": "http.disconnect"}
        asked[0] = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)
        if message.get("body"):
            gone.set()

    path, _, query = request.path_url.partition("?")
    headers = {name.lower(): value for name, value in request.headers.items()}
    headers |= {"host": "table.local", **browser.headers}
    if browser.cookie:
        headers["cookie"] = browser.cookie
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [
            (name.encode(), str(value).encode("latin-1")) for name, value in headers.items()
        ],
        "client": ("127.0.0.1", 1),
        "server": ("table.local", 80),
    }
    async with asyncio.timeout(20):
        await browser.app(scope, receive, send)
    start, *rest = said
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], answered, b"".join(each.get("body", b"") for each in rest)
