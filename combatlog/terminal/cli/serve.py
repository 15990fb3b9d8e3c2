"""`combatlog serve`: the live table, in everybody's browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click

from combatlog.terminal.cli.operating import (
    EnvironmentCommand,
    Operating,
    make_metrics,
    operating_options,
    warn_of_password,
)
from combatlog.terminal.cli.options import (
    SUFFIX,
    VARIABLE,
    by_option,
    diagnose_damage,
    find_campaign_path,
)
from events.errors import NoCampaign, Refused
from events.store.opening import check_driver, is_database

if TYPE_CHECKING:
    from combatlog.app.campaign import Campaign
    from combatlog.server.addresses import Address
    from combatlog.server.demo import DemoPlayer
    from combatlog.server.neighbours import Notices
    from combatlog.server.seats import Seats
    from combatlog.server.serving import Certificate
    from combatlog.server.webhooks import Webhooks

NEW_CAMPAIGN = f"table{SUFFIX}"
"""The campaign that is made where there is none."""


@click.command("serve", cls=EnvironmentCommand)
@click.argument("campaign", required=False)
@click.option(
    "--host",
    default="0.0.0.0",
    metavar="ADDRESS",
    help="Serve at this address alone, like 127.0.0.1 behind a proxy; else at all of this machine.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Else 8642, or the next one that is free. 0 takes any.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="Where a proxy makes the table public, like https://table.example; the links begin so.",
)
@click.option("--cert", default="", metavar="FILE", help="A certificate, to serve with TLS.")
@click.option("--key", default="", metavar="FILE", help="Its key, if it is not in the same file.")
@click.option("--no-browser", is_flag=True, help="Do not open the referee's page.")
@click.option(
    "--new-link",
    is_flag=True,
    help="Make a new link for a referee, where the first is lost. An earlier one serves no more.",
)
@click.option("--demo", is_flag=True, help="A table to try, with an example fight in progress.")
@by_option
@operating_options
@diagnose_damage
def serve_command(
    campaign: str | None,
    host: str,
    port: int | None,
    public_url: str,
    cert: str,
    key: str,
    no_browser: bool,
    new_link: bool,
    demo: bool,
    by: str,
    operating: Operating,
) -> None:
    """Open the live table of a CAMPAIGN in everybody's browser: the referee's on this machine, the
    players' on their phones. Without a name it is the only campaign here, or a new one. Ctrl-C
    ends it. A campaign in a database (postgresql://USER@HOST/DATABASE#NAME) may be served by
    several processes at once. A database without #NAME, or a folder, is served with all its
    campaigns, each at a table of its own. Every option can be set in the environment, too, as in
    COMBATLOG_SERVE_PORT=8642."""
    from tempfile import TemporaryDirectory

    from combatlog.server.addresses import read_public_url
    from combatlog.server.serving import Certificate

    if demo and campaign:
        raise Refused("The demo has a campaign of its own; leave out either --demo or the name.")
    if key and not cert:
        raise Refused("--key is the key of a certificate; name that, too, with --cert.")
    if public_url:
        read_public_url(public_url)
    certificate = Certificate(cert, key) if cert else None
    if certificate is not None:
        certificate.check()
    doors = Doors(host, port, public_url, certificate, no_browser, new_link)
    place = campaign or os.environ.get(VARIABLE, "")
    if place and not demo and is_hall(place):
        from combatlog.terminal.cli.serve_hall import serve_all

        if is_database(place):
            warn_of_password(place)
        with operating.keep_quiet():
            serve_all(place, by, doors, operating)
            click.echo("The tables are closed; everything that was answered is recorded.")
        return
    with ExitStack() as held:
        held.enter_context(operating.keep_quiet())
        if demo:
            folder = held.enter_context(TemporaryDirectory(prefix="combatlog-"))
            place, players = _make_demo(folder)
        else:
            place, players = find_or_make_campaign(campaign), []
        if is_database(place):
            warn_of_password(place)
            opening = _open_database(place, by, is_public=bool(public_url))
        else:
            opening = _hold_file(place, by, is_public=bool(public_url))
        served = held.enter_context(opening)
        _serve(served, players, doors, operating)
    left = "nothing of the demo is left" if demo else "everything that was answered is recorded"
    with operating.keep_quiet():
        click.echo(f"The table is closed; {left}.")


class Doors(NamedTuple):
    """Where a table is served, as the options say."""

    host: str
    port: int | None
    public_url: str
    certificate: Certificate | None
    no_browser: bool
    is_new_link: bool


def is_hall(place: str) -> bool:
    """Return whether a place has many campaigns: a database without a campaign's name, or a
    folder that no campaign file is named as."""
    if is_database(place):
        return "#" not in place
    return os.path.isdir(place) and not os.path.exists(place + SUFFIX)


class _Served(NamedTuple):
    """A campaign to be served: where it is, as it may be shown; what opens it, in the writer; what
    is kept beside it; what notes the address of its table for others; and what its other servers
    tell."""

    place: str
    open: Callable[[], Campaign]
    seats: Seats
    webhooks: Webhooks | None
    note_address: Callable[[str], object]
    notices: Notices | None = None
    count_lost: Callable[[], int] | None = None


@contextmanager
def _hold_file(path: str, by: str, *, is_public: bool) -> Iterator[_Served]:
    """Yield a campaign file to be served, and keep others from serving it meanwhile."""
    from combatlog.app.campaign import open
    from combatlog.app.signing import find_user_key
    from combatlog.server.one_server import hold_campaign
    from combatlog.server.seat_stores import ENDING, FileSeats
    from combatlog.server.seats import Seats
    from combatlog.server.webhook_stores import ENDING as HOOKS, FileHooks
    from combatlog.server.webhooks import Webhooks

    with hold_campaign(path) as note_address:
        _check_writable(path)
        seats = Seats(FileSeats(path + ENDING))
        webhooks = Webhooks(FileHooks(path + HOOKS), is_public=is_public)
        yield _Served(path, lambda: open(path, by, find_user_key), seats, webhooks, note_address)


@contextmanager
def _open_database(place: str, by: str, *, is_public: bool) -> Iterator[_Served]:
    """Yield a campaign in a database to be served. Others may serve it, too."""
    from combatlog.app.campaign import Campaign
    from combatlog.app.signing import find_user_key
    from combatlog.server.seat_stores import DatabaseSeats
    from combatlog.server.seats import Seats
    from combatlog.server.webhook_stores import NAME, DatabaseHooks
    from combatlog.server.webhooks import Webhooks

    check_driver()
    from events.store.postgres import open_postgres

    with closing(open_postgres(place)) as store:
        seats = Seats(DatabaseSeats(store.seats))
        yield _Served(
            store.path,
            lambda: Campaign(store, by, find_user_key),
            seats,
            Webhooks(DatabaseHooks(store.beside(NAME)), is_public=is_public),
            lambda _: None,
            store.make_notices(),
            store.database.count_lost,
        )


def _serve(served: _Served, players: list[DemoPlayer], doors: Doors, operating: Operating) -> None:
    """Serve a campaign until a signal comes."""
    import asyncio

    from combatlog.server.addresses import bind, find_address
    from combatlog.server.calls import Server
    from combatlog.server.demo import play_phones, seat_players
    from combatlog.server.health import Health
    from combatlog.server.limits import Limits
    from combatlog.server.logs import begin_log
    from combatlog.server.serving import Ending, serve
    from combatlog.server.table import Table
    from combatlog.server.writer import ThreadWriter

    seats = served.seats
    phones = seat_players(seats, players)
    is_public = bool(doors.public_url)
    log = begin_log() if operating.is_for_programs else None
    metrics = make_metrics(operating.metrics) if operating.metrics else None
    open_campaign = served.open
    if metrics is not None:
        open_campaign = lambda: metrics.measure(served.open())  # noqa: E731
    with bind(doors.host, doors.port) as listener:
        address = find_address(
            listener, is_secure=doors.certificate is not None, public_url=doors.public_url
        )
        served.note_address(address.local)
        tell = served.notices.tell if served.notices is not None else None
        table = Table(open_campaign, ThreadWriter(), tell=tell)
        health = Health(table, log.tell if log is not None else None)
        if metrics is not None:
            metrics.watch(table, health, served.count_lost)

        def say_ready() -> None:
            port = listener.getsockname()[1]
            tell_port(doors.port, port)
            _tell_players(players)
            with operating.write_links():
                link = _show_links(served.place, address, seats, doors)
            if operating.links:
                click.echo(f"The table of {served.place} is open; its links are in a file.")
            if log is not None:
                log.tell("open", f"The table of {served.place} is open at port {port}.")
            if not doors.no_browser:
                open_browser(link)

        asyncio.run(
            serve(
                Server(
                    table,
                    seats,
                    address.shared,
                    served.webhooks,
                    frozenset(each.id for each in phones),
                ),
                listener,
                address,
                say_ready,
                log.fault if log is not None else lambda said: click.echo(said, err=True),
                certificate=doors.certificate,
                is_behind_proxy=is_public,
                beside=(lambda: play_phones(table, phones)) if phones else None,
                notices=served.notices,
                ending=Ending(operating.drain, operating.grace),
                limits=Limits(operating.burst, operating.rate),
                health=health,
                observers=[each for each in (log, metrics) if each is not None],
            )
        )
        if log is not None:
            log.tell("closed")


def _make_demo(folder: str) -> tuple[str, list[DemoPlayer]]:
    from combatlog.server.demo import start_demo

    path = os.path.join(folder, f"demo{SUFFIX}")
    return path, start_demo(path)


def tell_port(asked: int | None, taken: int) -> None:
    """Say so if another port is taken than usual."""
    from combatlog.server.addresses import DEFAULT_PORT

    if asked is None and taken != DEFAULT_PORT:
        click.echo(f"Port {DEFAULT_PORT} is in use; the table is at port {taken}.")


def _tell_players(players: list[DemoPlayer]) -> None:
    """Say who sits at the table of the demo."""
    from projections.text.words import join_words

    if players:
        names = join_words([player.name for player in players])
        click.echo(f"{names} sit at the table with simulated phones: play the referee.")


def find_or_make_campaign(named: str | None) -> str:
    """Return the path of the campaign file, or its address in a database. In a folder without a
    campaign, make one."""
    from glob import glob

    from combatlog.app.campaign import create

    if named or os.environ.get(VARIABLE) or glob(f"*{SUFFIX}"):
        path = find_campaign_path(named)
        if not is_database(path) and not os.path.exists(path):
            from shlex import quote

            raise NoCampaign(
                f"There is no campaign {path}; make one with: combatlog new {quote(path)}"
            )
        return path
    create(NEW_CAMPAIGN).close()
    click.echo(f"{NEW_CAMPAIGN} is a new campaign.")
    return NEW_CAMPAIGN


def _check_writable(path: str) -> None:
    """Raise `Unwritable` where nothing could be recorded."""
    from events.errors import Unwritable

    if os.path.isfile(path) and not os.access(path, os.W_OK):
        raise Unwritable(
            f"{path} is read-only, so nothing could be recorded at the table; make it writable, or"
            " copy it to where you may write."
        )


def _show_links(place: str, address: Address, seats: Seats, doors: Doors) -> str:
    """Print who gets in where; return the address of the referee's page, with a link that was made
    now."""
    from combatlog.server.addresses import make_link

    own = address.shared if doors.public_url else address.local
    token = seats.begin()
    if doors.is_new_link:
        token = token or seats.make_referee_link()
    referee = make_link(own, token) if token else own
    table = make_link(address.shared, seats.table_token) if seats.is_link_open else ""
    click.echo(f"The table of {place} is open. Ctrl-C closes it.\n")
    click.echo(f"Referee  {referee}{'' if token else '  (for whoever has the seat)'}")
    click.echo(f"Players  {table or 'none: the referee has closed the door'}")
    if seats.code:
        click.echo(f"Code     {seats.code}  (for those who type: {address.shared})")
    else:
        click.echo("Code     none: the referee has closed the door")
    if table and sys.stdout.isatty():
        from combatlog.terminal.views.qr_code import render_qr_code

        click.echo()
        for line in render_qr_code(table):
            click.echo(line)
    click.echo()
    if not address.is_shared:
        click.echo(
            "Only this machine can open these links: no network was found, or --host is set."
        )
    if token:
        click.echo("The referee's link serves once. Admit players on the referee's page.")
    else:
        click.echo("Seats and links are as they were. A lost referee's link: --new-link.")
    sys.stdout.flush()
    return referee


def open_browser(link: str) -> None:
    """Open a page in the browser, if there is one with windows; a browser in the terminal would
    take that over."""
    import threading
    import webbrowser

    windows = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in windows):
        return
    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
