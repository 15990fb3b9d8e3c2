"""`combatlog upgrade`: a campaign of an older format as a new file."""

from __future__ import annotations

import os

import click

from combatlog.terminal.cli.options import (
    SUFFIX,
    by_option,
    campaign_option,
    diagnose_damage,
    find_campaign_path,
)


@click.command("upgrade")
@click.argument("new_file", default="")
@campaign_option
@by_option
def upgrade_command(new_file: str, campaign: str | None, by: str) -> None:
    """Copy a campaign of format 1 to a NEW_FILE of format 2; the old file stays as it is.

    Seals of the old campaign hold for the copy. Keys of commands (--key) start anew in it. Without
    NEW_FILE the name gets “.upgraded”.
    """
    path = find_campaign_path(campaign)
    target = new_file or f"{path.removesuffix(SUFFIX)}.upgraded{SUFFIX}"
    target = target if os.path.splitext(target)[1] else target + SUFFIX
    _upgrade(path, target, campaign=campaign, by=by)


@diagnose_damage
def _upgrade(path: str, target: str, *, campaign: str | None, by: str) -> None:
    from combatlog.files.upgrade import upgrade

    copied = upgrade(path, target, by)
    fights = f"{len(copied)} fight{'s' * (len(copied) != 1)}"
    events = sum(fight.events for fight in copied)
    click.echo(f"{target} is ready: {fights}, {events} events. {path} is as it was.")
