"""Is a log all there? The last command of one that was cut off may be half of it; nothing comes
after it to say so, but the rules do."""

from __future__ import annotations

from collections.abc import Sequence

from events.history import Sealed
from events.rows import Recorded
from events.vocabulary import Declaration
from replay.history import ASIDE, History
from rulesets.dice import TypedDice
from rulesets.driver import Performance
from rulesets.registry import ruleset
from rulesets.shipped import other_version


def unfinished(rows: Sequence[Recorded]) -> int:
    """The seq of the first row of a last command that is not all there; 0 if it is whole. The
    rows are such as `check_structure` lets pass. Only the last declaration is played, and nothing
    is said of it under another version of the rules than the fight was played by."""
    if not rows or isinstance(rows[-1].event, ASIDE):
        return 0
    first = rows[-1].cmd
    if isinstance(rows[-1].event, Sealed) and first == rows[-1].seq:  # what it is for is missing
        return first
    return first if _goes_on(rows) else 0


def _goes_on(rows: Sequence[Recorded]) -> bool:
    """Do the rules tell more of the last declaration, or want dice, than was recorded of it?"""
    history = History(rows)
    line = list(history.on_line(len(rows)))
    at = max(at for at, row in enumerate(line) if isinstance(row.event, Declaration))
    played, record = line[at], line[at + 1 :]
    assert isinstance(played.event, Declaration), "it was chosen for that"
    state, following = history.state(played.seq), played.seq + 1 + len(record)
    if other_version(state.game) is not None:
        return False
    told = [(row.seq, row.event) for row in record]
    performance = Performance(state, played.seq, following, TypedDice(), told)
    try:
        performance.run(ruleset(state.game.rules).play(state, played.event, played.seq))
    except Exception:  # what does not follow from the rules at all is not half of something
        return False
    return bool(performance.told)
