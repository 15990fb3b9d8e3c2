"""The help on verbs and on games as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from combatlog.grammar.help import VerbHelp, describe_verbs, find_verb_help
from combatlog.grammar.registry import GROUPS
from combatlog.terminal.views.layout import align_table, bold
from events.errors import Refused
from events.types.base import Game
from events.types.names import fold_case
from projections.text.words import capitalize
from rulesets.core.registry import load_ruleset

_LETTERS = 4
"""So many letters of a word are enough to tell a group: “correct”, “correction”, “correcting”."""


def render_help(game: Game, words: tuple[str, ...] = ()) -> list[str]:
    """Return help on all verbs of a game, on one verb, or on a group of verbs (`help correcting`).
    Raises `Refused` for an unknown word."""
    lexicon = load_ruleset(game.rules).lexicon(game)
    verbs = {verb.key: verb for verb in describe_verbs(game, lexicon)}
    if not words:
        return [*_render_groups(verbs), "help VERB shows what a verb takes."]
    try:
        return _render_verb(find_verb_help(words[0], game, lexicon))
    except Refused:
        if group := _find_group(words):
            return [
                _format_heading(group),
                *(line for verb in _list_verbs(group, verbs) for line in _render_verb(verb)),
            ]
        raise


def _render_verb(verb: VerbHelp) -> list[str]:
    """Return the help on one verb: its syntax, what it does, examples."""
    examples = align_table([list(each) for each in verb.more], indent="    ")
    return [*align_table([[_name_verb(verb), verb.takes]]), f"  {verb.does}", *examples]


def _render_groups(verbs: Mapping[str, VerbHelp]) -> Iterator[str]:
    """Yield one line for each verb, by group."""
    groups = {group: _list_verbs(group, verbs) for group in GROUPS}
    lines = iter(
        align_table([[_name_verb(verb), verb.does] for of in groups.values() for verb in of])
    )
    for group, of in groups.items():
        yield _format_heading(group)
        yield from islice(lines, len(of))


def _list_verbs(group: str, verbs: Mapping[str, VerbHelp]) -> list[VerbHelp]:
    """Return the verbs of a group that the game has."""
    return [verbs[key] for key in GROUPS[group] if key in verbs]


def _format_heading(group: str) -> str:
    return bold(f"{capitalize(group)}:")


def _find_group(words: tuple[str, ...]) -> str:
    """Return the group that these words name; empty where they name none."""
    said = {fold_case(word)[:_LETTERS] for word in words if len(word) >= _LETTERS}
    for group in GROUPS:
        if said & {word[:_LETTERS] for word in group.split()}:
            return group
    return ""


def _name_verb(verb: VerbHelp) -> str:
    return verb.name + (f" ({verb.aliases[0]})" if verb.aliases else "")


def render_game(game: Game) -> Iterator[str]:
    """Yield a game's name, credit and sections, in two columns each."""
    yield bold(f"{game.name} ({game.id}, rules version {game.version})")
    yield game.credit
    for title, rows in load_ruleset(game.rules).describe(game):
        yield ""
        yield bold(title)
        yield from align_table([list(row) for row in rows])
