"""The courses that a play can take, by what its dice show.

A play cannot be forked, so it is run again for every course, with a prefix of dice. Faces that the
rules call alike (`DiceRequest.alike`, `RequestGroup.alike`) lead to one course, so one run stands
for all of them. No dice of a fight are drawn here: faces are enumerated, or come from a generator
of their own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from events.errors import Refused
from events.types.outcomes import CheckRolled, SaveRolled
from events.types.rolls import FACES, Asked
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from rulesets.core.play import DiceRequest, Faces, RequestGroup
from rulesets.core.registry import load_ruleset

MOST_COURSES = 5000
"""The most courses that are enumerated."""

MOST_COMPARISONS = 200_000
"""The most throws that are compared for an enumeration."""

Known: TypeAlias = Sequence[tuple[int, ...]]
"""By request, the faces that have fallen already, 0 for a die that has not."""


class Start(NamedTuple):
    """A declaration about to be played. `state` is the fight with it, `seq` its seq; `fallen` are
    the faces of those of its dice that have fallen."""

    state: FightState
    declaration: Declaration
    seq: int
    fallen: Mapping[Asked, int] = {}


class Course(NamedTuple):
    """A course of a play: how likely it is, the fight after it, and its saves and checks."""

    chance: Fraction
    state: FightState
    checks: tuple[SaveRolled | CheckRolled, ...]


T = TypeVar("T")


class Halt(Exception):
    """Ends a play, or what is found out by plays, before its end. No failure of the rules."""


class Unplayable(Refused):
    """The rules cannot play a declaration of a log, because it holds what they would never have
    recorded: other rules wrote it, or a person did."""


class _TooMany(Halt):
    """There are more courses than are enumerated."""


def list_courses(
    start: Start, most: int = MOST_COURSES, enumerator: Enumerator | None = None
) -> list[Course] | None:
    """Return every course of a play; None if there are more than `most`, or if telling them apart
    takes too long. Raise `Unplayable` as `play_course` does."""
    found: list[Course] = []
    waiting: deque[tuple[tuple[Faces, ...], Fraction]] = deque([((), Fraction(1))])
    enumerator = enumerator or Enumerator()
    try:
        while waiting:
            found.append(_follow_course(start, *waiting.popleft(), waiting, enumerator))
            if len(found) + len(waiting) > most:
                return None
    except _TooMany:
        return None
    return found


def _follow_course(
    start: Start,
    prefix: tuple[Faces, ...],
    chance: Fraction,
    waiting: deque[tuple[tuple[Faces, ...], Fraction]],
    enumerator: Enumerator,
) -> Course:
    """Follow one course to its end. Add those that branch off after the prefix to `waiting`."""
    path = list(prefix)
    at = 0

    def answer(group: RequestGroup, known: Known) -> Faces:
        nonlocal at, chance
        if at == len(path):
            (first, part), *others = enumerator.list_classes(group, known)
            waiting.extend(((*path, faces), chance * other) for faces, other in others)
            path.append(first)
            chance *= part
        at += 1
        return path[at - 1]

    state, checks = play_course(start, answer)
    return Course(chance, state, checks)


_Thrown: TypeAlias = tuple[tuple[int, ...], int]
"""The faces of one request, and how many throws are alike."""

_Throw: TypeAlias = tuple[Faces, int]
"""The faces of several requests, and how many throws are alike."""


def _join_throws(each: Iterable[tuple[_Thrown, ...]]) -> Iterator[_Throw]:
    for thrown in each:
        yield [dice for dice, _ in thrown], prod(count for _, count in thrown)


def _merge_alike(
    throws: Iterable[_Throw], alike: Callable[[Faces], Hashable] | None
) -> list[_Throw]:
    """Return the first of all throws that are alike, and how many they are."""
    found: dict[Hashable, _Throw] = {}
    for number, (faces, count) in enumerate(throws):
        key = number if alike is None else alike(faces)
        first, before = found.get(key, (faces, 0))
        found[key] = first, before + count
    return list(found.values())


class Enumerator:
    """Lists the throws of a group that differ, and counts how many it has compared, `most` at the
    most."""

    def __init__(self, most: int = MOST_COMPARISONS) -> None:
        self._most = most
        self._compared = 0

    def list_classes(self, group: RequestGroup, known: Known) -> list[tuple[Faces, Fraction]]:
        """Return one throw for each class of throws that are alike, and how likely the class is."""
        each = [
            self._list_faces(ask, fallen) for ask, fallen in zip(group.asks, known, strict=True)
        ]
        whole = prod(sum(count for _, count in classes) for classes in each)
        if group.alike is None or group.summary is None:
            self._count(prod(map(len, each)))
            thrown = _merge_alike(_join_throws(product(*each)), group.alike)
        else:
            thrown = self._fold_throws(each, group.alike, group.summary)
        return [(faces, Fraction(count, whole)) for faces, count in thrown]

    def _fold_throws(
        self,
        each: Sequence[list[_Thrown]],
        alike: Callable[[Faces], Hashable],
        summary: Callable[[Faces], Hashable],
    ) -> list[_Throw]:
        """Return the throws that differ, and how many are alike, from the first request to the
        last: of throws with the same summary, one is followed."""
        found: list[_Throw] = [([], 1)]
        for nth, classes in enumerate(each):
            self._count(len(found) * len(classes))
            longer = [
                ([*faces, dice], before * count)
                for faces, before in found
                for dice, count in classes
            ]
            found = _merge_alike(longer, summary if nth + 1 < len(each) else alike)
        return found

    def _list_faces(self, ask: DiceRequest, fallen: tuple[int, ...]) -> list[_Thrown]:
        """Return one throw of a request for each class, and how many throws are in it."""
        dice = [
            (face,) if face else range(1, FACES[die] + 1)
            for die, face in zip(ask.dice, fallen, strict=True)
        ]
        self._count(prod(map(len, dice)))
        found: dict[object, tuple[tuple[int, ...], int]] = {}
        for faces in product(*dice):
            key = faces if ask.alike is None else ask.alike(faces)
            first, before = found.get(key, (faces, 0))
            found[key] = first, before + 1
        return list(found.values())

    def _count(self, throws: int) -> None:
        self._compared += throws
        if self._compared > self._most:
            raise _TooMany


def list_throws(
    group: RequestGroup, most: int = MOST_COMPARISONS
) -> list[tuple[Faces, Fraction]] | None:
    """Return one throw of a group of dice for each class of throws that are alike, and how likely
    the class is; None if more than `most` throws are to be compared, or a die is unknown."""
    if not all(die in FACES for ask in group.asks for die in ask.dice):
        return None
    try:
        return Enumerator(most).list_classes(group, [(0,) * len(ask.dice) for ask in group.asks])
    except _TooMany:
        return None


def throw_at_random(random: Random) -> Callable[[RequestGroup, Known], Faces]:
    """Return a source of faces for `play_course`: dice that fall at random, but for those that have
    fallen."""
    draw = random.random

    def answer(group: RequestGroup, known: Known) -> Faces:
        return [
            tuple(
                [
                    face or int(draw() * FACES[die]) + 1
                    for die, face in zip(ask.dice, fallen, strict=True)
                ]
            )
            for ask, fallen in zip(group.asks, known, strict=True)
        ]

    return answer


def play_course(
    start: Start, answer: Callable[[RequestGroup, Known], Faces], own: bool = False
) -> tuple[FightState, tuple[SaveRolled | CheckRolled, ...]]:
    """Play a declaration with faces from `answer`. Return the fight after it, and the saves and
    checks that were rolled. The state is a copy, unless it is the caller's `own` to be changed.
    Raise `Unplayable` where the rules fail."""
    return judge_by_rules(start.seq, lambda: _play_to_its_end(start, answer, own))


def judge_by_rules(seq: int, judge: Callable[[], T]) -> T:
    """Return what `judge` returns, which asks the rules about event `seq` of a log; raise
    `Unplayable` where they fail."""
    try:
        return judge()
    except Halt:
        raise
    except Exception as error:  # rules may fail on what they would never have recorded
        raise Unplayable(
            f"The rules cannot play #{seq}. Perhaps another version of combatlog wrote this log;"
            " `combatlog audit` shows whether it is as it was recorded."
        ) from error


def _play_to_its_end(
    start: Start, answer: Callable[[RequestGroup, Known], Faces], own: bool
) -> tuple[FightState, tuple[SaveRolled | CheckRolled, ...]]:
    state = start.state if own else start.state.copied()
    play = load_ruleset(state.game.rules).play(state, start.declaration, start.seq)
    counts: dict[tuple[int, str, str, str], int] = {}
    following, checks = state.seq, []
    faces: Faces | None = None
    try:
        while True:
            step = next(play) if faces is None else play.send(faces)
            if isinstance(step, RequestGroup):
                faces = answer(step, _list_known(start, step.asks, counts))
                if state.round and step.asks[0].purpose != "opening":
                    state.rolled = True
            else:
                faces = None
                following += 1
                fold_one(state, following, step)
                if isinstance(step, SaveRolled | CheckRolled):
                    checks.append(step)
    except StopIteration:
        return state, tuple(checks)


def _list_known(
    start: Start, asks: Sequence[DiceRequest], counts: dict[tuple[int, str, str, str], int]
) -> Known:
    """Return the faces that have fallen. `counts` has how many equal dice were asked for before."""
    if not start.fallen:
        return [(0,) * len(ask.dice) for ask in asks]
    return [
        tuple(start.fallen.get(asked, 0) for asked in dice)
        for dice in identify_dice(start.seq, asks, counts)
    ]


def identify_dice(
    seq: int, asks: Sequence[DiceRequest], counts: dict[tuple[int, str, str, str], int]
) -> list[list[Asked]]:
    """Return each die of these requests, by request, in the play of event `seq`. `counts` has how
    many equal dice the play asked for before; it is kept up to date."""
    every = []
    for ask in asks:
        dice = []
        for die in ask.dice:
            same = (ask.root or seq, ask.by, ask.purpose, die)
            nth = counts[same] = counts.get(same, 0) + 1
            dice.append(Asked(same[0], ask.by, ask.purpose, die, nth))
        every.append(dice)
    return every
