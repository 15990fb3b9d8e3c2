"""What could come next on the line, for prompt_toolkit."""

from __future__ import annotations

import re
from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from combatlog.app.session import Session
from combatlog.grammar.completion import keep_begun, suggest
from combatlog.grammar.registry import find_verb
from combatlog.terminal.prompt.recent_inputs import find_state_before, list_recent_inputs
from events.errors import Refused
from events.types.declarations import Join
from replay.log.event_log import History
from replay.log.line_inputs import meant
from rulesets.core.registry import ruleset

_PAST = re.compile(r"\s*(\S+)\s+(?:(?:amend|strike|insert)\s+)?(?:(#?)([0-9]*)|#?([0-9]+)\s+(.*))")
"""A correction up to the number of an event, or what is said behind it."""

_CORRECTING = ("amend", "strike", "insert", "what-if")
_NUMBERED = (*_CORRECTING, "rewind")

_ANSWERS = ("yes", "no", "full", "skip", "keep", "stop")
"""What can be said to a correction that is shown."""


class TableCompleter(Completer):
    """The suggestions for a session: of the present, of the moment that is corrected, or of the
    correction that is shown."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        line = document.text_before_cursor
        past = _PAST.fullmatch(line)
        verb = self._verb(past.group(1)) if past else ""
        if self._session.correcting is not None:
            yield from _replacing(*_first(line, _ANSWERS))
        elif past and verb in _NUMBERED and past.group(4) is None:
            yield from self._numbers(past.group(3), past.group(2) + past.group(3))
        elif past and verb in _CORRECTING:
            yield from _replacing(*_then(self._session.fight.history, int(past[4]), past[5]))
        elif verb in ("switch", "call"):
            names = [branch.name for branch in self._session.fight.branches()]
            yield from _replacing(*_first(line.split(" ", 1)[1], names))
        else:
            yield from _replacing(*suggest(line, self._session.fight.state))

    def _verb(self, word: str) -> str:
        game = self._session.fight.state.game
        try:
            return find_verb(word, ruleset(game.rules).lexicon(game)).name
        except Refused:
            return ""

    def _numbers(self, begun: str, said: str) -> Iterable[Completion]:
        """The events that are most likely to be wrong, with what they are."""
        for each in list_recent_inputs(self._session.fight.history):
            if (number := str(each.row.seq)).startswith(begun):
                yield Completion(number, -len(said), display_meta=each.words)


def _first(line: str, words: Iterable[str]) -> tuple[list[str], str]:
    """Those of the words that begin like the line."""
    return keep_begun(words, line), line


def _then(history: History, seq: int, rest: str) -> tuple[list[str], str]:
    """What could have been said at an event; of who joined then, what a sheet has."""
    try:
        row = meant(history, seq)
    except Refused:
        return [], ""
    if isinstance(row.event, Join) and not rest.startswith("join"):
        return suggest(f"set {row.event.sheet.id} {rest}", history.state(row.seq))
    return suggest(rest, find_state_before(history, row))


def _replacing(found: list[str], unfinished: str) -> Iterable[Completion]:
    for text in found:
        yield Completion(text, -len(unfinished))
