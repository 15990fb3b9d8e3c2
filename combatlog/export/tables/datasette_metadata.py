"""The `metadata.json` for Datasette: what the tables are called and hold, and a few named queries.

`datasette serve harbour-tables.db -m harbour-tables.metadata.json` shows the tables with it.
"""

from __future__ import annotations

import json
import os
from typing import Any

from combatlog.export.tables.table_schema import TABLES, TOTALS
from combatlog.files.safe_write import write_bytes

SOURCE = "combatlog"
"""The `source` of the files that combatlog writes, and writes again."""

_TABLES = {
    "fights": ("Fights", "A row for each fight: how long, whether it is over, its last digest."),
    "combatants": ("Combatants", "Who is in a fight, and how they stand at its end."),
    "events": ("Events", "The whole log: also what was undone, and by which event."),
    "scores": ("Scores", "The first value of each score, its value now, its maximum."),
    "rolls": ("Dice", "Each die of the present line, with its luck above the average."),
    "wounds": ("Wounds and scars", "Each wound: who gave it, in which event, what it awaits."),
    "statistics": ("Statistics", "What each combatant dealt, took and threw in a fight."),
    "players": ("Players by fight", "The same for each player."),
    "turning_points": (
        "Turning points",
        "Where the lead changed: who gained, and their lead in hundredths of strength; where that "
        "took several beats, the round since which it did.",
    ),
    "chronicle": ("Chronicle", "The story, passage by passage; with a full-text search."),
    "all_players": ("Players", "The statistics of each player over all fights."),
    "people": ("Persons", "The statistics of each person over all fights."),
}

_LABELS = {"events": "said", "people": "name", "combatants": "name", "fights": "title"}
"""The column that names a row where another one refers to it."""

_QUERIES = {
    "luck": ("Who is lucky", "SELECT * FROM luck_by_player"),
    "open_wounds": ("What open wounds still await", "SELECT * FROM wounds_open"),
    "hardest_blows": (
        "Who dealt the most",
        "SELECT name, player, fights, dealt, kills FROM people ORDER BY dealt DESC LIMIT 20",
    ),
    "dice_of": (
        "The dice of somebody, by name",
        "SELECT f.title, r.round, r.who, r.purpose, r.die, r.face, r.luck, e.said FROM rolls r"
        " JOIN fights f ON f.number = r.fight_number JOIN events e ON e.key = r.seq_key"
        " WHERE r.who LIKE :name || '%' ORDER BY r.fight_number, r.seq",
    ),
    "search": (
        "Search the chronicle",
        "SELECT f.title, c.heading, c.text FROM chronicle_fts s JOIN chronicle c ON c.id = s.rowid"
        " JOIN fights f ON f.number = c.fight_number WHERE chronicle_fts MATCH :words"
        " ORDER BY s.rank",
    ),
}


def build_metadata(database: str, title: str) -> dict[str, Any]:
    """Return the metadata of the tables of a campaign: `database` is the name of the file without
    its suffix, as Datasette calls it."""
    tables = {}
    for table in (*TABLES, *TOTALS):
        name, said = _TABLES[table.name]
        tables[table.name] = {"title": name, "description": said}
        if table.name in _LABELS:
            tables[table.name]["label_column"] = _LABELS[table.name]
    queries = {name: {"title": said, "sql": sql} for name, (said, sql) in _QUERIES.items()}
    return {
        "title": title,
        "source": SOURCE,
        "databases": {database: {"title": title, "tables": tables, "queries": queries}},
    }


def write_metadata(tables: str, title: str) -> str:
    """Write the metadata beside a file of tables and return the name of the file. One that is there
    and not combatlog's stays as it is; then the name is empty."""
    stem = os.path.splitext(tables)[0]
    path = f"{stem}.metadata.json"
    if os.path.lexists(path) and not _is_ours(path):
        return ""
    metadata = build_metadata(os.path.basename(stem), title)
    text = json.dumps(metadata, ensure_ascii=False, indent=2)
    write_bytes(path, f"{text}\n".encode(), force=True)
    return path


def _is_ours(path: str) -> bool:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("source") == SOURCE
