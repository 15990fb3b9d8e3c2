"""The options of `combatlog serve` for those who run it as a service: how it ends, what it tells
about itself, and what it takes.

Every option of `serve` can be set in the environment, too: `--drain` is `COMBATLOG_SERVE_DRAIN`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from functools import wraps
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click
from click.core import ParameterSource

from events.errors import Refused, Unwritable

if TYPE_CHECKING:
    from combatlog.server.metrics import Metrics

F = TypeVar("F", bound=Callable[..., Any])

PREFIX = "COMBATLOG_SERVE"
"""Begins the names of the options in the environment."""

MOST_SECONDS = 3600


class Operating(NamedTuple):
    """What the options say: the seconds of draining and of grace; the log's format; the file of the
    links; where the metrics are served, empty for nowhere; and how fast somebody may
    send."""

    drain: float
    grace: int
    log: str
    links: str
    metrics: str
    burst: int
    rate: float

    @property
    def is_for_programs(self) -> bool:
        """Whether programs read the log, and nobody the output."""
        return self.log == "json"

    @contextmanager
    def keep_quiet(self) -> Iterator[None]:
        """Print nothing within the context where programs read the log: collectors put both into
        one place."""
        with redirect_stdout(StringIO()) if self.is_for_programs else nullcontext():
            yield

    @contextmanager
    def write_links(self) -> Iterator[None]:
        """Print what is printed within the context into the file of the links, if there is one,
        which its owner alone may read. Raises `Unwritable`."""
        if not self.links:
            yield
            return
        try:
            number = os.open(self.links, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError as error:
            raise Unwritable(
                f"The links cannot be written to {self.links}: {error.strerror}."
            ) from None
        with open(number, "w", encoding="utf-8") as file, redirect_stdout(file):
            os.chmod(self.links, 0o600)
            yield


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
    @click.option(
        "--log",
        type=click.Choice(["text", "json"]),
        default="text",
        help="json writes a line for each request and fault to standard error, for programs, and"
        " prints nothing else. Else text.",
    )
    @click.option(
        "--links",
        default="",
        metavar="FILE",
        help="Write the links and the code to this file, not to the output.",
    )
    @click.option(
        "--metrics",
        default="",
        metavar="[HOST:]PORT",
        help="Serve numbers for Prometheus there, at /metrics; without HOST to this machine alone.",
    )
    @click.option(
        "--burst",
        type=click.IntRange(1),
        default=60,
        metavar="COUNT",
        help="How many requests somebody can send at once. Else 60.",
    )
    @click.option(
        "--rate",
        type=click.FloatRange(0.1),
        default=20.0,
        metavar="COUNT",
        help="How many requests a second somebody can send on average. Else 20.",
    )
    @wraps(command)
    def run(*args: Any, **options: Any) -> Any:
        said = {name: options.pop(name) for name in Operating._fields}
        return command(*args, operating=Operating(**said), **options)

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


def make_metrics(place: str) -> Metrics:
    """Return metrics that are served at a place. Raises `Refused` where that is impossible."""
    try:
        from combatlog.server.metrics import Metrics, read_place
    except ImportError:
        raise Refused(
            "Metrics need more than is installed here; install it with: pip install"
            " 'combatlog[metrics]'"
        ) from None
    metrics = Metrics()
    metrics.serve(*read_place(place))
    return metrics


def warn_of_password(place: str) -> None:
    """Say so if a password stands on the command line, where everybody on the machine reads it."""
    from events.store.postgres_database import parse_address

    if place in sys.argv and parse_address(place).shown != place.rstrip("#"):
        click.echo(
            "Everybody on this machine can read the password in the address (ps shows it); put it"
            " into PGPASSFILE, or the address into COMBATLOG_CAMPAIGN.",
            err=True,
        )
