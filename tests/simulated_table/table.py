"""A simulated table: everybody plays for a while, and after every step what each page shows is
compared with the log. Then the network heals, and all is compared once more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import msgspec

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.export.html_replay.moments import SCENE, StateDescriber, describe_combatant
from combatlog.export.html_replay.replay_data import collect_fight_data
from combatlog.server.open_fight import OpenFight
from combatlog.server.turn import read_turn
from events.errors import CombatlogError
from events.store.envelope import Entry
from events.types.declarations import DiceMode, FightStarted, Join
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History
from rulesets.core.sealed_dice import EpochDice
from rulesets.definitions.shipped import load_game
from tests.simulated_table.clock import run_virtually
from tests.simulated_table.ledger import Ledger
from tests.simulated_table.network import CALM, Weather
from tests.simulated_table.page import Broken, expect
from tests.simulated_table.people import Player, Referee, Watcher
from tests.simulated_table.served import Disk, Gateway
from tests.support.given import npc, pc

NAMES = ("Anna", "Ben", "Cora", "Dan", "Eve")

PEOPLE = (
    pc("Ada", "6/0/10/10/10", player="Anna", sword="2d8", bow="2d6"),
    pc("Bo", "6/0/10/10/10", player="Ben", axe="2d8"),
    pc("Cy", "5/1/10/10/10", player="Cora", spear="2d8"),
    pc("Di", "4/0/10/10/10", player="Dan", sling="d4"),
    pc("Ed", "6/0/10/10/10", player="Eve", knife="d6"),
    npc("Wolf", "17/0/13/13/13", bite="2d6"),
    npc("Bear", "12/1/13/13/13", claw="d8"),
)

FIGHT = "fight"

PLAY = 18.0
"""So many seconds of virtual time everybody plays."""

PATIENCE = 2.5
"""After so many seconds every page with a sound stream shows what was recorded."""

FEWEST = 4
"""Fewer answered commands than this are no proof of a table; of many tables, twice as many recorded
ones on average."""


class Outcome(NamedTuple):
    """How a simulation ended: how many commands were acknowledged and refused, proposals applied,
    and a digest of everything."""

    recorded: int
    refused: int
    applied: int
    events: int
    digest: str


def simulate(seed: int) -> Outcome:
    """Simulate a table. Raises `Broken` where anything does not hold."""
    return run_virtually(seed, SimulatedTable(seed, _KeptViews()).run)


class _KeptViews:
    """Views of the log, each made once from scratch: by audience, and the digest of the last row,
    which stands for all before it."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, bytes], dict[str, Any]] = {}

    def collect(self, history: History, audience: Audience, book: Phrasebook) -> dict[str, Any]:
        """Return the view of an audience."""
        key = (audience, history.rows[-1].digest)
        if key not in self._made:
            self._made[key] = collect_fight_data(history, audience, book)
        return self._made[key]


class SimulatedTable:
    """A table on a bad network."""

    def __init__(self, seed: int, kept: _KeptViews) -> None:
        self.seed, self._kept = seed, kept
        self.random = Random(f"table {seed}")
        self.weather = CALM
        self.disk = Disk(Random(f"disk {seed}"))
        self.gateway = Gateway(self.disk, Random(f"server {seed}"))
        self.ledger = Ledger()
        self.gateway.heard = self.ledger.hear
        self.gateway.is_shared = self.random.random() < 0.5
        self.is_over = False
        self._book = load_phrasebook()
        self._views: dict[tuple[str, int], dict[str, Any]] = {}
        self._broken: list[BaseException] = []
        self.people: list[Watcher] = [
            Referee(self, "Rita"),
            *(Player(self, name) for name in NAMES),
            *(Watcher(self, f"Spectator {number}") for number in range(3)),
        ]

    @property
    def is_calm(self) -> bool:
        """Whether the network is sound."""
        return self.weather is CALM

    def set_weather(self, weather: Weather) -> None:
        """Change the network of everybody."""
        self.weather = weather
        for each in self.people:
            each.link.weather = weather

    async def run(self) -> Outcome:
        """Play, and compare. Raises `Broken`."""
        begun = self._start_fight()
        await self.gateway.start()
        await self._sit_down()
        self.set_weather(Weather())
        every: list[asyncio.Task[None]] = []
        try:
            await self._play(every)
            for task in every:
                task.cancel()
            await self._compare(begun)
        finally:
            for task in every:
                task.cancel()
            await asyncio.gather(*every, return_exceptions=True)
            await self.gateway.end()
        return self._find_outcome()

    async def _play(self, every: list[asyncio.Task[None]]) -> None:
        """Let everybody play; then let everything come to rest. `every` takes their tasks."""

        def begin(work: Iterable[Coroutine[Any, Any, None]]) -> list[asyncio.Task[None]]:
            every.extend(begun := [asyncio.create_task(each) for each in work])
            return begun

        begin(each.watch() for each in self.people)
        begin([self._look()])
        trouble = begin([self._trouble(), *([self._prompt()] if self.gateway.is_shared else [])])
        acting = begin(each.act() for each in self.people)
        await self._while_sound(PLAY, every)
        self.is_over = True
        await self._heal(trouble)
        for holds in (
            lambda: all(each.done() for each in acting),
            lambda: all(map(self._is_at_head, self.people)),
            lambda: not self.gateway.is_late,
        ):
            await self._until(holds, every)
        # What nothing follows has to be shown as well.
        begin([self.people[0].command(do="note", text="That is all.")])
        await self._while_sound(2 * PATIENCE, every)

    def _start_fight(self) -> int:
        """Start the fight; return its last event."""
        game = load_game("golden-idol")
        modes: tuple[DiceMode, ...] = ("digital", "typed", "typed", "mixed")
        dice = self.random.choice(modes)
        sealed = EpochDice(FIGHT, self.random.randbytes(32))
        anchor, epochs = sealed.commitment, sealed.epochs
        started = FightStarted("A fight", game, dice, anchor=anchor, epochs=epochs)
        self.disk.append(FIGHT, 0, [Entry(started)], secrets={anchor: sealed.root})
        fight = self._open()
        fight.declare(*(Join(each.sheet(game)) for each in PEOPLE))
        return len(fight.history)

    def _open(self) -> Fight:
        return Fight(self.disk, FIGHT, "Prompt", entropy=self.random.randbytes)

    async def _sit_down(self) -> None:
        """Let everybody knock, and the referee admit them."""
        referee = self.people[0]
        seats = self.gateway.seats
        for each in self.people:
            shown = seats.make_referee_link() if each is referee else seats.table_token
            sent = {"shown": shown, "name": each.name}
            seat = (await each.link.ask("POST", "/api/knock", sent)).json
            role = {Referee: "referee", Player: "player", Watcher: "spectator"}[type(each)]
            admitted = {"role": role, "plays": []}
            await referee.link.ask("POST", f"/api/seats/{seat['id']}", admitted)
        votes = self.random.choice(("referee", "concerned", "everybody"))
        await referee.link.ask("POST", "/api/votes", {"votes": votes})

    async def _trouble(self) -> None:
        """Kill the server now and then, and let the disk be full for a while."""
        while True:
            await asyncio.sleep(self.random.uniform(1, 9))
            if self.random.random() < 0.6:
                self.gateway.kill()
                await asyncio.sleep(self.random.choice((0.0, 0.1, 1.5)))
                await self.gateway.start()
            else:
                self.disk.full = 0.5
                await asyncio.sleep(self.random.uniform(0.5, 2))
                self.disk.full = 0.0

    async def _prompt(self) -> None:
        """Somebody at the prompt writes to the same campaign."""
        number = 0
        while True:
            await asyncio.sleep(self.random.uniform(2, 14))
            number += 1
            key = f"prompt {number}"
            fight = self._open()
            head = len(fight.history)
            saying = self.ledger.begin("Prompt", {"head": head, "key": key})
            try:
                rows = fight.note("It rains.", key)
            except CombatlogError:
                continue
            self.ledger.acknowledge(saying, [row.seq for row in rows])

    async def _heal(self, trouble: list[asyncio.Task[None]]) -> None:
        """Let the network and the server be sound from now on."""
        for task in trouble:
            task.cancel()
        await asyncio.wait(trouble)
        self.disk.full = 0.0
        self.set_weather(CALM)
        if self.gateway.server is None:
            await self.gateway.start()

    async def _look(self) -> None:
        """Compare what pages with a sound stream show with what was recorded a while ago."""
        loop = asyncio.get_running_loop()
        recorded = [(0.0, 0)]
        while True:
            await asyncio.sleep(1)
            now, head = loop.time(), self.disk.head(FIGHT).seq
            if head > recorded[-1][1]:
                recorded.append((now, head))
            due = max(seq for at, seq in recorded if at <= now - PATIENCE or not at)
            for each in self.people:
                since = each.link.live_since
                if since is not None and since < now - PATIENCE:
                    said = f"{each.name} shows #{each.page.last}, though #{due} was recorded"
                    expect(each.page.last >= due, said)

    async def _while_sound(self, seconds: float, tasks: list[asyncio.Task[None]]) -> None:
        """Let so much time pass while nothing breaks."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(0.5)
            self._raise_broken(tasks)

    async def _until(self, holds: Callable[[], bool], tasks: list[asyncio.Task[None]]) -> None:
        """Wait until something holds. Raises `Broken` if it never does."""
        for _ in range(200):
            if holds():
                return
            await asyncio.sleep(0.5)
            self._raise_broken(tasks)
        raise Broken("the table never comes to rest")

    def _raise_broken(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                raise error
        expect(not self.gateway.faults, "; ".join(self.gateway.faults))

    def _is_at_head(self, one: Watcher) -> bool:
        return one.page.last == self.disk.head(FIGHT).seq and one.link.live_since is not None

    def check_page(self, one: Watcher) -> None:
        """Compare what a page shows with the view of the log up to the same event. Raises
        `Broken`."""
        head = self.disk.head(FIGHT).seq
        last = one.page.last
        expect(last <= head, f"{one.name} was shown #{last}, and #{head} was recorded")
        seen, view = one.page.see(), self._view(one.audience, last)
        for part in view:
            expect(seen[part] == view[part], f"{one.name} has other {part} at #{last}")

    def _view(self, audience: Any, last: int) -> dict[str, Any]:
        """Return what an audience sees of the log up to an event, made from scratch."""
        key = (audience, last)
        if key not in self._views:
            history = History(self.disk.read(FIGHT, 0, last))
            data = self._kept.collect(history, audience, self._book)
            plain = json.loads(msgspec.json.encode(data))
            self._views[key] = {
                "rows": plain["rows"],
                "marks": plain["marks"],
                "off": plain["off"],
                "people": plain["people"],
                "head": plain["head"],
                "beats": plain["story"]["beats"],
                "branches": plain["story"]["branches"],
            }
        return self._views[key]

    async def _compare(self, begun: int) -> None:
        """Compare everything at the end. Raises `Broken`."""
        self.ledger.compare(self.disk, FIGHT, begun)
        opened = OpenFight(Campaign(self.disk), self._open(), self._book)
        for each in self.people:
            self.check_page(each)
            self._compare_states(each, opened)
            name = each.name
            seat = next(seat for seat in self.gateway.seats if seat.name == name)
            turn = json.loads(msgspec.json.encode(read_turn(opened, seat)))
            expect(each.beside["turn"] == turn, f"{name} waits for something else")
            sitting = [one["name"] for one in each.company["seats"]]
            admitted = [one.name for one in self.gateway.seats if one.admitted]
            expect(sitting == admitted, f"{name} sees others at the table")
        counts = self.ledger.counts
        few = f"only {counts['recorded']} commands were recorded, and {counts['refused']} refused"
        expect(counts["recorded"] > 0 and counts["recorded"] + counts["refused"] >= FEWEST, few)

    def _compare_states(self, one: Watcher, opened: OpenFight) -> None:
        """Compare the state that a page has at the head with that of the engine."""
        state, audience = opened.state, one.audience
        numbers = {id: str(number) for number, id in enumerate(one.page.people)}
        people = {id: number for number, id in enumerate(one.page.people)}
        described = StateDescriber(audience, people).describe(state)  # type: ignore[arg-type]
        wanted: dict[str, Any] = {SCENE: described[SCENE]}
        for id, combatant in state.combatants.items():
            card = describe_combatant(combatant, state, audience)  # type: ignore[arg-type]
            if combatant.engaged:
                card["locked"] = [int(numbers[other]) for other in combatant.engaged]
            wanted[numbers[id]] = card
        shown = {key: card for key, card in one.page.fold_states()[-1].items() if card}
        plain = json.loads(msgspec.json.encode(wanted))
        expect(shown == plain, f"{one.name}'s page has folded another state")

    def _find_outcome(self) -> Outcome:
        counts = self.ledger.counts
        digest = sha256()
        for row in self.disk.rows(FIGHT):
            digest.update(f"{row.seq} {row.parent} {row.cmd} {row.by} {row.body}\n".encode())
        for key, saying in sorted(self.ledger.said.items()):
            digest.update(f"{key} {saying.seqs} {saying.refused}\n".encode())
        digest.update(msgspec.json.encode([each.page.see() for each in self.people]))
        events = self.disk.head(FIGHT).seq
        return Outcome(
            counts["recorded"],
            counts["refused"],
            len(self.ledger.applied),
            events,
            digest.hexdigest(),
        )
