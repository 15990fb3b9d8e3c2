"""Files that are written, kept, or damaged."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR

import pytest

from combatlog.app.campaign import create
from combatlog.app.fight import Fight
from combatlog.files.safe_write import write_lines
from combatlog.terminal.cli.main import main
from events.errors import Refused, Unreadable
from events.types.sheets import Sheet

ADA = Sheet("Ada", {"HP": 4, "STR": 10, "DEX": 12, "WIL": 9}, kind="pc")
PAGE = 4096


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a campaign of one fight, in the folder commands are run in."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "h.combatlog"
    with create(path, by="Mia") as opened:
        opened.start("Bridge", "plerion", sheets=[ADA])
    return path


def left(*args: str) -> int:
    """Return the exit code of a command run here."""
    with pytest.raises(SystemExit) as left:
        main(list(args))
    assert isinstance(left.value.code, int)
    return left.value.code


def test_an_export_is_written_whole_and_alone(
    campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The export has the rights of a new file, and no temporary file is left."""
    assert 0 == left("export", "-o", "out.jsonl")
    assert "out.jsonl is written.\n" == capsys.readouterr().out
    assert 3 == len(Path("out.jsonl").read_text("utf-8").splitlines())
    assert ["h.combatlog", "out.jsonl"] == sorted(os.listdir())
    Path("plain").touch()
    assert Path("plain").stat().st_mode == Path("out.jsonl").stat().st_mode


def test_what_exists_is_replaced_only_by_force(
    campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without `--force` the old file stays as it is."""
    Path("diary.txt").write_text("Dear diary")
    assert 1 == left("export", "-o", "diary.txt")
    assert "diary.txt exists already" in capsys.readouterr().err
    assert "Dear diary" == Path("diary.txt").read_text()
    assert 0 == left("export", "-o", "diary.txt", "--force")
    assert '{"combatlog":2' in Path("diary.txt").read_text()


@pytest.mark.parametrize("name", ["h.combatlog", "link", "other.db", "other.db-wal"])
def test_a_database_is_never_replaced(
    campaign: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not by any name, not its side files, and not with `--force`."""
    Path("link").symlink_to(campaign)
    Path("other.db-wal").touch()
    other = sqlite3.connect("other.db")
    other.execute("CREATE TABLE bookmarks (url)")
    other.close()
    before = Path(name).read_bytes()
    for force in ([], ["--force"]):
        assert 1 == left("export", "-o", name, *force)
        assert "is a campaign or another database" in capsys.readouterr().err
    assert before == Path(name).read_bytes()


def test_an_export_that_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    """Nothing is left of an export that was interrupted."""
    target = tmp_path / "out.jsonl"
    target.write_text("old")

    def broken() -> object:
        yield "new"
        raise Unreadable("#2 was changed")

    with pytest.raises(Unreadable, match="#2"):
        write_lines(str(target), broken(), force=True)  # type: ignore[arg-type]
    assert ["out.jsonl"] == os.listdir(tmp_path)
    assert "old" == target.read_text()


def test_what_is_no_file_is_not_written_to(tmp_path: Path) -> None:
    """A folder is refused, and so is a missing folder."""
    with pytest.raises(Refused, match="no plain file"):
        write_lines(str(tmp_path), ["a"], force=True)
    with pytest.raises(Unreadable, match="cannot be written: No such file"):
        write_lines(str(tmp_path / "nowhere" / "out"), ["a"])


def test_an_altered_campaign_is_not_exported(
    campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first altered event is named, and no file is made."""
    altered = sqlite3.connect(campaign)
    altered.execute("DROP TRIGGER events_no_update")
    altered.execute("UPDATE events SET body = replace(body, '\"HP\":4', '\"HP\":9') WHERE seq = 2")
    altered.commit()
    altered.close()
    assert 1 == left("export", "-o", "out.jsonl")
    assert "#2 does not match its digest" in capsys.readouterr().err
    assert ["h.combatlog"] == os.listdir()


@pytest.mark.slow
def test_a_damaged_page_is_one_sentence(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With any page of a campaign lost, a command works or says in a sentence that it cannot."""
    with create("big.combatlog") as opened:
        fight = opened.start("Long", "plerion", sheets=[ADA])
        _grow(fight)
    whole = Path("big.combatlog").read_bytes()
    noticed = {"state": 0, "log": 0, "declare": 0}
    for start in range(0, len(whole), PAGE):
        for command in noticed:
            Path("damaged.combatlog").write_bytes(
                whole[:start] + bytes(PAGE) + whole[start + PAGE :]
            )
            words = ["set ada hp 3"] if command == "declare" else []
            code = left(command, *words, "-c", "damaged.combatlog")
            told = capsys.readouterr().err
            noticed[command] += code
            assert code in (0, 1)
            assert code == told.count("\n")
            assert "Traceback" not in told
            assert "Something is wrong inside" not in told
    assert all(count > 5 for count in noticed.values())


def _grow(fight: Fight) -> None:
    for number in range(300):
        fight.note(f"Note {number}, long enough to fill a page in the end. {'x' * 60}")


@pytest.mark.parametrize(
    "line",
    [
        ["new", "aux"],
        ["export", "-o", "con.jsonl"],
        ["export", "--to", "obsidian", "-o", "nul"],
        ["export", "--to", "markdown", "--all", "-o", "vault."],
        ["tables", "-o", "prn.db"],
        ["games", "new", "Con"],
        ["games", "new", "Mine", "lpt1.toml"],
        ["rescue", "h.combatlog", "com1.combatlog"],
        ["backup", "con.combatlog"],
    ],
    ids=" ".join,
)
def test_no_file_is_named_like_a_device(
    line: list[str], campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows could not open it; nothing is written, not even a folder."""
    assert 1 == left(*line)
    assert "choose another name" in capsys.readouterr().err
    assert ["h.combatlog"] == os.listdir()


def test_a_new_file_outlives_a_crash(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is on the disk before it gets its name, and then its folder."""
    calls: list[str] = []
    sync, link = os.fsync, os.link

    def note_sync(descriptor: int) -> None:
        calls.append("folder" if S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def note_link(one: str, other: str) -> None:
        calls.append("name")
        link(one, other)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "link", note_link)
    write_lines("out.txt", ["a"])
    assert ["file", "name", *(["folder"] if os.name != "nt" else [])] == calls


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_is_made_meanwhile_is_not_replaced(
    campaign: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without force; where a file cannot have two names, it is looked for once more."""

    def refuse(one: str, other: str) -> None:
        raise PermissionError(one)

    def make_lines() -> Iterator[str]:
        yield "a"
        Path("out.txt").write_text("theirs")

    if not links:
        monkeypatch.setattr(os, "link", refuse)
        write_lines("other.txt", ["a"])
        assert "a\n" == Path("other.txt").read_text()
    with pytest.raises(Refused, match="exists already; choose another name, or replace"):
        write_lines("out.txt", make_lines())
    assert "theirs" == Path("out.txt").read_text()
    assert not [name for name in os.listdir() if name.endswith(".part")]


def test_macos_flushes_the_disk_itself(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fsync` alone leaves the bytes in the disk's cache there."""
    fcntl = pytest.importorskip("fcntl")
    asked: list[int] = []
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda descriptor, what: asked.append(what))
    write_lines("out.txt", ["a"])
    assert [51, 51] == asked
