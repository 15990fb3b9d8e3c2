"""Eight writers over HTTP, while `combatlog serve` is killed and started again."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from combatlog.app.campaign import create, open
from combatlog.server.seat_stores import ENDING, FileSeats
from combatlog.server.seats import Seats
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.served import PATIENCE, serve_table
from tests.history.checker import History
from tests.history.ports import find_port
from tests.history.writers import Answer, Send, Writer, read_log
from tests.support.given import npc, pc

WRITERS = 8
LIVES = 3
"""How many times the server is started."""

LIFE = 2.0
"""How many seconds it is used before it is killed."""


def _make_campaign(path: Path, fights: int) -> list[str]:
    """Make a campaign with so many fights; return the tokens of its referees."""
    game = load_game("golden-idol")
    with create(path) as campaign:
        for number in range(fights):
            people = [pc("Ada", "6/0/10/10/10", player="Anna"), npc("Wolf", "17/0/13/13/13")]
            campaign.start(f"{number}", game, sheets=[each.sheet(game) for each in people])
    seats = Seats(FileSeats(f"{path}{ENDING}"))
    return [seats.knock(seats.make_referee_link(), f"Rita {n}")[1] for n in range(WRITERS)]


def _send_by(client: httpx.AsyncClient) -> Send:
    async def send(method: str, path: str, sent: Any) -> Answer:
        try:
            reply = await client.request(method, path, json=sent)
        except httpx.TransportError as error:
            raise ConnectionError from error
        return Answer(reply.status_code, reply.json())

    return send


@pytest.mark.slow
@pytest.mark.parametrize("fights", [1, 3])
def test_what_was_acknowledged_stays_over_kills(tmp_path: Path, fights: int) -> None:
    """Nothing is lost, doubled or reordered; each read is the beginning of the log in the end."""
    path = tmp_path / "table.combatlog"
    tokens = _make_campaign(path, fights)
    port = find_port()
    histories = [History() for _ in range(fights)]
    acknowledged: list[int] = []

    def count() -> int:
        return sum(each.is_acknowledged for one in histories for each in one.said)

    async def write(number: int, token: str, is_over: asyncio.Event) -> None:
        headers = {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", headers=headers, trust_env=False, timeout=PATIENCE
        ) as client:
            at = number % fights
            writer = Writer(number, str(at + 1), _send_by(client), histories[at], seed=fights)
            await writer.run(is_over.is_set)
            await writer.read()

    async def play() -> None:
        is_over = asyncio.Event()
        writing = [
            asyncio.create_task(write(number, token, is_over))
            for number, token in enumerate(tokens)
        ]
        for life in range(1, LIVES + 1):
            serving = serve_table(tmp_path, "--port", str(port), "--host", "127.0.0.1", path.name)
            served = await asyncio.to_thread(serving.__enter__)
            try:
                before, until = count(), monotonic() + PATIENCE
                await asyncio.sleep(LIFE)
                while count() < before + WRITERS and monotonic() < until:
                    await asyncio.sleep(0.1)
                for each in writing:
                    if each.done():
                        each.result()  # raises what went wrong
                acknowledged.append(count() - before)
                if life == LIVES:
                    is_over.set()
                    await asyncio.gather(*writing)
                served.process.send_signal(signal.SIGKILL)
            finally:
                await asyncio.to_thread(serving.__exit__, None, None, None)

    asyncio.run(play())
    assert min(acknowledged) >= WRITERS, acknowledged
    with open(path) as campaign:
        for history, fight in zip(histories, campaign.store.fights(), strict=True):
            assert [] == history.find_faults(read_log([*campaign.store.rows(fight)]))
            assert any(each.is_refused for each in history.said)
