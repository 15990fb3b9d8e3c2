"""Rescues that give no hidden number away.

The numbers of strangers are replaced by others that every fight would be given: once very low, once
very high. What would have saved somebody is told only where both give the same answer, and the fall
as it happened. So the answer follows from what players know and have seen, whatever the strangers'
numbers are. No die of a stranger's is needed that never fell: it would tell of their weapons. What
is added to a weapon's die is known where players saw the die and what it came to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.plays import LinePlay
from replay.odds.stand_ins import HIGH, LOW, disguise, list_seen_flats
from replay.recap.falls import Fall
from replay.recap.hindsight import Budget, TooMany
from replay.recap.rescues import MOST_PLAYED, DiceRescues, Rescues, find_aid, find_dice, is_saved
from rulesets.core.courses import Unplayable, judge_by_rules

F = TypeVar("F")


def find_safe_rescues(
    history: History, plays: Sequence[LinePlay], fall: Fall, known: frozenset[str]
) -> Rescues | None:
    """Return what would have saved somebody, as far as it follows from the numbers of the `known`;
    None if nothing does. Armor is left out: it would have been worn against strangers from the
    start."""
    if fall.who not in known:
        return None
    hide = list_disguises(plays, known)

    def ask(find: Callable[[Callable[[FightState], None], Budget], F]) -> tuple[F, F] | None:
        """Return what is found with either disguise; None where it cannot be told."""
        answers: list[F] = []
        for each in hide:
            budget = Budget(MOST_PLAYED, known)
            try:
                if judge_by_rules(fall.play.start.seq, partial(is_saved, fall, each, budget)):
                    return None  # with these numbers they would not have fallen
                answers.append(judge_by_rules(fall.play.start.seq, partial(find, each, budget)))
            except (TooMany, Unplayable):
                return None
        low, high = answers
        return low, high

    dice = ask(lambda each, budget: find_dice(fall, each, budget))
    low, high = dice or (DiceRescues(), DiceRescues())
    agreed = DiceRescues(
        low.best if low.best == high.best else None, low.save if low.save == high.save else None
    )
    aids = ask(lambda each, budget: find_aid(history, plays, fall, each, budget))
    aid = aids[0] if aids and aids[0] == aids[1] else None
    if not any((agreed.best, agreed.save, aid)):
        return None
    die, save = agreed.best, agreed.other_save
    return Rescues(die, None, aid, ("armor",), save)


def list_disguises(
    plays: Sequence[LinePlay], known: frozenset[str]
) -> list[Callable[[FightState], None]]:
    """Return the ways to disguise all who are not `known`, in place: once with very low numbers,
    once with very high ones."""
    flats = list_seen_flats(plays)
    return [partial(disguise, known=known, number=each, flats=flats) for each in (LOW, HIGH)]
