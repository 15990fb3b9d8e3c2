"""`combatlog state`: the command that is called most, so it imports as little as possible."""

from __future__ import annotations

from contextlib import closing

import click

from combatlog.app.fight_list import find_fight
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
        format = store.format
        state = fold_line(store, id, head if at is None else at)
    if as_json:
        from projections.state.fight_state import dump_state

        print_json(dump_state(state))
        return
    from combatlog.terminal.views.state import render_seal, render_state

    lines = render_state(state)
    if at is None:
        from replay.audit.seals import make_fight_seal

        lines += render_seal(make_fight_seal(id, last, format))
    click.echo("\n".join(lines))
