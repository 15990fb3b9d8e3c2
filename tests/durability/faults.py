"""Storage faults: a small C library between a process and its files lets one call fail (Linux)."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from enum import IntEnum
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("faults.c")


class Fault(IntEnum):
    """What happens at a storage call, in the order of faults.c."""

    NOTHING = 0
    KILL = 1
    """SIGKILL before the call."""
    LATE = 2
    """SIGKILL after the call."""
    TORN = 3
    """SIGKILL with half of the bytes written."""
    POWER = 4
    """SIGKILL, and what was not synced is lost: the power fails."""
    FAULT = 5
    """EIO."""
    FULL = 6
    """ENOSPC."""
    SHORT = 7
    """Half of the bytes are written; there is no space for the rest."""
    STAYS_FULL = 8
    """ENOSPC at every call that needs space, until `heal`."""
    STAYS_FAULTY = 9
    """EIO at every call until `heal`, except locks: SQLite would try for ten seconds to get one."""


DEADLY = {Fault.KILL, Fault.LATE, Fault.TORN, Fault.POWER}


def faults_at(call: str) -> list[Fault]:
    """Return the faults to inject at a call of this name. A call that only reads needs no space,
    and being killed at it is the same as being killed at the next write."""
    if call.endswith("lock"):
        return [Fault.FAULT]
    if call.startswith("look"):
        return [Fault.FAULT, Fault.STAYS_FAULTY]
    faults = [Fault.KILL, Fault.POWER, Fault.FAULT, Fault.FULL, Fault.STAYS_FAULTY]
    faults.append(Fault.STAYS_FULL if call.startswith("write") else Fault.LATE)
    if call.endswith("write"):
        faults += [Fault.TORN, Fault.SHORT]
    return faults


def reason_to_skip() -> str:
    """Return why storage cannot be made to fail on this machine; empty where it can."""
    if not sys.platform.startswith("linux"):
        return "storage calls are caught on Linux only"
    return "" if shutil.which("cc") else "there is no C compiler (on Debian: apt-get install gcc)"


def compile_library(folder: Path) -> Path:
    """Compile the library into a folder and return its path."""
    library = folder / "faults.so"
    command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([*command, "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(None)
    library.faults_call.restype = ctypes.c_char_p
    return library


def arm(path: Path, nth: int = 0, fault: Fault = Fault.NOTHING) -> None:
    """Count the storage calls in the folder of a file from now on; let the nth (from 1) fail."""
    _library().faults_arm(bytes(path.parent), nth, int(fault))


def heal() -> None:
    """Let no call fail from now on."""
    _library().faults_heal()


def calls() -> list[str]:
    """Return the names of the calls since `arm`."""
    library = _library()
    return [library.faults_call(nth).decode() for nth in range(library.faults_count())]
