"""`combatlog export` and `combatlog import`."""

from __future__ import annotations

import click

from combatlog.cli.options import (
    campaign_option,
    campaign_path,
)
from events.errors import CampaignError, Refused, Unreadable


@click.command("export")
@click.argument("fight", default="")
@click.option("--to", "form", type=click.Choice(["jsonl"]), default="jsonl", help="The format.")
@click.option("-o", "--output", default="-", metavar="FILE", help="A file; else standard output.")
@click.option("--force", is_flag=True, help="Replace the file if it exists (never a campaign).")
@click.option("-f", "--fight", "named", default="", metavar="FIGHT", help="The same as FIGHT.")
@click.option(
    "--at", type=int, metavar="SEQ", help="Up to the end of the command of this event; else all."
)
@campaign_option
def export_command(
    fight: str,
    form: str,
    output: str,
    force: bool,
    named: str,
    at: int | None,
    campaign: str | None,
) -> None:
    """Write a FIGHT (its number, id or title; else the latest) as JSON lines, losslessly.

    With -o nothing is written, and nothing replaced, where the export is refused.
    """
    from combatlog.campaign import open
    from combatlog.transfer import end_of_command, exported
    from combatlog.writing import write_whole

    if fight and named and fight != named:
        raise Refused(f"Both {fight} and {named} are named; name the one fight to be exported.")
    with open(campaign_path(campaign)) as opened:
        id = opened.find(fight or named).id
        head = opened.store.head(id).seq
        if at is not None and not 1 <= at <= head:
            raise Refused(f"There is no #{at}; this fight has #1 to #{head}.")
        if at is not None and (end := end_of_command(opened.store, id, at)) != at:
            click.echo(f"#{at} is within a command, and that ends with #{end}.", err=True)
        lines = exported(opened.store, id, at)
        if output == "-":
            for line in lines:
                click.echo(line)
        else:
            write_whole(output, lines, force)


@click.command("import")
@click.argument("file", default="-")
@campaign_option
def import_command(file: str, campaign: str | None) -> None:
    """Take in a fight from an exported FILE (`-`: standard input), whole or not at all."""
    from combatlog.campaign import open
    from combatlog.transfer import imported, lines_of

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
