"""A campaign at play: jobs on it, one after the other, and waking whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from combatlog.app.campaign import Campaign
from combatlog.server.hub import Hub
from combatlog.server.open_fight import OpenFight, veil_error
from combatlog.server.proposals import Proposals
from combatlog.server.reader import Reader
from combatlog.server.seats import Seat
from combatlog.server.writer import Writer
from events.errors import CombatlogError
from projections.narrative.phrasebook import load_phrasebook
from projections.state.fight_state import FightState

T = TypeVar("T")


class Table:
    """A campaign at play. `open` opens the campaign, in the writer; `analyst` runs what takes long
    and needs no campaign, so that the writer goes on meanwhile."""

    def __init__(
        self, open: Callable[[], Campaign], writer: Writer, analyst: Writer | None = None
    ) -> None:
        self._open = open
        self._writer = writer
        self._analyst = analyst or type(writer)()
        self._campaign: Campaign | None = None
        self._fights: dict[str, OpenFight] = {}
        self._book = load_phrasebook()
        self.hub = Hub()
        self.reader = Reader()
        self.proposals = Proposals()

    async def begin(self) -> None:
        """Open the campaign. Raises `CampaignError` where it cannot be used."""
        self._campaign = await self._writer.run(self._open)

    async def end(self) -> None:
        """Close the campaign."""
        self.reader.close()
        await self._writer.run(self.campaign.close)
        self._writer.close()
        self._analyst.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        assert self._campaign is not None, "the table has begun"
        return self._campaign

    async def use(self, seat: Seat, job: Callable[[Campaign], T]) -> T:
        """Run a job on the campaign for somebody; return what it returns. Raises what it raises,
        as they may read it."""

        def run() -> T:
            try:
                return job(self.campaign)
            except CombatlogError as error:
                raise veil_error(error, seat, None) from None

        return await self._writer.run(run)

    async def read(self, seat: Seat, fight: str, job: Callable[[OpenFight], T]) -> T:
        """Run a job on a fight for somebody, named by its id, number or title; return what it
        returns. Raises what it raises, as they may read it."""

        def run() -> T:
            opened = None
            try:
                opened = self._find(fight)
                return job(opened)
            except CombatlogError as error:
                state = opened.state if opened is not None else None
                raise veil_error(error, seat, state) from None

        return await self._writer.run(run)

    async def record(self, seat: Seat, fight: str, job: Callable[[OpenFight], T]) -> T:
        """Run a job that records in a fight, as `read` does, and wake whoever watches it."""

        def run(opened: OpenFight) -> tuple[T, str]:
            return job(opened), opened.fight.id

        done, id = await self.read(seat, fight, run)
        self.hub.ring(id)
        return done

    async def compute(self, seat: Seat, state: FightState, job: Callable[[], T]) -> T:
        """Run a job beside the writer, on a fight in this state; return what it returns. Raises
        what it raises, as somebody may read it."""
        try:
            return await self._analyst.run(job)
        except CombatlogError as error:
            raise veil_error(error, seat, state) from None

    def close(self) -> None:
        """End every stream."""
        self.hub.close()

    async def look_for_others(self) -> None:
        """Take in what other programs have recorded in the campaign."""
        for id, opened in [*self._fights.items()]:
            if await self._writer.run(opened.find_news):
                self.hub.ring(id)

    def _find(self, fight: str) -> OpenFight:
        """Return an open fight; open it where it is not open yet. Raises `Refused`."""
        if fight not in self._fights:
            fight = self.campaign.find(fight).id
        if fight not in self._fights:
            self._fights[fight] = OpenFight(self.campaign, self.campaign.fight(fight), self._book)
        return self._fights[fight]
