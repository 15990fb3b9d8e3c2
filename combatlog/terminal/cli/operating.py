"""The options of `combatlog serve` for those who run it as a service: how it ends, what it tells
about itself, and what it takes.

Every option of `serve` can be set in the environment, too: `--drain` is `COMBATLOG_SERVE_DRAIN`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

import click
from click.core import ParameterSource

F = TypeVar("F", bound=Callable[..., Any])

PREFIX = "COMBATLOG_SERVE"
"""Begins the names of the options in the environment."""

MOST_SECONDS = 3600


class Operating(NamedTuple):
    """What the options say: the seconds of draining and of grace."""

    drain: float
    grace: int


def operating_options(command: F) -> F:
    """Add the options, as one argument `operating`."""

    @click.option(
        "--drain",
        type=click.FloatRange(0, MOST_SECONDS),
        default=0.0,
        metavar="SECONDS",
        help="On a signal, first say for so long that the server is not ready (/readyz), and go on"
        " meanwhile, so that a proxy sends people elsewhere. Else 0.",
    )
    @click.option(
        "--grace",
        type=click.IntRange(0, MOST_SECONDS),
        default=10,
        metavar="SECONDS",
        help="How long commands that are being carried out may take, once the server closes."
        " Else 10.",
    )
    @wraps(command)
    def run(*args: Any, drain: float, grace: int, **options: Any) -> Any:
        return command(*args, operating=Operating(drain, grace), **options)

    return cast(F, run)


class EnvironmentCommand(click.Command):
    """A command whose options can be set in the environment. What is wrong there is said under the
    name that it has there."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.context_settings = {**self.context_settings, "auto_envvar_prefix": PREFIX}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.BadParameter as error:
            name = error.param.name if error.param is not None else None
            is_set = name and ctx.get_parameter_source(name) == ParameterSource.ENVIRONMENT
            if name and is_set and isinstance(error.param, click.Option):
                error.param_hint = str(error.param.envvar or "") or f"{PREFIX}_{name.upper()}"
            raise
