"""How likely the results of a fight's rolls were.

Each play is repeated with its recorded dice. What of a roll's faces matters is what the rules tell
apart: whether a save passes, the value of a damage roll, who wins a contest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    ContestDecided,
    ContestRolled,
    SaveRolled,
    TargetsCounted,
)
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.plays import LinePlay, list_plays
from rulesets.core.courses import (
    MOST_COMPARISONS,
    Halt,
    Known,
    Start,
    Unplayable,
    judge_by_rules,
    list_throws,
    play_course,
)
from rulesets.core.play import DiceRequest, Faces, RequestGroup
from rulesets.definitions.shipped import is_newer

_AGAINST_EACH_OTHER = ("opposed", "melee", "defence")
"""The purposes of dice that are rolled against others of their group."""

_RESULTS = (SaveRolled, CheckRolled, AttackRolled, TargetsCounted, ContestRolled, ContestDecided)
"""The outcomes that say what a roll came to."""


_Row: TypeAlias = tuple[int, AnyEvent]
"""An event with its seq."""

_NONE = Fraction(0)


class LikelyRoll(NamedTuple):
    """A roll, and how likely its result was.

    `rows` are the outcomes that say what it came to, with their seqs; none where the dice are all
    there is to say. `chance` is that of the same result, None where there are too many throws to
    count. `or_more`, where the result is a number, is the chance of that or more. `state` is the
    fight after the input that it was rolled for.
    """

    asks: tuple[DiceRequest, ...]
    faces: Faces
    rows: tuple[_Row, ...]
    chance: Fraction | None
    or_more: Fraction | None
    state: FightState


def list_rolls(
    history: History, most: int = MOST_COMPARISONS, behind: int = 0
) -> Iterator[LikelyRoll]:
    """Yield every roll of the present line, in the order of play; of inputs with an event later
    than `behind`. A roll for which more than `most` throws are to be compared has no chance. What
    the present rules cannot play is left out, and a whole fight of a newer version of them."""
    if is_newer(history.state(len(history)).game):
        return
    for play in list_plays(history):
        if play.start.fallen and play.events[-1][0] > behind:
            with suppress(Unplayable):
                yield from judge_by_rules(play.start.seq, partial(_judge_play, play, most))


def _judge_play(play: LinePlay, most: int) -> list[LikelyRoll]:
    results = [each for each in play.events if isinstance(each[1], _RESULTS)]
    return list(_judge_groups(_list_groups(play.start), results, play.after, most))


class _Missing(Halt):
    """A die of the play has not fallen."""


_Thrown: TypeAlias = tuple[RequestGroup, Faces]


def _list_groups(start: Start) -> list[_Thrown]:
    """Return the groups of dice that a play has asked for, with the faces that fell."""
    groups: list[_Thrown] = []

    def answer(group: RequestGroup, known: Known) -> Faces:
        faces: Faces = list(known)
        if not all(map(all, faces)):
            raise _Missing
        groups.append((group, faces))
        return faces

    with suppress(_Missing):
        play_course(start, answer)
    return groups


def _judge_groups(
    groups: list[_Thrown], results: list[_Row], after: FightState, most: int
) -> Iterator[LikelyRoll]:
    left = list(results)
    for group, faces in groups:
        if any(ask.purpose in _AGAINST_EACH_OTHER for ask in group.asks):
            yield from _judge_together(group, faces, left, after, most)
        else:
            for ask, dice in zip(group.asks, faces, strict=True):
                rows = _take_results(left, [(ask, dice)])
                yield LikelyRoll((ask,), [dice], rows, *_find_chance(ask, dice, most), after)


def _take_results(
    left: list[_Row], thrown: Sequence[tuple[DiceRequest, tuple[int, ...]]]
) -> tuple[_Row, ...]:
    """Take the next outcome that says what each of these throws came to off the list."""
    taken: list[_Row] = []
    for ask, dice in thrown:
        row = next((row for row in left if _is_result(row[1], ask, dice)), None)
        if row is not None:
            left.remove(row)
            taken.append(row)
    return tuple(taken)


def _is_result(event: AnyEvent, ask: DiceRequest, dice: tuple[int, ...]) -> bool:
    match event:
        case SaveRolled() | CheckRolled():
            faces = (event.face,) if isinstance(event, SaveRolled) else event.faces
            return (event.who, event.purpose, faces) == (ask.by, ask.purpose, dice)
        case ContestRolled():
            return ask.purpose == "melee" and (event.who, event.faces) == (ask.by, dice)
        case AttackRolled():
            is_attack = ask.purpose in ("damage", "attack")
            return is_attack and (event.by, event.faces) == (ask.by, dice)
        case TargetsCounted():
            return ask.purpose == "targets" and event.by == ask.by
    return False


def _find_chance(
    ask: DiceRequest, fallen: tuple[int, ...], most: int
) -> tuple[Fraction | None, Fraction | None]:
    """Return how likely what matters of these faces was; where it is a number, also that or more.
    None if there are too many throws to tell apart."""
    throws = list_throws(RequestGroup((ask,)), most)
    if throws is None:
        return None, None
    key = _get_result(_tell_apart(ask, fallen))
    value = _get_number(key) if ask.alike is not None else None
    if value is None:
        alike = (part for [dice], part in throws if _get_result(_tell_apart(ask, dice)) == key)
        return sum(alike, _NONE), None
    numbers = [(_get_number(_tell_apart(ask, dice)) or 0, part) for [dice], part in throws]
    same = sum((part for number, part in numbers if number == value), _NONE)
    return same, sum((part for number, part in numbers if number >= value), _NONE)


def _tell_apart(ask: DiceRequest, faces: tuple[int, ...]) -> Hashable:
    return faces if ask.alike is None else ask.alike(faces)


def _get_result(key: Hashable) -> Hashable:
    """Return whether a save passed, where only that and a natural 20 matter; else the whole."""
    return key[0] if isinstance(key, tuple) and key and isinstance(key[0], bool) else key


def _get_number(key: Hashable) -> int | None:
    """Return the number that a result is or begins with, or None."""
    first = key[0] if isinstance(key, tuple) and key else key
    return first if isinstance(first, int) and not isinstance(first, bool) else None


def _judge_together(
    group: RequestGroup, fallen: Faces, left: list[_Row], after: FightState, most: int
) -> Iterator[LikelyRoll]:
    """Yield the results of dice that are rolled against each other: one for each check, or one for
    the whole contest."""
    assert group.alike is not None, "what is rolled against each other is told apart together"
    key = group.alike(fallen)
    throws = list_throws(group, most)
    pairs = list(zip(group.asks, fallen, strict=True))
    if isinstance(key, tuple) and all(isinstance(each, bool) for each in key):
        for at, row in enumerate(_take_checks(left, key)):
            event = row[1]
            assert isinstance(event, CheckRolled)
            if event.faces:
                both = (event.who, event.versus)
                asks, faces = zip(*(pair for pair in pairs if pair[0].by in both), strict=True)
                chance = _sum_alike(throws, group, key, at)
                yield LikelyRoll(asks, list(faces), (row,), chance, None, after)
        return
    rows = list(_take_results(left, pairs))
    if any(isinstance(event, ContestRolled) for _, event in rows):
        decided = next(row for row in left if isinstance(row[1], ContestDecided))
        left.remove(decided)
        rows.append(decided)
    chance = _sum_alike(throws, group, key)
    yield LikelyRoll(group.asks, fallen, tuple(rows), chance, None, after)


def _take_checks(left: list[_Row], passed: tuple[bool, ...]) -> list[_Row]:
    """Take the next checks with these results off the list, as they were rolled together."""
    checks = [row for row in left if isinstance(row[1], CheckRolled)]
    for at in range(len(checks)):
        taken = checks[at : at + len(passed)]
        if tuple(getattr(event, "passed", None) for _, event in taken) == passed:
            for row in taken:
                left.remove(row)
            return taken
    return []


def _sum_alike(
    throws: list[tuple[Faces, Fraction]] | None,
    group: RequestGroup,
    key: Any,
    at: int | None = None,
) -> Fraction | None:
    """Return how likely the throws with this result are, or with this part of it."""
    if throws is None:
        return None
    assert group.alike is not None, "what is rolled against each other is told apart together"
    results: list[tuple[Any, Fraction]] = [(group.alike(faces), part) for faces, part in throws]
    if at is not None:
        return sum((part for other, part in results if other[at] == key[at]), _NONE)
    return sum((part for other, part in results if other == key), _NONE)
