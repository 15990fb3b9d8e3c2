"""Storage that fails: a small library in C stands between a process and its files (Linux only), and
lets one of their calls fail."""

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
    """SIGKILL, before it is done."""
    LATE = 2
    """SIGKILL, once it is done."""
    TORN = 3
    """SIGKILL, with half of the bytes written."""
    POWER = 4
    """SIGKILL, and what was not synced is lost."""
    FAULT = 5
    """EIO."""
    FULL = 6
    """ENOSPC."""
    SHORT = 7
    """Half of the bytes are written, and there is no space for the others."""
    STAYS_FULL = 8
    """ENOSPC at every call that needs space, until the session has been told."""
    STAYS_FAULTY = 9
    """EIO at every call, until the session has been told; but locks are kept in memory, and SQLite
    tries again for ten seconds to get one."""


DEADLY = {Fault.KILL, Fault.LATE, Fault.TORN, Fault.POWER}


def faults_at(call: str) -> list[Fault]:
    """What can befall a call of this name. One that only looks changes nothing, so that to be
    killed at it is to be killed at the next that writes; and it needs no space."""
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
    """Why storage cannot be made to fail here; empty where it can."""
    if not sys.platform.startswith("linux"):
        return "storage calls are caught on Linux only"
    return "" if shutil.which("cc") else "there is no C compiler (on Debian: apt-get install gcc)"


def compile_library(folder: Path) -> Path:
    """The library, compiled into a folder."""
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
    """From now on count the storage calls on a file and those beside it; at the nth, counted from
    one, something happens."""
    _library().faults_arm(bytes(path.parent), nth, int(fault))


def heal() -> None:
    """From now on nothing fails any more."""
    _library().faults_heal()


def calls() -> list[str]:
    """The names of the calls since the storage was armed."""
    library = _library()
    return [library.faults_call(nth).decode() for nth in range(library.faults_count())]
