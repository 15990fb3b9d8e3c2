"""Writing several files into somebody's folder, or into one archive."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping

from combatlog.files.safe_write import write_bytes
from events.errors import Refused, Unreadable

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same pages make the same archive."""


def write_folder(folder: str, files: Mapping[str, str], force: bool = False) -> list[str]:
    """Write texts to files below a folder, which is made where it is not there; files that say
    the same already, and all others in it, are left alone. Returns the names of those written.
    Raises `Refused`, and writes none, where one exists and says something else, unless they are
    to be replaced by `force`, and where one would be written outside the folder or in the place
    of a folder; `Unreadable` where one cannot be written."""
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise Refused(f"{folder} is no folder; choose another name.")
    changed = {name: text for name, text in files.items() if _read_text(folder, name) != text}
    there = [name for name in changed if os.path.lexists(_join_path(folder, name))]
    if there and not force:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise Refused(
            f"{_join_path(folder, there[0])}{more} would be replaced; choose another folder, or"
            " replace what is there with --force."
        )
    for name in changed:
        _check_place(folder, name)
    for name, text in changed.items():
        path = _join_path(folder, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            raise Unreadable(f"{path} cannot be written: {error.strerror}.") from None
        write_bytes(path, text.encode(), force)
    return list(changed)


def zip_files(files: Mapping[str, str]) -> bytes:
    """The files as an archive, the same for the same files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _join_path(folder: str, name: str) -> str:
    """Where a file goes; what would lead out of the folder is a mistake of a format."""
    parts = name.split("/")
    assert not any(part in ("", ".", "..") for part in parts), f"{name} leads elsewhere"
    return os.path.join(folder, *parts)


def _check_place(folder: str, name: str) -> None:
    """Refuse what is no plain file there, and what a link leads elsewhere."""
    path = _join_path(folder, name)
    if os.path.isdir(path):
        raise Refused(f"{path} is a folder; choose another one to write to.")
    inside = os.path.join(os.path.realpath(folder), "")
    if not os.path.realpath(path).startswith(inside):
        raise Refused(f"{path} is a link that leads out of {folder}; take it away first.")


def _read_text(folder: str, name: str) -> str | None:
    """What a file says already."""
    try:
        with open(_join_path(folder, name), encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None
