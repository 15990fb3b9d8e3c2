"""Is a log all there? The last command of one that was cut off may be half of it; nothing comes
after it to say so, but the rules do."""

from __future__ import annotations

from collections.abc import Sequence

from events.store.envelope import Recorded
from events.types.log_events import Sealed
from events.types.outcomes import Overruled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.log.event_log import ASIDE, History
from rulesets.core.dice_sources import TypedDice
from rulesets.core.driver import Performance
from rulesets.core.registry import ruleset
from rulesets.definitions.shipped import other_version


def unfinished(rows: Sequence[Recorded]) -> int:
    """The seq of the first row of a last command that is not all there; 0 if it is whole. The
    rows are such as `check_structure` lets pass. Only the last declaration is played, and nothing
    is said of it under another version of the rules than the fight was played by."""
    if not rows or isinstance(rows[-1].event, ASIDE):
        return 0
    first = rows[-1].cmd
    if isinstance(rows[-1].event, Sealed) and first == rows[-1].seq:  # what it is for is missing
        return first
    return first if _is_incomplete(rows) else 0


def _is_incomplete(rows: Sequence[Recorded]) -> bool:
    """Do the rules tell more of the last declaration, or want dice, than was recorded of it?"""
    history = History(rows)
    line = list(history.on_line(len(rows)))
    at = max(at for at, row in enumerate(line) if isinstance(row.event, Declaration))
    played, record = line[at], line[at + 1 :]
    if not at:
        return False
    before = history.state(line[at - 1].seq)
    if other_version(before.game) is not None:
        return False
    try:
        return _lacks_overruling(before, played, record) or _plays_on(history, played, record)
    except Exception:  # what does not follow from the rules at all is not half of something
        return False


def _lacks_overruling(before: FightState, played: Recorded, record: Sequence[Recorded]) -> bool:
    """Do the rules object to more than was recorded as overruled, before anything else was?"""
    assert isinstance(played.event, Declaration), "only declarations are played"
    if not getattr(played.event, "overrule", ""):
        return False
    if not all(isinstance(row.event, Overruled) for row in record):
        return False
    return len(record) < len(ruleset(before.game.rules).check(before, played.event))


def _plays_on(history: History, played: Recorded, record: Sequence[Recorded]) -> bool:
    """Does the play, told again as far as it is recorded, go on?"""
    assert isinstance(played.event, Declaration), "only declarations are played"
    state, following = history.state(played.seq), played.seq + 1 + len(record)
    told = [(row.seq, row.event) for row in record]
    performance = Performance(state, played.seq, following, TypedDice(), told)
    performance.run(ruleset(state.game.rules).play(state, played.event, played.seq))
    return bool(performance.told)
