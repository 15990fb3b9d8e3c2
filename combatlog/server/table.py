"""A campaign at play: jobs on it, one after the other, and waking whoever watches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import NamedTuple, TypeVar

from combatlog.app.campaign import Campaign
from combatlog.server.hub import Hub
from combatlog.server.open_fight import OpenFight, veil_error
from combatlog.server.presence import Presence
from combatlog.server.proposals import Proposals
from combatlog.server.reader import Reader
from combatlog.server.refusals import Refusals
from combatlog.server.seats import Seat
from combatlog.server.writer import Writer
from events.errors import CombatlogError, Replaced
from events.store.envelope import Head
from events.store.protocol import KnownHeads
from projections.narrative.phrasebook import load_phrasebook
from projections.state.fight_state import FightState

T = TypeVar("T")

IDLE = 300.0
"""After so many seconds in which nobody used a fight, it falls asleep: its history and views are
let go of until it is used again."""


class Asleep(NamedTuple):
    """What is kept of a fight that is asleep: its head when it fell asleep, the head that those who
    watch it were told of, and what was refused in it."""

    head: Head
    seen: Head
    refusals: Refusals


class Table:
    """A campaign at play. `open` opens the campaign, in the writer; `analyst` runs what takes long
    and needs no campaign, so that the writer goes on meanwhile. `clock` tells seconds. `tell` is
    called with the id of each fight in which something was recorded here, and with an empty one
    after a change of the seats; where it is given, other servers have the campaign open, too."""

    def __init__(
        self,
        open: Callable[[], Campaign],
        writer: Writer,
        analyst: Writer | None = None,
        clock: Callable[[], float] = monotonic,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self._open = open
        self._tell = tell
        self._writer = writer
        self._analyst = analyst or writer.make_another()
        self._campaign: Campaign | None = None
        self._clock = clock
        self._fights: dict[str, OpenFight] = {}
        self._used: dict[str, float] = {}
        """When each open fight was last used."""
        self._asleep: dict[str, Asleep] = {}
        self._book = load_phrasebook()
        self.hub = Hub()
        self.reader = Reader()
        self.proposals = Proposals()
        self.run_id = token_hex(4)
        """Tells this run of the server from every other."""
        self.latest = ""
        """The id of the last fight of the campaign; empty where there is none."""
        self._replaced: dict[str, int] = {}
        """How often the history of each fight was replaced by another."""
        self._presence: Presence | None = None
        self._known: dict[str, Head] = {}
        """The heads of all fights when the table last looked."""
        self.is_telling = False
        """Whether somebody is being told all that somebody said, which takes long."""
        self.check_seat: Callable[[Seat], None] = lambda _: None
        """Raises `Refused` where somebody sits here no more."""

    async def begin(self) -> None:
        """Open the campaign. Raises `CampaignError` where it cannot be used."""
        self._campaign = await self._writer.run(self._open)
        beside = getattr(self.campaign.store, "beside", None)
        if self.is_shared and beside is not None:
            self.proposals = Proposals(beside("proposals"))
            self._presence = Presence(beside("here"), self.run_id)
        self._known = await self._writer.run(self.campaign.store.heads)
        self.latest = next(reversed(self._known), "")

    async def end(self) -> None:
        """Close the campaign."""
        self.reader.close()
        if (presence := self._presence) is not None:
            with suppress(CombatlogError):  # else the others find out by themselves
                now = self._clock()
                await self._writer.run(lambda: presence.exchange(frozenset(), now))
        await self._writer.run(self.campaign.close)
        self._writer.close()
        self._analyst.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        assert self._campaign is not None, "the table has begun"
        return self._campaign

    @property
    def is_shared(self) -> bool:
        """Whether other servers may have the campaign open, too."""
        return self._tell is not None

    def tell(self, fight: str = "") -> None:
        """Wake whoever watches a fight, here and at the other servers; without one, all."""
        self.hub.ring(fight)
        if self._tell is not None:
            self._tell(fight)

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job of the program's own in the writer; return what it returns."""
        return await self._writer.run(job)

    async def use(self, seat: Seat, job: Callable[[Campaign], T]) -> T:
        """Run a job on the campaign for somebody; return what it returns. Raises what it raises,
        as they may read it."""

        def run() -> T:
            self.check_seat(seat)  # it may have been taken away while this waited
            try:
                return job(self.campaign)
            except CombatlogError as error:
                raise veil_error(error, seat, None) from None

        return await self._writer.run(run)

    async def read(
        self, seat: Seat, fight: str, job: Callable[[OpenFight], T], *, is_fresh: bool = False
    ) -> T:
        """Run a job on a fight for somebody, named by its id, number or title; return what it
        returns. Where it `is_fresh`, it knows what other servers have recorded until now. Raises
        what it raises, as they may read it."""

        replaced: list[str] = []

        def run() -> T:
            self.check_seat(seat)
            opened = None
            try:
                opened = self._find(fight)
                if is_fresh and self.is_shared:
                    opened.fight.refresh()
                return job(opened)
            except CombatlogError as error:
                state = opened.state if opened is not None else None
                if isinstance(error, Replaced) and opened is not None:
                    self._forget(opened.fight.id)
                    replaced.append(opened.fight.id)
                raise veil_error(error, seat, state) from None

        try:
            return await self._writer.run(run)
        finally:
            for id in replaced:
                self.hub.ring(id)

    async def record(self, seat: Seat, fight: str, job: Callable[[OpenFight], T]) -> T:
        """Run a job that records in a fight, as `read` does, and wake whoever watches it."""

        def run(opened: OpenFight) -> tuple[T, OpenFight, int]:
            return job(opened), opened, opened.last

        done, opened, last = await self.read(seat, fight, run)
        opened.last_told = max(opened.last_told, last)  # it need not be read again to tell it
        self.tell(opened.fight.id)
        return done

    async def compute(self, seat: Seat, state: FightState, job: Callable[[], T]) -> T:
        """Run a job beside the writer, on a fight in this state; return what it returns. Raises
        what it raises, as somebody may read it."""
        try:
            return await self._analyst.run(job)
        except CombatlogError as error:
            raise veil_error(error, seat, state) from None

    async def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded now, in a sentence for everybody; empty where it
        could. A database is asked beside the writer, which may be waiting for it."""
        find = self.campaign.store.find_write_obstacle
        return await (asyncio.to_thread(find) if self.is_shared else self._writer.run(find))

    @property
    def is_closed(self) -> bool:
        """Whether its streams were ended for good."""
        return self.hub.is_closed

    def count_streams(self) -> int:
        """Return how many streams are open."""
        return self.hub.count_streams()

    def close(self) -> None:
        """End every stream."""
        self.hub.close()

    async def look_for_others(self) -> None:
        """Take in what other programs have recorded in the campaign, and which fights are new."""

        def find() -> dict[str, Head]:
            self._let_sleep()
            return self.campaign.store.heads()

        self._known = heads = await self._writer.run(find)
        latest = next(reversed(heads), "")
        if latest != self.latest:
            self.latest = latest
            self.hub.ring()
        fault: CombatlogError | None = None
        for id, opened in [*self._fights.items()]:
            if id in heads and heads[id] != opened.told:
                try:
                    await self._read_news(id, opened)
                except CombatlogError as error:  # the other fights go on
                    fault = error
        for id, slept in [*self._asleep.items()]:
            if id in heads and heads[id] != slept.seen:
                self._asleep[id] = slept._replace(seen=heads[id])
                self.hub.ring(id)  # who watches it wakes it
        if fault is not None:
            raise fault

    async def let_sleep(self) -> None:
        """Let go of the fights that nobody has used for a while."""
        now = self._clock()
        if any(now - used > IDLE for used in [*self._used.values()]):
            await self._writer.run(self._let_sleep)

    async def look_beside(self) -> None:
        """Take in who is at other servers, and what is proposed there; tell them who is here."""
        presence = self._presence
        if presence is None:
            return
        own, now = self.hub.list_own(), self._clock()
        elsewhere, is_news = await self._writer.run(lambda: presence.exchange(own, now))
        self.hub.note_elsewhere(elsewhere)
        if await self._writer.run(self.proposals.refresh):
            self.hub.ring()
        if is_news and self._tell is not None:
            self._tell("")

    def list_known(self) -> KnownHeads:
        """Return the heads of the fights that somebody uses or has used, as far as those who watch
        them were told; and how many fights there are, as far as the table knows."""
        heads = {id: slept.seen for id, slept in [*self._asleep.items()]}
        heads |= {id: each.told for id, each in [*self._fights.items()]}
        return KnownHeads(heads, len(self._known))

    def knows(self, fight: str) -> bool:
        """Return whether a fight (an id) was there when the table last looked."""
        return fight in self._known

    async def look_at(self, fights: Sequence[str]) -> None:
        """Take in what others have recorded in these fights; look at all once where one of them is
        asleep."""
        if any(id in self._asleep for id in fights):
            await self.look_for_others()
            return
        for id in fights:
            if (opened := self._fights.get(id)) is not None:
                await self._read_news(id, opened)

    async def _read_news(self, id: str, opened: OpenFight) -> None:
        def find() -> bool:
            try:
                return opened.find_news()
            except Replaced:
                self._forget(id)
                raise

        try:
            is_new = await self._writer.run(find)
        except Replaced:
            self.hub.ring(id)
            raise
        if is_new:
            self.hub.ring(id)

    def _forget(self, id: str) -> None:
        """Let go of a fight whose history was replaced in the campaign; it is read anew."""
        self._fights.pop(id, None)
        self._used.pop(id, None)
        self._replaced[id] = self.count_replaced(id) + 1

    def count_replaced(self, fight: str) -> int:
        """Return how often the history of a fight (an id) was replaced by another, as by an older
        backup, since the table began. Whoever has read it before reads all of it anew."""
        return self._replaced.get(fight, 0)

    def list_awake(self) -> list[str]:
        """Return the ids of the fights whose history and views are held."""
        return [*self._fights]

    def _let_sleep(self) -> None:
        now = self._clock()
        for id in [id for id, used in self._used.items() if now - used > IDLE]:
            del self._used[id]
            opened = self._fights.pop(id)
            head = Head(opened.last, opened.digest)
            self._asleep[id] = Asleep(head, opened.told, opened.refusals)

    def _find(self, fight: str) -> OpenFight:
        """Return an open fight; open it where it is not open yet. Raises `Refused`."""
        if fight not in self._fights:
            fight = self.campaign.find(fight).id
        if fight not in self._fights:
            slept = self._asleep.get(fight)
            self._fights[fight] = OpenFight(
                self.campaign,
                self.campaign.fight(fight),
                self._book,
                slept.refusals if slept is not None else None,
                self.run_id,
                is_shared=self.is_shared,
            )
            self._asleep.pop(fight, None)
            if slept is not None and not self._fights[fight].follows(slept.head):
                self._replaced[fight] = self.count_replaced(fight) + 1
            elif slept is not None:
                self._fights[fight].last_told = min(slept.seen.seq, self._fights[fight].last)
        self._used[fight] = self._clock()
        return self._fights[fight]
