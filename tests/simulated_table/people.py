"""Who sits at a simulated table: the referee, players and spectators, each with a page."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from random import Random
from typing import TYPE_CHECKING, Any

from events.types.rolls import FACES
from tests.simulated_table.network import Ended, Link
from tests.simulated_table.page import Page, expect
from tests.simulated_table.served import Lost
from tests.support.asgi import Reply

if TYPE_CHECKING:
    from tests.simulated_table.table import SimulatedTable

FIGHT = "/api/fights/1"


class Watcher:
    """Somebody with a page: they follow the stream, and say nothing."""

    pace = (2.0, 12.0)

    def __init__(self, table: SimulatedTable, name: str) -> None:
        self.table, self.name = table, name
        self.random = Random(f"{table.seed} {name}")
        self.link = Link(table.gateway, self.random, table.weather)
        self.page = Page()
        self.company: dict[str, Any] = {}
        self.beside: dict[str, Any] = {}
        self._keys = 0

    @property
    def audience(self) -> str:
        """The audience that they belong to."""
        return "players"

    async def watch(self) -> None:
        """Follow the fight for ever; open the stream again where it is lost."""
        while True:
            try:
                if self.random.random() < 0.2:
                    await self._catch_up()
                path = f"{FIGHT}/stream?after={self.page.last}"
                async with aclosing(self.link.listen(path)) as events:
                    async for kind, data in events:
                        self._take(kind, data)
            except Lost:
                longest = 0.5 if self.table.is_calm else self.random.choice((0.3, 1.0, 6.0))
                await asyncio.sleep(self.random.uniform(0, longest))
            except Ended:
                return

    async def _catch_up(self) -> None:
        """Ask for a frame instead of waiting for it."""
        reply = await self.link.ask("GET", f"{FIGHT}/frame?after={self.page.last}")
        if reply.status == 200:
            self._take("frame", reply.json)

    def _take(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "frame":
            self.page.take(data)
            self.table.check_page(self)
        elif kind == "company":
            self.company = data
        else:
            expect(data["turn"]["last"] == self.page.last, "what is beside fits another frame")
            self.beside = data

    async def act(self) -> None:
        """Do what they do until the play is over."""
        while not self.table.is_over:
            await asyncio.sleep(self.random.uniform(*self.pace))
            if self.page.last and self.beside:
                await self.choose()

    async def choose(self) -> None:
        """Do one thing. Spectators try what they may not do."""
        if self.random.random() < 0.2:
            await self.command(do="say", line="go!")

    async def command(self, tapped: Any = None, /, **sent: Any) -> None:
        """Say a command at what the page shows, until it is answered."""
        await self.say(f"{FIGHT}/commands", {"run": self.beside["run"], **sent}, tapped)

    async def say(self, path: str, sent: dict[str, Any], die: Any = None) -> None:
        """Say something under a new key, until it is answered."""
        self._keys += 1
        sent = {"head": self.page.last, "key": f"{self.name} {self._keys}", **sent}
        saying = self.table.ledger.begin(self.name, sent, die)
        reply = await self._send(path, sent)
        if reply.status == 200:
            self.table.ledger.acknowledge(saying, reply.json["seqs"])
        else:
            self.table.ledger.refuse(saying, reply.json["said"])

    async def _send(self, path: str, sent: dict[str, Any]) -> Reply:
        """Send something again and again, until there is an answer."""
        while True:
            try:
                reply = await self.link.ask("POST", path, sent)
            except Lost:
                await asyncio.sleep(0.7)
                continue
            if reply.status not in (429, 503):
                return reply
            await asyncio.sleep(1.5)

    async def roll(self) -> bool:
        """Throw one of the dice that the page asks for; return whether there is one."""
        asked = [each for each in self.beside["turn"]["awaited"] if each["yours"]]
        if not asked:
            return False
        each = self.random.choice(asked[:2])
        die = (each["by"], each["die"], each["purpose"], each["nth"])
        face = None if each["draws"] else self.random.randint(1, FACES[each["die"]])
        named = dict(zip(("by", "die", "purpose", "nth"), die, strict=True))
        await self.command(die, do="roll", face=face, **named)
        return True

    async def attack(self) -> None:
        """Declare an attack for somebody who can act."""
        people = self.beside["turn"]["people"]
        able = [each for each in people if each["yours"] and each["can_act"]]
        if not able:
            return
        one = self.random.choice(able)
        foes = [each["id"] for each in people if each["side"] != one["side"]]
        if foes:
            targets = [{"target": self.random.choice(foes)}]
            attack: dict[str, Any] = {"type": "attack", "by": one["id"], "targets": targets}
            if one["name"] == "Ada":
                attack["weapons"] = [self.random.choice(("sword", "bow"))]
            if self.random.random() < 0.3:
                attack["instead"] = True
            await self.command(do="declare", declarations=[attack])

    async def vote(self) -> bool:
        """Answer a proposal that wants their vote; return whether there is one."""
        asked = [each for each in self.beside["proposals"] if each["votes_here"]]
        if not asked:
            return False
        proposal = self.random.choice(asked)
        answer = self.random.choice(("yes", "yes", "yes", "no"))
        if proposal["stale"] and self.random.random() < 0.7:
            answer = "again"
        if answer == "yes":
            self.table.ledger.agree(proposal, self.name)
        sent = {"head": self.page.last if answer == "again" else proposal["head"], "answer": answer}
        await self._send(f"/api/proposals/{proposal['id']}", sent)
        return True


class Player(Watcher):
    """A player with a phone."""

    pace = (0.4, 3.5)

    async def choose(self) -> None:
        """Throw a die, vote, declare, propose, or try what they may not do."""
        chance = self.random.random()
        if chance < 0.6 and await self.vote():
            return
        if chance < 0.8 and await self.roll():
            return
        if chance < 0.7:
            await self.attack()
        elif chance < 0.88:
            await self.propose()
        elif chance < 0.96:
            await self.command(do="note", text=f"{self.name} coughs.")
        else:
            await self.command(do="undo")

    async def propose(self) -> None:
        """Propose to take something back, or to bring it back."""
        line = "undo" if self.beside["turn"]["can_undo"] else "redo"
        self._keys += 1
        sent = {"head": self.page.last, "key": f"{self.name} {self._keys}", "line": line}
        await self._send(f"{FIGHT}/proposals", sent)


class Referee(Watcher):
    """The referee, who plays the foes and judges."""

    pace = (0.3, 1.8)

    @property
    def audience(self) -> str:
        return "referee"

    async def choose(self) -> None:
        """Vote, throw a die, declare for the foes, resolve, take back, correct."""
        chance = self.random.random()
        if chance < 0.8 and await self.vote():
            return
        if chance < 0.5 and await self.roll():
            return
        if chance < 0.3:
            await self.attack()
        elif chance < 0.7:
            await self.command(do="say", line="go!")
        elif chance < 0.82:
            count, dice = self.random.choice((1, 1, 2)), self.random.random() < 0.6
            await self.command(do="undo", count=count, dice=dice)
        elif chance < 0.88:
            await self.command(do="redo")
        elif chance < 0.92:
            await self.command(do="say", line=self.random.choice(("harm ada 1", "harm wolf 1")))
        else:
            await self.correct()

    async def correct(self) -> None:
        """Strike an input, or say it otherwise."""
        inputs = [seq for seq, row in enumerate(self.page.rows, 1) if row[0] in "cCdD"]
        if len(inputs) < 4:
            return
        seq = self.random.choice(inputs[3:])
        line = self.random.choice((f"strike {seq}", f"amend {seq} 3"))
        await self.say(f"{FIGHT}/corrections", {"line": f"{line}; why: misheard", "answers": []})
