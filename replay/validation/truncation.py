"""Whether a log is complete. If it was cut off, its last command may be incomplete; no later row
shows that, but the rules do."""

from __future__ import annotations

from collections.abc import Sequence

from events.store.envelope import Recorded
from events.types.log_events import Sealed
from events.types.outcomes import Overruled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.log.event_log import META_EVENTS, History
from rulesets.core.play import PlayRunner, TypedDice
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import find_other_version


def find_unfinished_command(rows: Sequence[Recorded]) -> int:
    """Return the seq of the first row of an incomplete last command, 0 if it is complete.

    The rows must have passed `check_structure`. Only the last declaration is played. A fight played
    by another version of the rules counts as complete.
    """
    if not rows or isinstance(rows[-1].event, META_EVENTS):
        return 0
    first = rows[-1].cmd
    if (
        isinstance(rows[-1].event, Sealed) and first == rows[-1].seq
    ):  # the event it is for is missing
        return first
    return first if _is_incomplete(rows) else 0


def _is_incomplete(rows: Sequence[Recorded]) -> bool:
    """Return whether the last declaration has more outcomes, or needs more dice, than were
    recorded."""
    history = History(rows)
    line = list(history.on_line(len(rows)))
    at = max(at for at, row in enumerate(line) if isinstance(row.event, Declaration))
    played, record = line[at], line[at + 1 :]
    if not at:
        return False
    before = history.state(line[at - 1].seq)
    if find_other_version(before.game) is not None:
        return False
    try:
        return _lacks_overruling(before, played, record) or _plays_on(history, played, record)
    except Exception:  # what the rules cannot play at all is not an unfinished command
        return False


def _lacks_overruling(before: FightState, played: Recorded, record: Sequence[Recorded]) -> bool:
    """Return whether the rules have more problems with a declaration than were recorded as
    overruled, and nothing else was recorded of it."""
    assert isinstance(played.event, Declaration), "only declarations are played"
    if not getattr(played.event, "overrule", ""):
        return False
    if not all(isinstance(row.event, Overruled) for row in record):
        return False
    return len(record) < len(load_ruleset(before.game.rules).check(before, played.event))


def _plays_on(history: History, played: Recorded, record: Sequence[Recorded]) -> bool:
    """Return whether the play of a declaration goes on after what is recorded of it."""
    assert isinstance(played.event, Declaration), "only declarations are played"
    state, following = history.state(played.seq), played.seq + 1 + len(record)
    told = [(row.seq, row.event) for row in record]
    performance = PlayRunner(state, played.seq, following, TypedDice(), told)
    performance.run(load_ruleset(state.game.rules).play(state, played.event, played.seq))
    return bool(performance.told)
