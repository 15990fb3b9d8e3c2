"""`combatlog serve`: the live table, in everybody's browser."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    SUFFIX,
    VARIABLE,
    by_option,
    diagnose_damage,
    find_campaign_path,
)
from events.errors import NoCampaign, Refused

if TYPE_CHECKING:
    from combatlog.server.addresses import Address
    from combatlog.server.seats import Seats

NEW_CAMPAIGN = f"table{SUFFIX}"
"""The campaign that is made where there is none."""


@click.command("serve")
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
@click.option("--demo", is_flag=True, help="A table to try, with an example fight in progress.")
@by_option
@diagnose_damage
def serve_command(
    campaign: str | None,
    host: str,
    port: int | None,
    public_url: str,
    cert: str,
    key: str,
    no_browser: bool,
    demo: bool,
    by: str,
) -> None:
    """Open the live table of a CAMPAIGN in everybody's browser: the referee's on this machine, the
    players' on their phones. Without a name it is the only campaign here, or a new one. Ctrl-C
    ends it."""
    import asyncio

    from combatlog.app.campaign import open
    from combatlog.app.signing import find_user_key
    from combatlog.server.addresses import DEFAULT_PORT, bind, find_address, read_public_url
    from combatlog.server.calls import Server
    from combatlog.server.one_server import hold_campaign
    from combatlog.server.seats import ENDING, Seats
    from combatlog.server.serving import Certificate, serve
    from combatlog.server.table import Table
    from combatlog.server.writer import ThreadWriter

    if key and not cert:
        raise Refused("--key is the key of a certificate; name that, too, with --cert.")
    if public_url:
        read_public_url(public_url)
    certificate = Certificate(cert, key) if cert else None
    if certificate is not None:
        certificate.check()
    with ExitStack() as held:
        path = find_or_make_campaign(campaign)
        place = held.enter_context(hold_campaign(path))
        _check_writable(path)
        seats = Seats(path + ENDING)
        listener = held.enter_context(bind(host, port))
        address = find_address(listener, is_secure=certificate is not None, public_url=public_url)
        place.write(f"{address.local}\n".encode())
        table = Table(lambda: open(path, by, find_user_key), ThreadWriter())

        def say_ready() -> None:
            taken = listener.getsockname()[1]
            if port is None and taken != DEFAULT_PORT:
                click.echo(f"Port {DEFAULT_PORT} is in use; the table is at port {taken}.")
            link = _show_links(path, address, seats, is_public=bool(public_url))
            if not no_browser:
                open_browser(link)

        asyncio.run(
            serve(
                Server(table, seats, address.shared),
                listener,
                address,
                say_ready,
                lambda said: click.echo(said, err=True),
                certificate=certificate,
                is_behind_proxy=bool(public_url),
            )
        )
    click.echo("The table is closed; everything that was answered is recorded.")


def find_or_make_campaign(named: str | None) -> str:
    """Return the path of the campaign file. In a folder without a campaign, make one."""
    from glob import glob

    from combatlog.app.campaign import create

    if named or os.environ.get(VARIABLE) or glob(f"*{SUFFIX}"):
        path = find_campaign_path(named)
        if not os.path.exists(path):
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


def _show_links(path: str, address: Address, seats: Seats, *, is_public: bool) -> str:
    """Print who gets in where; return the referee's link."""
    from combatlog.server.addresses import make_link

    referee = make_link(address.shared if is_public else address.local, seats.make_referee_link())
    table = make_link(address.shared, seats.table_token)
    click.echo(f"The table of {path} is open. Ctrl-C closes it.\n")
    click.echo(f"Referee  {referee}")
    click.echo(f"Players  {table}")
    click.echo(f"Code     {seats.open_door()}  (for those who type: {address.shared})")
    if sys.stdout.isatty():
        from combatlog.terminal.views.qr_code import render_qr_code

        click.echo()
        for line in render_qr_code(table):
            click.echo(line)
    click.echo()
    if not address.is_shared:
        click.echo(
            "Only this machine can open these links: no network was found, or --host is set."
        )
    click.echo("The referee's link serves once. Admit players on the referee's page.")
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
