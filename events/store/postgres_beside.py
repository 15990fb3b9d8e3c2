"""A text beside a campaign in PostgreSQL: its live table's seats. It is no part of the log, so it
changes, and keeps nothing of what it was."""

from __future__ import annotations

import psycopg

from events.store.postgres_database import Database

_WRITE = """
INSERT INTO combatlog.seats (campaign, version, body)
VALUES (%(campaign)s, %(expected)s + 1, %(body)s)
ON CONFLICT (campaign) DO UPDATE SET version = excluded.version, body = excluded.body
WHERE seats.version = %(expected)s
"""


class TextBeside:
    """A text with a version number; each change makes the next version."""

    def __init__(self, database: Database, campaign: int, shown: str) -> None:
        self._database, self._campaign = database, campaign
        self.shown = shown
        """The place of the campaign, as it may be shown."""

    def read(self, known: int) -> tuple[int, str] | None:
        """Return the last version and its text; None if that is the version that is known, or there
        is none."""
        found = self._database.query(
            "SELECT version, body FROM combatlog.seats WHERE campaign = %s AND version <> %s",
            (self._campaign, known),
        )
        return (int(found[0][0]), str(found[0][1])) if found else None

    def write(self, expected: int, body: str) -> bool:
        """Write the version behind `expected`; return whether it is written. It is not where
        another program has written that version first."""
        values = {"campaign": self._campaign, "expected": expected, "body": body}

        def write(connection: psycopg.Connection) -> int:
            return connection.execute(_WRITE, values).rowcount

        if self._database.try_again(write, "written"):
            return True
        # It may be written by a try that lost its connection before the answer came.
        return self.read(expected) == (expected + 1, body)
