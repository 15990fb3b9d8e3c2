"""Completion of a line for prompt_toolkit: verbs, names, weapons, words of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from combatlog.app.session import Session
from combatlog.grammar.registry import complete_line, find_verb, keep_begun
from combatlog.terminal.prompt.recent_inputs import find_state_before, list_recent_inputs
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


class TableCompleter(Completer):
    """Suggests what may come next in a session: words of the present state, words of the state
    that a correction is about, or answers to the correction that waits."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the completions of the text before the cursor."""
        line = document.text_before_cursor
        fight = self._session.fight
        past = _PAST.fullmatch(line)
        completes = self._find_completion_kind(past.group(1)) if past else "words"
        if self._session.correcting is not None:
            yield from _replace(*_begin(line, _ANSWERS))
        elif past and completes in ("event", "correction") and past.group(4) is None:
            yield from self._complete_number(past.group(3), past.group(2) + past.group(3))
        elif past and completes == "correction":
            yield from _replace(*_suggest_correction(fight.history, int(past[4]), past[5]))
        elif completes == "branch":
            names = [branch.name for branch in fight.list_branches()]
            yield from _replace(*_begin(line.split(" ", 1)[1], names))
        else:
            yield from _replace(*complete_line(line, fight.state))

    def _find_completion_kind(self, word: str) -> str:
        """Return what completes a line with this verb (`Verb.completes`)."""
        game = self._session.fight.state.game
        try:
            return find_verb(word, load_ruleset(game.rules).lexicon(game)).completes
        except Refused:
            return "words"

    def _complete_number(self, begun: str, typed: str) -> Iterable[Completion]:
        """Yield the numbers of the last inputs, each with its words beside it."""
        for each in list_recent_inputs(self._session.fight.history):
            if (number := str(each.row.seq)).startswith(begun):
                yield Completion(number, -len(typed), display_meta=each.words)


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


def _replace(completions: list[str], unfinished: str) -> Iterable[Completion]:
    for text in completions:
        yield Completion(text, -len(unfinished))
