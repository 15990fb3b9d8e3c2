"""Requests to a table. One whose answer was lost is sent again: it reads, or has a key under which
it is recorded once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from random import uniform
from typing import Any, TypeVar

import httpx
import msgspec

from combatlog.client.errors import Unreachable, make_error
from combatlog.server.answers import Fault
from events.errors import Refused

T = TypeVar("T")

WAITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The seconds before each further try, give or take a quarter; or what the answer asks for."""

_AGAIN = (429, 502, 504)
"""The statuses after which a request is sent again: too fast, or a proxy without its server."""


class Sender:
    """Sends requests of one table. `transport` replaces the network, for tests."""

    def __init__(
        self,
        address: str,
        token: str,
        *,
        verify: Any = True,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.http = httpx.AsyncClient(
            base_url=address.rstrip("/"),
            headers={"authorization": f"Bearer {token}"},
            timeout=httpx.Timeout(20, connect=10),
            verify=verify,
            transport=transport,
        )

    async def get(
        self, path: str, type: type[T], query: Mapping[str, str | int] | None = None
    ) -> T:
        """Read something. Raises `TableError`."""
        return msgspec.json.decode(await self._send("GET", path, query=query), type=type)

    async def post(self, path: str, sent: msgspec.Struct, type: type[T]) -> T:
        """Send something that has a key, or that may come twice. Raises `TableError`."""
        body = await self._send(
            "POST", path, msgspec.json.encode(sent), key=getattr(sent, "key", "")
        )
        return msgspec.json.decode(body, type=type)

    async def _send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        query: Mapping[str, str | int] | None = None,
        key: str = "",
    ) -> bytes:
        """Send a request until it is answered; return the body of the answer."""
        headers = {"content-type": "application/json"} if body is not None else None
        why = ""
        for wait in (*WAITS, None):
            asked = 0.0
            try:
                answer = await self.http.request(
                    method, path, content=body, params=query, headers=headers
                )
            except httpx.TransportError as error:
                why = str(error) or type(error).__name__
            else:
                if answer.is_success:
                    return answer.content
                if answer.status_code not in _AGAIN:
                    raise make_error(read_fault(answer), answer.status_code)
                why = read_fault(answer).said
                asked = _read_wait(answer)
            if wait is not None:
                await asyncio.sleep(max(asked, wait * uniform(0.75, 1.25)))
        raise Unreachable(f"The table at {self.http.base_url} does not answer: {why}.", key)


def _read_wait(answer: httpx.Response) -> float:
    """Return for how many seconds an answer asks to wait, at most 60; 0 if it does not say."""
    asked = answer.headers.get("retry-after", "")
    return min(60.0, float(asked)) if asked.isascii() and asked.isdigit() else 0.0


def check_address(address: str, token: str) -> None:
    """Raise `Refused` for an address or a token that is none."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host:
        raise Refused(
            f"“{address[:80]}” is no address of a table; write it like http://192.168.1.5:8642."
        )
    if not re.fullmatch(r"[\w-]+", token, re.ASCII):
        raise Refused("This is no token of a bot; the referee's page shows it when it is made.")


def read_fault(answer: httpx.Response) -> Fault:
    """Return why a request was not carried out. A proxy's answer has no words for it."""
    try:
        return msgspec.json.decode(answer.content, type=Fault)
    except msgspec.DecodeError:
        said = f"{answer.status_code} {answer.reason_phrase}".strip()
        return Fault("broken", f"The answer was {said}, and not the table's")
