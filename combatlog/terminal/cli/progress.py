"""A bar that shows how much of a long computation is done."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import BAR

if TYPE_CHECKING:
    from replay.cores import Progress


@contextmanager
def show_progress(label: str = "Playouts") -> Iterator[Progress]:
    """Show how much is done, where somebody sees it."""
    bar = click.progressbar(
        length=100, label=label, width=BAR, file=sys.stderr, hidden=not sys.stderr.isatty()
    )
    begun = False

    def hear(done: int, of: int) -> None:
        nonlocal begun
        if not begun:
            bar.__enter__()
            begun = True
        bar.update(100 * done // of - bar.pos)

    try:
        yield hear
    finally:
        if begun:
            bar.__exit__(None, None, None)
