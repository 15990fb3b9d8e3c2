"""Where the webhooks of a table are kept: in a file beside the campaign's, or in a text beside the
campaign in a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from combatlog.files.safe_write import write_bytes
from combatlog.server.webhooks import Kept, Webhook
from events.errors import Unreadable

if TYPE_CHECKING:
    from events.store.postgres_beside import TextBeside  # psycopg is an extra

ENDING = ".webhooks.json"
"""The ending of the file with the webhooks, behind the campaign's path."""

NAME = "webhooks"
"""The name of the text in a database."""


class FileHooks:
    """Webhooks in a file, which the owner alone may read. One server alone has it open."""

    is_shared = False

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)

    def read(self, known: int) -> tuple[int, Kept] | None:
        """Return what the file keeps; None if there is none, or it is known. Raises
        `Unreadable`."""
        if known:
            return None
        try:
            found = msgspec.json.decode(Path(self._path).read_bytes(), type=tuple[Webhook, ...])
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            raise Unreadable(
                f"{self._path} holds no webhooks; move it away, and make them again."
            ) from None
        return 1, Kept(found)

    def write(self, version: int, kept: Kept) -> bool:
        """Write the file. Raises `Unreadable` where it cannot be written."""
        write_bytes(self._path, msgspec.json.format(msgspec.json.encode(kept.hooks)), force=True)
        Path(self._path).chmod(0o600)
        return True


class DatabaseHooks:
    """Webhooks in a database, which many servers use at once."""

    is_shared = True

    def __init__(self, text: TextBeside) -> None:
        self._text = text

    def read(self, known: int) -> tuple[int, Kept] | None:
        """Return what the database keeps; None if it is known. Raises `CampaignError`."""
        found = self._text.read(known)
        if found is None:
            return None
        version, body = found
        try:
            return version, msgspec.json.decode(body, type=Kept)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Unreadable(
                f"The webhooks of {self._text.shown} cannot be read; a newer combatlog may have"
                " written them."
            ) from None

    def write(self, version: int, kept: Kept) -> bool:
        """Write the next version, if it is. Raises `CampaignError`."""
        return self._text.write(version, msgspec.json.encode(kept).decode())
