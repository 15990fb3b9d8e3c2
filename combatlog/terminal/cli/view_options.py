"""Options of commands that show a fight: how much, to whom, in which language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import F

if TYPE_CHECKING:
    from projections.queries.visibility import Audience


def page_options(command: F) -> F:
    """Add `--detail`, `--for` and `--lang`, as `detail`, `audience` and `language`."""
    return detail_option(
        audience_option("players", "Players see no hidden numbers and no notes.")(
            language_option(command)
        )
    )


def detail_option(command: F) -> F:
    """Add `--detail`: how much is shown."""
    return click.option(
        "--detail",
        type=click.Choice(["story", "dice", "full"]),
        default="dice",
        show_default=True,
        help="The story alone; with dice in small print; with every event, folded away.",
    )(command)


def audience_option(default: Audience, help: str) -> Callable[[F], F]:
    """Add `--for`: players, who do not see the numbers of those they do not play, or the
    referee."""
    return click.option(
        "--for",
        "audience",
        type=click.Choice(["players", "referee"]),
        default=default,
        show_default=True,
        help=help,
    )


def language_option(command: F) -> F:
    """Add `--lang`: a language of combatlog, or a file of sentences."""
    return click.option(
        "--lang",
        "language",
        default="en",
        metavar="LANGUAGE",
        show_default=True,
        help="A language, or a file of sentences (NAME.toml).",
    )(command)
