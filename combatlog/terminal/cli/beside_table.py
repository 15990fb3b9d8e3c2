"""What a live table keeps beside its campaign, for commands that change it, too."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from combatlog.terminal.cli.options import find_campaign_file, find_campaign_path
from events.errors import NoCampaign, Refused
from events.store.opening import check_driver, is_database

if TYPE_CHECKING:
    from combatlog.server.seats import Seats
    from combatlog.server.webhooks import Webhooks


@contextmanager
def hold_closed_table(campaign: str | None) -> Iterator[str]:
    """Yield the path of a campaign whose table is closed, and keep it closed meanwhile: an open
    one has its seats and webhooks in memory. Raises `Refused` if it is open."""
    from combatlog.server.one_server import Served, hold_campaign

    path = find_campaign_file(campaign)
    if not os.path.isfile(path):
        raise NoCampaign(f"There is no campaign {path}.")
    with ExitStack() as held:
        try:
            held.enter_context(hold_campaign(path))
        except Served:
            raise Refused(f"The table of {path} is open; do that on the referee's page.") from None
        yield path


@contextmanager
def hold_seats(campaign: str | None) -> Iterator[Seats]:
    """Yield the seats of a campaign: of a file while its table is closed, of a database at any
    time. Raises as `hold_closed_table` does, and `CampaignError`."""
    from combatlog.server.seat_stores import ENDING, DatabaseSeats, FileSeats
    from combatlog.server.seats import Seats

    place = find_campaign_path(campaign)
    if not is_database(place):
        with hold_closed_table(campaign) as path:
            yield Seats(FileSeats(path + ENDING))
        return
    check_driver()
    from events.store.postgres import open_postgres

    with closing(open_postgres(place)) as store:
        yield Seats(DatabaseSeats(store.seats))


@contextmanager
def hold_webhooks(campaign: str | None) -> Iterator[tuple[Webhooks, Callable[[], dict[str, int]]]]:
    """Yield the webhooks of a campaign, of a file while its table is closed, of a database at any
    time; and what reads the last event of each fight. Raises as `hold_closed_table` does, and
    `CampaignError`."""
    from combatlog.app.campaign import Campaign, open
    from combatlog.server.deliveries import read_heads
    from combatlog.server.webhook_stores import ENDING, NAME, DatabaseHooks, FileHooks
    from combatlog.server.webhooks import Webhooks

    place = find_campaign_path(campaign)
    if not is_database(place):

        def read() -> dict[str, int]:
            with open(path) as opened:
                return read_heads(opened)

        with hold_closed_table(campaign) as path:
            yield Webhooks(FileHooks(path + ENDING)), read
        return
    check_driver()
    from events.store.postgres import open_postgres

    with closing(open_postgres(place)) as store:
        hooks = Webhooks(DatabaseHooks(store.beside(NAME)))
        yield hooks, lambda: read_heads(Campaign(store))
