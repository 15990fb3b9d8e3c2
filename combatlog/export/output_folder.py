"""Several files written to a folder, or to one archive."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping
from tempfile import TemporaryFile

from combatlog.files.safe_write import write_bytes
from events.errors import Refused, Unreadable
from events.store.file_names import check_file_name

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive: the same pages always make the same archive."""

_PIECE = 1 << 16
"""Bytes of an archive that are read at a time."""


def write_folder(folder: str, files: Mapping[str, str], force: bool = False) -> list[str]:
    """Write texts to files below a folder, and return the names of the files written.

    The folder is created if needed. A file that already has the same text is left alone, and so are
    all others in the folder. Raises `Refused`, before anything is written, if a file with other
    text exists and `force` is not set, or if a path is a folder, leads outside the folder or
    has a name that Windows cannot use;
    `Unreadable` if a file cannot be written.
    """
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise Refused(f"{folder} is not a folder; choose another name.")
    changed = [name for name, text in files.items() if _read_text(folder, name) != text]
    there = [name for name in changed if os.path.lexists(_join_path(folder, name))]
    if there and not force:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise Refused(
            f"{_join_path(folder, there[0])}{more} would be replaced; choose another folder, or"
            " replace what is there with --force."
        )
    for name in changed:
        _check_place(folder, name)
    for name in changed:
        path = _join_path(folder, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            raise Unreadable(f"{path} cannot be written: {error.strerror}.") from None
        write_bytes(path, files[name].encode(), force)
    return changed


def zip_files(files: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the files as a ZIP archive, in pieces, which wait in a temporary file; the same files
    give the same bytes."""
    with TemporaryFile() as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)
        stream.seek(0)
        while piece := stream.read(_PIECE):
            yield piece


def _join_path(folder: str, name: str) -> str:
    """Return the path of a file; a format must not make a name that leads out of the folder."""
    parts = name.split("/")
    assert not any(part in ("", ".", "..") for part in parts), f"{name} leads out of the folder"
    return os.path.join(folder, *parts)


def _check_place(folder: str, name: str) -> None:
    """Raise `Refused` if a folder is at the path, or a link there leads elsewhere."""
    path = _join_path(folder, name)
    check_file_name(path)
    if os.path.isdir(path):
        raise Refused(f"{path} is a folder; choose another one to write to.")
    inside = os.path.join(os.path.realpath(folder), "")
    if not os.path.realpath(path).startswith(inside):
        raise Refused(f"{path} is a link that leads out of {folder}; remove it first.")


def _read_text(folder: str, name: str) -> str | None:
    """Return the text of a file; None if there is no such text file."""
    try:
        with open(_join_path(folder, name), encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None
