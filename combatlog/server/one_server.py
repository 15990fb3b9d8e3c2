"""One server for a campaign: two would overwrite each other's seats.

A file beside the campaign is locked while it is served, and says where. The system lets go of the
lock when the program ends, however it ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from events.errors import Unwritable

ENDING = ".served"
"""The ending of the file, behind the campaign's path."""

_FAR = 4096
"""Where the lock stands in the file: behind the address, so that others can read that."""


class Served(Unwritable):
    """The campaign is served already, by another program."""


@contextmanager
def hold_campaign(path: str) -> Iterator[Callable[[str], None]]:
    """Hold a campaign within the context. Yield what notes the address of its table, to be read by
    others who want to serve it. Raises `Served` if it is served already, `Unwritable`
    if its folder cannot be written."""
    beside = f"{os.path.realpath(path)}{ENDING}"
    file = _open(beside, path)
    with file:
        try:
            yield lambda address: _note(file, address)
        finally:
            with suppress(OSError):
                os.unlink(beside)  # Windows refuses; there an empty file stays
                file.truncate(0)


def _note(file: BinaryIO, address: str) -> None:
    with suppress(OSError):  # a full disk is told by what needs to be written
        file.write(f"{address}\n".encode())


def _open(beside: str, path: str) -> BinaryIO:
    """Return the locked file."""
    while True:
        try:
            file = open(beside, "a+b", buffering=0)  # noqa: SIM115 — the caller closes it
        except OSError as error:
            raise Unwritable(
                f"{path} cannot be served: the folder it lies in cannot be written"
                f" ({error.strerror})."
            ) from None
        if not _lock(file):
            with file:
                file.seek(0)
                address = file.read(200).decode(errors="replace").strip()
            where = f" at {address}" if address else ""
            raise Served(
                f"{path} is served already{where}; use that table, or end it there with Ctrl-C."
            )
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), os.stat(beside)):
                file.truncate(0)
                return file
        file.close()  # the one before has just taken its file away


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> bool:
        """Lock a file if nobody else has; return whether it is ours."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        """Lock a file if nobody else has; return whether it is ours."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
