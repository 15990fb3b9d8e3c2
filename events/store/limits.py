"""Limits of a campaign file, because anyone may have written it: how much it may hold, and how much
work reading it may be."""

from __future__ import annotations

import os
import sqlite3

MOST_FIGHTS = 10_000
"""The most fights of a campaign: one a day for 27 years."""

LONGEST_VALUE = 16 * 2**20
"""The most bytes of a value read from a campaign file: twice what an import takes as a line."""

LONGEST_SCHEMA_TEXT = 100_000
"""The most bytes of SQL, also of the SQL that made a table or a view of another tool."""

STEP = 100_000
"""After how many steps of SQLite's machine the work is counted."""

FREE_STEPS = 2_000_000
"""The steps that any statement may take, some 100,000 rows."""

STEPS_PER_BYTE = 4
"""The steps that a statement may take besides for each byte of the file: a row has 150 bytes or
more, and takes some 20 steps to read."""


class BoundedConnection(sqlite3.Connection):
    """A connection that gives up a statement (“interrupted”) if it takes more steps than a file of
    its size can need. A tree of pages that lead to the same rows again and again has no end.

    A statement that is repeated counts as one: a fight is read in chunks.
    """

    _paths: tuple[str, ...] = ()
    _steps = 0
    _last: object = ""

    def execute(self, *statement: object) -> sqlite3.Cursor:
        if statement[0] != self._last:
            self._steps, self._last = 0, statement[0]
        return super().execute(*statement)  # type: ignore[arg-type]

    def executemany(self, *statement: object) -> sqlite3.Cursor:
        self._steps, self._last = (
            -(2**62),
            "",
        )  # what is written is ours, and may be any number of rows
        return super().executemany(*statement)  # type: ignore[arg-type]

    def limit(self, path: str, value: int = LONGEST_VALUE) -> None:
        """Set all limits. The size of the file at `path` bounds the work, `value` the bytes of a
        value."""
        self._paths = (path, f"{path}-wal")
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, value)
        self.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SCHEMA_TEXT)
        self.set_progress_handler(self._is_too_much, STEP)

    def _is_too_much(self) -> bool:
        self._steps += STEP
        if self._steps <= FREE_STEPS:
            return False
        return self._steps > FREE_STEPS + STEPS_PER_BYTE * sum(map(_measure_file, self._paths))


def _measure_file(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
