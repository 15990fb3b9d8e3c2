"""Webhooks: who is told of which end, how often, and signed how."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from combatlog.server.deliveries import Deliverer
from combatlog.server.webhooks import Delivery, Webhooks, is_allowed
from events.errors import Refused
from tests.combatlog.server.tables import FIGHT, TestTable

URL = "http://127.0.0.1:9/hook?key=private"


class Listener(httpx.AsyncBaseTransport):
    """Somebody who is told. `statuses` are the answers, then 200; an exception is raised."""

    def __init__(self, *statuses: int | Exception) -> None:
        self.statuses = [*statuses]
        self.heard: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        self.heard.append(request)
        status = self.statuses.pop(0) if self.statuses else 200
        if isinstance(status, Exception):
            raise status
        return httpx.Response(status)


class Hooked:
    """A table whose ends are told to a listener."""

    def __init__(self, table: TestTable, listener: Listener) -> None:
        self.table, self.listener = table, listener
        self.told: list[str] = []
        self.restart(table.webhooks)

    def restart(self, hooks: Webhooks) -> None:
        """Begin again with these webhooks."""
        self.deliverer = Deliverer(self.table.server, hooks, self.told.append, self.listener)

    async def add(self, url: str = URL) -> dict[str, Any]:
        """Add a webhook, as the referee does."""
        reply = await self.table.referee.post("/api/webhooks", {"url": url})
        assert reply.status == 200, reply.json
        return dict(reply.json)

    async def look(self) -> None:
        """Look for ends, and wait until all was told."""
        await self.deliverer.look()
        await asyncio.gather(*self.deliverer._sending.values())

    async def list_webhooks(self) -> Any:
        """Return the webhooks as the referee sees them."""
        return (await self.table.referee.get("/api/webhooks")).json

    @property
    def ids(self) -> list[str]:
        """The ids of what was told."""
        return [each.headers["webhook-id"] for each in self.listener.heard]


def hooked(
    *statuses: int | Exception,
) -> Callable[[Callable[[Hooked], Awaitable[None]]], Callable[[pytest.MonkeyPatch], None]]:
    """Run a test at a table with a listener that answers so."""

    def decorate(test: Callable[[Hooked], Awaitable[None]]) -> Callable[..., None]:
        def run(monkeypatch: pytest.MonkeyPatch) -> None:
            monkeypatch.setattr("combatlog.server.deliveries.WAITS", (0.0,) * 6)

            async def sit_down() -> None:
                async with asyncio.timeout(5):
                    await test(Hooked(await TestTable().begin(), Listener(*statuses)))

            asyncio.run(sit_down())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


@hooked()
async def test_an_end_is_told_once_signed_and_as_players_read_it(hooked: Hooked) -> None:
    """With the outcome and the chronicle; the secret is shown once, the address never whole."""
    made = await hooked.add()
    assert made["webhook"]["place"] == "http://127.0.0.1:9/…"
    assert "secret" not in str(await hooked.list_webhooks())
    await hooked.look()
    assert hooked.ids == []
    for line in (
        "note quagmire",
        "harm wolf 4: a rock, it has 13 HP",
        "kill wolf: a rock",
        "end: dawn",
    ):
        assert (await hooked.table.say(hooked.table.referee, line)).status == 200
    await hooked.look()
    await hooked.look()
    (heard,) = hooked.listener.heard
    body = heard.content
    told = json.loads(body)
    assert (told["type"], told["fight"]["title"]) == ("fight.ended", "A fight")
    assert told["outcome"]["sides"] == [
        {"side": "party", "standing": ["Ada", "Ben"], "out": []},
        {"side": "foes", "standing": [], "out": ["Wolf"]},
    ]
    assert "dawn" in told["outcome"]["said"]
    assert "Ada" in str(told["chronicle"])
    assert not [each for each in ("quagmire", "13", "17") if each in json.dumps(told["chronicle"])]
    key = base64.b64decode(made["secret"].removeprefix("whsec_"))
    signed = f"{told['id']}.{heard.headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert heard.headers["webhook-signature"] == f"v1,{expected}"
    assert heard.headers["host"] == "127.0.0.1:9"


@hooked()
async def test_an_end_that_was_undone_and_said_again_is_told_again(hooked: Hooked) -> None:
    """Under another id; brought back by redo, it is the same end."""
    table = hooked.table
    await hooked.add()
    await table.say(table.referee, "end")
    await hooked.look()
    for line in ("undo", "redo"):
        await table.say(table.referee, line)
        await hooked.look()
    assert len(hooked.ids) == 1
    await table.say(table.referee, "undo")
    await hooked.look()
    await table.say(table.referee, "end: truly")
    await hooked.look()
    assert len({*hooked.ids}) == 2 == len(hooked.ids)


@hooked()
async def test_ends_before_the_webhook_are_not_told(hooked: Hooked) -> None:
    """Nor is anything told to one that was removed."""
    table = hooked.table
    await table.say(table.referee, "end")
    made = await hooked.add()
    await hooked.look()
    await table.say(table.referee, "undo")
    path = f"/api/webhooks/{made['webhook']['id']}"
    assert (await table.referee.send("DELETE", path)).status == 204
    await table.say(table.referee, "end: again")
    await hooked.look()
    assert (hooked.ids, await hooked.list_webhooks()) == ([], [])
    assert (await table.referee.send("DELETE", path)).status == 422


@hooked(500, httpx.ConnectError("no"), 302)
async def test_what_fails_is_tried_again_under_the_same_id(hooked: Hooked) -> None:
    """The referee is told why; redirects are not followed."""
    await hooked.add()
    await hooked.table.say(hooked.table.referee, "end")
    await hooked.look()
    assert len(hooked.ids) == 4
    assert len({*hooked.ids}) == 1
    assert [each.split(": ")[1].rstrip(".") for each in hooked.told] == [
        "the answer was 500; it is tried again",
        "nobody answers there; it is tried again",
        "the answer was 302; it is tried again",
    ]
    assert (await hooked.list_webhooks())[0]["fault"] == ""


@hooked(*[503] * 20)
async def test_a_delivery_is_given_up_in_the_end(hooked: Hooked) -> None:
    """After seven tries; the referee sees why, and the address stays a secret."""
    await hooked.add()
    await hooked.table.say(hooked.table.referee, "end")
    await hooked.look()
    await hooked.look()
    assert len(hooked.ids) == 7
    (seen,) = await hooked.list_webhooks()
    assert (seen["waiting"], seen["fault"]) == (0, "the answer was 503")
    assert hooked.told[-1].endswith("the answer was 503; it is not tried again.")
    assert "private" not in "".join(hooked.told)


@hooked(410)
async def test_who_is_gone_is_told_nothing_again(hooked: Hooked) -> None:
    """The answer 410 says so."""
    await hooked.add()
    await hooked.table.say(hooked.table.referee, "end")
    await hooked.look()
    assert len(hooked.ids) == 1


@hooked()
async def test_a_name_that_leads_elsewhere_is_not_followed(hooked: Hooked) -> None:
    """It is looked up each time, and checked."""
    await hooked.add("http://metadata.example/x")

    async def resolve(host: str, port: int, **more: Any) -> list[Any]:
        return [(0, 0, 0, "", ("169.254.169.254", port))]

    asyncio.get_running_loop().getaddrinfo = resolve  # type: ignore[method-assign,assignment]
    await hooked.table.say(hooked.table.referee, "end")
    await hooked.look()
    assert hooked.ids == []
    assert "where no webhook may lead" in hooked.told[0]


@hooked(httpx.ConnectError("no route"))
async def test_the_next_address_of_a_name_is_tried_where_one_cannot_be_reached(
    hooked: Hooked,
) -> None:
    """Within one try; the address stands in the request, the name in its header."""
    await hooked.add("https://hook.example/x")

    async def resolve(host: str, port: int, **more: Any) -> list[Any]:
        return [(0, 0, 0, "", (each, port)) for each in ("fd00::1", "192.168.1.5")]

    asyncio.get_running_loop().getaddrinfo = resolve  # type: ignore[method-assign,assignment]
    await hooked.table.say(hooked.table.referee, "end")
    await hooked.look()
    urls = [str(each.url) for each in hooked.listener.heard]
    assert urls == ["https://[fd00::1]/x", "https://192.168.1.5/x"]
    assert {each.headers["host"] for each in hooked.listener.heard} == {"hook.example"}
    assert {each.extensions["sni_hostname"] for each in hooked.listener.heard} == {"hook.example"}
    assert hooked.told == []


@hooked()
async def test_an_address_that_cannot_be_read_is_no_fault_of_the_server(hooked: Hooked) -> None:
    """It may stand in the file from before it was refused; it is tried like others."""
    made = (await hooked.add())["webhook"]["id"]
    hooks = hooked.table.webhooks
    hooks._kept[made] = replace(hooks._kept[made], url="http://127.0.0.1/\x01")
    await hooked.table.say(hooked.table.referee, "end")
    await hooked.look()
    (seen,) = await hooked.list_webhooks()
    assert (seen["waiting"], seen["fault"]) == (0, "nobody answers there")
    assert len(hooked.told) == 7


@hooked()
async def test_only_people_make_webhooks(hooked: Hooked) -> None:
    """Neither players nor bots."""
    anna = await hooked.table.admit("Anna")
    bot = await hooked.table.make_bot("Clerk", "referee")
    for browser in (anna, bot):
        assert (await browser.post("/api/webhooks", {"url": URL})).status == 403
        assert (await browser.get("/api/webhooks")).status == 403


def test_what_was_not_told_is_told_after_a_restart(tmp_path: Path) -> None:
    """It is kept in a file that only its owner reads."""
    path = str(tmp_path / "hooks.json")
    hooks = Webhooks(path)
    made = hooks.add(URL, {"old": 7})
    hooks.add_delivery(made.id, "fight", 9, Delivery("fight-9", "{}"))
    hooks.note_try(made.id, "fight-9", "nobody answers there", is_over=False)
    (again,) = Webhooks(path)
    assert again.pending == (Delivery("fight-9", "{}", 1),)
    assert again.since == {"old": 7, "fight": 9}
    assert Path(path).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "url",
    [
        *("", "ftp://a.example/", "file:///etc/passwd", "http://", "http://a b/", "http://[::1"),
        *(
            "http://u:p@a.example/",
            "http://169.254.169.254/",
            "http://[fe80::1]/",
            "http://0.0.0.0/",
        ),
        *("http://224.0.0.1/", "http://[::ffff:169.254.169.254]/", "http://a.example:99999/"),
        *("http://a.example/\x01", "http://[fd00:ec2::254]/", "http://168.63.129.16/"),
        *("http://[64:ff9b::a9fe:a9fe]/", "http://[2002:a9fe:a9fe::]/"),
        "http://a.example/" + "x" * 2000,
    ],
)
def test_an_address_that_no_webhook_may_have_is_refused(url: str) -> None:
    """In a sentence."""
    with pytest.raises(Refused, match="webhook"):
        Webhooks().add(url, {})


def test_a_public_table_tells_public_addresses_alone() -> None:
    """In one's own network, programs of the network may be told."""
    for address in ("127.0.0.1", "::1", "192.168.1.5", "10.1.2.3", "fd00::1"):
        assert is_allowed(address, is_public=False)
        assert not is_allowed(address, is_public=True)
        assert not is_allowed(f"::ffff:{address}", is_public=True) if "." in address else True
    assert is_allowed("93.184.216.34", is_public=True)


@hooked(410, 200, 410)
async def test_a_fault_reaches_the_stream_of_the_referee_alone(hooked: Hooked) -> None:
    """At once; it goes when the webhook is told, or removed."""
    table = hooked.table
    anna = await table.admit("Anna")
    made = await hooked.add()

    async def end(words: str) -> None:
        assert (await table.say(table.referee, f"end: {words}")).status == 200
        await hooked.look()

    async with (
        table.referee.stream(f"{FIGHT}/stream", "company") as told,
        anna.stream(f"{FIGHT}/stream", "company") as seen,
    ):

        async def hear(faults: list[str]) -> None:
            while [each["fault"] for each in (await told.get())["failing"]] != faults:
                pass

        await end("dawn")
        await hear(["the answer was 410"])
        await table.say(table.referee, "undo")
        await end("dusk")
        await hear([])
        await table.say(table.referee, "undo")
        await end("night")
        await hear(["the answer was 410"])
        await table.referee.send("DELETE", f"/api/webhooks/{made['webhook']['id']}")
        await hear([])
        await table.admit("Ben")
        while len((company := await seen.get())["seats"]) < 3:
            assert company["failing"] == []
        assert company["failing"] == []
