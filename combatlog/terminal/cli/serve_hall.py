"""`combatlog serve` of a database or a folder: all campaigns in it, each at a table of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import click

from combatlog.server.addresses import Address, bind, find_address, make_link
from combatlog.server.hall import Campaigns, Hall, make_path
from combatlog.server.hall_app import make_hall_app
from combatlog.server.hall_places import DatabaseCampaigns, FolderCampaigns
from combatlog.server.health import Health
from combatlog.server.limits import Limits
from combatlog.server.logs import begin_log
from combatlog.server.serving import Ending, run_app
from combatlog.server.writer import SharedWriter, ThreadWriter, Writer
from combatlog.terminal.cli.operating import Operating, make_metrics
from combatlog.terminal.cli.serve import Doors, open_browser, tell_port
from events.errors import CombatlogError, Refused
from events.store.opening import check_driver, is_database

WRITERS = 8
"""The threads in which all campaigns of a database are read and written. A command takes one for
a few milliseconds. One that waits, as for a lock, holds up no other campaign, unless all of them
wait."""

MOST_LINKS = 500
"""With more campaigns than this, none is looked into for whether it had a link."""


def serve_all(place: str, by: str, doors: Doors, operating: Operating) -> None:
    """Serve all campaigns of a place until a signal comes. Raises `CombatlogError`."""
    if doors.is_new_link:
        raise Refused(
            "Say for which campaign the new link is, with: combatlog link -c CAMPAIGN --url ADDRESS"
        )
    is_public = bool(doors.public_url)
    campaigns: Campaigns
    make_writer: Callable[[], Writer] = ThreadWriter
    if is_database(place):
        check_driver()
        from events.store.postgres_campaigns import PostgresCampaigns

        campaigns = DatabaseCampaigns(PostgresCampaigns(place), by, is_public=is_public)
        make_writer = partial(SharedWriter, ThreadPoolExecutor(WRITERS))
    else:
        campaigns = FolderCampaigns(place, by, is_public=is_public)
    log = begin_log() if operating.is_for_programs else None
    metrics = make_metrics(operating.metrics) if operating.metrics else None
    with bind(doors.host, doors.port) as listener:
        address = find_address(
            listener, is_secure=doors.certificate is not None, public_url=doors.public_url
        )

        def say(said: str) -> None:
            if log is not None:
                log.fault(said)
            else:
                click.echo(said, err=True)

        def say_ready() -> None:
            port = listener.getsockname()[1]
            tell_port(doors.port, port)
            own = address.shared if is_public else address.local
            click.echo(f"The campaigns of {campaigns.shown} are open. Ctrl-C closes them.\n")
            click.echo(f"Address  {address.shared}/")
            with operating.write_links():
                for line in first_links:
                    click.echo(line)
            if log is not None:
                log.tell("open", f"The campaigns of {campaigns.shown} are open at port {port}.")
            click.echo()
            click.echo(
                "A campaign is listed for whoever has a seat in it. A lost referee's link:"
                " combatlog link"
            )
            sys.stdout.flush()
            if not doors.no_browser:
                open_browser(f"{own}/")

        first_links = _make_first_links(campaigns, address, is_public=is_public)
        hall = Hall(
            campaigns,
            make_writer,
            address.shared,
            say,
            Limits(operating.burst, operating.rate),
            *([metrics.measure] if metrics is not None else []),
        )
        health = Health(hall, log.tell if log is not None else None)
        if metrics is not None:
            metrics.watch(hall, health, campaigns.count_lost)

        async def run() -> None:
            await hall.begin()
            await run_app(
                make_hall_app(hall, address.hosts),
                listener,
                say_ready,
                hall.close,
                hall.end,
                [hall.look_again_and_again, hall.follow],
                certificate=doors.certificate,
                is_behind_proxy=is_public,
                ending=Ending(operating.drain, operating.grace),
                health=health,
                observers=[each for each in (log, metrics) if each is not None],
            )

        asyncio.run(run())
        if log is not None:
            log.tell("closed")


def _make_first_links(campaigns: Campaigns, address: Address, *, is_public: bool) -> list[str]:
    """Return a line with a link for the referee of each campaign that has had none."""
    own = address.shared if is_public else address.local
    lines = []
    names = campaigns.list_names()
    if len(names) > MOST_LINKS:
        return [f"{len(names)} campaigns are there. A referee's link: combatlog link"]
    for name in names:
        try:
            opened = campaigns.open(name)
        except CombatlogError as error:
            lines.append(f"Closed   {name}: {error}")
            continue
        try:
            if token := opened.seats.begin():
                link = make_link(f"{own}{make_path(name)[:-1]}", token)
                lines.append(f"Referee  {link}  ({name})")
        finally:
            opened.close()
    return lines
