"""`combatlog table`: the prompt for play."""

from __future__ import annotations

import click

from combatlog.terminal.cli.options import by_option, campaign_option, fight_option
from combatlog.terminal.cli.play import session


@click.command("table")
@campaign_option
@fight_option
@by_option
def table_command(campaign: str | None, fight: str, by: str) -> None:
    """Open the prompt a referee uses during play."""
    import gc

    from combatlog.terminal.prompt.prompt import run

    gc.enable()  # an evening is long

    with session(campaign, fight, by) as at:
        run(at)
