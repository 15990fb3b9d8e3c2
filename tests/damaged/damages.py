"""Kinds of damage to a campaign file: functions that change the intact file at a path."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from tests.damaged.intact_campaign import PAGE, write_unmerged_campaign

Damage = Callable[[Path], None]


def cut(length: int) -> Damage:
    """Leave only so many bytes."""
    return lambda path: os.truncate(path, length)


def zeroed(page: int) -> Damage:
    """Fill a page, counted from 0, with zeros."""
    return lambda path: overwrite(path, page * PAGE, bytes(PAGE))


def garbled(page: int) -> Damage:
    """Fill a page with noise."""
    return lambda path: overwrite(path, page * PAGE, Random(page).randbytes(PAGE))


def lost_end_of(page: int) -> Damage:
    """Fill the second half of a page with zeros, as a torn write leaves it."""
    return lambda path: overwrite(path, page * PAGE + PAGE // 2, bytes(PAGE // 2))


def overwrite(path: Path, at: int, content: bytes) -> None:
    """Write bytes over others."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def altered(*statements: str) -> Damage:
    """Drop the triggers and run SQL statements."""

    def alter(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                connection.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                connection.execute(statement)

    return alter


def loosened(*statements: str) -> Damage:
    """Take NOT NULL from every column, then do the same."""

    def alter(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(
                "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'"
            )
            connection.execute("PRAGMA writable_schema = RESET")
        altered(*statements)(path)

    return alter


def page_of(path: Path, name: str) -> int:
    """Return the page, counted from 0, that a table or index begins in."""
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)
        ).fetchone()
    return int(page) - 1


def root_of(name: str, damage: Callable[[int], Damage]) -> Damage:
    """Damage the page that a table or index begins in."""
    return lambda path: damage(page_of(path, name))(path)


_COPY = (
    "CREATE TABLE loose AS SELECT * FROM events ORDER BY fight, seq",
    "DROP TABLE events",
    "ALTER TABLE loose RENAME TO events",
    "CREATE INDEX breaks ON events (fight, seq, parent) WHERE parent <> seq - 1",
)
"""Statements that move the events to a table without keys."""

_SECOND = "WHERE fight = 'fight2' AND seq = 2"

ALTERED: dict[str, Damage] = {
    "a dropped trigger": altered(),
    "another column": altered("ALTER TABLE events ADD COLUMN mood TEXT"),
    "another column that must be filled": altered(
        *_COPY[:1],
        "DROP TABLE events",
        "CREATE TABLE events (fight, seq, parent, cmd, cause, repeats, at, by, body, digest,"
        " blind, said, mood NOT NULL DEFAULT 1, CHECK (typeof(at) = 'text' AND by <> 'Mia'))",
        "INSERT INTO events SELECT *, 1 FROM loose WHERE by <> 'Mia'",
        _COPY[-1],
    ),
    "a column renamed": altered("ALTER TABLE events RENAME COLUMN body TO content"),
    "a column gone": altered("ALTER TABLE events DROP COLUMN repeats"),
    "no events": altered("DROP TABLE events"),
    "no fights": altered("DROP TABLE fights"),
    "no commands": altered("DROP TABLE commands"),
    "no secrets": altered("DROP TABLE secrets"),
    "no index": altered("DROP INDEX breaks"),
    "an index of something else": altered(
        "DROP INDEX breaks",
        "CREATE INDEX breaks ON events (fight, seq, parent) WHERE parent = seq + 7",
    ),
    "events that are a view": altered(
        "ALTER TABLE events RENAME TO others", "CREATE VIEW events AS SELECT * FROM others"
    ),
    "events without end": altered(
        "DROP TABLE events",
        "CREATE VIEW events AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT 'fight2' AS fight, i AS seq, i - 1 AS parent, i AS cmd, NULL AS cause,"
        " NULL AS repeats, '' AS at, '' AS by, '{}' AS body, x'' AS digest FROM n",
    ),
    "a newer version": altered("PRAGMA user_version = 99"),
    "another program's": altered("PRAGMA application_id = 7"),
    "half a migration": altered("PRAGMA user_version = 0", "DROP TABLE _sqlite_migrations"),
    "a migration that was not noted": altered("PRAGMA user_version = 0"),
    "a migration that was only begun": altered(
        "PRAGMA user_version = 0", "DROP TABLE secrets", "DROP TABLE _sqlite_migrations"
    ),
    "an event less": altered(f"DELETE FROM events {_SECOND}"),
    "the first event less": altered("DELETE FROM events WHERE fight = 'fight2' AND seq = 1"),
    "the last event less": altered(
        "DELETE FROM events WHERE fight = 'fight2' AND seq > (SELECT max(last) FROM commands) - 1"
    ),
    "all of a fight's events less": altered("DELETE FROM events WHERE fight = 'fight2'"),
    "an event changed": altered(f'UPDATE events SET body = \'{{"type":"resolve"}}\' {_SECOND}'),
    "an event that is none": altered(f"UPDATE events SET body = 'hello' {_SECOND}"),
    "two events in one": altered(f"UPDATE events SET body = body || ',' || body {_SECOND}"),
    "an event of a later version": altered(
        f'UPDATE events SET body = \'{{"type":"wish"}}\' {_SECOND}'
    ),
    "a body of bytes": altered(f"UPDATE events SET body = x'00ff' {_SECOND}"),
    "a body that is no UTF-8": altered(f"UPDATE events SET body = CAST(x'80ff' AS TEXT) {_SECOND}"),
    "a parent in words": altered(f"UPDATE events SET parent = 'two' {_SECOND}"),
    "a parent that moves the cursor": altered(
        f"UPDATE events SET parent = char(27) || '[2J' {_SECOND}"
    ),
    "a trigger that moves the cursor": altered(
        "CREATE TRIGGER t BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, '\x1b[2J'); END"
    ),
    "a parent that is itself": altered(f"UPDATE events SET parent = 2 {_SECOND}"),
    "a parent to come": altered(f"UPDATE events SET parent = 9 {_SECOND}"),
    "a parent below all": altered(f"UPDATE events SET parent = -1 {_SECOND}"),
    "a seq in words": altered(f"UPDATE events SET seq = 'two' {_SECOND}"),
    "a seq far away": altered(f"UPDATE events SET seq = {2**62} {_SECOND}"),
    "a seq below all": altered(f"UPDATE events SET seq = -3 {_SECOND}"),
    "a digest in words": altered("UPDATE events SET digest = 'sound'"),
    "a fight by another name": altered("UPDATE events SET fight = 'x' WHERE fight = 'fight1'"),
    "a fight in bytes": altered("UPDATE fights SET fight = x'00' WHERE number = 3"),
    "a body that is nothing": loosened(f"UPDATE events SET body = NULL {_SECOND}"),
    "numbers that are nothing": loosened(f"UPDATE events SET parent = NULL, cmd = NULL {_SECOND}"),
    "a fight that is nothing": loosened("UPDATE fights SET fight = NULL WHERE number = 3"),
    "secrets that are nothing": loosened("UPDATE secrets SET secret = NULL"),
    "secrets that are numbers": altered("UPDATE secrets SET secret = 9000000000000"),
    "keys that are nothing": loosened("UPDATE commands SET first = NULL, last = 'x'"),
    "events twice": altered(*_COPY, "INSERT INTO events SELECT * FROM events"),
    "events in any order": altered(_COPY[0].replace("fight, seq", "digest"), *_COPY[1:]),
    "fights twice": loosened(
        "CREATE TABLE twice AS SELECT number, fight FROM fights",
        "DROP TABLE fights",
        "CREATE TABLE fights (number, fight)",
        "INSERT INTO fights SELECT * FROM twice",
        "INSERT INTO fights SELECT * FROM twice",
    ),
    "noise in the index": root_of("breaks", garbled),
    "nothing in the index": root_of("breaks", zeroed),
    "noise in the events' root": root_of("events", garbled),
    "nothing in the events' root": root_of("events", zeroed),
    "half of the events' root": root_of("events", lost_end_of),
    "no secrets' page": root_of("secrets", zeroed),
    "no commands' page": root_of("commands", zeroed),
    "no fights' page": root_of("fights", zeroed),
}
"""Campaigns that somebody altered, by what is wrong with them."""


def _write_bookmarks(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")


def _replace(make: Callable[[Path], object]) -> Damage:
    def put(path: Path) -> None:
        path.unlink()
        make(path)

    return put


ELSE: dict[str, Damage] = {
    "nothing": _replace(lambda path: None),
    "an empty file": _replace(lambda path: path.touch()),
    "a text": _replace(lambda path: path.write_text("Dear diary, " * 500)),
    "a short text": _replace(lambda path: path.write_text("Dear diary")),
    "a folder": _replace(lambda path: path.mkdir()),
    "a pipe": _replace(lambda path: os.mkfifo(path)),
    "a loop of links": _replace(lambda path: path.symlink_to(path)),
    "a link to nowhere": _replace(lambda path: path.symlink_to(path.with_name("nowhere"))),
    "an endless device": _replace(lambda path: path.symlink_to("/dev/zero")),
    "another program's file": _write_bookmarks,
}
"""What is not a campaign at all."""


def _with_log(change: Callable[[Path, Path], object]) -> Damage:
    """Damage a campaign whose events are still in its write-ahead log."""

    def damage(path: Path) -> None:
        path.unlink()
        write_unmerged_campaign(path)
        change(path, path.with_name(f"{path.name}-wal"))

    return damage


def _halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _halve_and_remove(log: Path, database: Path) -> None:
    _halve(log)
    database.unlink()


LOGGED: dict[str, Damage] = {
    "a log and its database": _with_log(lambda database, log: None),
    "a log without its database": _with_log(lambda database, log: database.unlink()),
    "a log beside an empty file": _with_log(lambda database, log: os.truncate(database, 0)),
    "a log beside a database of zeros": _with_log(
        lambda database, log: overwrite(database, 0, bytes(PAGE))
    ),
    "a log beside noise": _with_log(lambda database, log: garbled(0)(database)),
    "a database without its log": _with_log(lambda database, log: log.unlink()),
    "half a log": _with_log(lambda database, log: _halve(log)),
    "half a log without its database": _with_log(
        lambda database, log: _halve_and_remove(log, database)
    ),
    "noise for a log": _with_log(lambda database, log: garbled(2)(log)),
}
"""Damage to campaigns whose last events are in a write-ahead log, a file of its own."""


def cuts(size: int) -> dict[str, Damage]:
    """Return cuts of a file of this size, at every page and around the header."""
    lengths = [1, 15, 16, 99, 100, 511, 512, 4095, size - 1]
    lengths += [*range(PAGE, size, PAGE), *range(PAGE * 3 // 2, size, 2 * PAGE)]
    return {f"cut to {length} bytes": cut(length) for length in lengths}


def pages(size: int) -> dict[str, Damage]:
    """Return damage to each page of a file of this size."""
    found: dict[str, Damage] = {}
    for page in range(size // PAGE):
        found[f"page {page} zeroed"] = zeroed(page)
        found[f"page {page} garbled"] = garbled(page)
        found[f"page {page} half lost"] = lost_end_of(page)
    return found
