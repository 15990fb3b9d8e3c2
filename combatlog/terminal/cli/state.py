"""`combatlog state`: the command that is called most, so it imports as little as possible."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from combatlog.app.fight_list import find_fight
from combatlog.terminal.cli.options import (
    audience_option,
    check_at,
    find_campaign_path,
    print_json,
    reading_options,
)
from events.errors import Unreadable
from events.store.opening import open_store
from projections.state.fold import fold_line

if TYPE_CHECKING:
    from events.store.protocol import Store
    from projections.queries.visibility import Audience
    from projections.state.fight_state import FightState


@click.command("state")
@reading_options
@audience_option("referee", "For players without the numbers of those they do not play.")
def state_command(
    campaign: str | None, fight: str, at: int | None, as_json: bool, audience: Audience
) -> None:
    """Show who is in the fight and how they are, now or at any event."""
    with closing(open_store(find_campaign_path(campaign))) as store:
        id = find_fight(store, fight)
        last = store.head(id)
        head = last.seq
        if not head:
            raise Unreadable("This fight has no events any more.")
        check_at(at, head)
        format = store.format
        seq = head if at is None else at
        state = (
            fold_line(store, id, seq)
            if audience == "referee"
            else _read_for_players(store, id, seq)
        )
    if as_json:
        from projections.queries.visible_state import dump_visible_state

        print_json(dump_visible_state(state, audience))
        return
    from combatlog.terminal.views.layout import echo
    from combatlog.terminal.views.state import render_seal, render_state

    lines = render_state(state, audience)
    if at is None:
        from replay.audit.seals import make_fight_seal

        lines += render_seal(make_fight_seal(id, last, format))
    echo(lines)


def _read_for_players(store: Store, id: str, seq: int) -> FightState:
    """Return the state at an event, without words that tell a stranger's number."""
    from replay.log.event_log import History
    from replay.text.redaction import redact_words

    return redact_words(History(store.read(id, upto=seq)), "players").state(seq)
