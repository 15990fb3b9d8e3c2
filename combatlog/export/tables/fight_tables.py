"""The rows of one fight in all tables, for SQLite, and as CSV files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from combatlog.app.campaign import Campaign
from combatlog.export.tables.combatant_rows import (
    build_combatant_rows,
    build_score_rows,
    build_wound_rows,
    collect_sheets_and_wounds,
)
from combatlog.export.tables.statistics_rows import (
    build_player_rows,
    build_roll_rows,
    build_statistics_rows,
    build_turning_point_rows,
)
from combatlog.export.tables.table_schema import TABLES, Cell, Row, TableRows, TableSchema
from events.serialization.codec import encode
from events.store.envelope import Recorded
from events.types import outcomes as o
from events.types.base import get_tag
from events.types.declarations import FightStarted
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, write_chronicle
from projections.queries.rolls import collect_rolls
from projections.queries.statistics import compute_statistics
from projections.queries.visibility import Audience, StatisticsVisibility, sees_all
from projections.state.fight_state import FightState
from replay.log.event_log import META_EVENTS, History, walk
from replay.text.correction_notes import write_footnotes
from replay.text.log_lines import LogLine, describe_log
from replay.text.redaction import (
    filter_revisions,
    find_hidden_events,
    find_secret_reasons,
    redact_words,
)


def build_event_rows(number: int, history: History, audience: Audience) -> list[Row]:
    """Return a row for each event of fight `number`, in recorded order.

    Moves of the head and notes are recorded beside the fight: they are neither on its line nor
    undone. For players events with hidden numbers are left out or shortened, and no event has its
    JSON, which holds more than its text.
    """
    line = history.on_line(history.position())
    on_line = {row.seq for row in line if not isinstance(row.event, META_EVENTS)}
    kept = find_hidden_events(history, audience)
    lines = describe_log(history, secret=find_secret_reasons(history, audience, kept))
    return [
        _build_row(number, each._replace(text=said), when, each.row.seq in on_line, audience)
        for each, when in zip(lines, _find_event_times(history), strict=True)
        if (said := kept.get(each.row.seq, each.text))
    ]


_EventTime = tuple[int, int, str]
"""Round, turn (counted through the fight; a phase counts as one), and whose turn or which phase."""


def _find_event_times(history: History) -> Iterator[_EventTime]:
    for state, row in walk(history):
        yield _find_event_time(state, row)


def _find_event_time(state: FightState, row: Recorded) -> _EventTime:
    """Return when an event happens, from the state before it."""
    match row.event:
        case o.RoundBegan(number=number):
            return number, state.turns, ""
        case o.TurnBegan(side=side):
            return state.round, state.turns + 1, side
        case o.PhaseBegan(phase=phase):
            return state.round, state.turns + 1, phase
    return state.round, state.turns, state.acting or state.phase


def _build_row(
    number: int, line: LogLine, when: _EventTime, on_line: bool, audience: Audience
) -> Row:
    row, undone = line.row, line.undone
    return (
        number,
        row.seq,
        row.parent,
        row.cmd,
        row.cause,
        row.repeats,
        row.at,
        row.by,
        get_tag(row.event),
        *when,
        line.text,
        int(on_line),
        int(undone is not None),
        undone.move if undone is not None else None,
        undone.how if undone is not None else "",
        undone.why if undone is not None else "",
        encode(row.event) if sees_all(audience) else None,
    )


MOST_PASSAGES = 1_000_000
"""The most passages a fight may have; ids of passages leave room for that many for each fight."""


def build_fight_tables(
    number: int, id: str, history: History, audience: Audience = "referee"
) -> TableRows:
    """Return the rows of fight `number` by the name of their table.

    `events` holds the whole log, all other tables the present, corrected line. For players
    everything that the visibility rules hide is left out.
    """
    history = redact_words(history, audience)
    state = history.state(len(history))
    statistics = compute_statistics(_read_line(history))
    unseen = StatisticsVisibility(state, audience, statistics.strangers)
    came = collect_sheets_and_wounds(_read_line(history))
    return {
        "fights": [_build_fight_row(number, id, history, state)],
        "events": build_event_rows(number, history, audience),
        "combatants": [*build_combatant_rows(number, id, state, audience)],
        "scores": [*build_score_rows(number, state, came, audience)],
        "rolls": [*build_roll_rows(number, collect_rolls(_read_line(history)))],
        "wounds": [*build_wound_rows(number, came)],
        "statistics": [*build_statistics_rows(number, statistics, unseen)],
        "players": [*build_player_rows(number, statistics, unseen)],
        "turning_points": [*build_turning_point_rows(number, _read_line(history), audience)],
        "chronicle": [*_build_chronicle_rows(number, history, audience)],
    }


def _read_line(history: History) -> Iterator[tuple[int, AnyEvent]]:
    return ((row.seq, row.event) for row in history.on_line(len(history)))


def _build_fight_row(number: int, id: str, history: History, state: FightState) -> Row:
    first, last = history[1], history[len(history)]
    assert isinstance(first.event, FightStarted), "a fight begins with FightStarted"
    return (
        number,
        id,
        state.title,
        state.game.name,
        state.game.id,
        state.dice,
        first.at,
        last.at,
        state.round,
        int(state.ended),
        last.seq,
        last.digest.hex(),
    )


def _build_chronicle_rows(number: int, history: History, audience: Audience) -> Iterator[Row]:
    """Yield the chronicle; for players without corrections of hidden numbers."""
    events = history.interleave_notes(len(history))
    notes = write_footnotes(history, filter_revisions(history, audience))
    passages = write_chronicle(events, notes, ChronicleOptions(audience=audience))
    for place, passage in enumerate(passages, start=1):
        yield (
            number * MOST_PASSAGES + place,
            number,
            place,
            passage.first,
            passage.last,
            passage.heading,
            passage.text,
            "\n".join(passage.notes),
        )


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
