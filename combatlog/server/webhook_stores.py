"""Where the webhooks of a table are kept: in a file beside the campaign's, or in a text beside the
campaign in a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from combatlog.server.kept_beside import KeptInDatabase, KeptInFile
from combatlog.server.webhooks import Kept, Webhook

if TYPE_CHECKING:
    from events.store.postgres_beside import TextBeside  # psycopg is an extra

ENDING = ".webhooks.json"
"""The ending of the file with the webhooks, behind the campaign's path."""

NAME = "webhooks"
"""The name of the text in a database."""


class FileHooks:
    """Webhooks in a file, which has them alone: its one server tells them all."""

    is_shared = False

    def __init__(self, path: str | Path) -> None:
        fault = "holds no webhooks; move it away, and make them again."
        self._file = KeptInFile(path, tuple[Webhook, ...], fault)

    def read(self, known: int) -> tuple[int, Kept] | None:
        """Return what the file keeps; None if there is none, or it is known. Raises
        `Unreadable`."""
        found = self._file.read(known)
        return found and (found[0], Kept(found[1]))

    def write(self, version: int, kept: Kept) -> bool:
        """Write the file. Raises `Unreadable` where it cannot be written."""
        return self._file.write(version, kept.hooks)


class DatabaseHooks(KeptInDatabase[Kept]):
    """Webhooks in a database."""

    is_shared = True

    def __init__(self, text: TextBeside) -> None:
        super().__init__(text, Kept, "webhooks")
