"""Commands at a steady pace, in many fights."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from bench.live.campaign import TURNS
from bench.live.phones import Caller, Fight

IDLE = 2.0
"""How many seconds a connection may rest before a new one is made. Servers close it at five."""


class Said(NamedTuple):
    """A command that was recorded: its last event, and the seconds at which it was sent and
    answered."""

    fight: Fight
    seq: int
    sent: float
    answered: float


class _Spoken:
    """A fight that commands are said in, at the server of a port. `head` is its last event."""

    def __init__(self, fight: Fight, port: int, head: int) -> None:
        self.fight, self.port, self.head = fight, port, head
        self.said = 0
        self.is_busy = False


class Speaker:
    """Says commands with these tokens at the servers of these ports."""

    def __init__(self, tokens: Mapping[int, Sequence[str]]) -> None:
        # Each with when it was used last.
        self._free = {
            port: [(Caller(port, token), 0.0) for token in shown] for port, shown in tokens.items()
        }
        self._spoken: list[_Spoken] = []
        self._next = 0

    def take(self, fight: Fight, port: int, head: int) -> None:
        """Say commands in this fight, too."""
        self._spoken.append(_Spoken(fight, port, head))

    async def say(self, commands: float, seconds: float) -> tuple[list[Said], int]:
        """Say so many commands a second; return those that were recorded, and how many there was no
        time for. Each fight has its lines in order, so a fight that is slow gets fewer."""
        said: list[Said] = []
        unsent = 0
        tasks: list[asyncio.Task[None]] = []
        begun = perf_counter()
        for number in range(int(commands * seconds)):
            await asyncio.sleep(max(0.0, begun + number / commands - perf_counter()))
            spoken = self._spoken[self._next % len(self._spoken)]
            self._next += 1
            if spoken.is_busy or not self._free[spoken.port]:
                unsent += 1
                continue
            spoken.is_busy = True
            tasks.append(asyncio.create_task(self._say_one(spoken, said)))
        await asyncio.gather(*tasks)
        return said, unsent

    async def _say_one(self, spoken: _Spoken, said: list[Said]) -> None:
        line = TURNS[spoken.said % len(TURNS)]
        spoken.said += 1
        sent = {"do": "say", "line": line, "head": spoken.head}
        sent["key"] = f"{spoken.fight.id} {spoken.head}"
        free = self._free[spoken.port]
        caller, used = free.pop()
        if perf_counter() - used > IDLE:
            await caller.close()
        began = perf_counter()
        try:
            answer = await caller.ask("POST", f"{spoken.fight.path}/commands", sent)
            spoken.head = answer["last"]
            said.append(Said(spoken.fight, spoken.head, began, perf_counter()))
        finally:
            spoken.is_busy = False
            free.append((caller, perf_counter()))
