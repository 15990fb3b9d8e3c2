"""Texts beside a campaign in PostgreSQL: its live table's seats, its proposals, who is here. They
are no part of the log, so they change, and keep nothing of what they were."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import psycopg

from events.errors import CampaignError
from events.store.postgres_database import Database
from events.store.postgres_errors import explain_unanswered

_WRITE = """
INSERT INTO combatlog.{table} AS kept (campaign, {name} version, body, recent)
VALUES (%(campaign)s, {value} %(expected)s + 1, %(body)s, ARRAY[%(write)s])
ON CONFLICT (campaign{key}) DO UPDATE
SET version = excluded.version, body = excluded.body, recent = excluded.recent || kept.recent[1:31]
WHERE kept.version = %(expected)s
"""
"""A text keeps the marks of its last 32 writes: who lost the answer looks for their own."""


class TextBeside:
    """A text with a version number; each change makes the next version. Without a `name` it is that
    of the seats."""

    def __init__(self, database: Database, campaign: int, shown: str, name: str = "") -> None:
        self._database = database
        self._values: dict[str, Any] = {"campaign": campaign, "name": name}
        self.shown = shown
        """The place of the campaign, as it may be shown."""
        self._place = "combatlog.seats WHERE campaign = %(campaign)s"
        self._write = _WRITE.format(table="seats", name="", value="", key="")
        if name:
            self._place = "combatlog.beside WHERE campaign = %(campaign)s AND name = %(name)s"
            self._write = _WRITE.format(
                table="beside", name="name,", value="%(name)s,", key=", name"
            )

    def read(self, known: int) -> tuple[int, str] | None:
        """Return the last version and its text; None if that is the version that is known, or there
        is none."""
        found = self._database.query(
            f"SELECT version, body FROM {self._place} AND version <> %(known)s",
            self._values | {"known": known},
        )
        return (int(found[0][0]), str(found[0][1])) if found else None

    def write(self, expected: int, body: str) -> bool:
        """Write the version behind `expected`; return whether it is written. It is not where
        another program has written that version first."""
        values = self._values | {"expected": expected, "body": body, "write": token_hex(8)}

        def write(connection: psycopg.Connection) -> int:
            return connection.execute(self._write, values).rowcount

        if self._database.try_again(write, "written"):
            return True
        # It may be written by a try that lost its connection before the answer came, and another
        # program may have written since.
        try:
            asked = f"SELECT FROM {self._place} AND %(write)s = ANY(recent)"
            return bool(self._database.query(asked, values))
        except CampaignError as error:
            raise explain_unanswered(self.shown, error) from None
