"""What a table keeps beside its campaign: as JSON in a file, or in a text in a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from combatlog.files.safe_write import write_bytes
from events.errors import Unreadable

if TYPE_CHECKING:
    from events.store.postgres_beside import TextBeside  # psycopg is an extra

T = TypeVar("T")


class KeptInFile(Generic[T]):
    """Something of a type in a file, which the owner alone may read. One server alone has it open.
    `fault` says of a file with something else what it is not, and what to do."""

    def __init__(self, path: str | Path, type: type[T], fault: str) -> None:
        self._path, self._type, self._fault = str(path), type, fault

    def read(self, known: int) -> tuple[int, T] | None:
        """Return what the file keeps, as version 1; None if there is none, or it is known. Raises
        `Unreadable`."""
        if known:
            return None
        try:
            return 1, msgspec.json.decode(Path(self._path).read_bytes(), type=self._type)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            raise Unreadable(f"{self._path} {self._fault}") from None

    def write(self, version: int, kept: T) -> bool:
        """Write the file. Raises `Unreadable` where it cannot be written."""
        write_bytes(self._path, msgspec.json.format(msgspec.json.encode(kept)), force=True)
        Path(self._path).chmod(0o600)
        return True


class KeptInDatabase(Generic[T]):
    """Something of a type in a database, which many servers use at once. `what` names it."""

    def __init__(self, text: TextBeside, type: type[T], what: str) -> None:
        self._text, self._type, self._what = text, type, what

    def read(self, known: int) -> tuple[int, T] | None:
        """Return what the database keeps; None if it is known. Raises `CampaignError`."""
        found = self._text.read(known)
        if found is None:
            return None
        version, body = found
        try:
            return version, msgspec.json.decode(body, type=self._type)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Unreadable(
                f"The {self._what} of {self._text.shown} cannot be read; a newer combatlog may"
                " have written them."
            ) from None

    def write(self, version: int, kept: T) -> bool:
        """Write the next version, if it is. Raises `CampaignError`."""
        return self._text.write(version, msgspec.json.encode(kept).decode())
