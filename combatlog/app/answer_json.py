"""What a recording command answers with `--json`."""

from __future__ import annotations

from typing import Any

from combatlog.app.results import Result
from combatlog.app.session import Session
from events.store.envelope import Recorded
from replay.text.log_lines import describe_log


def encode_result(session: Session, result: Result) -> dict[str, Any]:
    """Return a result as plain data.

    - `kind`: what the line did (`ResultKind`); `head`: the last event of the fight now.
    - `events`: the rows that were recorded, as `log --json` has them, with their words.
    - `awaited`: the dice the fight waits for; the first is asked for first.
    - `told`: sentences for the table; `left_out`: whose turn ended without whom.
    """
    history = session.fight.history
    recorded = {row.seq for row in result.rows}
    lines = describe_log(history, False, len(history) - min(recorded) + 1) if recorded else []
    return {
        "kind": result.kind,
        "head": len(history),
        "events": [
            {**encode_row(line.row), "said": line.text}
            for line in lines
            if line.row.seq in recorded
        ],
        "awaited": session.fight.state.awaited,
        "told": result.told,
        "left_out": result.left_out,
    }


def encode_row(row: Recorded) -> dict[str, Any]:
    """Return a row of the log as plain data."""
    return {
        "seq": row.seq,
        "parent": row.parent,
        "cmd": row.cmd,
        "cause": row.cause,
        "repeats": row.repeats,
        "at": row.at,
        "by": row.by,
        "event": row.event,
        "digest": row.digest.hex(),
    }
