"""What a rescue would have looked like: the log until the change, and the events that the rules
give from there to the end of the turn that felled somebody, or on to the end of its round.

The dice fall as they fell. A die that never fell shows a face that has nothing to do with the
fight's own dice: of the courses that save somebody, one is shown. Nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random

from msgspec.structs import replace

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.outcomes import Awaited
from replay.log.event_log import History
from replay.odds.plays import LinePlay
from replay.recap.falls import Fall
from replay.recap.hindsight import Hindsight, keep_numbers
from replay.recap.played_line import Disguise, LineDice, PlayedLine, Rerun
from replay.recap.rescues import (
    ArmorRescue,
    DieRescue,
    Rescue,
    find_first_blow,
    is_standing,
    list_aids,
)
from rulesets.core.courses import Halt, judge_by_rules

MOST_TRIES = 100
"""How often dice that never fell are thrown until somebody is saved."""


def play_rescue(
    history: History,
    plays: Sequence[LinePlay],
    fall: Fall,
    rescue: Rescue,
    *,
    disguise: Disguise = keep_numbers,
    known: frozenset[str] | None = None,
    beyond: bool = False,
) -> Rerun | None:
    """Return the line as a rescue would have changed it; None if it cannot be played. With `known`,
    no die of anybody else may be needed that never fell. `disguise` changes each state before it is
    played on, as in the search for rescues. The line ends with the turn that felled somebody, or
    `beyond` it with the round, as far as no die is needed that never fell."""
    for run in _list_runs(history, plays, fall, rescue):
        for number in range(MOST_TRIES):
            source = LineDice(plays, rescue, Random(number), known, beyond)
            try:
                rerun = judge_by_rules(fall.play.start.seq, partial(run, source, disguise))
            except (Halt, Refused):
                break
            if rerun is not None:
                return rerun
            if not source.has_thrown:
                break
    return None


def play_turn(
    history: History,
    plays: Sequence[LinePlay],
    play: LinePlay,
    die: DieRescue,
    beyond: bool = False,
) -> Rerun | None:
    """Return one turn with another face of a die, whatever comes of it; None if it cannot be
    played, or needs a die that never fell. `beyond` it goes on to the end of the round, as in
    `play_rescue`."""
    source = LineDice(plays, die, Random(0), None, beyond)
    line = PlayedLine(history.rows, play, "", lambda _: True, source, keep_numbers)
    try:
        rerun = judge_by_rules(play.start.seq, partial(line.run, history, play))
    except (Halt, Refused):
        return None
    return None if source.has_thrown else rerun


_Run = Callable[[LineDice, Disguise], Rerun | None]


def _list_runs(
    history: History, plays: Sequence[LinePlay], fall: Fall, rescue: Rescue
) -> Iterator[_Run]:
    """Yield the ways to play a rescue, each a function of the dice and of a disguise."""
    if isinstance(rescue, DieRescue):
        yield partial(_run, history, history.rows, fall, fall.play, None)
    elif isinstance(rescue, ArmorRescue):
        found = find_first_blow(plays, fall)
        first = next(play for play in plays if found and play.start.seq == found[1])
        rows = [_arm(row, fall.who, rescue.armor) for row in history.rows]
        yield partial(_run, history, rows, fall, first, None)
    else:
        before, first = next(
            (before, play) for before, play in pairwise(plays) if play.start.seq == rescue.seq
        )
        for aid, change in list_aids(before.after, first.start, fall.who):
            if aid.by in rescue.by:
                yield partial(_run, history, history.rows, fall, first, change)


def _run(
    history: History,
    rows: Sequence[Recorded],
    fall: Fall,
    first: LinePlay,
    change: Hindsight | None,
    dice: LineDice,
    disguise: Disguise,
) -> Rerun | None:
    line = PlayedLine(
        rows, fall.play, fall.who, lambda state: is_standing(state, fall), dice, disguise
    )
    return line.run(history, first, change)


def _arm(row: Recorded, who: str, armor: int) -> Recorded:
    """Return the row of a joining with so much armor; any other row as it is."""
    if not isinstance(row.event, Join) or row.event.sheet.id != who:
        return row
    return replace(row, event=replace(row.event, sheet=replace(row.event.sheet, armor=armor)))


def find_common(rerun: Rerun, plays: Sequence[LinePlay]) -> dict[int, int]:
    """Return which events behind the start of a rerun are as they were: their seqs in the log, by
    those they have now, as far as nothing is different."""
    recorded = (
        (seq, event)
        for play in plays
        for seq, event in ((play.start.seq, play.start.declaration), *play.events)
        if seq > rerun.start and not isinstance(event, Awaited)
    )
    common: dict[int, int] = {}
    for row, (seq, event) in zip(rerun.history.rows[rerun.start :], recorded, strict=False):
        if row.event != event:
            break
        common[row.seq] = seq
    return common
