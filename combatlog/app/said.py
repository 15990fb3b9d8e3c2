"""Everything that somebody has said in a campaign: declarations, dice from the table, notes, undos,
corrections. Somebody is found by their name, which stands with each event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from combatlog.app.campaign import Campaign
from events.store.envelope import Recorded
from events.types.log_events import BranchNamed, Corrected, HeadMoved, Noted
from events.types.names import fold_case
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.queries.number_words import tells_strangers_number
from projections.queries.visibility import Audience, sees_all
from replay.log.event_log import History
from replay.text.log_lines import UNTOLD, LogLine, describe_log_for, describe_row


class Saying(NamedTuple):
    """Something that somebody has said: its event and the time (UTC), in words, and as data; no
    data where the reader may not know it. `undone` has the reason where it was taken back, which
    may be empty; None where it stands."""

    seq: int
    at: str
    said: str
    event: dict[str, Any] | None
    undone: str | None


def list_said(campaign: Campaign, fight: str, name: str, audience: Audience) -> list[Saying]:
    """Return what somebody has said in a fight (an id), as an audience may read it. Their own notes
    and words they read, but for those that tell a number of whom players do not know."""
    history = History(campaign.store.read(fight))
    folded = fold_case(name)
    if not any(fold_case(row.by) == folded for row in history.rows):
        return []
    lines, hidden = describe_log_for(history, audience)
    own = [line for line in lines if fold_case(line.row.by) == folded and _is_said(line.row)]
    return [_view(history, line, audience, line.row.seq in hidden) for line in own]


def list_campaign(campaign: Campaign, name: str, audience: Audience) -> Iterator[dict[str, Any]]:
    """Yield what somebody has said in each fight of a campaign, as plain data; fights without any
    are left out."""
    for entry in campaign.fights():
        if said := list_said(campaign, entry.id, name, audience):
            yield {
                "id": entry.id,
                "number": entry.number,
                "title": entry.title,
                "said": [each._asdict() for each in said],
            }


def _is_said(row: Recorded) -> bool:
    """Return whether an event is what a person said: no outcome, no drawn die, and nothing that a
    correction repeats of what others have said."""
    if row.repeats is not None:
        return False
    if isinstance(row.event, Rolled):
        return row.event.draw is None
    return isinstance(row.event, Declaration | Noted | HeadMoved | Corrected | BranchNamed)


def _view(history: History, line: LogLine, audience: Audience, is_hidden: bool) -> Saying:
    row, text = line.row, line.text
    event: Any = row.event
    if is_hidden and isinstance(event, Noted) and not sees_all(audience):
        state = history.state(row.seq)
        is_hidden = tells_strangers_number(event.text, state)
        text = UNTOLD if is_hidden else describe_row(history, row, state, frozenset())
    data = None if is_hidden else msgspec.to_builtins(event)
    return Saying(row.seq, row.at, text, data, line.undone.why if line.undone else None)
