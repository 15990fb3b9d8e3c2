"""What rest brings back, gathered over several watches and told at once."""

from __future__ import annotations

from events.types.outcomes import ConditionEnded, ScoreChanged
from projections.text.words import Words


class Rests:
    """By who rests, what their scores were and what they are now; and the conditions that rest
    has ended, which are told behind the numbers."""

    def __init__(self) -> None:
        self.woken: list[ConditionEnded] = []
        self._scores: dict[str, dict[str, tuple[int, int]]] = {}

    def take(self, event: ScoreChanged) -> None:
        """A score that comes back, further than the watch before has brought it."""
        scores = self._scores.setdefault(event.who, {})
        was, _ = scores.get(event.score, (event.was, event.now))
        scores[event.score] = was, event.now

    def has(self, who: str, score: str = "") -> bool:
        """Has rest brought somebody this score, or anything, back?"""
        return who in self._scores and (not score or score in self._scores[who])

    def lines(self, words: Words) -> list[str]:
        """“Ada: STR 7 → 10, HP 0 → 4.”"""
        return [
            f"{words.name(who)}: {', '.join(told)}."
            for who, scores in self._scores.items()
            if (told := [_change(words, score, *change) for score, change in scores.items()])
        ]


def _change(words: Words, score: str, was: int, now: int) -> str:
    return f"{score} {words.amount(score, was)} → {words.amount(score, now)}"
