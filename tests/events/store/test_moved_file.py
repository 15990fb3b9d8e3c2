"""A campaign that is moved, replaced or deleted while it is open: no answered command is lost."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from events.errors import Unwritable
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import Row
from events.store.statements import Request
from tests.events.given import notes, texts

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows lets nobody move an open file"
)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.combatlog"))


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("other folder"))


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def replace(path: Path) -> None:
    """Another campaign gets the name."""
    other = path.with_name("other.combatlog")
    create_campaign(other).close()
    other.replace(path)


def replace_by_copy(path: Path) -> None:
    """A copy of the same bytes gets the name, as some programs save and synchronize."""
    copied = path.with_name("copy")
    shutil.copyfile(path, copied)
    copied.replace(path)


def delete_log(path: Path) -> None:
    """A tidy person removes the write-ahead log."""
    Path(f"{path}-wal").unlink()


def delete_index(path: Path) -> None:
    Path(f"{path}-shm").unlink()


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


HAPPENINGS = [
    move,
    move_folder,
    delete,
    delete_all,
    replace,
    replace_by_copy,
    delete_log,
    delete_index,
    replace_by_folder,
]


@pytest.fixture
def store(tmp_path: Path) -> SQLiteStore:
    """An open campaign of one fight, in a folder of its own."""
    (tmp_path / "folder").mkdir()
    made = create_campaign(tmp_path / "folder" / "harbour.combatlog")
    made.append("f", 0, notes("a"))
    return made


@pytest.mark.parametrize("happens", HAPPENINGS)
def test_nothing_is_answered_that_would_be_lost(
    store: SQLiteStore, happens: Callable[[Path], None]
) -> None:
    """The command is refused, and says what to do; so is a whole fight."""
    happens(Path(store.path))
    for _ in range(2):
        with pytest.raises(Unwritable, match=r"harbour\.combatlog.*nothing was recorded;.*open it"):
            store.append("f", 1, notes("b"))
    with pytest.raises(Unwritable):
        store.append(
            "f", 1, notes("b", "c"), key="k", request=Request("json", "[]"), secrets={"s": b"s"}
        )
    with pytest.raises(Unwritable):
        store.adopt("g", [Row(1, 0, 1, None, None, "", "", "{}", b"")])
    assert ["a"] == texts(store, "f")


@pytest.mark.parametrize("happens", [move, move_folder, delete_log, delete_index])
def test_what_was_answered_before_is_in_the_file_after_leaving(
    store: SQLiteStore, happens: Callable[[Path], None], tmp_path: Path
) -> None:
    """Closing writes it into the file, wherever that is now."""
    happens(Path(store.path))
    store.close()
    (found,) = tmp_path.rglob("*.combatlog")
    assert ["a"] == texts(open_campaign(found), "f")


def test_a_campaign_that_comes_back_goes_on(store: SQLiteStore) -> None:
    """The same file under its old name is the campaign again."""
    away = f"{store.path}.away"
    os.rename(store.path, away)
    with pytest.raises(Unwritable):
        store.append("f", 1, notes("b"))
    os.rename(away, store.path)
    store.append("f", 1, notes("b"))
    assert ["a", "b"] == texts(store, "f")


def test_another_folder_to_work_in_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path means what it meant when the campaign was opened."""
    monkeypatch.chdir(tmp_path)
    store = create_campaign("harbour.combatlog")
    monkeypatch.chdir("/")
    store.append("f", 0, notes("a"))
    assert ["a"] == texts(store, "f")


def test_a_link_is_the_file_it_leads_to(store: SQLiteStore, tmp_path: Path) -> None:
    """A link that leads to another campaign now is refused; the campaign itself stays as it is."""
    link = tmp_path / "link.combatlog"
    link.symlink_to(store.path)
    through = open_campaign(link)
    through.append("f", 1, notes("b"))
    other = tmp_path / "other.combatlog"
    create_campaign(other).close()
    link.unlink()
    link.symlink_to(other)
    with pytest.raises(Unwritable):
        through.append("f", 2, notes("c"))
    assert ["a", "b"] == texts(store, "f")


def test_the_file_that_takes_the_name_is_not_touched(store: SQLiteStore) -> None:
    """It is the campaign that it was, after the first one was closed, too."""
    path = Path(store.path)
    other = path.with_name("other.combatlog")
    made = create_campaign(other)
    made.append("g", 0, notes("theirs"))
    made.close()
    other.replace(path)
    store.close()
    there = open_campaign(path)
    assert ["g"] == there.fights()
    assert ["theirs"] == texts(there, "g")
    assert ("ok",) == there.connection.execute("PRAGMA integrity_check").fetchone()


def copy_alone(path: Path) -> SQLiteStore:
    """Copy a campaign without what SQLite keeps beside it, and open the copy."""
    copied = path.with_name("copied.combatlog")
    shutil.copyfile(path, copied)
    return open_campaign(copied)


def test_a_copy_of_the_file_alone_is_complete_after_a_checkpoint(store: SQLiteStore) -> None:
    """The campaign stays open, and goes on."""
    store.append("f", 1, notes("b"))
    store.checkpoint()
    assert ["a", "b"] == texts(copy_alone(Path(store.path)), "f")
    store.append("f", 2, notes("c"))
    store.checkpoint()
    assert ["a", "b", "c"] == texts(copy_alone(Path(store.path)), "f")


def test_a_copy_of_the_file_alone_is_complete_after_leaving(store: SQLiteStore) -> None:
    """Even if another program keeps the campaign open."""
    other = open_campaign(store.path)
    store.append("f", 1, notes("b"))
    store.close()
    assert ["a", "b"] == texts(copy_alone(Path(other.path)), "f")


def test_a_checkpoint_waits_for_nobody(store: SQLiteStore) -> None:
    """While another program is busy nothing happens, and nothing is lost; the next one does it."""
    store.append("f", 1, notes("b"))
    other = open_campaign(store.path)
    other.connection.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    store.checkpoint()
    assert time.monotonic() - begun < 1
    assert (5000,) == store.connection.execute("PRAGMA busy_timeout").fetchone()
    other.connection.execute("ROLLBACK")
    store.checkpoint()
    assert 0 == os.path.getsize(f"{store.path}-wal")
