"""Why a number is what it is: everything on the line that set it, in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from events.types import declarations as d
from events.types import outcomes as o
from events.types import statements as s
from events.types.corrections import Skipped
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.roll_phrases import harm_sum
from projections.text.words import Words, possessive, signed


class Reason(NamedTuple):
    """The event that set a number, its seq, the value from then on, and what it was; `blow` the
    last blow that they took before, and `attack` the declaration it came of (0: none). Of what
    somebody is in, and not how much, the value is 1 or 0; `text` is what is no number."""

    seq: int
    value: int
    said: str
    blow: int = 0
    attack: int = 0
    text: str = ""


def why(events: Iterable[tuple[int, AnyEvent]], who: str, score: str) -> list[Reason]:
    """What made a combatant's score, from joining on: a fold that watches one field."""
    state = FightState()
    reasons: list[Reason] = []
    cause = ""
    blow = (0, 0)
    fresh = False
    for seq, event in events:
        fold(state, seq, (event,))
        words = Words(state)
        match event:
            case o.DamageDealt() if event.to == who:
                cause, blow, fresh = blow_words(event, words), (seq, event.attack), True
                continue
            case d.Join() if event.sheet.id == who:
                value = state.combatants[who].scores[score]
                reasons.append(Reason(seq, value, f"joined with {words.amount(score, value)}"))
            case o.ScoreChanged() if (event.who, event.score) == (who, score):
                said = event.why or cause or "the rules"
                if event.why and fresh and event.why not in cause:
                    said = f"{event.why}: {cause}"
                reasons.append(Reason(seq, event.now, f"{_change(event, words)}, {said}", *blow))
            case o.MaximumChanged() if (event.who, event.score) == (who, score):
                value = state.combatants[who].scores[score]
                source = event.why or cause or "the rules"
                change = f"maximum {_change(event, words)}, {source}"
                reasons.append(Reason(seq, value, change, *blow))
            case s.SetScore() if (event.who, event.score) == (who, score):
                value = state.combatants[who].scores[score]
                said = f"set: {event.why or 'no reason given'}"
                if event.now is None:  # a maximum that is stated may lower the score along
                    said = f"maximum {words.amount(score, event.maximum or 0)}, {said}"
                if event.now is not None or (reasons and reasons[-1].value != value):
                    reasons.append(Reason(seq, value, said))
            case Skipped() if reasons and _is_about(event.input, who, score):
                how = "struck out" if event.struck else "skipped"
                value = state.combatants[who].scores[score]
                reasons.append(Reason(seq, value, f"{how}: {event.why}"))
        fresh = False
    return reasons


def _is_about(declaration: Declaration, who: str, score: str) -> bool:
    """Would it change somebody's score, if it had not been left out?"""
    match declaration:
        case d.Attack():
            return any(aim.target == who for aim in declaration.targets)
        case d.Harm():
            return who in declaration.who
        case s.SetScore():
            return (declaration.who, declaration.score) == (who, score)
    return False


def why_skill(events: Iterable[tuple[int, AnyEvent]], who: str, skill: str) -> list[Reason]:
    """What made what a skill adds: joining with it, or somebody's word."""
    reasons: list[Reason] = []
    for seq, event in events:
        match event:
            case d.Join() if event.sheet.id == who and skill in event.sheet.skills:
                value = event.sheet.skills[skill]
                reasons.append(Reason(seq, value, f"joined with {signed(value)}"))
            case s.SetSkill() if (event.who, event.skill) == (who, skill):
                reasons.append(Reason(seq, event.now, f"set: {event.why or 'no reason given'}"))
    return reasons


def _change(event: o.ScoreChanged | o.MaximumChanged, words: Words) -> str:
    was, now = words.amount(event.score, event.was), words.amount(event.score, event.now)
    return f"{was} → {now}"


def blow_words(event: o.DamageDealt, words: Words) -> str:
    """“Wolf's bite: 2 × 4 = 8”, “a falling rock: 5”."""
    source = event.why or "harm"
    if event.by:
        source = f"{possessive(words.name(event.by))} {event.weapon}"
    return f"{source}: {harm_sum(event)}"
