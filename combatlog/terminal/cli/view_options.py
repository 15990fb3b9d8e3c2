"""Options that everything shares which writes pages: how much is told, to whom, in which
language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import F

if TYPE_CHECKING:
    from projections.queries.visibility import Audience


def page_options(command: F) -> F:
    """`--detail`, `--for` and `--lang`, as `detail`, `audience` and `language`."""
    return detail_option(
        audience_option("players", "Players see no hidden numbers and no notes.")(
            language_option(command)
        )
    )


def detail_option(command: F) -> F:
    """`--detail`: how much is told."""
    return click.option(
        "--detail",
        type=click.Choice(["story", "dice", "full"]),
        default="dice",
        show_default=True,
        help="The story alone; with dice in small print; with every event, folded away.",
    )(command)


def audience_option(default: Audience, help: str) -> Callable[[F], F]:
    """`--for`: players, who are not shown the numbers of those they do not play, or the referee."""
    return click.option(
        "--for",
        "audience",
        type=click.Choice(["players", "referee"]),
        default=default,
        show_default=True,
        help=help,
    )


def language_option(command: F) -> F:
    """`--lang`: a language that comes with combatlog, or a file of sentences."""
    return click.option(
        "--lang",
        "language",
        default="en",
        metavar="LANGUAGE",
        show_default=True,
        help="A language, or a file of sentences (NAME.toml).",
    )(command)
