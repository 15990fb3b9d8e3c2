"""Commands on campaigns in a database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.services.postgres import Postgres


@pytest.fixture
def place(postgres: Postgres, empty_database: str) -> str:
    """The place of a campaign that is not there yet."""
    return f"{postgres.address(empty_database)}#harbour"


def test_a_fight_moves_to_a_database_and_back(run: Any, place: str, tmp_path: Path) -> None:
    """With its seal; it goes on there, and a second copy adds nothing."""
    kept, back = str(tmp_path / "kept.combatlog"), str(tmp_path / "back.combatlog")
    assert not run("simulate", "golden-idol", "--fights", "2", "--keep", kept).code
    assert "copied" in run("copy", kept, place).out
    again = run("copy", kept, place).out
    assert "there already" in again
    assert ", copied" not in again
    assert run("seal", "-c", kept).out == run("seal", "-c", place).out
    assert not run("copy", place, back).code
    assert run("seal", "-c", kept).out == run("seal", "-c", back).out
    assert not run("start", "Later", "--game", "golden-idol", "-c", place).code
    assert "Wolf and Wolf 2 join" in run("declare", "join wolf x2", "-c", place).out
    assert "Taken back" in run("undo", "-c", place).out
    assert "Untouched" in run("audit", "-c", place).out


def test_a_fight_that_grew_in_both_places_is_not_copied(
    run: Any, place: str, tmp_path: Path
) -> None:
    """It is refused, and stays as it is in both."""
    kept = str(tmp_path / "kept.combatlog")
    assert not run("simulate", "golden-idol", "--fights", "1", "--keep", kept).code
    assert not run("copy", kept, place).code
    before = run("seal", "-c", place).out
    assert not run("declare", "note here alone", "-c", kept).code
    refused = run("copy", kept, place)
    assert refused.code
    assert "goes on in one place alone" in refused.err
    assert before == run("seal", "-c", place).out


@pytest.mark.parametrize("command", [("backup", "x"), ("upgrade",), ("webhook",), ("rescue",)])
def test_commands_for_files_say_so(run: Any, command: tuple[str, ...]) -> None:
    """They ask no database."""
    place = "postgresql://127.0.0.1:9/club#harbour"
    at = [place] if command[0] == "rescue" else ["-c", place]
    refused = run(*command, *at)
    assert refused.code
    assert "in a database" in refused.err


def test_a_new_campaign_has_the_name_behind_the_address(run: Any, place: str) -> None:
    """A second one of the same name is refused; a file needs no migration."""
    assert "harbour is ready" in run("new", place).out
    assert "harbour exists already" in run("new", place).err
    assert "no address of a database" in run("migrate", "club.combatlog").err


def test_bots_sit_at_a_table_in_a_database(run: Any, place: str) -> None:
    """Made and taken away at any time, also while the table is open."""
    assert not run("new", place).code
    assert "shown this once" in run("bot", "Herald", "--may", "read:public", "-c", place).out
    assert "Herald  read:public" in run("bot", "-c", place).out
    assert "is out" in run("bot", "Herald", "--remove", "-c", place).out
    assert "There are no bots" in run("bot", "-c", place).out


def test_a_table_that_cannot_be_served_says_why(run: Any, place: str, postgres: Postgres) -> None:
    """In a sentence that names what to do."""
    bare = postgres.address(postgres.make_database(migrated=False))
    for address, words in (
        (bare, "combatlog migrate"),
        (place, "combatlog new"),
        ("postgresql://127.0.0.1:9/club#harbour", "no database answers there"),
    ):
        refused = run("serve", "--no-browser", address)
        assert refused.code
        assert words in refused.err
        assert 1 == len(refused.err.strip().splitlines()), refused.err
