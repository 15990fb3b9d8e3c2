"""`combatlog stats`: a fight in numbers."""

from __future__ import annotations

import click

from combatlog.cli.options import reading
from combatlog.cli.read import history_of, print_json
from combatlog.screen.text import echo


@click.command("stats")
@reading
def stats_command(campaign: str | None, fight: str, at: int | None, as_json: bool) -> None:
    """Show what everybody dealt, took and absorbed, their saves, kills and dice, and where the
    fight turned; always of the line as it stands, corrected."""
    from combatlog.plain import plain
    from combatlog.screen.stats import of, shown

    history = history_of(campaign, fight, at)
    if not as_json:
        echo(shown(history))
        return
    found = of(history)
    print_json(
        {
            "combatants": found.combatants,
            "players": found.players,
            "turns": plain(found.turns),
        }
    )
