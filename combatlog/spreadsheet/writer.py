"""Rows as CSV: RFC 4180, and nothing in it that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from combatlog.export.tables.schema import Cell

MARK = "\ufeff"
"""Stands in front of a file: without it Excel reads UTF-8 as the machine's own code page, and
every name with an accent is garbled. Programs read it as `utf-8-sig`."""

_FORMULA = re.compile(r"""(^|[;\t\r\n])([ "']*)([=+\-@])""")
"""What spreadsheets compute: a sign at the beginning of a cell, or behind what some of them take
for the end of one (where a comma is the decimal sign, a semicolon parts the cells)."""


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The file's text: a byte order mark, the names of the columns, a row a line; lines end in
    CRLF, all text is quoted, numbers are not. What is not known is empty."""
    out = io.StringIO(newline="")
    out.write(MARK)
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def harmless(text: str) -> str:
    """Text with an apostrophe before every sign that a spreadsheet would take for the beginning
    of a formula, whether there is one already or not: so that taking one off gives the text
    back."""
    return _FORMULA.sub(r"\1\2'\3", text)


def _cell(cell: Cell) -> Cell:
    """Numbers stay numbers, also negative ones."""
    return harmless(cell) if isinstance(cell, str) else cell
