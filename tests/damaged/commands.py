"""Commands run over a damaged campaign, in this process."""

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
    """How a command ended."""

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


def check_told(ran: Ran) -> None:
    """It is done without a word of complaint, or refused in one sentence."""
    assert "Traceback" not in ran.err
    assert ran.err.replace("\n", "").isprintable()
    assert "Something is wrong inside" not in ran.err
    if ran.code == 0:
        assert "" == ran.err
    else:
        assert 1 == ran.code
        assert 1 == ran.err.count("\n")
        assert ran.err.endswith(".\n") or "; make one with: " in ran.err


def changed(before: dict[str, bytes], folder: Path) -> list[str]:
    """The files that are not what they were."""
    after = content(folder)
    return sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )


def content(folder: Path) -> dict[str, bytes]:
    """Every plain file of a folder, but for what SQLite makes and leaves while it looks."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith("-shm")
    }
