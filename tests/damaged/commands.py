"""Running commands on a damaged campaign, in this process."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from combatlog.terminal.cli.main import main

COMMANDS = {
    "fights": [],
    "state": ["-f", "3"],
    "log": ["-f", "fight2"],
    "why": ["ada", "STR", "-f", "fight1"],
    "chronicle": ["-f", "3"],
    "timeline": ["-f", "3"],
    "branches": ["-f", "3"],
    "replay": ["-f", "3", "--json"],
    "export": ["3", "-o", "out.jsonl"],
    "note": ["well", "-f", "3"],
    "undo": ["-f", "3"],
    "strike": ["2", "--why", "misheard", "-f", "3"],
    "import": ["in.jsonl"],
}


class Ran(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *args: str) -> Ran:
    """Run a command."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(list(args))
    captured = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return Ran(left.value.code, captured.out, captured.err)


def check_message(ran: Ran) -> None:
    """Check that a command succeeded without an error message or was refused in one sentence."""
    assert "Traceback" not in ran.err
    assert ran.err.replace("\n", "").isprintable()
    assert "Something is wrong inside" not in ran.err
    if ran.code == 0:
        assert "" == ran.err
    else:
        assert 1 == ran.code
        assert 1 == ran.err.count("\n")
        assert ran.err.endswith(".\n") or "; make one with: " in ran.err


def changed_files(before: dict[str, bytes], folder: Path) -> list[str]:
    """Return the names of the files that have changed."""
    after = read_files(folder)
    return sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the content of every plain file of a folder, without SQLite's shared memory files."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith("-shm")
    }
