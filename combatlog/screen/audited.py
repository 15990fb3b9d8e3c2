"""An audit printed, and as Markdown for a wiki."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click

from combatlog.screen.audit_part import Part
from combatlog.terminal.views.layout import dim, table


def shown(parts: Iterable[Part]) -> Iterator[str]:
    """The report on a terminal."""
    for part in parts:
        if part.level < 3:
            yield ""
        colour = _colour(part)
        yield click.style(part.heading, bold=part.level < 3, fg=colour)
        for at, line in enumerate(filter(None, part.lines)):
            emphasized = part.level == 1 and at == 0
            yield f"  {click.style(line, bold=True, fg=colour) if emphasized else line}"
        if part.rows:
            head, *rows = table([part.columns, *part.rows])
            yield dim(head)
            yield from rows


def _colour(part: Part) -> str | None:
    if part.wrong or part.open:
        return "red" if part.wrong else "yellow"
    return "green" if part.level == 1 else None


def markdown(parts: Iterable[Part]) -> Iterator[str]:
    """The report as Markdown: GitHub's, which most wikis read."""
    for part in parts:
        yield f"{'#' * part.level} {_escaped(part.heading)}"
        yield ""
        for line in filter(None, part.lines):
            yield _escaped(line)
            yield ""
        if part.rows:
            yield _row(part.columns)
            yield _row(["---"] * len(part.columns), plain=True)
            yield from (_row(row) for row in part.rows)
            yield ""


def _row(cells: Iterable[str], plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else _escaped(cell) for cell in cells)} |"


def _escaped(text: str) -> str:
    """Text in which nothing is markup: names are anybody's own."""
    marked = "".join(f"\\{c}" if c in _MARKUP else c for c in text.replace("&", "&amp;"))
    plain = _COLON.sub(r"\\:", _WEB.sub(r"\1\\.", marked))
    return _LIKE_A_LIST.sub(r"\1\\\2", plain)


_MARKUP = frozenset("\\`*_{}[]#+!|<>~$@")

_LIKE_A_LIST = re.compile(r"^(\s*[0-9]*)([-=.])")

_COLON = re.compile(r":(?=//|\S+:)")
"""Of an address, and of :smile:."""

_WEB = re.compile(r"(?i)(www)\.")
"""What becomes a link by itself."""
