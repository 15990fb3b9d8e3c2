"""Where the seats of a table are kept: in a file beside the campaign's, or in a row beside the
campaign in a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from combatlog.server.kept_beside import KeptInDatabase, KeptInFile
from combatlog.server.seats import Kept

if TYPE_CHECKING:
    from events.store.postgres_beside import TextBeside  # psycopg is an extra

ENDING = ".seats.json"
"""The ending of the file with the seats, behind the campaign's path."""


class FileSeats(KeptInFile[Kept]):
    """Seats in a file."""

    def __init__(self, path: str | Path) -> None:
        fault = "holds no seats of a table; move it away, and everybody joins anew."
        super().__init__(path, Kept, fault)


class DatabaseSeats(KeptInDatabase[Kept]):
    """Seats in a database."""

    def __init__(self, text: TextBeside) -> None:
        super().__init__(text, Kept, "seats")
