"""`combatlog state`: the command that is called most, so it imports least."""

from __future__ import annotations

import click

from combatlog.cli.options import (
    at_option,
    campaign_option,
    campaign_path,
    fight_option,
    json_option,
)
from events.errors import Refused
from events.sqlite import open_campaign
from projections.fold import fold_line


@click.command("state")
@campaign_option
@fight_option
@at_option
@json_option
def state_command(campaign: str | None, fight: str, at: int | None, as_json: bool) -> None:
    """Show who is in the fight and how they are, now or at any event."""
    store = open_campaign(campaign_path(campaign))
    id = _fight_id(store.fights(), fight) or _found(store, fight)
    head = store.head(id).seq
    if at is not None and not 1 <= at <= head:
        raise Refused(f"There is no #{at}; this fight has #1 to #{head}.")
    state = fold_line(store, id, head if at is None else at)
    if as_json:
        import msgspec

        from projections.view import view

        click.echo(msgspec.json.format(msgspec.json.encode(view(state))).decode())
        return
    from combatlog.screen.state import full

    click.echo("\n".join(full(state)))


def _fight_id(ids: list[str], name: str) -> str:
    """The fight, where it can be told without reading any."""
    if not name and ids:
        return ids[-1]
    if name.isdigit() and 1 <= int(name) <= len(ids):
        return ids[int(name) - 1]
    return name if name in ids else ""


def _found(store: object, name: str) -> str:
    from combatlog.campaign import Campaign

    return Campaign(store).find(name).id  # type: ignore[arg-type]
