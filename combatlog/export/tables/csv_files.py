"""The tables of a fight as CSV files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from combatlog.app.campaign import Campaign
from combatlog.export.tables.fight_tables import build_fight_tables
from combatlog.export.tables.table_schema import TABLES, Cell, Row, TableSchema
from projections.queries.visibility import Audience
from replay.log.event_log import History

BYTE_ORDER_MARK = "\ufeff"
"""Begins each file: without it Excel does not read UTF-8, and names with accents are garbled.
Programs read it as `utf-8-sig`."""

_FORMULA = re.compile(r"""(^|[;\t\r\n])([ "']*)([=+\-@])""")
"""Text that spreadsheets compute: a sign at the beginning of a cell, or behind a sign that some
take for the end of a cell (with a decimal comma, semicolons separate cells)."""


def format_csv(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return the text of a file: byte order mark, column names, one row a line. Lines end in CRLF;
    text is quoted, numbers are not; unknown cells are empty."""
    out = io.StringIO(newline="")
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([_escape_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def escape_formulas(text: str) -> str:
    """Return text with an apostrophe before every sign that could begin a formula, even if there is
    one already: so removing one gives the text back."""
    return _FORMULA.sub(r"\1\2'\3", text)


def _escape_cell(cell: Cell) -> Cell:
    """Return the cell with formulas escaped; numbers stay numbers, also negative ones."""
    return escape_formulas(cell) if isinstance(cell, str) else cell


_LEFT_OUT = {"events": ("body",), "chronicle": ("id",)}
"""Columns of no use in a spreadsheet: an event's JSON can be longer than a cell may be (`--to
jsonl` loses nothing), and a passage's id only serves the search."""

NAME_COLUMN = "who"
"""The column with the name of the combatant whose id stands before it."""


def build_csv_files(
    campaign: Campaign, fight: str, audience: Audience = "referee"
) -> dict[str, str]:
    """Return the text of each file by its name, one file for each table (`events.csv`,
    `statistics.csv`, …).

    Write them as UTF-8 without changing line ends. `fight` is its number, id or title. For players
    hidden numbers are empty. Raises `Refused` if `fight` does not mean one fight.
    """
    listed = campaign.find(fight)
    history = History(campaign.store.read(listed.id))
    rows = build_fight_tables(listed.number, listed.id, history, audience)
    names = {str(id): name for _, id, name, *_ in rows["combatants"]}
    return {f"{table.name}.csv": _build_file(table, rows[table.name], names) for table in TABLES}


def _build_file(table: TableSchema, rows: Iterable[Row], names: Mapping[str, Cell]) -> str:
    """Return a table as CSV; the name of a combatant stands beside their id."""
    columns = list(table.columns)
    kept = [at for at, name in enumerate(columns) if name not in _LEFT_OUT.get(table.name, ())]
    who = columns.index("combatant") if "combatant" in columns else -1

    def line(cells: Sequence[Cell], name: Cell) -> Iterator[Cell]:
        for at in kept:
            yield cells[at]
            if at == who:
                yield name

    named = ([*line(row, names.get(str(row[who])))] for row in rows)
    return format_csv([str(cell) for cell in line(columns, NAME_COLUMN)], named)
