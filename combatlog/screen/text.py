"""Widths and marks: what a line of a terminal is made of."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence

import click


def width(text: str) -> int:
    """Columns a text takes: wide scripts two a character, accents none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def padded(text: str, columns: int) -> str:
    """Text filled with spaces to so many columns."""
    return text + " " * max(0, columns - width(text))


def table(rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows as lines, their columns aligned; the last column is left as it is."""
    if not rows:
        return []
    columns = [max(width(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    return [
        (indent + "  ".join([*map(padded, row[:-1], columns), row[-1]])).rstrip() for row in rows
    ]


def dim(text: str) -> str:
    """Less important."""
    return click.style(text, dim=True)


def bold(text: str) -> str:
    """More important."""
    return click.style(text, bold=True)


def struck(text: str) -> str:
    """Undone: struck through, and in grey where that cannot be shown."""
    return click.style(text, strikethrough=True, dim=True)


def seqs(first: int, last: int) -> str:
    """`#41–46`, or `#41`."""
    return f"#{first}–{last}" if last > first else f"#{first}"


def wrapped(line: str, columns: int) -> list[str]:
    """A line broken between words where it is wider than the screen; what follows is indented
    two more than the line itself. Colours are not counted."""
    if width(click.unstyle(line)) <= columns:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    first, *words = line[len(indent) :].split(" ")
    lines: list[str] = []
    now = indent + first
    for word in words:
        if width(click.unstyle(f"{now} {word}")) > columns:
            lines.append(now)
            now = f"{indent}  {word}"
        else:
            now = f"{now} {word}"
    return [*lines, now]


def echo(lines: Iterable[str], indent: str = "") -> None:
    """Print lines, broken between words where the terminal is too narrow for them."""
    columns = shutil.get_terminal_size((0, 0)).columns if sys.stdout.isatty() else 0
    for line in lines:
        for part in wrapped(indent + line, columns) if columns else [indent + line]:
            click.echo(part)
