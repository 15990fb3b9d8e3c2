"""What an undo or a redo takes back or brings back, in the words that somebody reads."""

from __future__ import annotations

from collections.abc import Sequence

from combatlog.app.results import Result
from combatlog.server.open_fight import OpenFight
from events.store.envelope import Entry, Recorded
from projections.queries.visibility import Audience
from replay.log.event_log import History

_WORDS = {"undone": "Taken back", "redone": "Brought back"}


def list_moved(
    history: History, position: int, moves: Sequence[Entry | Recorded], is_back: bool
) -> list[Recorded]:
    """Return the rows that stand for the commands between a position and where moves lead,
    oldest first."""
    to = moves[-1].parent or 0
    seqs = {position, *(each.parent or 0 for each in moves)} - {to if is_back else position}
    return [history.find_command_row(seq) for seq in sorted(seqs)]


def describe_moved(opened: OpenFight, result: Result, audience: Audience) -> list[str]:
    """Return a sentence about what a result took back or brought back; none for another result."""
    moves = [row for row in result.rows if row.parent is not None]
    if result.kind not in _WORDS or not moves:
        return []
    history = opened.fight.history
    position = history.position(moves[0].seq - 1)
    rows = list_moved(history, position, moves, result.kind == "undone")
    words = "; ".join(opened.feed(audience).find_words(row.seq) for row in rows)
    return [f"{_WORDS[result.kind]}: {words}."]
