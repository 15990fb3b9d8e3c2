"""Renders docs/cli.md: every command and every verb of the table, from the code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import click

from combatlog.grammar.help import describe_syntax, describe_verb
from combatlog.grammar.registry import VERBS, Verb
from combatlog.terminal.cli.main import COMMANDS, cli
from combatlog.terminal.views.layout import align_table
from events.types.base import Game
from events.types.names import join_words
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Lexicon
from rulesets.definitions.shipped import GAMES, load_game

INTRODUCTION = """\
# The command line

Generated from the code by `python docs/generate.py`; do not edit.

Exit codes: 0 done, 1 refused or failed (one sentence on standard error), 2 wrong usage.
"""

TABLE = """\
## The table's words

What `combatlog table`, `combatlog declare` and the lines of a `combatlog run` script understand.
Verbs and names may be cut short wherever only one thing can be meant; accents and capitals never
need typing. A reason follows a colon (`imp: behind the crates`), `;` begins another clause, a
final ` !` resolves at once, `overrule: why` insists against the rules. `go` and `next` are refused
where they would leave somebody out: a final ` !` insists (`go !`), and at the prompt the same line
said again. Several declarations share a line with `;` between them (`a ada wolf; go`): they are
recorded together, and one undo takes them back. A line of numbers types awaited dice. A line in
curly brackets is a declaration as JSON (docs/protocol.md); `#` begins a remark.

Not every game has every verb, and some have words of their own for one. What stands between
brackets below is more than some games take: `help VERB` at the prompt shows what a verb takes in
the game that is played, in its own words.

| Verb | Short | Takes | Does | Games |
|---|---|---|---|---|
"""


def command_line() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *_commands(), TABLE + "\n".join(_verbs()), *_examples(), ""])


def _commands() -> Iterator[str]:
    context = click.Context(
        cli, info_name="combatlog", max_content_width=90, **cli.context_settings
    )
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None, name
        yield from _command(command, name, context)
        if isinstance(command, click.Group):
            inner = click.Context(command, info_name=name, parent=context, max_content_width=90)
            for part in command.list_commands(inner):
                below = command.get_command(inner, part)
                assert below is not None, part
                yield from _command(below, part, inner)


def _command(command: click.Command, name: str, parent: click.Context) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent, max_content_width=90)
    context.terminal_width = 90
    yield f"## {context.command_path}\n"
    yield f"```\n{command.get_help(context)}\n```\n"


def _examples() -> Iterator[str]:
    """What is told of a verb where it alone is asked for."""
    for verb in VERBS:
        if verb.examples:
            yield f"\n### {verb.name}"
            yield from _examples_of(verb)


def _examples_of(verb: Verb) -> Iterator[str]:
    """The examples of each game, or of several that have the same."""
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for game, lexicon in _games():
        if verb.name not in lexicon.lacks:
            groups.setdefault(describe_verb(verb, game, lexicon).more, []).append(game.name)
    for more, names in groups.items():
        if more:
            lines = "\n".join(align_table([list(each) for each in more]))
            yield f"\n{join_words(names)}:\n\n```\n{lines}\n```"


def _verbs() -> Iterator[str]:
    for verb in VERBS:
        takes = describe_syntax(verb).replace("|", "\\|")
        short = ", ".join(f"`{alias}`" for alias in verb.aliases)
        does = next(describe_verb(verb, *each).does for each in _games() if _has(verb, each[1]))
        yield f"| `{verb.name}` | {short} | {takes} | {does} | {_where(verb)} |"


def _where(verb: Verb) -> str:
    """“all”, or the games that have the verb, with the words of their own for it."""
    having = [(game, lexicon) for game, lexicon in _games() if _has(verb, lexicon)]
    own = {game.name: lexicon.called.get(verb.name, "") for game, lexicon in having}
    if len(having) == len(GAMES):
        said = ["all", *(f"{name}: `{word}`" for name, word in own.items() if word)]
    else:
        said = [f"{name}: `{word}`" if word else name for name, word in own.items()]
    return "; ".join(said)


def _has(verb: Verb, lexicon: Lexicon) -> bool:
    return verb.name not in lexicon.lacks


@cache
def _games() -> list[tuple[Game, Lexicon]]:
    games = [load_game(id) for id in GAMES]
    return [(game, load_ruleset(game.rules).lexicon(game)) for game in games]
