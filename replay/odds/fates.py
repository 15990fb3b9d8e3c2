"""What became of everybody, added up over many courses of a fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from events.types.outcomes import CheckRolled, SaveRolled
from projections.state.fight_state import Combatant, FightState

End: TypeAlias = Literal["unhurt", "hurt", "down", "dead", "gone"]
"""What became of a combatant. `down`: in the fight, but felled; `gone`: out of it, alive."""

ENDS: tuple[End, ...] = ("unhurt", "hurt", "down", "dead", "gone")

_SHOWN_BY_FATES = ("critical", "effect-save", "scar-save", "morale", "defence")
"""The purposes of saves whose results show in what becomes of people."""


class Fate(NamedTuple):
    """What became of a combatant, and how: the condition that felled them, or the way they left."""

    end: End
    how: str = ""


class Check(NamedTuple):
    """A save or check that a course can have: who rolls on what, and against whom."""

    who: str
    what: str
    why: str
    versus: str = ""


class FateTally:
    """Adds up the fates of all combatants of a fight, their scores, and the saves and checks.

    Weights are whole numbers: 1 for each playout, or the number of throws that a course stands for.
    `total` is their sum.
    """

    def __init__(self, before: FightState, felled: Sequence[str]) -> None:
        self.total = 0
        self.fates: dict[str, Counter[Fate]] = {id: Counter() for id in before.combatants}
        self.scores: dict[str, dict[str, Counter[int]]] = {
            id: {score: Counter() for score in one.scores} for id, one in before.combatants.items()
        }
        self.rolled: Counter[Check] = Counter()
        self.passed: Counter[Check] = Counter()
        self._felled = felled
        self._before = before.combatants

    def add(
        self, weight: int, state: FightState, checks: Iterable[SaveRolled | CheckRolled]
    ) -> None:
        """Add a course: the fight after it, and its saves and checks."""
        self.total += weight
        for id, was in self._before.items():
            now = state.combatants[id]
            self.fates[id][find_fate(was, now, self._felled)] += weight
            for score, counts in self.scores[id].items():
                counts[now.scores[score]] += weight
        for check in checks:
            if check.purpose not in _SHOWN_BY_FATES:
                key = _name_check(check)
                self.rolled[key] += weight
                self.passed[key] += weight * check.passed

    def merge(self, other: FateTally) -> None:
        """Add what another tally of the same fight has added up."""
        self.total += other.total
        for id, fates in other.fates.items():
            self.fates[id].update(fates)
            for score, counts in other.scores[id].items():
                self.scores[id][score].update(counts)
        self.rolled.update(other.rolled)
        self.passed.update(other.passed)

    def list_touched(self) -> list[str]:
        """Return the ids of those to whom something can happen."""
        return [
            id
            for id, was in self._before.items()
            if len(self.fates[id]) > 1
            or any(len(counts) > 1 for counts in self.scores[id].values())
            or any(was.scores[score] not in counts for score, counts in self.scores[id].items())
        ]

    def count(self, who: str, end: End) -> int:
        """Return the weight of the courses with which a combatant ends so."""
        return sum(weight for fate, weight in self.fates[who].items() if fate.end == end)


def find_fate(was: Combatant, now: Combatant, felled: Sequence[str]) -> Fate:
    """Return what became of a combatant; `felled` are the conditions of those who are down."""
    if now.standing == "dead":
        return Fate("dead")
    if now.standing == "gone":
        return Fate("gone", now.how)
    if felling := now.find_felling(felled):
        return Fate("down", felling)
    is_hurt = len(now.wounds) > len(was.wounds) or any(
        now.scores[score] < value for score, value in was.scores.items()
    )
    return Fate("hurt" if is_hurt else "unhurt")


def _name_check(check: SaveRolled | CheckRolled) -> Check:
    if isinstance(check, SaveRolled):
        return Check(check.who, check.score, check.why or check.purpose)
    return Check(check.who, check.what, check.why or check.purpose, check.versus)
