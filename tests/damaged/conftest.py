"""A sound campaign, made once, and its damaged copies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.damaged.damages import Damage
from tests.damaged.intact_campaign import write_campaign

Damaged = Callable[[Damage], Path]


@pytest.fixture(scope="package")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sound campaign; not to be changed."""
    path = tmp_path_factory.mktemp("sound") / "sound.combatlog"
    write_campaign(path)
    return path


@pytest.fixture
def damaged(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Damaged:
    """Makes a damaged copy of it, in an empty folder that commands are run in."""
    made = 0

    def make(damage: Damage) -> Path:
        nonlocal made
        made += 1
        folder = tmp_path / str(made)
        folder.mkdir()
        monkeypatch.chdir(folder)
        path = folder / "d.combatlog"
        path.write_bytes(sound.read_bytes())
        damage(path)
        return path

    return make
