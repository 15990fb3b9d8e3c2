"""What a service needs to know of a hall: whether it is ready, and how its tables do."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from combatlog.server.health import CLOSING, Health, HealthAnswers
from combatlog.server.observing import Asked, Observed
from events.store.memory import MemoryStore
from tests.combatlog.server.halls import MemoryCampaigns, TestHall, at_hall
from tests.support.asgi import Browser


class Heard:
    """An observer that keeps what it hears."""

    def __init__(self) -> None:
        self.routes: list[str] = []

    def answered(self, asked: Asked) -> None:
        self.routes.append(asked.route)


@at_hall
async def test_a_hall_is_ready_while_its_campaigns_can_be_written(hall: TestHall) -> None:
    """It answers before any name or table is looked at, and is not ready once it closes."""
    asked = []
    for is_down in (False, True):
        hall.campaigns.is_down = is_down
        app = Browser(HealthAnswers(hall.app, Health(hall.hall)))
        asked.append((await app.get("/readyz")).status)
    hall.campaigns.is_down = False
    assert [200, 503] == asked
    health = Health(hall.hall)
    assert "" == await health.find_obstacle()
    hall.hall.close()
    assert CLOSING == await health.find_obstacle()


@at_hall
async def test_observers_hear_which_route_a_request_took_at_a_table(hall: TestHall) -> None:
    """Without the name of its campaign; so do those of the hall itself, and of strangers."""
    heard = Heard()
    app = Observed(hall.app, [heard], Health(hall.hall))
    for browser in (hall.rita, Browser(app)):
        browser.app = app
        await browser.get("/t/harbour/api/fights/1/frame")
    await hall.rita.get("/api/campaigns")
    taken = "/api/fights/{fight}/frame"
    assert [taken, taken, "/api/campaigns"] == heard.routes


@at_hall
async def test_streams_and_fights_of_all_tables_are_counted(hall: TestHall) -> None:
    """As the metrics tell them."""
    assert (0, []) == (hall.hall.count_streams(), hall.hall.list_awake())
    async with AsyncExitStack() as held:
        for person, name in ((hall.rita, "harbour"), (hall.olga, "bridge")):
            path = f"/t/{name}/api/fights/1/stream"
            await held.enter_async_context(person.stream(path))
        await asyncio.sleep(0)
        assert (2, 2) == (hall.hall.count_streams(), len(hall.hall.list_awake()))


def test_every_campaign_that_is_opened_is_measured() -> None:
    """Once for each time its table opens."""
    from combatlog.app.campaign import Campaign
    from combatlog.server.hall import Hall
    from combatlog.server.writer import InlineWriter

    measured: list[Campaign] = []

    def measure(campaign: Campaign) -> Campaign:
        measured.append(campaign)
        return campaign

    async def run() -> None:
        campaigns = MemoryCampaigns("harbour", "bridge")
        hall = Hall(campaigns, InlineWriter, measure=measure)
        await hall.begin()
        for name in ("harbour", "harbour", "bridge"):
            async with hall.use(name):
                pass
        stores = [campaigns.stores[name] for name in ("harbour", "bridge")]
        assert all(isinstance(each, MemoryStore) for each in stores)
        assert stores == [each.store for each in measured]
        await hall.end()

    asyncio.run(run())
