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
"""The steps that any read may take, some 100,000 rows."""

STEPS_PER_BYTE = 4
"""The steps that a read may take besides for each byte of the file: a row has 150 bytes or
more, and takes some 20 steps to read."""


UNCOUNTED = -(2**62)
"""What `steps` is set to for statements whose work is not counted."""


class BoundedConnection(sqlite3.Connection):
    """A connection that gives up a statement (“interrupted”) if the steps since `steps` was set
    to 0 are more than a file of this size can need. A tree of pages that lead to the same rows
    again and again has no end.

    `SQLiteReader` sets `steps` to 0 before each read, and `SQLiteStore` before each write. All that
    opens the file before the first of them is counted together.
    """

    steps: int = 0
    _paths: tuple[str, ...] = ()

    def limit(self, path: str, value: int = LONGEST_VALUE) -> None:
        """Set all limits. The size of the file at `path` bounds the work, `value` the bytes of a
        value."""
        self._paths = (path, f"{path}-wal")
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, value)
        self.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SCHEMA_TEXT)
        self.set_progress_handler(self._is_too_much, STEP)

    def _is_too_much(self) -> bool:
        self.steps += STEP
        if self.steps <= FREE_STEPS:
            return False
        return self.steps > FREE_STEPS + STEPS_PER_BYTE * sum(map(_measure_file, self._paths))


def _measure_file(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
