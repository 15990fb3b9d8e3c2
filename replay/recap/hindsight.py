"""A line played again by the rules with one declaration changed or added, and with the dice as they
fell. A die that never fell takes each of its faces, so what follows has a chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from events.types.declarations import FightStarted
from events.types.log_events import Skipped
from events.types.rolls import Asked, Rolled
from events.types.unions import Declaration, Outcome
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import History
from replay.odds.plays import LinePlay
from rulesets.core.courses import Course, Enumerator, Halt, Known, Start, list_courses
from rulesets.core.play import Faces, RequestGroup
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Problem

_ADDED = 2**40
"""What is added to the seq of an event for that of a declaration before it, which no log has."""


class TooMany(Halt):
    """More courses would have to be played than the budget allows."""


class _FallenDice(Enumerator):
    """An enumerator that needs every die of those who are not `known` to have fallen."""

    def __init__(self, known: frozenset[str]) -> None:
        super().__init__()
        self._known_people = known

    def list_classes(self, group: RequestGroup, known: Known) -> list[tuple[Faces, Fraction]]:
        for ask, faces in zip(group.asks, known, strict=True):
            if ask.by not in self._known_people and not all(faces):
                raise TooMany
        return super().list_classes(group, known)


class Budget:
    """How many courses may still be played. With `known`, no die of anybody else may be needed that
    never fell."""

    def __init__(self, courses: int, known: frozenset[str] | None = None) -> None:
        self._left = courses
        self._known = known

    def list_courses(self, start: Start, most: int) -> list[Course]:
        """Return every course of a play; raise `TooMany` if there are more than `most`, or more
        than are left."""
        most = min(most, self._left)
        enumerator = Enumerator() if self._known is None else _FallenDice(self._known)
        found = list_courses(start, most, enumerator) if most > 0 else None
        self._left -= most if found is None else len(found)
        if found is None:
            raise TooMany
        return found


class Hindsight(NamedTuple):
    """A change of a line: another declaration in the place of event `seq`, or one `added` before
    it."""

    seq: int
    declaration: Declaration
    added: bool = False


Branches: TypeAlias = list[tuple[Fraction, FightState]]
"""The states that a fight can have come to, each with its chance."""


def keep_numbers(state: FightState) -> None:
    """Leave a state as it is."""


def play_line_again(
    history: History,
    plays: Sequence[LinePlay],
    span: tuple[int, int],
    change: Hindsight | None,
    budget: Budget,
    disguise: Callable[[FightState], None] = keep_numbers,
) -> Branches:
    """Return how the line can stand after the last play of a span, had it been changed so. A
    declaration that is no longer possible, and was not overruled, is left out. `disguise` changes
    each state before it is played on. Raise `TooMany` if too many dice are needed that never
    fell."""
    before = max(row.seq for row in history.on_line(span[1]) if row.seq < span[0])
    branches: Branches = [(Fraction(1), history.state(before).copied())]
    return play_on(history, plays, branches, span, budget, change, disguise)


def play_on(
    history: History,
    plays: Sequence[LinePlay],
    branches: Branches,
    span: tuple[int, int],
    budget: Budget,
    change: Hindsight | None = None,
    disguise: Callable[[FightState], None] = keep_numbers,
) -> Branches:
    """Play the events of the line from the first to the last seq of a span in every branch."""
    dice = {play.start.seq: play.start.fallen for play in plays}
    for row in history.on_line(span[1]):
        event = row.event
        if row.seq < span[0] or isinstance(event, Outcome | Rolled):
            continue  # the rules give outcomes again
        for _, state in branches:
            disguise(state)
        if change is not None and row.seq == change.seq:
            if change.added:
                branches = _play(branches, row.seq + _ADDED, change.declaration, {}, budget)
            else:
                event = change.declaration
        if not isinstance(event, Declaration) or isinstance(event, Skipped):
            for _, state in branches:
                fold_one(state, row.seq, event)
        else:
            branches = _play(branches, row.seq, event, dice.get(row.seq, {}), budget)
    return branches


def _play(
    branches: Branches, seq: int, said: Declaration, dice: Mapping[Asked, int], budget: Budget
) -> Branches:
    """Play a declaration in every branch, with its dice as far as they fell."""
    after: Branches = []
    for chance, state in branches:
        start = _say(state, seq, said, dice)
        if start is None:
            after.append((chance, state))
            continue
        courses = budget.list_courses(start, MOST_BRANCHES)
        after += [(chance * course.chance, course.state) for course in courses]
    if len(after) > MOST_BRANCHES:
        raise TooMany
    return after


MOST_BRANCHES = 400
"""The most ways that are followed at once."""


def _say(state: FightState, seq: int, said: Declaration, dice: Mapping[Asked, int]) -> Start | None:
    """Return a declaration about to be played; None where it is not possible, and was not
    overruled."""
    problems = list_problems(state, said)
    if problems is None:
        return None
    fold_one(state, seq, said)
    for number, problem in enumerate(problems, start=seq + 1):
        fold_one(state, number, problem.overrule(getattr(said, "overrule", "")))
    return Start(state, said, seq, dice)


def list_problems(state: FightState, said: Declaration) -> list[Problem] | None:
    """Return the problems of a declaration that were overruled; None where it is not possible."""
    if isinstance(said, FightStarted):
        return []
    problems = load_ruleset(state.game.rules).check(state, said)
    why: str = getattr(said, "overrule", "")
    if problems and not (why and all(problem.overrulable for problem in problems)):
        return None
    return problems
