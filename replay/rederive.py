"""Playing a log again from its inputs and its dice: what was recorded has to come out once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.corrections import Corrected
from events.declarations import FightStarted
from events.errors import Refused, Unreadable
from events.outcomes import Overruled
from events.rows import Recorded
from events.vocabulary import AnyEvent, Declaration
from projections.fold import fold
from projections.state import FightState
from replay.history import ASIDE, History
from replay.scrutiny import Scrutiny
from rulesets.dice import TypedDice
from rulesets.driver import Performance
from rulesets.registry import ruleset


class Difference(NamedTuple):
    """A declaration, by its seq, of which the rules make something else than was recorded."""

    seq: int
    said: str


class _Play(NamedTuple):
    """A declaration and what was recorded of it on one line, the fight before it."""

    before: FightState
    row: Recorded
    record: tuple[Recorded, ...]


def rederived(history: History) -> Iterator[Difference]:
    """Every declaration of every line is checked and played again by today's rules, with the dice
    as they fell; what differs from the record is told, and where a correction says something
    again that was not so. Nothing told: it all follows."""
    yield from _altered(history)
    seen: set[tuple[int, ...]] = set()
    for end in _ends(history):
        for play in _plays(history, end):
            key = (play.row.seq, *(row.seq for row in play.record))
            if key not in seen:
                seen.add(key)
                said = _difference(play)
                if said:
                    yield Difference(play.row.seq, said)


def _altered(history: History) -> Iterator[Difference]:
    """Where a correction does not repeat what was said and thrown before it."""
    for row in history.rows:
        if isinstance(row.event, Corrected):
            last = history.command(row.seq)[1]
            for seq, said in _unlike(history, row, history.rows[row.seq : last]):
                yield Difference(seq, said)


def _unlike(
    history: History, corrected: Recorded, rows: Sequence[Recorded]
) -> Iterator[tuple[int, str]]:
    """The first row of a correction that is not as corrections are made."""
    at = corrected
    try:
        scrutiny = Scrutiny(history, corrected)
        state = history.state(corrected.parent)
        for at in rows:
            scrutiny.take(at, state)
            fold(state, at.seq, (at.event,))
        scrutiny.end()
    except Unreadable as reason:
        yield at.seq, str(reason)
    except Exception as error:  # rules may trip over what they would never have let in
        yield at.seq, f"its rules cannot say it again ({type(error).__name__})"


def _ends(history: History) -> list[int]:
    """The events that nothing follows, what was corrected among them: between them they have
    every line."""
    own = [row for row in history.rows if not isinstance(row.event, ASIDE)]
    followed = {history.position(row.parent) for row in own}
    return [row.seq for row in own if row.seq not in followed]


def _plays(history: History, tip: int) -> Iterator[_Play]:
    """The declarations of a line, each with everything up to the next one."""
    state = FightState()
    declared: Recorded | None = None
    before = state
    record: list[Recorded] = []
    for row in history.on_line(tip):
        if isinstance(row.event, Declaration):
            if declared is not None:
                yield _Play(before, declared, tuple(record))
            declared, record, before = row, [], state.copied()
        else:
            record.append(row)
        fold(state, row.seq, (row.event,))
    if declared is not None:
        yield _Play(before, declared, tuple(record))


def _difference(play: _Play) -> str:
    declaration = play.row.event
    assert isinstance(declaration, Declaration), "only declarations are played"
    if isinstance(declaration, FightStarted):
        return ""
    try:
        return _checked(play, declaration) or _played(play, declaration)
    except Refused as refused:
        return str(refused)
    except Exception as error:  # rules may trip over what they would never have let in
        return f"its rules cannot play it ({type(error).__name__})"


def _checked(play: _Play, declaration: Declaration) -> str:
    """Would it be recorded like this today, and overruled as it was?"""
    rules = ruleset(play.before.game.rules)
    if rules.prepare(play.before, declaration) != declaration:
        return "it would be recorded otherwise"
    reason: str = getattr(declaration, "overrule", "")
    problems = rules.check(play.before, declaration)
    overruled = [row.event for row in play.record if isinstance(row.event, Overruled)]
    if overruled != [Overruled(each.clause, each.reason, reason) for each in problems]:
        return f"the rules object: {problems[0].reason}" if problems else "the rules do not object"
    return ""


def _played(play: _Play, declaration: Declaration) -> str:
    """Does the play tell what was recorded, with these dice, and no more?"""
    state = play.before.copied()
    seq = play.row.seq
    fold(state, seq, (declaration,))
    record: list[tuple[int, AnyEvent]] = []
    for row in play.record:
        if isinstance(row.event, Overruled):
            fold(state, row.seq, (row.event,))
        else:
            record.append((row.seq, row.event))
    performance = Performance(state, seq, seq + len(play.record) + 1, TypedDice(), record)
    performance.run(ruleset(state.game.rules).play(state, declaration, seq))
    return f"the rules tell more: {performance.told[0]}" if performance.told else ""
