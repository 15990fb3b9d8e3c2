"""`combatlog recap`: who fell and what would have saved them, the damage, the missed chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    audience_option,
    print_json,
    reading_options,
)
from combatlog.terminal.cli.read import read_history
from combatlog.terminal.cli.rounds import rounds_option
from combatlog.terminal.views.layout import echo

if TYPE_CHECKING:
    from projections.queries.rounds import Rounds
    from projections.queries.visibility import Audience


@click.command("recap")
@reading_options
@audience_option("referee", "For players: without what tells a number of those they do not play.")
@rounds_option
def recap_command(
    campaign: str | None,
    fight: str,
    at: int | None,
    as_json: bool,
    audience: Audience,
    rounds: Rounds,
) -> None:
    """Show who fell, by which blows, and what would have saved them in the turn that felled them:
    another face of one die, the least armor worn from the start, or aid that was allowed. Then who
    left and why, and who came closest to falling; the damage by source, target, weapon, round and
    side; and the chances that were missed.

    Everything is played by the rules again with the dice as they fell. The secret of the dice is
    not used."""
    from combatlog.app.recap_as_data import convert_recap
    from combatlog.terminal.views.recap import render_recap

    history = read_history(campaign, fight, at)
    if as_json:
        print_json(convert_recap(history, audience, rounds))
    else:
        echo(render_recap(history, audience, rounds))
