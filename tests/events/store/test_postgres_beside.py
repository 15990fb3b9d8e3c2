"""The text beside a campaign in PostgreSQL: versions, races, lost answers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from events.store.postgres import PostgresStore, create_postgres, open_postgres
from tests.services.postgres import Postgres


@pytest.fixture
def place(postgres: Postgres, empty_database: str) -> str:
    """The place of a campaign that is not there yet."""
    return f"{postgres.address(empty_database)}#harbour"


@pytest.fixture
def store(place: str) -> Iterator[PostgresStore]:
    with create_postgres(place) as made:
        yield made


def test_a_version_is_written_once(store: PostgresStore) -> None:
    """Who comes second writes nothing; who knows the last version reads nothing."""
    first, second = store.seats, store.seats
    assert first.read(0) is None
    assert first.write(0, "a")
    assert not second.write(0, "b")
    assert (1, "a") == second.read(0)
    assert second.write(1, "b")
    assert not first.write(1, "c")
    assert (2, "b") == first.read(1)
    assert first.read(2) is None


def test_each_campaign_has_its_own(place: str, store: PostgresStore) -> None:
    """Also in one database."""
    assert store.seats.write(0, "a")
    with create_postgres(place.replace("harbour", "mountain")) as other:
        assert other.seats.read(0) is None
        assert other.seats.write(0, "b")
    assert (1, "a") == store.seats.read(0)


def test_no_change_of_many_writers_is_lost(place: str, store: PostgresStore) -> None:
    """Each reads again and writes again until its word is in the text."""

    def write(name: int) -> None:
        with open_postgres(place) as own:
            for number in range(10):
                version, text = own.seats.read(0) or (0, "")
                while not own.seats.write(version, f"{text} {name}-{number}"):
                    version, text = own.seats.read(0) or (0, "")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    found = store.seats.read(0)
    assert found is not None
    words = found[1].split()
    assert sorted(f"{name}-{number}" for name in range(4) for number in range(10)) == sorted(words)
    assert len(words) == found[0]


def test_a_write_whose_answer_was_lost_counts_although_another_followed(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it could be asked again: a knock would be answered false."""
    execute = psycopg.Connection.execute
    broken: list[str] = []

    def lose(connection: psycopg.Connection, asked: str, *args: object) -> object:
        done = execute(connection, asked, *args)  # type: ignore[call-overload]
        if "INSERT INTO combatlog" in asked and not broken:
            broken.append(asked)
            connection.close()
            assert other.write(1, "b")
            raise psycopg.OperationalError("the connection is lost")
        return done

    for name in ("", "here"):
        broken.clear()
        text = store.beside(name) if name else store.seats
        other = store.beside(name) if name else store.seats
        with monkeypatch.context() as patch:
            patch.setattr(psycopg.Connection, "execute", lose)
            assert text.write(0, "a")
        assert broken
        assert (2, "b") == text.read(0)
        assert not text.write(0, "c")


def test_a_write_whose_answer_was_lost_counts_once(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written again, and finds itself."""
    execute = psycopg.Connection.execute
    broken: list[str] = []

    def lose(connection: psycopg.Connection, asked: str, *args: object) -> object:
        done = execute(connection, asked, *args)  # type: ignore[call-overload]
        if "INSERT INTO combatlog.seats" in asked and not broken:
            broken.append(asked)
            connection.close()
            raise psycopg.OperationalError("the connection is lost")
        return done

    monkeypatch.setattr(psycopg.Connection, "execute", lose)
    assert store.seats.write(0, "a")
    assert broken
    assert (1, "a") == store.seats.read(0)
