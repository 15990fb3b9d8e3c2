"""Whose fate in a play depends on the numbers of others: an exact chance of theirs tells these
numbers as well."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from events.types.rolls import FACES
from projections.state.fight_state import Combatant, FightState
from rulesets.core.courses import Known, Start, Unplayable, identify_dice, play_course
from rulesets.core.play import Faces, RequestGroup
from rulesets.core.registry import load_ruleset

_TIMES = 60
"""How often a play is repeated with other numbers."""

_MORE = 3
"""By how much the numbers differ."""

_SIZES = sorted(FACES.values())


def find_swayed(start: Start, others: Collection[str]) -> frozenset[str]:
    """Return the ids of those whose fate in a play depends on the numbers of `others`, and is none
    of theirs. Their numbers are raised and lowered, and the play is repeated with the same dice;
    everybody, if it cannot be played so."""
    rest = [id for id in start.state.combatants if id not in others]
    if not others or not rest:
        return frozenset()
    found: set[str] = set()
    try:
        changed = [_change_numbers(start, others, by) for by in (_MORE, -_MORE)]
        for number in range(_TIMES):
            if len(found) == len(rest):
                break
            expected = _play(start, number)
            for state in (_play(each, number) for each in changed):
                found.update(id for id in rest if _look(state, id) != _look(expected, id))
    except Unplayable:
        return frozenset(rest)
    return frozenset(found)


def _look(state: FightState, id: str) -> object:
    one = state.combatants[id]
    return one.scores, one.standing, one.how, one.wounds, one.conditions


def _change_numbers(start: Start, others: Collection[str], by: int) -> Start:
    state = start.state.copied()
    rules = load_ruleset(state.game.rules)
    dice = state.game.words.get("dice", "").split(", ")
    for id in others:
        one = state.combatants[id]
        names = [name for name in rules.rollable(state, one) if name not in one.scores]
        one.skills = {**dict.fromkeys(names, 0), **one.skills}
        _change(one, by, dice)
    return start._replace(state=state)


def _change(one: Combatant, by: int, dice: Collection[str]) -> None:
    """Change the numbers of a combatant; those of scores that are `dice`, into sizes that exist."""

    def move(numbers: dict[str, int]) -> dict[str, int]:
        return {
            name: _step(value, by) if name in dice and value in _SIZES else max(1, value + by)
            for name, value in numbers.items()
        }

    one.scores, one.maxima, one.skills = move(one.scores), move(one.maxima), move(one.skills)
    one.armor, one.shield = max(0, one.armor + by), max(0, one.shield + by)


def _step(size: int, by: int) -> int:
    at = _SIZES.index(size) + (1 if by > 0 else -1)
    return _SIZES[min(max(at, 0), len(_SIZES) - 1)]


def _play(start: Start, number: int) -> FightState:
    """Play a declaration with dice that depend on which they are alone, so that other dice that
    fall before change none of them."""
    counts: dict[tuple[int, str, str, str], int] = {}

    def answer(group: RequestGroup, known: Known) -> Faces:
        every = identify_dice(start.seq, group.asks, counts)
        return [
            tuple(
                face or Random(f"{number} {asked}").randint(1, FACES[asked.die])
                for asked, face in zip(dice, fallen, strict=True)
            )
            for dice, fallen in zip(every, known, strict=True)
        ]

    return play_course(start, answer)[0]
