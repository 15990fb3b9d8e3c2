"""Safe writing of a file: completely or not at all, and never over a database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex

from events.errors import CampaignError, CombatlogError, NoCampaign, Refused, Unreadable
from events.store.file_names import check_file_name
from events.store.sqlite_errors import convert_error

SQLITE_HEADER = b"SQLite format 3\0"
"""The first bytes of every SQLite database."""

SIDE_FILES = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database."""

_TAKEN = "{} exists already; choose another name for {}."
_EXISTS = "{} exists already; choose another name, or replace it with --force."


def write_lines(path: str, lines: Iterable[str], force: bool = False) -> None:
    """Write lines to a file, through a temporary file beside it.

    After an interruption the old file or the new one is there. Raises `Refused` if the file exists
    and `force` is not set, and always for a database or a name that Windows cannot use. Raises
    `Unreadable` if the file cannot be written.
    """
    write_pieces(path, (f"{line}\n".encode() for line in lines), force)


def write_bytes(path: str, content: bytes, force: bool = False) -> None:
    """Write bytes to a file, as `write_lines` writes lines."""
    write_pieces(path, [content], force)


def write_pieces(path: str, pieces: Iterable[bytes], force: bool = False) -> None:
    """Write bytes that come in pieces to a file, as `write_lines` writes lines."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        _write_through(path, pieces)
        return
    check_file_name(path)
    path = os.path.realpath(path)
    _check_replaceable(path, force)
    temporary = temporary_path(path)
    try:
        with open(temporary, "xb") as file:
            file.writelines(pieces)
            file.flush()
            flush_to_disk(file.fileno())
        put_in_place(temporary, path, force)
    except FileExistsError:
        raise Refused(_EXISTS.format(path)) from None
    except CampaignError:  # raised by the source of the lines
        raise
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            os.remove(temporary)


def put_in_place(temporary: str, path: str, force: bool = False) -> None:
    """Give a complete file its name; a crash afterwards cannot undo that. With `force` it takes the
    place of a file that has the name; else `FileExistsError` is raised.

    Windows and some network folders cannot flush a folder; they keep names by themselves.
    """
    if force:
        os.replace(temporary, path)
    else:
        _give_new_name(temporary, path)
    if os.name == "nt":
        return
    with suppress(OSError):
        folder = os.open(os.path.dirname(path) or os.curdir, os.O_RDONLY)
        try:
            flush_to_disk(folder)
        finally:
            os.close(folder)


def _give_new_name(temporary: str, path: str) -> None:
    """Give a file a name that no other has. A second name for a file is made at once or not at all;
    some sticks and network folders have no second names, so there it is only checked before."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.replace(temporary, path)
    else:
        os.remove(temporary)


def flush_to_disk(descriptor: int) -> None:
    """Wait until a file is on the disk. On macOS `fsync` leaves it in the disk's own cache, which
    loses it with the power."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
        except OSError:  # some network folders cannot
            pass
    os.fsync(descriptor)


def temporary_path(path: str) -> str:
    """Return a new name beside a file, for its content while it is written."""
    return f"{path}.{token_hex(4)}.part"


def _write_through(path: str, pieces: Iterable[bytes]) -> None:
    """Write to something that exists and is no file: a terminal, a pipe."""
    try:
        with open(path, "wb") as stream:
            stream.writelines(pieces)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}.") from None


@contextmanager
def make_campaign_file(path: str, source: str, purpose: str) -> Iterator[str]:
    """Yield a temporary path for a new campaign made from `source`, and give it its name when it is
    complete. Nothing is left if that fails.

    `purpose` is what the file is for: “the backup”. Raises `Refused` if something is at the path,
    before or after, and a `CampaignError` if the file cannot be written.
    """
    check_free(path, purpose)
    temporary = temporary_path(path)
    try:
        open(temporary, "xb").close()
        yield temporary
        with open(temporary, "rb+") as file:
            flush_to_disk(file.fileno())
        with suppress(OSError):  # a stick may have no rights, and a campaign may have been moved
            shutil.copymode(source, temporary)
        check_free(path, purpose)
        put_in_place(temporary, path)
    except CombatlogError:
        raise
    except FileExistsError:
        raise Refused(_TAKEN.format(path, purpose)) from None
    except OSError as error:
        raise CampaignError(f"{path} cannot be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise convert_error(source, error, f"copied to {path}") from None
    finally:
        for end in ("", *SIDE_FILES):
            with suppress(OSError):
                os.remove(temporary + end)


def check_free(path: str, purpose: str, ends: Iterable[str] = SIDE_FILES) -> None:
    """Raise if something is at the path, or beside it with one of these endings: SQLite would take
    the old log of a campaign that is gone for that of the new one."""
    check_file_name(path)
    if os.path.isdir(path):
        raise Refused(f"{path} is a folder; name the file to make in it.")
    for end in ("", *ends):
        if os.path.lexists(path + end):
            raise Refused(_TAKEN.format(path + end, purpose))
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or os.curdir):
        raise NoCampaign(f"There is no folder {folder} to write {name} in.")


def _check_replaceable(path: str, force: bool) -> None:
    if not os.path.lexists(path):
        return
    if not os.path.isfile(path):
        raise Refused(f"{path} is no plain file; choose another name.")
    if is_database(path) or any(
        path.endswith(end) and is_database(path.removesuffix(end)) for end in SIDE_FILES
    ):
        raise Refused(f"{path} is a campaign or another database; choose another name.")
    if not force:
        raise Refused(_EXISTS.format(path))


def is_database(path: str) -> bool:
    """Return whether a file is a SQLite database.

    An unreadable file counts as one, so that it is not replaced.
    """
    try:
        with open(path, "rb") as file:
            return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    except FileNotFoundError:
        return False
    except OSError:
        return True
