"""The library that lets storage fail sees every storage call: it counts what the kernel counts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.durability.faults import compile_library, reason_to_skip
from tests.support.talk import BRIDGE

ROOT = Path(__file__).parents[2]

NAMES = {
    "pwrite64": "write: pwrite",
    "pread64": "look: pread",
    "fdatasync": "seal: fdatasync",
    "ftruncate": "write: ftruncate",
    "unlink": "seal: unlink",
    "mmap": "write: mmap",
    "fcntl": "look: lock",
}
"""System calls, and how the library names them. Opens that create a file and opens that do not are
compared together: the kernel does not tell them apart."""

TRACE = ["strace", "-f", "-y", "-e", f"trace=openat,fsync,write,rename,fallocate,{','.join(NAMES)}"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(reason_to_skip()), reason=reason_to_skip()),
]


def run_session(folder: Path, before: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    """Record a whole scenario in a process of its own."""
    table = folder / "table"
    shutil.rmtree(table, ignore_errors=True)
    table.mkdir()
    (folder / "roster.toml").write_text(BRIDGE, "utf-8")
    command = [
        *before,
        sys.executable,
        "-m",
        "tests.durability.count_calls",
        str(table / "a.combatlog"),
    ]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True
    )


def count_by_kernel(folder: Path) -> Counter[str]:
    """Count the storage calls of a session with strace."""
    traced = run_session(folder, TRACE)
    if "ptrace" in traced.stderr and traced.returncode:
        pytest.skip("processes cannot be traced here")
    assert 0 == traced.returncode, traced.stderr[-2000:]
    calls: Counter[str] = Counter()
    for line in traced.stderr.splitlines():
        name = re.match(r"(?:\[pid +\d+\] )?(\w+)\(", line)
        if name and str(folder / "table") in line and "F_UNLCK" not in line:
            calls[NAMES.get(name[1], name[1])] += 1
    return calls


@pytest.mark.skipif(not shutil.which("strace"), reason="there is no strace to compare with")
def test_every_storage_call_is_seen(tmp_path: Path) -> None:
    """The library counts the same calls of a session as strace."""
    watched = run_session(tmp_path, [], LD_PRELOAD=str(compile_library(tmp_path)))
    seen = Counter(json.loads(watched.stdout))
    seen["openat"] = seen.pop("write: open") + seen.pop("look: open")
    traced = count_by_kernel(tmp_path)
    assert {"write: pwrite", "seal: fdatasync", "seal: unlink", "openat"} < set(traced)
    assert traced == Counter({name: seen[name] for name in traced})
