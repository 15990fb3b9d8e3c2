"""A campaign that stays open for an evening: copied, moved or deleted meanwhile."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from combatlog.app.campaign import create, open as open_campaign

JOINED = "join Ada pc HP 4 STR 10 DEX 12 WIL 9"


class Table:
    """A `combatlog` process that is spoken to line by line, through pipes."""

    def __init__(self, path: Path, *command: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "combatlog", *command, "-c", str(path), "--by", "Mia"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )

    def say(self, line: str, until: str) -> str:
        """Say a line, and return the first line of output that has `until` in it."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(f"{line}\n")
        return next(said for said in stdout if until in said)

    def leave(self) -> int:
        """End the input, and return the exit code."""
        self._process.communicate(timeout=60)
        return self._process.returncode

    def kill(self) -> None:
        """End it without letting it close anything."""
        self._process.kill()
        self._process.communicate()


@pytest.fixture(params=[("table",), ("run", "-")], ids=" ".join)
def table(request: pytest.FixtureRequest, path: Path) -> Iterator[Table]:
    """The prompt, or a script that comes line by line."""
    table = Table(path, *request.param)
    yield table
    table.kill()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of one fight."""
    path = tmp_path / "harbour.combatlog"
    with create(path, by="Mia") as campaign:
        campaign.start("Yard", "golden-idol")
    return path


def count_events(path: Path) -> int:
    """Return how many events the campaign's fight has."""
    with open_campaign(path) as campaign:
        return campaign.find().events


@pytest.mark.slow
def test_a_copy_made_during_play_is_complete(path: Path, table: Table) -> None:
    """Even of the one file alone, and even if the program is killed afterwards."""
    copied = path.with_name("copied.combatlog")
    table.say(JOINED, "#2")
    table.say("note the gulls fall silent", "#3")
    for _ in range(100):
        shutil.copyfile(path, copied)
        if count_events(copied) == 3:
            break
    assert 3 == count_events(copied)
    table.kill()
    shutil.copyfile(path, copied)
    assert 3 == count_events(copied)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody move an open file")
def test_a_command_to_a_campaign_that_was_moved_is_refused(path: Path, table: Table) -> None:
    """What was answered before is in the file, wherever it is now."""
    table.say(JOINED, "#2")
    moved = path.with_name("moved.combatlog")
    path.rename(moved)
    assert "nothing was recorded" in table.say("note lost?", "moved or deleted")
    table.leave()
    assert 2 == count_events(moved)
