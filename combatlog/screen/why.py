"""Why a number is what it is, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from combatlog.grammar.match import choose
from combatlog.screen.text import table
from projections.why import Reason, why
from projections.words import amount
from replay.history import History


def reasons(history: History, words: Sequence[str]) -> list[Reason]:
    """What made the number these words name: a combatant, then one of their scores. Raises
    `Refused` where they name none."""
    return _reasons(history, words)[1]


def _reasons(history: History, words: Sequence[str]) -> tuple[str, list[Reason]]:
    """Which score it is, and what made it."""
    everybody = history.state(len(history)).combatants.values()
    one, used = choose(words, everybody, lambda one: one.name, "combatant")
    score, _ = choose(words[used:], one.scores, str, f"score of {one.name}")
    events = ((row.seq, row.event) for row in history.on_line(len(history)))
    return score, why(events, one.id, score)


def shown(history: History, words: Sequence[str]) -> list[str]:
    """One line a reason: the number (or die) from then on, what made it, and the event."""
    score, found = _reasons(history, words)
    game = history.state(len(history)).game
    return table([[amount(game, score, each.value), each.said, f"[#{each.seq}]"] for each in found])
