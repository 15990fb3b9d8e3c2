"""`combatlog backup`."""

from __future__ import annotations

import os

import click

from combatlog.terminal.cli.options import SUFFIX, campaign_option, find_campaign_path


@click.command("backup")
@click.argument("file")
@campaign_option
def backup_command(file: str, campaign: str | None) -> None:
    """Copy the campaign to a new FILE, also while a prompt is open.

    The copy is compared with the campaign (the seal of every fight, the tables) before it gets its
    name. A file that exists is never replaced. Exit code 1 if the campaign is damaged.
    """
    from combatlog.files.backup import back_up
    from events.store.campaign_file import open_campaign

    path = find_campaign_path(campaign)
    target = file if os.path.splitext(file)[1] or os.path.isdir(file) else file + SUFFIX
    store = open_campaign(path)
    try:
        made = back_up(store, target)
    finally:
        store.close()
    fights = "1 fight" if made.fights == 1 else f"{made.fights} fights"
    events = "1 event" if made.events == 1 else f"{made.events} events"
    click.echo(f"{target} is a copy of {path}, compared: {fights}, {events}.")
