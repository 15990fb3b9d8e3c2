"""Whether a disk takes what is written: the answer to “is a write possible”, found by writing."""

from __future__ import annotations

import errno
import os

PROBE_BYTES = 64 * 1024
"""How much is written, more than a command usually records."""

DISK_FULL = "The disk is full."


def find_disk_obstacle(folder: str) -> str:
    """Return why nothing can be written in a folder, in a sentence that names no place; empty where
    it can. A file without a name is written there, as far as the disk, and is gone at once."""
    from tempfile import TemporaryFile  # it loads a lot, and few ask

    try:
        with TemporaryFile(dir=folder or ".", buffering=0) as file:
            written = file.write(b"\xff" * PROBE_BYTES)
            os.fsync(file.fileno())
    except OSError as error:
        full = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
        return DISK_FULL if error.errno in full else "The folder of the campaign cannot be written."
    return "" if written == PROBE_BYTES else DISK_FULL
