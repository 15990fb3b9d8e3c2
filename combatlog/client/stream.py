"""The stream of a fight: frames of what is new, and what is beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import uniform
from typing import TypeAlias

import httpx
import msgspec

from combatlog.client.errors import make_error
from combatlog.client.sending import Sender, read_fault
from combatlog.server.answers import Beside, Company
from combatlog.server.feed import Frame

SILENCE = 40.0
"""After so many seconds without a sign of life, the stream is opened again. The server gives one
every fifteen."""

LEAST, MOST = 0.5, 15.0
"""The seconds before a lost stream is opened again: at first, and at most."""

StreamNews: TypeAlias = Frame | Company | Beside
"""What a stream tells: new events, who is at the table, what the fight waits for."""

_TYPES: dict[str, type[StreamNews]] = {"frame": Frame, "company": Company, "beside": Beside}


async def follow(sender: Sender, path: str, after: int) -> AsyncIterator[StreamNews]:
    """Yield what is new in a fight behind event `after`, for ever. After every interruption it goes
    on behind the last event that was yielded. Raises `TableError` where the stream is not for the
    reader any more."""
    last, mark, wait = after, "", LEAST
    while True:
        try:
            async for news in _read_once(sender, path, last, mark):
                wait = LEAST
                if isinstance(news, Frame):
                    last, mark = news.last, news.mark
                yield news
        except (httpx.TransportError, TimeoutError, msgspec.DecodeError):
            pass  # it is opened again
        await asyncio.sleep(wait * uniform(0.75, 1.25))
        wait = min(MOST, wait * 2)


async def _read_once(sender: Sender, path: str, after: int, mark: str) -> AsyncIterator[StreamNews]:
    place: dict[str, str | int] = {"after": after, "mark": mark}
    timeout = httpx.Timeout(SILENCE, connect=10)
    async with sender.http.stream("GET", path, params=place, timeout=timeout) as answer:
        if answer.status_code == 429 or answer.status_code >= 500:
            return
        if not answer.is_success:
            await answer.aread()
            raise make_error(read_fault(answer), answer.status_code)
        kind = ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: ") and kind in _TYPES:
                yield msgspec.json.decode(line.removeprefix("data: "), type=_TYPES[kind])
