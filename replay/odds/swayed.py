"""Whose fate in a play depends on the numbers of others: an exact chance of theirs tells these
numbers as well."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from events.types.rolls import FACES
from projections.state.fight_state import FightState
from replay.odds.stand_ins import HIGH, LOW, MIDDLE, Flats, disguise
from rulesets.core.courses import Known, Start, Unplayable, identify_dice, play_course
from rulesets.core.play import Faces, RequestGroup

_TIMES = 60
"""How often a play is repeated with other numbers."""


def disguise_start(
    start: Start, others: Collection[str], number: int = MIDDLE, flats: Flats | None = None
) -> Start:
    """Return a play in which the numbers of `others` are replaced by ones that stand in for them
    (`replay.odds.stand_ins`): what comes of it tells nothing of the true ones. With `flats`, that
    holds for what is added to the dice of their weapons as well."""
    if not others:
        return start
    state = start.state.copied()
    disguise(state, state.combatants.keys() - {*others}, number, flats)
    return start._replace(state=state)


def find_swayed(start: Start, others: Collection[str]) -> frozenset[str]:
    """Return the ids of those whose fate in a play depends on the numbers of `others`, and is none
    of theirs. The play is repeated with the same dice and with very low and very high numbers;
    everybody, if it cannot be played so. What is added to the dice of weapons stays as it is: the
    chances that players read do without it (`disguise_start`)."""
    rest = [id for id in start.state.combatants if id not in others]
    if not others or not rest:
        return frozenset()
    found: set[str] = set()
    try:
        changed = [disguise_start(start, others, number) for number in (LOW, HIGH)]
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
