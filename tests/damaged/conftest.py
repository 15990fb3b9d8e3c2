"""An intact campaign, written once, and its damaged copies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.damaged.damages import Damage
from tests.damaged.intact_campaign import write_campaign

Damaged = Callable[[Damage], Path]


@pytest.fixture(scope="package")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the intact campaign; tests copy it and do not change it."""
    path = tmp_path_factory.mktemp("sound") / "sound.combatlog"
    write_campaign(path)
    return path


@pytest.fixture
def damaged(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Damaged:
    """Return a function that makes a damaged copy in an empty folder, where commands are run."""
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
