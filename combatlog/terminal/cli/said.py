"""`combatlog said`: everything that somebody has said in a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    audience_option,
    campaign_option,
    find_campaign_path,
    json_option,
    print_json,
)
from combatlog.terminal.views.layout import echo

if TYPE_CHECKING:
    from projections.queries.visibility import Audience


@click.command("said")
@click.argument("name")
@audience_option("referee", "For players without hidden numbers.")
@json_option
@campaign_option
def said_command(name: str, audience: Audience, as_json: bool, campaign: str | None) -> None:
    """Show everything that NAME has said in a campaign: declarations, dice from the table, notes,
    undos and corrections, in all fights. People at the live table get theirs there, too."""
    from combatlog.app.campaign import open
    from combatlog.app.said import list_campaign

    with open(find_campaign_path(campaign)) as opened:
        fights = [*list_campaign(opened, name, audience)]
        title = opened.title
    if as_json:
        print_json({"name": name, "campaign": title, "fights": fights})
        return
    lines = []
    for fight in fights:
        lines.append(f"{fight['number']} {fight['title']}")
        for each in fight["said"]:
            lines.append(f"  #{each['seq']} {each['said']}")
    echo(lines or [f"Nothing in this campaign was said by {name}."])
