"""`combatlog compare`: two fights, or two lines of one, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    audience_option,
    campaign_option,
    fight_option,
    find_campaign_path,
    json_option,
    print_json,
)
from combatlog.terminal.views.layout import echo

if TYPE_CHECKING:
    from projections.queries.visibility import Audience


@click.command("compare")
@click.argument("points", nargs=-1, metavar="A [B]")
@campaign_option
@fight_option
@json_option
@audience_option("referee", "For players: without what shows the strength of others.")
def compare_command(
    points: tuple[str, ...], campaign: str | None, fight: str, as_json: bool, audience: Audience
) -> None:
    """Show two fights, or two lines of one, side by side: the losses and numbers of each side and
    of everybody in it, and the turning points.

    A and B are each an event of the fight (41), a branch (its end), or a fight: 2# is fight 2 as
    it stands, 2#41 its event 41; a title works, too. Without B: the fight as it stands. What
    happened differently, event by event, shows `combatlog diff`."""
    from combatlog.app.campaign import open
    from combatlog.app.positions import PointFinder
    from combatlog.app.side_by_side import convert_summary, summarize_line
    from combatlog.terminal.views.side_by_side import render_side_by_side
    from replay.log.event_log import History

    with open(find_campaign_path(campaign)) as opened:
        id = opened.find(fight).id
        finder = PointFinder(opened.store, id, History(opened.store.read(id)))
        one, other = (summarize_line(point, audience) for point in finder.find_pair(points))
    if as_json:
        print_json({"one": convert_summary(one), "other": convert_summary(other)})
    else:
        echo(render_side_by_side(one, other))
