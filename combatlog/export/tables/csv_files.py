"""Which CSV files there are of a fight."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from combatlog.app.campaign import Campaign
from combatlog.export.tables.fight_tables import build_fight_tables
from combatlog.export.tables.table_schema import TABLES, Cell, Row, Table
from projections.queries.visibility import Audience
from replay.log.event_log import History

BYTE_ORDER_MARK = "\ufeff"
"""Stands in front of a file: without it Excel reads UTF-8 as the machine's own code page, and
every name with an accent is garbled. Programs read it as `utf-8-sig`."""

_FORMULA = re.compile(r"""(^|[;\t\r\n])([ "']*)([=+\-@])""")
"""What spreadsheets compute: a sign at the beginning of a cell, or behind what some of them take
for the end of one (where a comma is the decimal sign, a semicolon parts the cells)."""


def format_csv(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The file's text: a byte order mark, the names of the columns, a row a line; lines end in
    CRLF, all text is quoted, numbers are not. What is not known is empty."""
    out = io.StringIO(newline="")
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([_escape_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def escape_formulas(text: str) -> str:
    """Text with an apostrophe before every sign that a spreadsheet would take for the beginning
    of a formula, whether there is one already or not: so that taking one off gives the text
    back."""
    return _FORMULA.sub(r"\1\2'\3", text)


def _escape_cell(cell: Cell) -> Cell:
    """Numbers stay numbers, also negative ones."""
    return escape_formulas(cell) if isinstance(cell, str) else cell


_LEFT_OUT = {"events": ("body",), "chronicle": ("id",)}
"""Columns that are of no use in a spreadsheet: an event's JSON can be longer than a cell may be
(`--to jsonl` is lossless), and a passage's id only serves the search."""

NAME_COLUMN = "who"
"""The column with the name of the combatant whose id stands before it."""


def csv_files(campaign: Campaign, fight: str, audience: Audience = "referee") -> dict[str, str]:
    """The text of each file by its name, a file a table (`events.csv`, `statistics.csv` and the
    rest), to be written as UTF-8 with line ends as they are. `fight` is its number, id or title;
    for players hidden numbers are left empty. Raises `Refused` where no one fight is meant."""
    found = campaign.find(fight)
    history = History(campaign.store.read(found.id))
    rows = build_fight_tables(found.number, found.id, history, audience)
    names = {str(id): name for _, id, name, *_ in rows["combatants"]}
    return {f"{table.name}.csv": _build_file(table, rows[table.name], names) for table in TABLES}


def _build_file(table: Table, rows: Iterable[Row], names: Mapping[str, Cell]) -> str:
    """A table's file: where it tells of a combatant by id, their name stands beside that."""
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
