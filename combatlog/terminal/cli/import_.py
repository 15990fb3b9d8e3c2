"""`combatlog import`: a fight from an export."""

from __future__ import annotations

import click

from combatlog.terminal.cli.options import campaign_option, campaign_path
from events.errors import CampaignError, Unreadable


@click.command("import")
@click.argument("file", default="-")
@campaign_option
def import_command(file: str, campaign: str | None) -> None:
    """Take in a fight from an exported FILE (`-`: standard input), whole or not at all."""
    from combatlog.app.campaign import open
    from combatlog.files.jsonl import imported, lines_of

    with open(campaign_path(campaign)) as opened:
        try:
            with click.open_file(file, "rb") as stream:
                id = imported(opened.store, lines_of(stream))
        except CampaignError:
            raise
        except OSError as error:
            raise Unreadable(f"{file} cannot be read: {error.strerror}.") from None
        listed = opened.find(id)
    click.echo(f"{listed.title} is fight {listed.number} now ({listed.events} events).")
