"""`combatlog odds`: the chances of what is declared."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    audience_option,
    campaign_option,
    fight_option,
    json_option,
    print_json,
)
from combatlog.terminal.cli.read import read_history
from combatlog.terminal.views.layout import echo

if TYPE_CHECKING:
    from projections.queries.visibility import Audience

PLAYOUTS = click.option(
    "--playouts",
    type=click.IntRange(100, 1_000_000),
    default=10_000,
    show_default=True,
    metavar="COUNT",
    help="How many playouts stand for courses that are too many.",
)


@click.command("odds")
@click.argument("line", nargs=-1)
@campaign_option
@fight_option
@json_option
@audience_option("referee", "For players: without chances about those whose numbers are hidden.")
@PLAYOUTS
def odds_command(
    line: tuple[str, ...],
    campaign: str | None,
    fight: str,
    as_json: bool,
    audience: Audience,
    playouts: int,
) -> None:
    """Show the chances of what is declared, before a die falls; of a LINE, as if it were declared,
    too.

    They are exact where the dice make at most 5,000 different courses; else from playouts, with an
    interval of 95 %. The secret of the fight's dice is not used, and nothing is recorded."""
    from combatlog.app.odds import convert_odds, start_line
    from combatlog.terminal.views.odds import render_odds
    from replay.odds.chances import compute_odds

    gc.enable()  # ten thousand playouts leave garbage
    start = start_line(read_history(campaign, fight, None), " ".join(line))
    odds = compute_odds(start, playouts)
    if as_json:
        print_json(convert_odds(odds, audience))
    else:
        echo(render_odds(odds, audience))
