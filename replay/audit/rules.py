"""Whether the rules hold: each declaration of each line is played again with its recorded dice, and
its outcomes are compared with what was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from events.errors import Refused, Unreadable
from events.store.envelope import Recorded
from events.types.declarations import FightStarted, Join
from events.types.log_events import Corrected
from events.types.outcomes import Awaited, Overruled
from events.types.rolls import Asked, Rolled
from events.types.unions import OUTCOMES, AnyEvent, Declaration, is_declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold, fold_one
from replay.audit.plays import RecordedPlay, list_plays
from replay.log.event_log import History, walk
from replay.validation.correction_rules import CorrectionCheck
from rulesets.core.play import PlayRunner
from rulesets.core.registry import load_ruleset


class Difference(NamedTuple):
    """A declaration (`seq`) for which the rules give something else than was recorded, and what
    that is. If one outcome differs: the outcome `expected`, the one `recorded` (in event `at`), and
    the rule clauses behind them."""

    seq: int
    said: str
    expected: AnyEvent | None = None
    recorded: AnyEvent | None = None
    at: int = 0
    clauses: tuple[str, ...] = ()


def find_difference(play: RecordedPlay, is_prepared: bool = False) -> Difference | None:
    """Return the first difference between the recorded play and one by the rules, None if there is
    none. `is_prepared` says that the declaration is known to be as the rules would record it."""
    declaration, seq = play.row.event, play.row.seq
    assert is_declaration(declaration), "only declarations are played"
    if isinstance(declaration, FightStarted):
        return _compare_start(play)
    try:
        return _compare_check(play, declaration, is_prepared) or _compare_play(play, declaration)
    except Refused as refused:
        return Difference(seq, str(refused), clauses=(refused.clause,) if refused.clause else ())
    except Exception as error:  # rules may fail on events they would never have recorded
        return Difference(seq, f"the rules cannot play it ({type(error).__name__})")


def _compare_check(
    play: RecordedPlay, declaration: Declaration, is_prepared: bool
) -> Difference | None:
    """Compare how the declaration would be recorded and overruled now with how it was."""
    seq = play.row.seq
    rules = load_ruleset(play.before.game.rules)
    if not is_prepared and rules.prepare(play.before, declaration) != declaration:
        return Difference(seq, "the rules would record it differently")
    reason: str = getattr(declaration, "overrule", "")
    problems = rules.check(play.before, declaration)
    expected = [each.overrule(reason) for each in problems]
    overruled = [row for row in play.record if isinstance(row.event, Overruled)]
    for wanted, row in zip_longest(expected, overruled):
        if row is None or wanted != row.event:
            return _explain_overruled(seq, wanted, row)
    return None


def _explain_overruled(seq: int, wanted: Overruled | None, row: Recorded | None) -> Difference:
    """Return the difference between a problem that the rules have and the one that was
    overruled."""
    fault = f"the rules object: {wanted.problem}" if wanted else "the rules do not object"
    recorded = row.event if row is not None else None
    named = [each.clause for each in (wanted, recorded) if isinstance(each, Overruled)]
    at = row.seq if row is not None else 0
    return Difference(seq, fault, wanted, recorded, at, tuple(dict.fromkeys(named)))


def _compare_play(play: RecordedPlay, declaration: Declaration) -> Difference | None:
    """Play the declaration with its recorded dice, and compare the outcomes up to the first that
    differs."""
    if isinstance(declaration, Join) and not play.record and _plays_nothing(play, declaration):
        return None
    state, seq = _compute_state_after_check(play), play.row.seq
    dice = _DiceOfPlay(play.record)
    runner = PlayRunner(state, seq, seq + 1, dice)
    runner.run(load_ruleset(state.game.rules).play(state, declaration, seq))
    expected = [event for event in runner.events if type(event) in _COMPARED]
    recorded = [row for row in play.record if type(row.event) in _COMPARED]
    for wanted, row in zip_longest(expected, recorded):
        if row is None or wanted != row.event:
            return _explain_outcome(play, runner.events, wanted, row)
    if dice.left:
        row = dice.left[0]
        return Difference(
            seq, f"#{row.seq} is a die that the rules do not ask for", None, row.event, row.seq
        )
    return (
        _compare_awaited(play, runner.events)
        or _compare_waits(play, runner.groups)
        or _compare_order(play, runner.events)
    )


def _plays_nothing(play: RecordedPlay, declaration: Join) -> bool:
    """Return whether nothing follows from a join by the rules. No combatant is copied for that: a
    crowd may join one by one."""
    state, seq = play.before.copied_around(), play.row.seq
    fold_one(state, seq, declaration)
    return next(load_ruleset(state.game.rules).play(state, declaration, seq), None) is None


def _compare_start(play: RecordedPlay) -> Difference | None:
    """Return a difference if anything follows from the start of a fight: nothing may."""
    if not play.record:
        return None
    row = play.record[0]
    fault = "nothing follows from the start of a fight"
    return Difference(play.row.seq, fault, None, row.event, row.seq)


def _compare_awaited(play: RecordedPlay, events: list[AnyEvent]) -> Difference | None:
    """Check that the dice awaited at the end are exactly those that the rules ask for and that were
    not rolled. If none is awaited and the rules ask for one, it was removed."""
    expected = events[-1] if events and isinstance(events[-1], Awaited) else None
    asked: dict[Asked, Recorded] = {}
    for row in play.record:
        if isinstance(row.event, Awaited):
            asked |= dict.fromkeys(row.event.asks, row)
        elif isinstance(row.event, Rolled):
            asked.pop(row.event.asked, None)
    if set(expected.asks if expected is not None else ()) == set(asked):
        return None
    recorded = next(iter(asked.values()), None)
    event, at = (recorded.event, recorded.seq) if recorded is not None else (None, 0)
    fault = "other dice are awaited than the rules ask for" if asked else "dice are missing"
    return Difference(play.row.seq, fault, expected, event, at)


def _compare_waits(play: RecordedPlay, groups: Iterable[Sequence[Asked]]) -> Difference | None:
    """Check that each wait is for the dice of a group that had not fallen by then, in the order in
    which the play asks for them: typed dice answer them in this order."""
    group_of = {asked: group for group in groups for asked in group}
    fallen: set[Asked] = set()
    for row in play.record:
        if isinstance(row.event, Rolled):
            fallen.add(row.event.asked)
        elif isinstance(row.event, Awaited):
            group = group_of.get(row.event.asks[0], ())
            expected = replace(row.event, asks=tuple(each for each in group if each not in fallen))
            if expected != row.event:
                fault = "dice are awaited in another order than the rules ask for them"
                return Difference(play.row.seq, fault, expected, row.event, row.seq)
    return None


def _compare_order(play: RecordedPlay, events: list[AnyEvent]) -> Difference | None:
    """Check that each die stands between the same outcomes as in the play; dice of one group may
    come in any order."""
    recorded = [row.event for row in play.record]
    if _count_dice_groups(events) == _count_dice_groups(recorded) and not _is_wait_misplaced(
        recorded
    ):
        return None
    return Difference(play.row.seq, "a die is recorded at another place than where it is rolled")


def _is_wait_misplaced(recorded: Iterable[AnyEvent]) -> bool:
    """Return whether an outcome stands between a wait and a die that was awaited."""
    outcomes = 0
    waits: dict[Asked, int] = {}
    for event in recorded:
        if isinstance(event, Awaited):
            waits |= dict.fromkeys(event.asks, outcomes)
        elif isinstance(event, Rolled):
            if waits.pop(event.asked, outcomes) != outcomes:
                return True
        elif type(event) in _COMPARED:
            outcomes += 1
    return any(wait != outcomes for wait in waits.values())


def _count_dice_groups(events: Iterable[AnyEvent]) -> list[int]:
    """Return the number of dice before each outcome."""
    groups = [0]
    for event in events:
        if isinstance(event, Rolled):
            groups[-1] += 1
        elif type(event) in _COMPARED:
            groups.append(0)
    return groups


def _compute_state_after_check(play: RecordedPlay) -> FightState:
    """Return the state right after the declaration and its overruled problems."""
    state = play.before.copied()
    fold_one(state, play.row.seq, play.row.event)
    for row in play.record:
        if isinstance(row.event, Overruled):
            fold_one(state, row.seq, row.event)
    return state


def _explain_outcome(
    play: RecordedPlay,
    events: list[AnyEvent],
    expected: AnyEvent | None,
    row: Recorded | None,
) -> Difference:
    """Return the difference between two outcomes, with the clauses behind them. If no clause is
    known for these outcomes, it names those that the play used up to there."""
    state, until = _compute_state_after_check(play), [play.row.event]
    for event in events:
        fold_one(state, state.seq + 1, event)
        until.append(event)
        if event is expected:
            break
    recorded = row.event if row is not None else None
    shown = [event for event in (expected, recorded) if event is not None]
    clauses = _find_clauses(state, shown) or _find_clauses(state, until)
    fault = "the rules give more" if row is None else "the rules give less"
    if expected is not None and recorded is not None:
        fault = "the rules give another outcome"
    return Difference(play.row.seq, fault, expected, recorded, row.seq if row else 0, clauses)


def _find_clauses(state: FightState, events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """Return the clauses that these events show were used."""
    evidence = load_ruleset(state.game.rules).evidence(state.game)
    every = list(events)
    return tuple(id for id, shows in evidence.items() if any(shows(state, e) for e in every))


_COMPARED = frozenset(OUTCOMES) - {Awaited, Overruled}
"""The outcomes to compare; waits and overruled problems are compared apart."""


class _DiceOfPlay:
    """The source of a play's dice as recorded, each as often as it was."""

    def __init__(self, record: Iterable[Recorded]) -> None:
        self.left = [row for row in record if isinstance(row.event, Rolled)]

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        for at, row in enumerate(self.left):
            if isinstance(row.event, Rolled) and row.event.asked == asked:
                del self.left[at]
                return row.event
        return None


class _DiceInOrder:
    """The source of a play's dice in the order recorded, as long as they are those asked for."""

    def __init__(self, recorded: Iterable[AnyEvent]) -> None:
        self._left = (event for event in recorded if isinstance(event, Rolled))

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        rolled = next(self._left, None)
        return rolled if rolled is not None and rolled.asked == asked else None


def find_differences(history: History, is_sound: bool = False) -> Iterator[Difference]:
    """Yield every difference between the log and the rules, none if everything follows.

    Every declaration on every line is checked and played again with its recorded dice, by the
    present rules. Corrections that do not repeat what was recorded before them are reported, too.
    `is_sound` says that the log has passed `check_structure`: then its corrections, and the form of
    its declarations, have been checked.
    """
    if not is_sound:
        yield from _find_correction_faults(history)
    plays = list_plays(history)
    play = next(plays, None)
    while play is not None:
        found, after = _judge_play(history, play, is_sound)
        if found is not None:
            yield found
        try:
            play = plays.send(after)
        except StopIteration:
            return


def _judge_play(
    history: History, play: RecordedPlay, is_sound: bool
) -> tuple[Difference | None, FightState | None]:
    """Return the first difference of a play, and a state of its line for the walk to go on with if
    it was played on the one before it."""
    if not play.free or not _is_played_through(play):
        return find_difference(play, is_sound), None
    if _follows(play, is_sound):
        return None, play.before
    before = history.state(play.row.parent)
    return find_difference(play._replace(before=before), is_sound), before


def _is_played_through(play: RecordedPlay) -> bool:
    """Return whether a declaration was played without a wait for dice, and without an event about
    the log in between."""
    record = play.record
    if isinstance(play.row.event, FightStarted):
        return False
    if record and record[-1].seq - play.row.seq != len(record):
        return False
    return not any(type(row.event) is Awaited for row in record[:-1])


def _follows(play: RecordedPlay, is_prepared: bool) -> bool:
    """Play a declaration on the state before it; return whether that gives exactly what was
    recorded, in its order. Then the state is the one after it. Else it is of no more use, and
    `find_difference` has to say whether anything is wrong."""
    state, declaration, seq = play.before, play.row.event, play.row.seq
    assert is_declaration(declaration), "only declarations are played"
    recorded = [row.event for row in play.record]
    try:
        rules = load_ruleset(state.game.rules)
        if not is_prepared and rules.prepare(state, declaration) != declaration:
            return False
        reason: str = getattr(declaration, "overrule", "")
        overruled = [each.overrule(reason) for each in rules.check(state, declaration)]
        if overruled != recorded[: len(overruled)]:
            return False
        for at, event in enumerate((declaration, *overruled)):
            fold_one(state, seq + at, event)
        played = recorded[len(overruled) :]
        runner = PlayRunner(state, seq, seq + 1 + len(overruled), _DiceInOrder(played))
        runner.run(rules.play(state, declaration, seq))
    except Exception:  # rules may fail on events they would never have recorded
        return False
    return runner.events == played


def _find_correction_faults(history: History) -> Iterator[Difference]:
    """Yield where a correction does not repeat the inputs and dice before it."""
    if not history.corrections:
        return
    for state, row in walk(history):
        if isinstance(row.event, Corrected):
            last = history.command(row.seq)[1]
            for seq, fault in _check_correction(
                history, row, history.rows[row.seq : last], state.copied()
            ):
                yield Difference(seq, fault)


def _check_correction(
    history: History, corrected: Recorded, rows: Sequence[Recorded], state: FightState
) -> Iterator[tuple[int, str]]:
    """Yield the first fault of a correction, if any; `state` is the fight before the input it
    changes."""
    at = corrected
    try:
        check = CorrectionCheck(history, corrected)
        for at in rows:
            check.check_row(at, state)
            fold(state, at.seq, (at.event,))
        check.check_end()
    except Unreadable as reason:
        yield at.seq, str(reason)
    except Exception as error:  # rules may fail on events they would never have recorded
        yield at.seq, f"the rules cannot repeat it ({type(error).__name__})"
