"""Renders docs/cli.md: every command and every verb of the table, from the code."""

from __future__ import annotations

from collections.abc import Iterator

import click

from combatlog.cli.main import COMMANDS, cli
from combatlog.grammar.verbs import VERBS

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
final ` !` resolves at once, `overrule: why` insists against the rules. A line of numbers types
awaited dice. A line in curly brackets is a declaration as JSON (docs/protocol.md); `#` begins a
remark.

| Verb | Short | Takes | Does |
|---|---|---|---|
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
        if verb.more:
            yield f"\n### {verb.name}\n\n```\n" + "\n".join(verb.more) + "\n```"


def _verbs() -> Iterator[str]:
    for verb in VERBS:
        takes = verb.takes.replace("|", "\\|")
        short = ", ".join(f"`{alias}`" for alias in verb.aliases)
        yield f"| `{verb.name}` | {short} | {takes} | {verb.does} |"
