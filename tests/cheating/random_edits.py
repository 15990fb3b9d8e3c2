"""Random edits of a campaign file by SQL: values, rows, whole tables, the schema, and plain bytes.

Every edit follows from its number. Whoever edits is no fool: mostly the triggers are put back, and
some edits compute the digests again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from events.store.envelope import GENESIS, Row, compute_digest
from events.store.migrations import build_triggers
from tests.support.tampered_files import COLUMNS, open_unguarded

KEYS = ("retry-1", "retry-2", "retry-3", "fresh")
"""The keys of the campaign's commands, and one that nobody has used."""

TABLES: dict[str, tuple[str, ...]] = {
    "events": ("fight", *COLUMNS),
    "fights": ("number", "fight"),
    "commands": ("key", "fight", "first", "last", "request"),
    "secrets": ("sealed", "fight", "secret"),
    "_sqlite_migrations": ("id", "migration_set", "name", "applied_at"),
}

ODD_VALUES: tuple[Any, ...] = (
    *(None, 0, 1, -1, 2.5, 2**62, "", "x", b"", b"\xff\x00", "12", "\0", "fresh", "retry-2"),
    *(bytes(32), bytes(16), "fight1", "fight2", "fight9", "{}", "[]", '[{"text":""}]'),
)

Edit = Callable[[sqlite3.Connection, Random], str]
"""Changes an open file; returns what it did."""


def edit_file(path: Path, number: int) -> str:
    """Make the edit of this number; return what was done. Raises `sqlite3.Error` where the file
    does not allow it."""
    random = Random(number)
    if random.random() < 0.08:
        return _edit_bytes(path, random)
    with closing(open_unguarded(path, sqlite3.Connection)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        kinds, weights = zip(*_EDITS, strict=True)
        edits: Sequence[Edit] = random.choices(kinds, weights, k=random.choice((1, 1, 1, 1, 2, 3)))
        done = "; ".join(edit(connection, random) for edit in edits)
        if random.random() < 0.95:
            (format,) = connection.execute("PRAGMA user_version").fetchone()
            for statement in build_triggers(format) if format in (1, 2) else ():
                with suppress(sqlite3.Error):
                    connection.execute(statement)
    return done


def _edit_bytes(path: Path, random: Random) -> str:
    """Change bytes of the file past SQLite."""
    content = bytearray(path.read_bytes())
    at = random.randrange(len(content)) if random.random() < 0.9 else random.randrange(100)
    for place in range(at, min(len(content), at + random.choice((1, 1, 1, 2, 8, 100)))):
        content[place] = random.choice((content[place] ^ 1 << random.randrange(8), 0, 255))
    path.write_bytes(content)
    return f"bytes from {at} on"


def _edit_value(connection: sqlite3.Connection, random: Random) -> str:
    """Change one value of one row."""
    table = random.choice(["events", "events", *TABLES])
    column = random.choice(TABLES[table])
    names = ", ".join(TABLES[table])
    rows = connection.execute(f"SELECT {names} FROM {table}").fetchall()
    if not rows:
        return "nothing"
    row = random.choice(rows)
    at = TABLES[table].index(column)
    others = [each[at] for each in rows]
    value = _change_value(row[at], others, random)
    keys = " AND ".join(f"{name} IS ?" for name in TABLES[table])
    is_text = isinstance(row[at], str) and isinstance(value, bytes) and random.random() < 0.8
    connection.execute(
        f"UPDATE {table} SET {column} = {'CAST(? AS TEXT)' if is_text else '?'} WHERE {keys}",
        (value, *row),
    )
    return f"{table}.{column} of {row[:2]!r}: {row[at]!r:.80} -> {value!r:.80}"


def _change_value(was: Any, others: Sequence[Any], random: Random) -> Any:
    """Return another value in place of one: nearly the same, another row's, or any at all."""
    chance = random.random()
    if chance < 0.15:
        return random.choice(ODD_VALUES)
    if chance < 0.35:
        return random.choice(others)
    match was:
        case int():
            return was + random.choice((-2, -1, 1, 2, 1 << random.randrange(40), -2 * was))
        case str() if was.startswith(("{", "[")) and chance < 0.7:
            return _change_json(was, random)
        case str():
            return _change_bytes(was.encode(), random)
        case bytes():
            return _change_bytes(was, random)
        case _:
            return random.choice(ODD_VALUES)


def _change_bytes(was: bytes, random: Random) -> bytes:
    at = random.randrange(len(was) + 1)
    some = random.choice((b"", b" ", b"0", b"\n", bytes([random.randrange(256)])))
    return was[:at] + some + was[at + random.randrange(2) :]


def _change_json(text: str, random: Random) -> str:
    """Return a JSON text with another value in it, or the same written in another way."""
    try:
        plain = json.loads(text)
    except ValueError:
        return text + " "
    match random.randrange(4):
        case 0:
            return json.dumps(plain)
        case 1:
            return json.dumps(plain, ensure_ascii=True, separators=(",", ":"))
        case 2:
            return f'{text[:1]}"type":"resolve",{text[1:]}'
        case _:
            _replace_leaf(plain, random)
            return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _replace_leaf(plain: Any, random: Random) -> None:
    while isinstance(plain, dict | list) and plain:
        key: Any = random.choice(list(plain)) if isinstance(plain, dict) else 0
        if isinstance(plain[key], dict | list) and plain[key]:
            plain = plain[key]
            continue
        was = plain[key]
        plain[key] = was + 1 if isinstance(was, int) else random.choice(("ada", "", "d6", 3, None))
        return


def _edit_rows(connection: sqlite3.Connection, random: Random) -> str:
    """Delete, copy, add or exchange rows."""
    table = random.choice(["events", *TABLES])
    names = TABLES[table]
    rows = connection.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
    where = " AND ".join(f"{name} IS ?" for name in names)
    places = ", ".join("?" * len(names))
    if not rows:
        return "nothing"
    one, other = random.choice(rows), random.choice(rows)
    match random.randrange(5):
        case 0:
            connection.execute(f"DELETE FROM {table} WHERE {where}", one)
            return f"{table}: {one[:3]!r} deleted"
        case 1:
            column = random.choice(names)
            value = random.choice(ODD_VALUES)
            connection.execute(f"DELETE FROM {table} WHERE {column} >= ?", (value,))
            return f"{table}: deleted where {column} >= {value!r}"
        case 2:
            changed = [*one]
            for at in random.sample(range(len(names)), random.choice((1, 2, len(names)))):
                changed[at] = _change_value(one[at], [row[at] for row in rows], random)
            connection.execute(
                f"INSERT OR REPLACE INTO {table} ({', '.join(names)}) VALUES ({places})", changed
            )
            return f"{table}: {changed!r:.300} inserted"
        case 3:
            connection.execute(f"DELETE FROM {table} WHERE {where}", one)
            connection.execute(f"DELETE FROM {table} WHERE {where}", other)
            keys = 2 if table in ("events", "commands") else 1
            for new in ((*one[:keys], *other[keys:]), (*other[:keys], *one[keys:])):
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", new
                )
            return f"{table}: {one[:2]!r} and {other[:2]!r} exchanged"
        case _:
            column = random.choice(names)
            sql = f"UPDATE OR IGNORE {table} SET {column} = {_expression(column, random)}"
            connection.execute(sql)
            return sql


def _expression(column: str, random: Random) -> str:
    """Return an expression that changes a column of all rows."""
    return random.choice(
        (
            f"{column} + 1",
            f"-{column}",
            f"upper({column})",
            f"CAST({column} AS BLOB)",
            f"CAST({column} AS TEXT)",
            f"{column} || ' '",
            f"replace({column}, 'ada', 'ben')",
            "NULL",
        )
    )


def _forge_chain(connection: sqlite3.Connection, random: Random) -> str:
    """Change a row, and compute all digests of its fight again."""
    fights = [fight for (fight,) in connection.execute("SELECT fight FROM fights")]
    if not fights:
        return "nothing"
    fight = random.choice(fights)
    order = "SELECT " + ", ".join(COLUMNS) + " FROM events WHERE fight = ? ORDER BY seq"
    rows = [Row(*values) for values in connection.execute(order, (fight,))]
    if not rows:
        return "nothing"
    row = random.choice(rows)
    column = random.choice(("body", "body", "by", "at", "cause", "repeats", "parent", "said"))
    was = getattr(row, column)
    value = _change_value(was, [getattr(each, column) for each in rows], random)
    if isinstance(was, str) and isinstance(value, bytes):
        value = value.decode(errors="replace")
    connection.execute(
        f"UPDATE events SET {column} = ? WHERE fight = ? AND seq = ?", (value, fight, row.seq)
    )
    previous = GENESIS
    for values in connection.execute(order, (fight,)).fetchall():
        with suppress(TypeError, ValueError, AttributeError):
            previous = compute_digest(previous, fight, Row(*values))
        connection.execute(
            "UPDATE events SET digest = ? WHERE fight = ? AND seq = ?",
            (previous, fight, values[0]),
        )
    return f"{fight} #{row.seq} {column}: {was!r:.60} -> {value!r:.60}, with digests"


def _edit_schema(connection: sqlite3.Connection, random: Random) -> str:
    """Change what the file is made of: tables, indexes, views, triggers, numbers, statistics."""
    table = random.choice(list(TABLES))
    names = list(TABLES[table])
    columns = random.sample(names, random.randrange(1, len(names) + 1))
    keys = ", ".join(
        f"{name} {random.choice(('', '', 'DESC', 'COLLATE NOCASE'))}" for name in columns
    )
    lead = random.choice(("", f"{names[0]}, {names[1]} DESC, ", f"{names[0]} DESC, {names[1]}, "))
    column = random.choice(names)
    other = random.choice(list(TABLES))
    statements: tuple[tuple[str, ...], ...] = (
        (f"CREATE INDEX mine ON {table} ({lead}{keys})",),
        (f"CREATE INDEX mine ON {table} ({lead}{keys})",),
        (f"CREATE UNIQUE INDEX mine ON {table} ({lead}{keys})",),
        (f"CREATE INDEX mine ON {table} ({column}) WHERE {column} IS NOT NULL",),
        ("DROP INDEX breaks",),
        ("DROP INDEX breaks", "CREATE INDEX breaks ON events (fight, seq, parent)"),
        ("DROP INDEX breaks", "CREATE INDEX breaks ON events (parent) WHERE parent = seq"),
        (f"DROP TABLE {table}",),
        (f"ALTER TABLE {table} ADD COLUMN mood",),
        (f"ALTER TABLE {table} ADD COLUMN mood DEFAULT 7",),
        (f"ALTER TABLE {table} RENAME COLUMN {column} TO mood",),
        (f"ALTER TABLE {table} DROP COLUMN {column}",),
        (f"ALTER TABLE {table} RENAME TO old", f"CREATE VIEW {table} AS SELECT * FROM old"),
        (f"ALTER TABLE {table} RENAME TO old", f"CREATE TABLE {table} AS SELECT * FROM old"),
        (
            f"ALTER TABLE {table} RENAME TO old",
            f"CREATE TABLE {table} AS SELECT * FROM old ORDER BY {column} DESC",
            "DROP TABLE old",
        ),
        ("CREATE TABLE bookmarks (url)", "INSERT INTO bookmarks VALUES ('x')"),
        (f"CREATE VIEW mine AS SELECT * FROM {table}",),
        (
            f"CREATE TRIGGER mine AFTER INSERT ON {table} BEGIN"
            f" UPDATE {other} SET {random.choice(TABLES[other])} = 7; END",
        ),
        (f"CREATE TRIGGER mine BEFORE INSERT ON {table} BEGIN SELECT RAISE(IGNORE); END",),
        (f"PRAGMA user_version = {random.choice((0, 1, 2, 3, 99))}",),
        (f"PRAGMA application_id = {random.randrange(9)}",),
        (f"PRAGMA auto_vacuum = {random.randrange(3)}", "VACUUM"),
        ("PRAGMA journal_mode = DELETE",),
        (
            "PRAGMA journal_mode = DELETE",
            f"PRAGMA page_size = {2 ** random.randrange(9, 16)}",
            "VACUUM",
        ),
        ("REINDEX",),
        ("ANALYZE",),
        (
            f"CREATE INDEX mine ON {table} ({lead}{keys})",
            "ANALYZE",
            "UPDATE sqlite_stat1 SET stat = '900000 90000 9000' WHERE idx <> 'mine'",
            "UPDATE sqlite_stat1 SET stat = '10 1 1 1' WHERE idx = 'mine'",
        ),
    )
    some = random.choice((*statements, ()))
    if not some:
        return _edit_schema_text(connection, random)
    for statement in some:
        connection.execute(statement)
    return "; ".join(some)


def _edit_schema_text(connection: sqlite3.Connection, random: Random) -> str:
    """Change the SQL of a table or index where SQLite keeps it."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql <> ''").fetchall()
    name, sql = random.choice(rows)
    was, now = random.choice(
        (
            (" NOT NULL", ""),
            ("TEXT", "TEXT COLLATE NOCASE"),
            ("TEXT NOT NULL", "TEXT NOT NULL DEFAULT 'x'"),
            ("INTEGER", "TEXT"),
            ("BLOB", "TEXT"),
            ("said", "told"),
            ("(key, fight)", "(fight, key)"),
            ("WHERE parent", "WHERE 0 + parent"),
            ("fight", "fight "),
            ("seq", "Seq"),
        )
    )
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql.replace(was, now), name)
    )
    connection.execute("PRAGMA writable_schema = RESET")
    return f"the SQL of {name}: {was!r} -> {now!r}"


_EDITS: tuple[tuple[Edit, int], ...] = (
    (_edit_value, 50),
    (_edit_rows, 25),
    (_forge_chain, 10),
    (_edit_schema, 15),
)


def read_content(path: Path) -> list[object]:
    """Return all that a file says to combatlog: its numbers, its schema, and its rows in the order
    of their keys."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        execute = connection.execute
        said: list[object] = [execute("PRAGMA user_version").fetchall()]
        said += [execute("PRAGMA application_id").fetchall()]
        said += [
            execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 2").fetchall()
        ]
        for table in TABLES:
            with suppress(sqlite3.Error):
                said += [table, execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()]
    return said
