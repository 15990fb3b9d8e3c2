"""The help on verbs as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from combatlog.grammar.help import Told, told_verb, told_verbs
from combatlog.grammar.registry import GROUPS
from combatlog.terminal.views.layout import bold, table
from events.errors import Refused
from events.types.game import Game
from events.types.names import folded
from projections.text.words import capital
from rulesets.core.registry import ruleset

_LETTERS = 4
"""So many letters of a word are enough to tell a group: “correct”, “correction”, “correcting”."""


def help_lines(game: Game, words: tuple[str, ...] = ()) -> list[str]:
    """Return help on all verbs of a game, on one verb, or on a group of verbs (`help correcting`).
    Raises `Refused` for an unknown word."""
    lexicon = ruleset(game.rules).lexicon(game)
    verbs = {verb.key: verb for verb in told_verbs(game, lexicon)}
    if not words:
        return [*_grouped(verbs), "help VERB shows what a verb takes."]
    try:
        return _one(told_verb(words[0], game, lexicon))
    except Refused:
        if group := _meant(words):
            return [_head(group), *(line for verb in _of(group, verbs) for line in _one(verb))]
        raise


def _one(verb: Told) -> list[str]:
    """Return the help on one verb: its syntax, what it does, examples."""
    examples = table([list(each) for each in verb.more], indent="    ")
    return [*table([[_called(verb), verb.takes]]), f"  {verb.does}", *examples]


def _grouped(verbs: Mapping[str, Told]) -> Iterator[str]:
    """Yield one line for each verb, by group."""
    found = {group: _of(group, verbs) for group in GROUPS}
    lines = iter(table([[_called(verb), verb.does] for of in found.values() for verb in of]))
    for group, of in found.items():
        yield _head(group)
        yield from islice(lines, len(of))


def _of(group: str, verbs: Mapping[str, Told]) -> list[Told]:
    """Return the verbs of a group that the game has."""
    return [verbs[key] for key in GROUPS[group] if key in verbs]


def _head(group: str) -> str:
    return bold(f"{capital(group)}:")


def _meant(words: tuple[str, ...]) -> str:
    """Return the group that these words name; empty where they name none."""
    said = {folded(word)[:_LETTERS] for word in words if len(word) >= _LETTERS}
    for group in GROUPS:
        if said & {word[:_LETTERS] for word in group.split()}:
            return group
    return ""


def _called(verb: Told) -> str:
    return verb.name + (f" ({verb.aliases[0]})" if verb.aliases else "")
