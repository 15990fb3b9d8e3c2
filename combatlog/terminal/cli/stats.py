"""`combatlog stats`: the statistics of a fight, or of all fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from combatlog.terminal.cli.options import (
    audience_option,
    find_campaign_path,
    print_json,
    reading_options,
)
from combatlog.terminal.cli.read import read_history
from combatlog.terminal.cli.rounds import rounds_option
from combatlog.terminal.views.layout import echo
from events.errors import Refused
from projections.queries.rounds import WHOLE, Rounds

if TYPE_CHECKING:
    from projections.queries.statistics import Statistics, Tally
    from projections.queries.visibility import Audience


@click.command("stats")
@reading_options
@audience_option("referee", "For players: without what shows the armor and strength of others.")
@click.option(
    "--all", "everything", is_flag=True, help="All fights together, by player and by person."
)
@rounds_option
def stats_command(
    campaign: str | None,
    fight: str,
    at: int | None,
    as_json: bool,
    audience: Audience,
    everything: bool,
    rounds: Rounds,
) -> None:
    """Show who dealt and took the most, the hardest blow, first blood, the luckiest and the
    unluckiest die; what each combatant rolled and what armor left of it, what the blows at them
    came to and left, what was lost by it, whom they felled and killed, their saves and dice, and
    the turning points of the fight. The numbers are those of the present, corrected line, with all
    that the referee knows unless you give --for players.

    Who dealt the most stands first. Players have rows of their own where somebody played several
    combatants. An attack with several targets counts once, and as a hit if it dealt damage to any;
    `recap` counts blows, one for each who was struck, and those that got through armor. Luck is how
    much better the dice were than average, ± how far that usually strays. With --all a combatant
    carried from one fight to the next is one person."""
    if everything and rounds != WHOLE:
        raise Refused("--all covers every fight as it stands; leave out --rounds, or --all.")
    if everything and (fight or at is not None):
        raise Refused("--all covers every fight as it stands; leave out -f and --at, or --all.")
    if everything:
        _print_campaign(campaign, as_json, audience)
        return
    from combatlog.app.highlights import list_highlights
    from combatlog.app.turning_points import describe_turning_point, find_turning_points
    from combatlog.terminal.views.stats import render_statistics
    from projections.queries.statistics import compute_statistics

    history = read_history(campaign, fight, at)
    if as_json:
        found = _convert_statistics(compute_statistics(history.line_events(), rounds), audience)
        turns = find_turning_points(history.line_events(), audience, rounds)
        found["turns"] = [
            {**turn._asdict(), "said": describe_turning_point(turn)} for turn in turns
        ]
        told = [
            {"kind": each.kind, "seq": each.seq, "said": each.said}
            for each in list_highlights(history, audience, rounds)
        ]
        print_json({**found, "highlights": told})
    else:
        echo(render_statistics(history, audience, rounds))


def _convert_statistics(statistics: Statistics, audience: Audience) -> dict[str, object]:
    """Return the statistics as data; hidden numbers are null."""
    from projections.queries.visibility import StatisticsVisibility

    unseen = StatisticsVisibility(statistics.state, audience, statistics.strangers)
    return {
        "combatants": {
            id: _convert_tally(tally, unseen.combatant(id), unseen.anybody())
            for id, tally in statistics.combatants.items()
        },
        "players": {
            name: _convert_tally(tally, unseen.player(name), unseen.anybody())
            for name, tally in statistics.players.items()
        },
    }


def _convert_tally(tally: Tally, hidden: bool, veiled: bool) -> dict[str, Any]:
    from msgspec import to_builtins

    from projections.queries.statistics import list_unknown

    plain: dict[str, Any] = to_builtins(tally)
    plain["luck"] |= {"spread": tally.luck.spread, "score": tally.luck.score}
    unknown = list_unknown(hidden, veiled)
    return {name: None if name in unknown else number for name, number in plain.items()}


def _print_campaign(campaign: str | None, as_json: bool, audience: Audience) -> None:
    from combatlog.app.campaign import open
    from combatlog.terminal.views.stats import render_campaign_stats, sum_campaign

    with open(find_campaign_path(campaign)) as opened:
        totals = sum_campaign(opened, audience)
    if not as_json:
        echo(render_campaign_stats(totals))
        return
    print_json(
        {
            "fights": totals.fights,
            "players": {
                key: {"fights": each.fights, **_convert_tally(each.tally, each.hidden, each.veiled)}
                for key, each in totals.players.items()
            },
            "people": {
                key: {
                    "name": each.name,
                    "player": each.player,
                    "fights": each.fights,
                    **_convert_tally(each.tally, each.hidden, each.veiled),
                }
                for key, each in totals.people.items()
            },
        }
    )
