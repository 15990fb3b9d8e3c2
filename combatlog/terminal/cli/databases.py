"""Campaigns in databases: their tables, and copies between files and databases."""

from __future__ import annotations

import os

import click

from combatlog.terminal.cli.options import SUFFIX, fight_option, find_campaign_path
from combatlog.terminal.views.layout import echo
from events.errors import NoCampaign, Refused
from events.store.opening import check_driver, create_store, is_database, open_store
from events.store.protocol import Store


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@fight_option
def copy_command(source: str, target: str, fight: str) -> None:
    """Copy the fights of one campaign into another: files, or places in a database
    (postgresql://USER@HOST/DATABASE#NAME).

    Events, dice and keys stay as they are; each fight is compared by its digests. TO is made if it
    is not there. A fight that is there already stays as it is, so the same copy can be made again.
    -f copies one fight alone.
    """
    from combatlog.app.fight_list import find_fight
    from combatlog.files.copy_fights import copy_fights

    opened = open_store(find_campaign_path(source))
    try:
        fights = [find_fight(opened, fight)] if fight else opened.fights()
        other = _open_or_create(target)
        try:
            lines = [
                f"{each.id}: {each.events} events, {'there already' if each.known else 'copied'}."
                for each in copy_fights(opened, other, fights)
            ]
        finally:
            other.close()
    finally:
        opened.close()
    echo(lines or ["There is no fight to copy."])


def _open_or_create(place: str) -> Store:
    """Return the campaign at a place; it is made if it is not there."""
    if not is_database(place) and not place.endswith(SUFFIX) and not os.path.exists(place):
        place += SUFFIX
    try:
        return open_store(place)
    except NoCampaign:
        return create_store(place)


@click.command("migrate")
@click.argument("address")
@click.option(
    "--role",
    default="",
    help="The role that combatlog runs under; it may read and append, and change nothing.",
)
def migrate_command(address: str, role: str) -> None:
    """Make combatlog's tables in a PostgreSQL database, or bring them to this version.

    Run it as the role that will own the tables. Let combatlog itself run under another one, named
    by --role. It can be run again at any time.
    """
    if not is_database(address):
        raise Refused(f"{address} is no address of a database, like postgresql://HOST/DATABASE.")
    check_driver()
    from events.store.postgres_database import connect, hide_password, parse_address
    from events.store.postgres_schema import migrate

    database = parse_address(address).database
    shown = hide_password(database)
    with connect(shown, database) as connection:
        done = list(migrate(connection, role))
    echo(done or [f"The tables in {shown} are of this version already."])
