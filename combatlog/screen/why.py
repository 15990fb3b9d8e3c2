"""Why a number is what it is, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from combatlog.grammar.match import choose
from combatlog.screen.text import table
from projections.why import Reason, why
from replay.history import History


def reasons(history: History, words: Sequence[str]) -> list[Reason]:
    """What made the number these words name: a combatant, then one of their scores. Raises
    `Refused` where they name none."""
    everybody = history.state(len(history)).combatants.values()
    one, used = choose(words, everybody, lambda one: one.name, "combatant")
    score, _ = choose(words[used:], one.scores, str, f"score of {one.name}")
    events = ((row.seq, row.event) for row in history.on_line(len(history)))
    return why(events, one.id, score)


def shown(history: History, words: Sequence[str]) -> list[str]:
    """One line a reason: the number from then on, what made it, and the event."""
    found = reasons(history, words)
    return table([[str(each.value), each.said, f"[#{each.seq}]"] for each in found])
