"""`combatlog odds`: the chances of what is declared; of a fight that is over, how likely its rolls
were, and how it went against playouts."""

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
from combatlog.terminal.cli.progress import show_progress
from combatlog.terminal.cli.read import read_history
from combatlog.terminal.views.layout import echo
from events.errors import Refused

if TYPE_CHECKING:
    from projections.queries.visibility import Audience
    from replay.log.event_log import History

POLICY_NAMES = ("focus", "spread", "random")


@click.command("odds")
@click.argument("line", nargs=-1)
@campaign_option
@fight_option
@json_option
@audience_option("referee", "For players: without chances about those whose numbers are hidden.")
@click.option(
    "--playouts",
    type=click.IntRange(100, 1_000_000),
    default=10_000,
    show_default=True,
    metavar="COUNT",
    help="How many playouts.",
)
@click.option(
    "--policy",
    type=click.Choice(POLICY_NAMES),
    default="focus",
    show_default=True,
    help="How everybody fights in playouts of a fight that is over.",
)
@click.option(
    "--rolls", "rolls_only", is_flag=True, help="Of a fight that is over, only its rolls."
)
def odds_command(
    line: tuple[str, ...],
    campaign: str | None,
    fight: str,
    as_json: bool,
    audience: Audience,
    playouts: int,
    policy: str,
    rolls_only: bool,
) -> None:
    """Show the chances of what is declared, before a die falls; of a LINE, as if it were declared,
    too. Of a fight that is over, show how likely each roll was, and how the fight went against
    playouts of it.

    Chances are exact where the dice make at most 5,000 different courses; else from playouts, with
    an interval of 95 %. The secret of the fight's dice is not used, and nothing is recorded."""
    gc.enable()  # ten thousand playouts leave garbage
    history = read_history(campaign, fight, None)
    if not line and history.state(len(history)).ended:
        _print_recap(history, as_json, audience, playouts, policy, rolls_only)
    else:
        _print_odds(history, " ".join(line), as_json, audience, playouts)


def _print_odds(
    history: History, line: str, as_json: bool, audience: Audience, playouts: int
) -> None:
    from combatlog.app.odds import compute_odds_for, convert_odds, list_flats, start_line
    from combatlog.terminal.views.odds import render_odds
    from replay.odds.plays import list_plays

    start = start_line(history, line)
    with show_progress() as progress:
        flats = list_flats(list_plays(history), audience)
        odds = compute_odds_for(start, audience, playouts, progress=progress, flats=flats)
    if as_json:
        print_json(convert_odds(odds, audience))
    else:
        echo(render_odds(odds, audience))


def _print_recap(
    history: History,
    as_json: bool,
    audience: Audience,
    playouts: int,
    policy: str,
    rolls_only: bool,
) -> None:
    from combatlog.app.fight_odds import (
        compare_fight,
        convert_comparison,
        convert_rolls,
        find_readable_fight,
    )
    from combatlog.terminal.views.fight_odds import render_comparison, render_rolls

    if not as_json:
        echo(render_rolls(history, audience))
    recap, missing = None, ""
    if not rolls_only:
        try:
            played = find_readable_fight(history, audience)
            with show_progress() as progress:
                recap = compare_fight(played, policy, playouts, progress)
        except Refused as refused:
            missing = str(refused)
    if as_json:
        rolls = convert_rolls(history, audience)
        print_json({"rolls": rolls, "playouts": convert_comparison(recap) if recap else None})
    elif recap is not None:
        echo(render_comparison(recap))
    elif missing:
        echo([missing])
