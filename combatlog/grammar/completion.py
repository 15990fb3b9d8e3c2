"""The completion of a line: verbs, names, weapons, words of the grammar."""

from __future__ import annotations

from collections.abc import Iterable

from combatlog.grammar.cursor import Cursor
from combatlog.grammar.registry import find_verb, verbs_of
from events.errors import Refused
from events.types.names import fold_case
from projections.state.fight_state import FightState
from rulesets.core.registry import load_ruleset


def suggest(line: str, state: FightState) -> tuple[list[str], str]:
    """Return what may stand at the end of a line, and the unfinished word that it replaces."""
    words = line.split()
    unfinished = "" if not line or line[-1].isspace() else words.pop()
    lexicon = load_ruleset(state.game.rules).lexicon(state.game)
    verbs = [verb.called(lexicon) for verb in verbs_of(lexicon)]
    if not words:
        return keep_begun(verbs, unfinished), unfinished
    try:
        verb = find_verb(words[0], lexicon)
    except Refused:
        return [], unfinished
    suggestions = verb.complete(Cursor(words[1:], state, verbs))
    return keep_begun(suggestions, unfinished), unfinished


def keep_begun(choices: Iterable[str], unfinished: str) -> list[str]:
    """Return the choices in which a word begins like the unfinished one, each once."""
    said = fold_case(unfinished)
    return [
        choice
        for choice in dict.fromkeys(choices)
        if any(part.startswith(said) for part in [fold_case(choice), *fold_case(choice).split()])
    ]
