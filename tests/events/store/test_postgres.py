"""What a campaign in PostgreSQL has beyond the contract of every store: places, races, privileges,
lost connections."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg import sql

from events.errors import (
    CampaignError,
    Conflict,
    NewerCampaign,
    NoCampaign,
    NotACampaign,
    Unwritable,
)
from events.store.envelope import GENESIS, compute_digest
from events.store.postgres import PostgresStore, create_postgres, open_postgres
from events.store.postgres_database import hide_password, parse_address
from events.store.postgres_schema import APPEND_ONLY, find_schema_faults, migrate
from tests.events.given import notes, texts
from tests.services.postgres import ROLE, Postgres

OLD_COLUMNS = {"heads": ("seq", "digest"), "campaigns": ("fights",)}
"""The columns that the program's role might update before there were seats."""


@pytest.fixture
def place(postgres: Postgres, empty_database: str) -> str:
    """The place of a campaign that is not there yet."""
    return f"{postgres.address(empty_database)}#harbour"


@pytest.fixture
def store(place: str) -> Iterator[PostgresStore]:
    made = create_postgres(place)
    yield made
    made.close()


def test_a_password_is_not_shown() -> None:
    """Neither in an address nor in the name of a campaign."""
    address = parse_address("postgresql://ada:secret@db.example:5433/club#harbour")
    assert "postgresql://ada@db.example:5433/club#harbour" == address.shown
    assert "postgresql://db.example/club" == hide_password("postgresql://db.example/club")
    several = "db1.example:5433,[::1]:5434/club?target_session_attrs=read-write"
    assert f"postgresql://ada@{several}" == hide_password(f"postgresql://ada:secret@{several}")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada@db.example/club?password=secret",
        "postgresql://ada@db.example/club?sslmode=require&sslpassword=secret",
        "postgresql://ada:secret#more@db.example/club",
        "postgresql://ada:secret@more@db.example/club",
        "postgresql://ada:1,secret#more@db.example,other.example/club",
        "postgresql://ada:secret@db.example:5433,other.example:5434/club",
    ],
)
def test_no_part_of_a_password_is_shown(address: str) -> None:
    """Wherever it stands."""
    shown = parse_address(address).shown
    assert "secret" not in shown
    assert shown.startswith("postgresql://")


def test_many_campaigns_share_a_database(place: str, store: PostgresStore) -> None:
    """Each has its own fights and keys, also under the same ids."""
    store.append("f", 0, notes("a"), key="k")
    other = create_postgres(place.replace("harbour", "mountain"))
    assert [] == other.fights()
    other.append("f", 0, notes("b"), key="k")
    assert (["a"], ["b"]) == (texts(store, "f"), texts(other, "f"))
    again = open_postgres(place)
    assert (["f"], ["a"]) == (again.fights(), texts(again, "f"))
    with pytest.raises(CampaignError, match="harbour exists already"):
        create_postgres(place)
    with pytest.raises(NoCampaign, match=r"has 2 campaigns.*#harbour"):
        open_postgres(place.partition("#")[0])
    with pytest.raises(NoCampaign, match="no campaign lake in"):
        open_postgres(place.replace("harbour", "lake"))
    for each in (other, again):
        each.close()


def also_down(address: str) -> str:
    """Return an address with another host before its own, where nothing answers."""
    return address.replace("@127.0.0.1:", "@127.0.0.1:9,127.0.0.1:")


def test_a_database_that_cannot_be_used_says_why(postgres: Postgres, empty_database: str) -> None:
    """One sentence: what, where, what to do. Of several hosts, the one that answers tells why."""
    bare, read_only = postgres.make_database(migrated=False), postgres.make_database()
    with postgres.connect_owner("postgres") as owner:
        owner.execute(f"ALTER DATABASE {read_only} SET default_transaction_read_only = on")
    for address, error, words in (
        (postgres.address(bare), NotACampaign, "no combatlog in it.*combatlog migrate"),
        (postgres.address("nowhere"), CampaignError, "no such database or role"),
        (postgres.address(empty_database, "nobody"), CampaignError, "no such database or role"),
        ("postgresql://127.0.0.1:9/club", CampaignError, "no database answers there"),
        ("postgresql://nowhere.invalid/club", CampaignError, "no such host"),
        ("postgresql://[/club", CampaignError, "cannot be opened"),
        (also_down(postgres.address("nowhere")), CampaignError, "no such database or role"),
        (
            f"{postgres.address(read_only)}?target_session_attrs=read-write",
            CampaignError,
            "only a database that is read-only answers there",
        ),
    ):
        with pytest.raises(error, match=words) as caught:
            open_postgres(address)
        assert "\n" not in str(caught.value)


def test_the_tables_of_a_newer_combatlog_are_refused(postgres: Postgres) -> None:
    """An older program reads and writes nothing in them."""
    name = postgres.make_database()
    with postgres.connect_owner(name) as owner:
        owner.execute("INSERT INTO combatlog.format VALUES (99)")
    with pytest.raises(NewerCampaign, match=r"format 99.*install a newer combatlog"):
        open_postgres(postgres.address(name))


def test_migrating_again_changes_nothing(postgres: Postgres, empty_database: str) -> None:
    """The tables stay, and so does what is in them."""
    with postgres.connect_owner(empty_database) as owner:
        assert [] == list(migrate(owner))
        assert [] == find_schema_faults(owner)


def test_older_tables_are_brought_forward(postgres: Postgres) -> None:
    """What is recorded stays, and the role that could use them can use what is new."""
    name = postgres.make_database(migrated=False)
    place = f"{postgres.address(name)}#harbour"
    with postgres.connect_owner(name) as owner, pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.store.postgres_schema.SCHEMA_VERSION", 1)
        patch.setattr("events.store.postgres_database.SCHEMA_VERSION", 1)
        patch.setattr("events.store.postgres_schema._CHANGEABLE", OLD_COLUMNS)
        assert 2 == len(list(migrate(owner, ROLE)))
        with create_postgres(place) as store:
            store.append("f", 0, notes("a"))
    with pytest.raises(NotACampaign, match=r"older combatlog.*combatlog migrate"):
        open_postgres(place)
    with postgres.connect_owner(name) as owner:
        done = list(migrate(owner))
        made = ["The tables have format 2.", "The tables have format 3."]
        assert [*made, f"The role {ROLE} may read and append."] == done
        assert [] == find_schema_faults(owner)
    with open_postgres(place) as store:
        assert ["a"] == texts(store, "f")
        assert store.seats.write(0, "{}")
        assert store.beside("here").write(0, "{}")


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize(
    "change", ["UPDATE combatlog.{} SET id = DEFAULT", "DELETE FROM combatlog.{}"]
)
def test_nobody_changes_what_is_recorded(
    postgres: Postgres, empty_database: str, store: PostgresStore, table: str, change: str
) -> None:
    """The program's role may not; the owner may, and the trigger refuses, also to a session that
    says it replicates."""
    store.append("f", 0, notes("a"), key="k", secrets={"seal": b"secret"})
    statement = sql.SQL(change).format(sql.Identifier(table))
    with (
        psycopg.connect(postgres.address(empty_database), autocommit=True) as program,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        program.execute(statement)
    with postgres.connect_owner(empty_database) as owner:
        owner.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            owner.execute(statement)
    assert ["a"] == texts(store, "f")


def test_a_table_that_can_be_changed_is_a_fault(postgres: Postgres) -> None:
    """A trigger that is off, and a role that may do more than the program needs."""
    with postgres.connect_owner(postgres.make_database()) as owner:
        owner.execute("ALTER TABLE combatlog.events DISABLE TRIGGER append_only")
        owner.execute(
            sql.SQL("GRANT DELETE ON combatlog.secrets TO {}").format(sql.SQL(f'"{ROLE}"'))
        )
        owner.execute(
            sql.SQL("GRANT UPDATE (body, seq) ON combatlog.events TO {}").format(
                sql.SQL(f'"{ROLE}"')
            )
        )
        assert [
            "The table of events can be changed: its trigger is missing or switched off.",
            "The role table may change the table of secrets.",
            "The role table may change body in the table of events.",
            "The role table may change seq in the table of events.",
        ] == find_schema_faults(owner)


def test_a_head_of_another_history_is_a_conflict(postgres: Postgres, store: PostgresStore) -> None:
    """A process that knows a head from before a failover writes nothing, though the seq fits."""
    store.append("f", 0, notes("a"))
    stale = store._heads["f"]
    store._heads["f"] = type(stale)(stale.seq, b"\1" * 32)
    with pytest.raises(Conflict):
        store.append("f", 1, notes("b"))
    store.head("f")
    store.append("f", 1, notes("b"))
    assert ["a", "b"] == texts(store, "f")


def test_many_writers_lose_and_double_nothing(place: str, store: PostgresStore) -> None:
    """Eight connections write to one fight, and start fights: everything is there once, numbers
    have no gaps, and the digests hang together."""
    store.append("f", 0, notes("first"))

    def write(name: int) -> None:
        own = open_postgres(place)
        own.append(f"own {name}", 0, notes("x"))
        for number in range(20):
            while True:
                try:
                    own.append(
                        "f", own.head("f").seq, notes(f"{name}-{number}"), key=f"{name}-{number}"
                    )
                    break
                except Conflict:
                    pass
        own.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    said = texts(store, "f")[1:]
    assert sorted(f"{name}-{number}" for name in range(8) for number in range(20)) == sorted(said)
    for name in range(8):
        mine = [text for text in said if text.startswith(f"{name}-")]
        assert [f"{name}-{number}" for number in range(20)] == mine
    previous = GENESIS
    for row in store.rows("f"):
        previous = compute_digest(previous, "f", row)
        assert previous == row.digest
    assert 9 == len(store.fights())


def test_an_append_whose_answer_was_lost_is_recorded_once(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server commits, and the connection breaks before it answers: the append is said again,
    and finds itself."""
    store.append("f", 0, notes("a"))
    execute = psycopg.Connection.execute
    broken: list[str] = []

    def lose(connection: psycopg.Connection, asked: str, *args: object) -> object:
        done = execute(connection, asked, *args)  # type: ignore[call-overload]
        if "INSERT INTO combatlog.events" in asked and not broken:
            broken.append(asked)
            connection.close()
            raise psycopg.OperationalError("the connection is lost")
        return done

    monkeypatch.setattr(psycopg.Connection, "execute", lose)
    recorded = store.append("f", 1, notes("b"))
    assert broken
    assert (2, ["a", "b"]) == (recorded[0].seq, texts(store, "f"))


def test_a_server_that_crashes_and_comes_back_loses_nothing(
    postgres: Postgres, store: PostgresStore
) -> None:
    """Connections are made again; what was answered is there."""
    store.append("f", 0, notes("a"))
    postgres.stop("fast")
    postgres.start()
    assert ["a"] == texts(store, "f")
    store.append("f", 1, notes("b"))
    assert ["a", "b"] == texts(store, "f")


def test_a_database_that_is_read_only_records_nothing(
    postgres: Postgres, empty_database: str, place: str, store: PostgresStore
) -> None:
    """As a standby is, or one that was set so."""
    store.append("f", 0, notes("a"))
    with postgres.connect_owner("postgres") as owner:
        name = sql.Identifier(empty_database)
        owner.execute(
            sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name)
        )
        try:
            reader = open_postgres(place)
            with pytest.raises(Unwritable, match=r"Nothing was recorded.*read-only"):
                reader.append("f", 1, notes("b"))
            assert ["a"] == texts(reader, "f")
            reader.close()
        finally:
            owner.execute(
                sql.SQL("ALTER DATABASE {} RESET default_transaction_read_only").format(name)
            )


def test_a_text_that_no_database_holds_is_refused(store: PostgresStore) -> None:
    """PostgreSQL has no text with a zero character; such a name finds nothing either."""
    with pytest.raises(ValueError, match="no text"):
        store.append("f", 0, notes("a"), by="sam\0")
    assert store.command("k\0") is None
    assert 0 == store.head("f\0").seq
