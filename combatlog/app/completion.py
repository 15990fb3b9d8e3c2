"""The completion of a typed line: words of the present state, words of the state that a correction
is about, or answers to the correction that waits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from combatlog.app.fight import Fight
from combatlog.app.recent_inputs import find_state_before, list_recent_inputs
from combatlog.grammar.registry import complete_line, find_verb, keep_begun
from events.errors import Refused
from events.types.declarations import Join
from replay.log.event_log import History
from replay.log.line_inputs import find_input
from rulesets.core.registry import load_ruleset

_PAST = re.compile(r"\s*(\S+)\s+(?:(?:amend|strike|insert)\s+)?(?:(#?)([0-9]*)|#?([0-9]+)\s+(.*))")
"""A verb and the number of an event, as far as it is typed (groups 2 and 3), or the whole number
and what is said behind it (groups 4 and 5)."""

_ANSWERS = ("yes", "no", "full", "skip", "keep", "stop")
"""The answers to a correction that waits to be confirmed."""


class Suggestion(NamedTuple):
    """What may stand at the end of a line: its text, how many of the last characters it replaces,
    and a note beside it."""

    text: str
    replaces: int
    note: str = ""


def complete(fight: Fight, line: str, is_waiting: bool = False) -> Iterator[Suggestion]:
    """Yield what may come next on a line. `is_waiting`: a correction waits to be confirmed."""
    past = _PAST.fullmatch(line)
    completes = _find_completion_kind(fight, past.group(1)) if past else "words"
    if is_waiting:
        yield from _replace(*_begin(line, _ANSWERS))
    elif past and completes in ("event", "correction") and past.group(4) is None:
        yield from _complete_number(fight, past.group(3), past.group(2) + past.group(3))
    elif past and completes == "correction":
        yield from _replace(*_suggest_correction(fight.history, int(past[4]), past[5]))
    elif completes == "branch":
        names = [branch.name for branch in fight.list_branches()]
        yield from _replace(*_begin(line.split(" ", 1)[1], names))
    else:
        yield from _replace(*complete_line(line, fight.state))


def _find_completion_kind(fight: Fight, word: str) -> str:
    """Return what completes a line with this verb (`Verb.completes`)."""
    game = fight.state.game
    try:
        return find_verb(word, load_ruleset(game.rules).lexicon(game)).completes
    except Refused:
        return "words"


def _complete_number(fight: Fight, begun: str, typed: str) -> Iterator[Suggestion]:
    """Yield the numbers of the last inputs, each with its words beside it."""
    for each in list_recent_inputs(fight.history):
        if (number := str(each.row.seq)).startswith(begun):
            yield Suggestion(number, len(typed), each.words)


def _begin(line: str, words: Iterable[str]) -> tuple[list[str], str]:
    """Return the words that begin like the whole line, and the line, which they replace."""
    return keep_begun(words, line), line


def _suggest_correction(history: History, seq: int, rest: str) -> tuple[list[str], str]:
    """Suggest what could have been declared instead of an event. The fields of a sheet that joined
    are corrected like numbers that are `set`."""
    try:
        row = find_input(history, seq)
    except Refused:
        return [], ""
    if isinstance(row.event, Join) and not rest.startswith("join"):
        return complete_line(f"set {row.event.sheet.id} {rest}", history.state(row.seq))
    return complete_line(rest, find_state_before(history, row))


def _replace(completions: list[str], unfinished: str) -> Iterator[Suggestion]:
    for text in completions:
        yield Suggestion(text, len(unfinished))
