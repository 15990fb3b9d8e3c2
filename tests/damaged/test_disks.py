"""An intact campaign that cannot be written: a read-only folder or file, a full disk. The command
is refused in one sentence, and nothing is recorded."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp

import pytest

from combatlog.files.rescue.rescue import survey
from tests.damaged.commands import changed_files, check_message, read_files, run

NOBODY = 65534

if sys.platform == "win32":
    pytest.skip("Windows has other rights and limits", allow_module_level=True)


@pytest.fixture
def open_folder(sound: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a folder that every user may read, with the intact campaign in it."""
    folder = Path(mkdtemp())
    folder.chmod(0o755)
    shutil.copyfile(sound, folder / "d.combatlog")
    monkeypatch.chdir(folder)
    import_commands()
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def import_commands() -> None:
    """Import what commands import, before anything is forbidden."""
    for module in ("play", "copies", "state"):
        import_module(f"combatlog.terminal.cli.{module}")


@contextmanager
def without_root() -> Iterator[None]:
    """Give up the rights of root, which no permission stops."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("folder, file", [(0o555, 0o444), (0o555, 0o644), (0o755, 0o444)])
def test_what_is_read_only_is_left_alone(
    folder: int, file: int, open_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reading may work; recording is refused with what to do about it."""
    (open_folder / "d.combatlog").chmod(file)
    run(capsys, "state", "-c", "d.combatlog")
    before = read_files(open_folder)
    open_folder.chmod(folder)
    with without_root():
        read = run(capsys, "state", "-c", "d.combatlog")
        written = run(capsys, "note", "well", "-c", "d.combatlog")
    check_message(read)
    check_message(written)
    assert 1 == written.code
    assert (
        "read-only; open it again when it is not, or copy it to where you may write" in written.err
    )
    assert [] == changed_files(before, open_folder)


def test_a_file_that_may_not_be_read_is_named(
    open_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rescue cannot read it either."""
    (open_folder / "d.combatlog").chmod(0)
    with without_root():
        for command in (["state", "-c", "d.combatlog"], ["rescue", "d.combatlog", "/tmp/new"]):
            ran = run(capsys, *command)
            check_message(ran)
            assert 1 == ran.code
            assert "d.combatlog cannot be" in ran.err


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [0, 4096, 6000, 20_000])
def test_a_file_that_may_not_grow_is_reported(
    size: int, open_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of the command is recorded; with room again, the campaign can be used."""
    readable = survey("d.combatlog").readable
    ran = None
    with files_up_to(size):
        for _ in range(20):
            ran = run(capsys, "note", "x" * 900, "-c", "d.combatlog")
            check_message(ran)
            if ran.code:
                break
            readable += 1
    assert ran is not None
    assert 1 == ran.code
    found = survey("d.combatlog")
    assert found.whole
    assert readable == found.readable
    assert 0 == run(capsys, "note", "well", "-c", "d.combatlog").code


@pytest.fixture
def small_disk(tmp_path: Path, sound: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Mount a disk with little room, and the intact campaign on it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    size = sound.stat().st_size + 120_000
    try:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(disk)],
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root can mount a small disk")
    shutil.copyfile(sound, disk / "d.combatlog")
    monkeypatch.chdir(disk)
    yield disk
    monkeypatch.chdir(tmp_path)
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_is_reported(small_disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Answered events are there, refused ones are not, and a rescue says that it has no room."""
    answered = survey("d.combatlog").readable
    for _ in range(200):
        ran = run(capsys, "note", "x" * 1900, "-c", "d.combatlog")
        check_message(ran)
        if ran.code:
            break
        answered += 1
    assert "the disk is full" in ran.err
    assert answered == survey("d.combatlog").readable
    rescued = run(capsys, "rescue", "d.combatlog")
    check_message(rescued)
    assert "the disk is full" in rescued.err
    assert 0 == run(capsys, "state", "-c", "d.combatlog").code
    assert ["d.combatlog"] == [name for name in os.listdir() if "-" not in name]
