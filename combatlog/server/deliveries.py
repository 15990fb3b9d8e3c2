"""Telling webhooks that a fight has ended: beside the table, so that nobody waits for them.

A delivery is a POST of JSON, signed as Standard Webhooks has it: `webhook-id` is the same each
time that an end is told, `webhook-timestamp` is the time in seconds, and `webhook-signature` is
`v1,` and the HMAC-SHA256 of `ID.TIMESTAMP.BODY` under the secret, as Base64. What fails is tried
again, less and less often, and then given up.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import msgspec

from combatlog.app.campaign import Campaign
from combatlog.server.calls import Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat
from combatlog.server.webhooks import Delivery, Webhook, Webhooks, is_allowed
from events.errors import CombatlogError, Refused
from events.types.declarations import EndFight

LOOK_SECONDS = 1.0
"""How often is looked for fights that have ended."""

WAITS = (5.0, 30.0, 120.0, 600.0, 1800.0, 3600.0)
"""The seconds before each further try of a delivery."""

PATIENCE = 10.0
"""The most seconds that one try takes."""

_NOBODY = Seat("", "webhooks", "referee", "", (), True)


class Deliverer:
    """Finds fights that have ended, and tells the webhooks. `tell` is called with faults, each in a
    sentence; `transport` replaces the network, for tests."""

    def __init__(
        self,
        server: Server,
        hooks: Webhooks,
        tell: Callable[[str], None],
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._server, self._hooks, self._tell = server, hooks, tell
        self._transport = transport
        self._looked: dict[str, int] = {}
        self._sending: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Look and tell, for as long as the server runs."""
        try:
            while True:
                try:
                    await self.look()
                except CombatlogError as error:
                    self._tell(str(error))
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            for task in self._sending.values():
                task.cancel()
            await asyncio.gather(*self._sending.values(), return_exceptions=True)

    async def look(self) -> None:
        """Look once for ends, and begin to tell them."""
        if [*self._hooks]:
            for fight, seq in (await self._server.table.use(_NOBODY, read_heads)).items():
                if self._looked.get(fight) != seq:
                    await self._look_at(fight, seq)
                    self._looked[fight] = seq
        for hook in self._hooks:
            running = self._sending.get(hook.id)
            if hook.pending and (running is None or running.done()):
                self._sending[hook.id] = asyncio.create_task(self._send_all(hook.id))

    async def _look_at(self, fight: str, head: int) -> None:
        """Keep the end of a fight for the webhooks that were not told of it."""
        since = {hook.id: hook.since.get(fight, 0) for hook in self._hooks}
        if all(head <= each for each in since.values()):
            return
        address = self._server.address
        found = await self._server.table.read(
            _NOBODY, fight, lambda opened: describe_end(opened, address)
        )
        if found is None:
            return
        seq, delivery = found
        for id, told in since.items():
            if seq > told and self._hooks.find(id) is not None:
                self._hooks.add_delivery(id, fight, seq, delivery)

    async def _send_all(self, id: str) -> None:
        """Tell a webhook all that it was not told yet, in order."""
        while (hook := self._hooks.find(id)) is not None and hook.pending:
            delivery = hook.pending[0]
            if delivery.tries:
                await asyncio.sleep(WAITS[delivery.tries - 1])
            if self._hooks.find(id) is None:
                return
            fault, is_final = await self._try(hook, delivery)
            is_over = not fault or is_final or delivery.tries >= len(WAITS)
            self._hooks.note_try(id, delivery.id, fault, is_over=is_over)
            if fault != hook.fault:
                self._server.table.hub.ring()  # the referee sees it
            if fault:
                more = "it is not tried again" if is_over else "it is tried again"
                self._tell(f"The webhook {hook.place} could not be told: {fault}; {more}.")

    async def _try(self, hook: Webhook, delivery: Delivery) -> tuple[str, bool]:
        """Tell a webhook once; return why it failed (empty: it did not), and whether for good."""
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._send(hook, delivery)
        except TimeoutError:
            return f"no answer came in {PATIENCE:.0f} seconds", False
        except Refused as error:
            return str(error), True
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError):
            return "nobody answers there", False
        if 200 <= status < 300:
            return "", False
        return f"the answer was {status}", status == 410

    async def _send(self, hook: Webhook, delivery: Delivery) -> int:
        """Send a delivery to the first address of its host that can be reached; return the status
        of the answer."""
        url = httpx.URL(hook.url)
        port = url.port or (443 if url.scheme == "https" else 80)
        *others, last = await self._resolve(url.host, port)
        for address in others:
            with suppress(httpx.ConnectError, httpx.ConnectTimeout):
                return await self._send_to(address, url, hook, delivery)
        return await self._send_to(last, url, hook, delivery)

    async def _send_to(
        self, address: str, url: httpx.URL, hook: Webhook, delivery: Delivery
    ) -> int:
        """Send a delivery to an address in numbers; return the status of the answer."""
        body = delivery.body.encode()
        headers = {
            "host": urlsplit(hook.url).netloc,
            "content-type": "application/json",
            "user-agent": "combatlog",
            **sign(hook.secret, delivery.id, int(time.time()), body),
        }
        async with (
            httpx.AsyncClient(transport=self._transport, trust_env=False, timeout=PATIENCE) as http,
            http.stream(
                "POST",
                url.copy_with(host=address),
                content=body,
                headers=headers,
                extensions={"sni_hostname": url.host},
            ) as answer,
        ):
            return answer.status_code

    async def _resolve(self, host: str, port: int) -> list[str]:
        """Return the addresses of a host. Raises `Refused` where no webhook may lead there: it is
        checked each time, because a name may lead elsewhere tomorrow."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [*dict.fromkeys(str(each[4][0]) for each in found)]
        for each in addresses:
            if not is_allowed(each, is_public=self._hooks.is_public):
                raise Refused("it leads to an address where no webhook may lead")
        return addresses


def read_heads(campaign: Campaign) -> dict[str, int]:
    """Return the last event of each fight."""
    return {fight: head.seq for fight, head in campaign.store.heads().items()}


def describe_end(opened: OpenFight, address: str) -> tuple[int, Delivery] | None:
    """Return the event at which a fight has ended, and what is told of it: what players may read.
    None while it goes on."""
    opened.fight.refresh()
    if not opened.state.ended:
        return None
    history = opened.fight.history
    seq = max(row.seq for row in history.on_line(len(history)) if isinstance(row.event, EndFight))
    feed = opened.feed("players")
    number = opened.campaign.store.fights().index(opened.fight.id) + 1
    id = f"{opened.fight.id}-{seq}"
    told = {
        "type": "fight.ended",
        "id": id,
        "fight": {"id": opened.fight.id, "number": number, "title": feed.data["title"]},
        "outcome": {"said": feed.find_words(seq), "sides": _list_sides(opened)},
        "link": f"{address}/?fight={number}" if address else "",
        "chronicle": [_tell_beat(beat) for beat in feed.make_frame(0).story.beats],
    }
    return seq, Delivery(id, msgspec.json.encode(told).decode())


def _list_sides(opened: OpenFight) -> list[dict[str, object]]:
    """Return who is still there of each side, and who is not, by name."""
    sides: dict[str, dict[str, list[str]]] = {}
    for one in opened.state.combatants.values():
        side = sides.setdefault(one.side, {"standing": [], "out": []})
        side["standing" if one.standing == "in" else "out"].append(one.name)
    return [{"side": name, **people} for name, people in sides.items()]


def _tell_beat(beat: dict[str, object]) -> dict[str, str]:
    """Return a beat of the chronicle as text: the heading of a round, or sentences."""
    spans = beat.get("t", [])
    assert isinstance(spans, list)
    text = "".join(span if isinstance(span, str) else str(span[0]) for span in spans)
    heading = str(beat.get("h", ""))
    return {"heading": heading, "text": text} if heading else {"text": text}


def sign(secret: str, id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers that sign a delivery."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    made = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{made}",
    }
