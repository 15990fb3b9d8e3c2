"""Commands on campaigns in a database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from events.store.postgres_schema import SCHEMA_VERSION
from tests.combatlog.server.served import make_campaign_at
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


@pytest.mark.parametrize("command", [("backup", "x"), ("upgrade",), ("rescue",)])
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


def make_bad_place(postgres: Postgres, kind: str) -> tuple[str, str]:
    """Return the place of a campaign that cannot be used, and words that say why."""
    if kind == "down":
        return "postgresql://127.0.0.1:9/club#harbour", "no database answers there"
    if kind == "nowhere":
        return f"{postgres.address('nowhere')}#harbour", "no such database or role"
    name = postgres.make_database(migrated=kind != "bare")
    place = f"{postgres.address(name)}#harbour"
    if kind == "bare":
        return place, "has no combatlog in it; the owner makes them with: combatlog migrate"
    if kind == "newer":
        with postgres.connect_owner(name) as owner:
            owner.execute(f"INSERT INTO combatlog.format VALUES ({SCHEMA_VERSION + 1})")
        return place, "install a newer combatlog"
    postgres.demand_password("guarded", "right")
    place = place.replace("table@", "guarded:wrong@")
    return place, "the name or the password is wrong"


@pytest.mark.parametrize("kind", ["down", "nowhere", "bare", "newer", "guarded"])
def test_a_place_that_cannot_be_used_is_told_in_a_sentence(
    run: Any, postgres: Postgres, tmp_path: Path, kind: str
) -> None:
    """By every command. It never has the password, and leaves no file."""
    assert not run("simulate", "golden-idol", "--fights", "1", "--keep", "kept.combatlog").code
    place, words = make_bad_place(postgres, kind)
    for command in (
        ("log", "-c", place),
        ("table", "-c", place),
        ("declare", "note hello", "-c", place),
        ("copy", "kept.combatlog", place),
        ("copy", place, "copied.combatlog"),
        ("audit", "-c", place),
        ("new", place),
        ("link", "-c", place),
        ("tables", "-c", place, "-o", "tables.db"),
        ("serve", "--no-browser", "--port", "0", place),
    ):
        refused = run(*command)
        assert refused.code, command
        assert "" == refused.out
        told = refused.err.strip().splitlines()
        assert 1 == len(told), refused.err
        assert words in told[0]
        assert "wrong@" not in refused.err
    assert ["kept.combatlog"] == [each.name for each in tmp_path.iterdir()]


def test_a_read_only_database_is_read_alone(run: Any, postgres: Postgres, tmp_path: Path) -> None:
    """What would be recorded there is refused in a sentence."""
    name = postgres.make_database()
    place = f"{postgres.address(name)}#harbour"
    make_campaign_at(place)
    with postgres.connect_owner("postgres") as owner:
        owner.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert not run("simulate", "golden-idol", "--fights", "1", "--keep", "kept.combatlog").code
    assert "Wolf joins" in run("log", "-c", place).out
    assert "copied" in run("copy", place, "copied.combatlog").out
    for command in (
        ("declare", "note hello", "-c", place),
        ("copy", "kept.combatlog", place),
        ("new", f"{place} two"),
        ("link", "-c", place),
        ("serve", "--no-browser", "--port", "0", place),
    ):
        refused = run(*command)
        assert refused.code, command
        assert "the database is read-only now" in refused.err
        assert 1 == len(refused.err.strip().splitlines()), refused.err
    (tmp_path / "said.txt").write_text("note hello\nquit\n")
    with open(tmp_path / "said.txt") as said, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", said)
        told = run("table", "-c", place)
    assert "the database is read-only now" in told.out + told.err


def test_the_tables_of_a_database_are_written_here(run: Any, place: str, tmp_path: Path) -> None:
    """There is no folder beside it."""
    make_campaign_at(place)
    assert "harbour-tables.db: 1 fight" in run("tables", "-c", place).out
    assert (tmp_path / "harbour-tables.db").exists()
