"""Ctrl-C while the program is still starting."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to one process there")

ROOT = Path(__file__).parents[3]

SLOW = "import os, time; os.write(1, b'importing\\n'); time.sleep(60)"
"""A module whose import takes long."""

STARTS = {
    "module": [sys.executable, "-m", "combatlog"],
    "script": [sys.executable, "-c", "from combatlog.__main__ import run; run()"],
}


def interrupt(tmp_path: Path, module: str, *args: str, start: str = "module") -> tuple[int, str]:
    """Interrupt a command while it imports a module; return its exit code and what it printed.

    It takes Ctrl-C even where the tests run in the background, which ignores it.
    """
    place = tmp_path.joinpath(*module.split(".")).with_suffix(".py")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(SLOW)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    process = subprocess.Popen(
        [*STARTS[start], *args],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    assert "importing\n" == process.stdout.readline()
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    return process.returncode, said


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("module", ["click", "msgspec", "sqlite3"])
def test_ctrl_c_during_imports_says_nothing(tmp_path: Path, module: str, start: str) -> None:
    """The exit code is that of an interruption, and the cursor is at the beginning of a line."""
    assert (130, "\n") == interrupt(tmp_path, module, "start", "Yard", start=start)


def test_an_ignored_ctrl_c_stays_ignored(tmp_path: Path) -> None:
    """As the shell wants it of what runs in the background."""
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, "-m", "combatlog"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        capture_output=True,
        text=True,
    )
    assert 1 == done.returncode
    assert "has no attribute" in done.stderr
