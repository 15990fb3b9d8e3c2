"""The command line, run in the process of the test."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from combatlog.terminal.cli.main import main


class Ran(NamedTuple):
    """What a command printed, and how it was left."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command line in this process, as it is left otherwise."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COMBATLOG_CAMPAIGN", raising=False)

    def running(*args: object) -> Ran:
        capfd.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(arg) for arg in args])
        told = capfd.readouterr()
        assert "Traceback" not in told.err
        assert "wrong inside combatlog" not in told.err
        return Ran(int(str(left.value.code)), told.out, told.err)

    return running
