"""`combatlog tables`: a campaign as plain tables, for SQL, Datasette and spreadsheets."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    SUFFIX,
    audience_option,
    diagnose_damage,
    find_campaign_path,
)

if TYPE_CHECKING:
    from projections.queries.visibility import Audience

_NAME_ENDS: dict[Audience, str] = {"referee": "-tables.db", "players": "-players.db"}
"""Added to the campaign's name. There is no second dot: Datasette would change it in its addresses.
The players' tables are a file of their own."""


@click.command("tables")
@click.argument("campaign", default="")
@click.option(
    "-o", "--output", metavar="FILE", help="The file; else NAME-tables.db beside the campaign."
)
@audience_option("referee", "For players: no hidden numbers, no notes; else NAME-players.db.")
@click.option("--rebuild", is_flag=True, help="Compute every fight again, changed or not.")
@click.option("-c", "--campaign", "named", metavar="FILE", help="The same as CAMPAIGN.")
def tables_command(
    campaign: str, output: str | None, audience: Audience, rebuild: bool, named: str | None
) -> None:
    """Write a CAMPAIGN's fights, combatants, events, rolls, wounds, statistics and chronicle as
    tables of a SQLite file, with a full-text search over the chronicle. They are for the referee,
    with every number and note, unless you give --for players.

    Run again, it brings the file up to date: only fights that have changed are computed again. The
    campaign itself is only read. `chronicle_fts MATCH 'bridge'` searches; the view wounds_open
    lists what open wounds still need.
    """
    path = find_campaign_path(campaign or named)
    _write_tables(campaign=path, audience=audience, output=output, rebuild=rebuild)


@diagnose_damage
def _write_tables(campaign: str, audience: Audience, output: str | None, rebuild: bool) -> None:
    from combatlog.app.campaign import open
    from combatlog.export.tables.campaign_tables import build_campaign_tables
    from events.store.file_names import check_file_name

    if output:
        check_file_name(output)
    target = output or campaign.removesuffix(SUFFIX) + _NAME_ENDS[audience]
    with open(campaign) as opened:
        made = build_campaign_tables(opened, target, audience, rebuild, _show_progress)
    total = made.computed + made.kept
    fights = "1 fight" if total == 1 else f"{total} fights"
    gone = f"; {made.gone} that are gone were removed" if made.gone else ""
    click.echo(f"{target}: {fights}, {made.computed} computed, {made.kept} as they were{gone}.")


_ENOUGH_FOR_BAR = 5
"""This many fights take long enough for a progress bar."""


def _show_progress(ids: list[str]) -> Iterable[str]:
    """Yield the fights, with a progress bar if there are many and standard error is a terminal."""
    if len(ids) < _ENOUGH_FOR_BAR or not sys.stderr.isatty():
        yield from ids
        return
    with click.progressbar(ids, label="Fights", file=sys.stderr) as bar:
        yield from bar
