"""One server for a campaign."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from combatlog.server.one_server import hold_campaign
from events.errors import Unwritable


def test_a_campaign_is_held_once(tmp_path: Path) -> None:
    """The second is told where the first is, also where it was opened by a link to the file.
    Afterwards it is free, and nothing is left."""
    path = tmp_path / "harbour.combatlog"
    path.touch()
    link = tmp_path / "link.combatlog"
    link.symlink_to(path)
    with hold_campaign(str(path)) as note:
        note("http://127.0.0.1:8642")
        for name in (path, link):
            with (
                pytest.raises(Unwritable, match=r"is served already at http://127\.0\.0\.1:8642;"),
                hold_campaign(str(name)),
            ):
                raise AssertionError("it is held already")
    with hold_campaign(str(link)):
        assert path.with_name("harbour.combatlog.served").exists()
    assert ["harbour.combatlog", "link.combatlog"] == sorted(os.listdir(tmp_path))


def test_what_a_killed_server_left_holds_nothing(tmp_path: Path) -> None:
    """Its file is taken over, and its address forgotten."""
    path = tmp_path / "harbour.combatlog"
    left = path.with_name("harbour.combatlog.served")
    left.write_text("http://127.0.0.1:1\n")
    with hold_campaign(str(path)):
        assert "" == left.read_text()
    assert not left.exists()
