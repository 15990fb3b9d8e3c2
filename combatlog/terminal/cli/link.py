"""`combatlog link`: a new link for a referee of the live table."""

from __future__ import annotations

import click

from combatlog.terminal.cli.options import campaign_option
from combatlog.terminal.views.layout import echo


@click.command("link")
@click.option(
    "--url",
    default="",
    metavar="URL",
    help="The address that the table is opened at, like https://table.example; the link begins so.",
)
@campaign_option
def link_command(url: str, campaign: str | None) -> None:
    """Make a new link for a referee of the live table of a campaign, where the first is lost. It is
    shown once and serves once; an earlier one serves no more. Whoever can read the file or the
    database is the owner. The table of a file has to be closed; `serve --new-link` does both."""
    from combatlog.server.addresses import make_link
    from combatlog.terminal.cli.beside_table import hold_seats

    with hold_seats(campaign) as seats:
        token = seats.make_referee_link()
    if url:
        echo([make_link(url.rstrip("/"), token)])
    else:
        echo(
            [f"#{token}", "Open it behind the address of the table, like http://localhost:8642/#…"]
        )
