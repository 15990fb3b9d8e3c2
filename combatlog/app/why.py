"""Questions why a value of a combatant is what it is, and the reasons that answer them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from combatlog.grammar.scanner import SPENT, choose, match_name
from events.errors import Refused
from events.store.envelope import check_seq
from events.types.names import join_words
from projections.queries.causes import (
    CHOICES,
    TRAITS,
    Reason,
    explain_score,
    explain_skill,
    explain_trait,
    list_maximum_names,
)
from projections.queries.condition_causes import (
    explain_condition,
    list_all_conditions,
    list_standing_words,
)
from projections.state.fight_state import Combatant
from projections.text.words import format_score
from replay.log.event_log import History
from replay.text.cause_chain import Source, SourceFinder


class Question(NamedTuple):
    """A question about a combatant, and the reasons that answer it.

    `named` is what the user asked for, `field` what it means; a condition may also be a wound
    or a way to be out of the fight.
    """

    one: Combatant
    named: str
    kind: Literal["number", "trait", "condition"]
    field: str
    reasons: list[Reason]


class TracedReason(NamedTuple):
    """A reason, and the inputs and dice it comes from."""

    reason: Reason
    sources: list[Source]


def trace_reasons(history: History, words: Sequence[str]) -> list[TracedReason]:
    """Return the reasons for the value that the words name, with their sources.

    The words are a combatant's name, then a score (`max HP` for its maximum), a skill, a trait, a
    condition, a wound, or a way to be out of the fight (`dead`, `gone`, `fled`). What counts the
    loss of a score (Fatigue) means that score. `at SEQ` at the end asks for an earlier moment.
    Raises `Refused` if the words name nothing.
    """
    history, words = parse_moment(history, words)
    asked = parse_question(history, words)
    sources = SourceFinder(history)
    return [TracedReason(each, sources.find_sources(each, asked.one.id)) for each in asked.reasons]


def describe_value(history: History, asked: Question, reason: Reason) -> str:
    """Return a reason's value in words: a number, a text, yes or no."""
    if asked.kind == "number":
        return format_score(history.state(len(history)).game, asked.field, reason.value)
    if asked.kind == "trait":
        return reason.text or "none"
    return "yes" if reason.value else "no"


def parse_moment(history: History, words: Sequence[str]) -> tuple[History, Sequence[str]]:
    """Cut the history at the event that `at SEQ` names; return it with the other words."""
    if len(words) < 3 or words[-2].casefold() != "at":
        return history, words
    seq = check_seq(words[-1].removeprefix("#"), len(history))
    return History(history.rows[:seq]), words[:-2]


def parse_question(history: History, words: Sequence[str]) -> Question:
    """Return the question that the words ask. Raises `Refused` if they name nothing."""
    everybody = history.state(len(history)).combatants.values()
    one, used = choose(words, everybody, lambda one: one.name, "combatant")
    return ask_about(history, one, words[used:])


def ask_about(history: History, one: Combatant, asked: Sequence[str]) -> Question:
    """Return the question about a combatant that the words ask. Raises `Refused` if they name
    nothing of theirs."""
    events = [(row.seq, row.event) for row in history.on_line(len(history))]
    ever = [(row.seq, row.event) for row in history.rows]
    spent = {gone: of for gone, of in SPENT.items() if gone not in one.scores and of in one.scores}
    numbers = [*one.scores, *spent, *one.skills]
    states, standings = list_all_conditions(ever, one.id), list_standing_words(ever, one.id)
    groups = [numbers, list_maximum_names(one), states, [*standings], TRAITS, CHOICES]
    named = _choose_name(one, _put_maximum_first(asked), groups)
    if named in one.scores or named in spent:
        field = spent.get(named, named)
        return Question(one, named, "number", field, explain_score(events, one.id, field))
    if named in one.skills:
        return Question(one, named, "number", named, explain_skill(events, one.id, named))
    if named in states or named in standings:
        field = named if named in states else standings[named]
        return Question(one, named, "condition", field, explain_condition(events, one.id, field))
    return Question(one, named, "trait", named, explain_trait(events, one.id, named))


def _choose_name(one: Combatant, asked: Sequence[str], groups: Sequence[Sequence[str]]) -> str:
    """Choose the name that is asked for, from groups of names.

    A whole match comes first (choices apart, the last group), then a match in the first group that
    has one. Raises `Refused` if there is none.
    """
    numbers, _, states, _, *_ = groups
    if asked:
        for whole, among in ((True, groups[:-1]), (False, groups)):
            for names in among:
                fitting = [each for each in names if _match(asked, each, whole)]
                if fitting:
                    return choose(asked, fitting, str, f"score of {one.name}")[0]
        every = join_words([*numbers, *states, *TRAITS])
        raise Refused(f"{one.name} has no “{asked[0]}”; there is {every}.")
    return choose(asked, numbers, str, f"score of {one.name}")[0]


def _match(asked: Sequence[str], name: str, whole: bool) -> bool:
    match = match_name(asked, name)
    if match is None or not whole:
        return match is not None
    return match.whole and match.used == len(asked)


def _put_maximum_first(asked: Sequence[str]) -> list[str]:
    """Put the word for maximum first: `hp max` means `max hp`."""
    said = [word for word in asked if len(word) > 2 and "maximum".startswith(word.casefold())]
    rest = [word for word in asked if word not in said]
    return ["max", *rest] if said and rest else [*asked]
