"""The completion of a typed line, as somebody may read it."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.app.completion import Suggestion, complete
from combatlog.grammar.registry import list_verbs
from combatlog.grammar.verb import Verb
from combatlog.server.answers import Completion
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat
from events.errors import Refused
from events.types.unions import TurnAction
from rulesets.core.registry import load_ruleset

LONGEST = 500
"""The most characters of a line that is completed."""

MOST = 40
"""The most completions of a line."""


def list_completions(opened: OpenFight, seat: Seat, line: str) -> list[Completion]:
    """Return what may come next on a line. Players are helped with what they may say: the deeds of
    a turn. Raises `Refused` for a line that is too long."""
    if len(line) > LONGEST:
        raise Refused(f"A line has at most {LONGEST} characters here.")
    found = complete(opened.fight, line) if seat.is_referee else _complete_deed(opened, line)
    return [
        Completion(line[: len(line) - each.replaces] + each.text, each.text, each.note)
        for each, _ in zip(found, range(MOST), strict=False)
    ]


def _complete_deed(opened: OpenFight, line: str) -> Iterator[Suggestion]:
    """Yield what may come next on a line of a player."""
    game = opened.state.game
    lexicon = load_ruleset(game.rules).lexicon(game)
    names = {verb.get_name(lexicon): verb for verb in list_verbs(lexicon) if _is_deed(verb)}
    words = line.split()
    if len(words) > 1 or (words and line[-1].isspace()):
        known = {each for verb in names.values() for each in (verb.name, *verb.aliases)}
        if words[0].casefold() in known | {name.casefold() for name in names}:
            yield from complete(opened.fight, line)
        return
    for each in complete(opened.fight, line):
        if each.text in names:
            yield each


def _is_deed(verb: Verb) -> bool:
    """Return whether a verb says what somebody does in their turn."""
    return any(issubclass(kind, TurnAction) for kind in verb.formats)
