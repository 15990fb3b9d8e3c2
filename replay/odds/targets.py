"""What an awaited die has to show: the score that is saved on, and the face that just passes. The
rules are asked: the play is followed with one face after another."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple, TypeAlias

from events.errors import Refused
from events.types.outcomes import CheckRolled, SaveRolled
from events.types.rolls import FACES, Asked
from replay.log.event_log import History
from replay.odds.declared import start_declared
from rulesets.core.courses import Known, Start, play_course
from rulesets.core.play import Faces, RequestGroup

MOST_DICE = 8
"""Of so many awaited dice the targets are found."""

_Check: TypeAlias = SaveRolled | CheckRolled


class Target(NamedTuple):
    """What a die is thrown against: `bound` is the last face that passes, from below or, if it is
    `high`, from above. `check` is the outcome with that face, by which an audience may know it."""

    score: str
    bound: int
    high: bool
    check: _Check


def find_targets(history: History) -> dict[Asked, Target]:
    """Return the targets of the awaited dice that decide a save or a check by themselves."""
    awaited = history.state(len(history)).awaited
    found: dict[Asked, Target] = {}
    if not awaited:
        return found
    with suppress(Refused):
        start = start_declared(history)
        for asked in awaited[:MOST_DICE]:
            # what the other dice show must not matter
            low, high = (_find_target(start, asked, is_high) for is_high in (False, True))
            if low is not None and high is not None and low[:3] == high[:3]:
                found[asked] = low
    return found


def _find_target(start: Start, asked: Asked, is_high: bool) -> Target | None:
    """Return the target of a die while all others show their lowest or highest face."""
    least, most = 1, FACES[asked.die]
    checks, others = (_play(start, asked, face, is_high) for face in (least, most))
    pairs = list(zip(checks, others, strict=False))
    at = next((at for at, pair in enumerate(pairs) if _are_of(asked, most, *pair)), None)
    if at is None or pairs[at][0].passed == pairs[at][1].passed:
        return None
    first, last = pairs[at]
    while most - least > 1:
        middle = (least + most) // 2
        check = _play(start, asked, middle, is_high)[at]
        if check.passed == first.passed:
            least, first = middle, check
        else:
            most, last = middle, check
    check, bound = (first, least) if first.passed else (last, most)
    score = check.score if isinstance(check, SaveRolled) else check.what
    return Target(score, bound, not first.passed, check)


def _are_of(asked: Asked, most: int, first: _Check, last: _Check) -> bool:
    """Return whether two checks are decided by a die that shows 1 in the first one, and its highest
    face in the other one."""
    every = zip((first, last), (1, most), strict=True)
    return all(
        (check.who, check.purpose) == (asked.by, asked.purpose) and _read_faces(check) == (face,)
        for check, face in every
    )


def _read_faces(check: _Check) -> tuple[int, ...]:
    return (check.face,) if isinstance(check, SaveRolled) else check.faces


def _play(start: Start, asked: Asked, face: int, is_high: bool) -> tuple[_Check, ...]:
    """Return the checks of a play in which a die shows a face."""

    def answer(group: RequestGroup, known: Known) -> Faces:
        return [
            tuple(
                shown or (FACES[die] if is_high else 1)
                for die, shown in zip(ask.dice, fallen, strict=True)
            )
            for ask, fallen in zip(group.asks, known, strict=True)
        ]

    _, checks = play_course(start._replace(fallen={**start.fallen, asked: face}), answer)
    return checks
