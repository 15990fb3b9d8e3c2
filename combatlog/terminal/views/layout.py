"""Layout of terminal lines: widths, tables, wrapping, marks."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence

import click


def width(text: str) -> int:
    """Return the columns a text takes: wide scripts two a character, accents none.

    The library for this, wcwidth, takes longer to import than `combatlog state` to run.
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def pad(text: str, columns: int) -> str:
    """Fill a text with spaces up to a width in columns."""
    return text + " " * max(0, columns - width(text))


_LEAST = 24
"""Columns that a last cell needs to go on below itself."""


class Cells(str):
    """A line of a table whose last `cell` may wrap. It wraps below itself, or on a narrow screen
    under the `head`, behind `below`."""

    head: str
    cell: str
    below: str

    def __new__(cls, head: str, cell: str, below: str = "") -> Cells:
        line = super().__new__(cls, (head + cell).rstrip())
        line.head, line.cell, line.below = head, cell, below or _copy_indent(head) + "    "
        return line

    def broken(self, columns: int, indent: str = "") -> list[str]:
        """Return the line wrapped to a width."""
        if width(click.unstyle(indent + self)) <= columns:
            return [indent + self]
        hang = width(indent + self.head)
        if columns - hang >= _LEAST:
            return wrap(indent + self, columns, hang)
        below = indent + self.below
        lines = wrap((indent + self.head).rstrip(), columns)
        return lines + (wrap(below + self.cell, columns, width(below)) if self.cell else [])


def _copy_indent(text: str) -> str:
    return " " * (len(text) - len(text.lstrip(" ")))


def align_table(rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """Align rows in columns. The last column is not padded."""
    if not rows:
        return []
    columns = [max(width(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    return [
        Cells(
            indent + "".join(pad(cell, of) + "  " for cell, of in zip(row, columns, strict=False)),
            row[-1],
        )
        for row in rows
    ]


def dim(text: str) -> str:
    """Mark text as less important."""
    return click.style(text, dim=True)


def bold(text: str) -> str:
    """Mark text as more important."""
    return click.style(text, bold=True)


def strike_through(text: str) -> str:
    """Mark text as undone: struck through, and grey where a terminal cannot strike through."""
    return click.style(text, strikethrough=True, dim=True)


_BEGUN = r"(?s)((?: |\x1b\[[0-9;]*m)*)(.*)"
"""The indent and the colour a line begins with, and the rest."""


def wrap(line: str, columns: int, hang: int | None = None) -> list[str]:
    """Break a line between words at a width. Further lines are indented by two more, or to column
    `hang`. Colours take no width."""
    if width(click.unstyle(line)) <= columns:
        return [line]
    begun, rest = re.fullmatch(_BEGUN, line).groups()  # type: ignore[union-attr]
    further = " " * (begun.count(" ") + 2 if hang is None else hang)
    first, *words = rest.split(" ")
    lines: list[str] = []
    now = begun + first
    for word in words:
        if now == further:
            now = further + word
        elif width(click.unstyle(f"{now} {word}")) > columns:
            lines.append(now.rstrip(" "))
            now = further + word
        else:
            now = f"{now} {word}"
    return [*lines, now]


def measure_terminal(err: bool = False) -> tuple[int, int]:
    """Return the columns and lines of the terminal; 0 where the output, or what is told of errors,
    goes elsewhere."""
    if not (sys.stderr if err else sys.stdout).isatty():
        return 0, 0
    import shutil  # it takes long to import

    return tuple(shutil.get_terminal_size((0, 0)))  # type: ignore[return-value]


def split_columns(rows: Sequence[Sequence[str]], columns: int) -> list[list[list[str]]]:
    """Return a table as several that fit a width, each with the first column; whole where there is
    no width."""
    widths = [max(width(row[at]) for row in rows) + 2 for at in range(len(rows[0]))]
    groups: list[list[int]] = [[]]
    for at in range(1, len(widths)):
        used = 2 + widths[0] + sum(widths[each] for each in groups[-1])
        if columns and groups[-1] and used + widths[at] - 2 > columns:
            groups.append([])
        groups[-1].append(at)
    return [[[row[0], *(row[at] for at in group)] for row in rows] for group in groups]


_MOST_OF_NUMBER = 3
"""Words that a number has at most: “+7.0 ± 6.2”."""


def render_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table, its heads first, with a name in each row; on a narrow terminal several
    tables, one below the other. A last column of sentences wraps below itself instead."""
    columns, _ = measure_terminal()
    if any(len(row[-1].split()) > _MOST_OF_NUMBER for row in rows[1:]):
        columns = 0
    lines = []
    for part in split_columns(rows, columns):
        head, *others = align_table(part)
        lines += [dim(head), *others]
    return lines


def echo(lines: Iterable[str], indent: str = "", err: bool = False) -> None:
    """Print lines, wrapped to the width of the terminal; with `err` to standard error."""
    columns, _ = measure_terminal(err)
    for line in lines:
        for part in _fit(line, columns, indent) if columns else [indent + line]:
            click.echo(part, err=err)


def fit_lines(lines: Iterable[str], columns: int) -> list[str]:
    """Return lines wrapped to a width; as they are where there is none."""
    return [part for line in lines for part in (_fit(line, columns, "") if columns else [line])]


def _fit(line: str, columns: int, indent: str) -> list[str]:
    if isinstance(line, Cells):
        return line.broken(columns, indent)
    return wrap(indent + line, columns)
