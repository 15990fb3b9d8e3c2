"""`combatlog webhook`: addresses that are told when a fight has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import campaign_option, json_option, print_json
from combatlog.terminal.views.layout import echo
from events.errors import Refused

if TYPE_CHECKING:
    from combatlog.server.webhooks import Webhooks


@click.command("webhook")
@click.argument("url", required=False)
@click.option("--remove", default="", metavar="ID", help="Remove the webhook with this id.")
@json_option
@campaign_option
def webhook_command(url: str | None, remove: str, as_json: bool, campaign: str | None) -> None:
    """Let the live table tell URL when a fight has ended, or list the webhooks. The secret that
    signs what is told is shown once. While the table of a file is open, do it on the referee's
    page."""
    from combatlog.terminal.cli.beside_table import hold_webhooks

    if url and remove:
        raise Refused("Either add a webhook or remove one.")
    with hold_webhooks(campaign) as (hooks, read_heads):
        if remove:
            hooks.remove(remove)
            echo([f"The webhook {remove} is told nothing more."])
            return
        if not url:
            _list(hooks, as_json)
            return
        made = hooks.add(url, read_heads())
    if as_json:
        print_json({"id": made.id, "place": made.place, "secret": made.secret})
        return
    echo([f"{made.place} is told when a fight has ended (webhook {made.id})."])
    echo([f"Its secret, shown this once: {made.secret}"])


def _list(hooks: Webhooks, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "id": each.id,
                    "place": each.place,
                    "waiting": len(each.pending),
                    "fault": each.fault,
                }
                for each in hooks
            ]
        )
        return
    lines = [f"{each.id}  {each.place}  {each.fault}".rstrip() for each in hooks]
    echo(lines or ["There are no webhooks."])
