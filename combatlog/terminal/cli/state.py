"""`combatlog state`: the command that is called most, so it imports as little as possible."""

from __future__ import annotations

from contextlib import closing

import click

from combatlog.app.fight_list import find_fight
from combatlog.app.fight_seal import describe_seal
from combatlog.terminal.cli.options import (
    check_at,
    find_campaign_path,
    print_json,
    reading_options,
)
from events.errors import Unreadable
from events.store.campaign_file import open_campaign
from projections.state.fold import fold_line


@click.command("state")
@reading_options
def state_command(campaign: str | None, fight: str, at: int | None, as_json: bool) -> None:
    """Show who is in the fight and how they are, now or at any event."""
    with closing(open_campaign(find_campaign_path(campaign))) as store:
        id = find_fight(store, fight)
        last = store.head(id)
        head = last.seq
        if not head:
            raise Unreadable("This fight has no events any more.")
        check_at(at, head)
        state = fold_line(store, id, head if at is None else at)
    if as_json:
        from projections.state.fight_state import dump_state

        print_json(dump_state(state))
        return
    from combatlog.terminal.views.state import render_state

    seal = [describe_seal(id, last)] if at is None else []
    click.echo("\n".join([*render_state(state), *seal]))
