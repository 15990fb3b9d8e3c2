"""Why a number is what it is, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from combatlog.grammar.facts import SPENT
from combatlog.grammar.match import choose, fit
from combatlog.screen.text import table
from events.errors import Refused
from projections.why import Reason, why, why_skill
from projections.words import amount
from replay.history import History
from rulesets.common.naming import listed


def reasons(history: History, words: Sequence[str]) -> list[Reason]:
    """What made the number these words name: a combatant, then one of their scores or skills;
    what is gone of a score (Fatigue) is asked for as that score. Raises `Refused` where they name
    none."""
    _, _, found = _reasons(history, words)
    return found


def _reasons(history: History, words: Sequence[str]) -> tuple[str, str, list[Reason]]:
    """What was asked for, the score or skill that it is, and what made that."""
    everybody = history.state(len(history)).combatants.values()
    one, used = choose(words, everybody, lambda one: one.name, "combatant")
    spent = {gone: of for gone, of in SPENT.items() if gone not in one.scores and of in one.scores}
    names = [*one.scores, *spent, *one.skills]
    asked = words[used:]
    if asked and not any(fit(asked, name) for name in names):
        raise Refused(f"{one.name} has no “{asked[0]}”; there is {listed(names)}.")
    named, _ = choose(asked, names, str, f"score of {one.name}")
    score = spent.get(named, named)
    events = ((row.seq, row.event) for row in history.on_line(len(history)))
    found = why if score in one.scores else why_skill
    return named, score, found(events, one.id, score)


def shown(history: History, words: Sequence[str]) -> list[str]:
    """One line a reason: the number (or die) from then on, what made it, and the event."""
    named, score, found = _reasons(history, words)
    game = history.state(len(history)).game
    rows = [[amount(game, score, each.value), each.said, f"[#{each.seq}]"] for each in found]
    heading = [] if named == score else [f"  {named} is what is gone of {score}:"]
    return heading + table(rows)
