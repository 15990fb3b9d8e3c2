"""A database whose events are in partitions by fight. The contract of stores runs over one, too
(tests/events/conftest.py)."""

from __future__ import annotations

import psycopg
import pytest

from combatlog.app.campaign import Campaign
from combatlog.files.audit import audit
from events.store.postgres import create_postgres, open_postgres
from events.store.postgres_schema import find_schema_faults, migrate
from tests.events.given import notes
from tests.services.partitions import PARTS, partition, read_statements
from tests.services.postgres import Postgres

CHANGES = (
    "UPDATE combatlog.{} SET by = 'eve'",
    "DELETE FROM combatlog.{}",
    "TRUNCATE combatlog.{}",
)


@pytest.fixture
def partitioned(postgres: Postgres) -> str:
    """A database with events in partitions."""
    name = postgres.make_database()
    with create_postgres(f"{postgres.address(name)}#before") as store:
        store.append("f", 0, notes("a", "b"))
    partition(postgres, name)
    return name


def test_partitions_are_guarded_by_migrate(postgres: Postgres) -> None:
    """Whoever parts the events runs it again; a second time there is nothing to do."""
    done = partition(postgres, name := postgres.make_database())
    parts = [f"The table of events_{number} is append-only." for number in range(PARTS)]
    assert ["The table of events is append-only.", *parts] == done[:-1]
    with postgres.connect_owner(name) as owner:
        assert [] == list(migrate(owner))
        assert [] == find_schema_faults(owner)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("setting", ["origin", "replica"])
def test_nothing_changes_in_a_partition(
    postgres: Postgres, partitioned: str, change: str, setting: str
) -> None:
    """Neither by the table nor past it, whatever replication setting a session has."""
    with postgres.connect_owner(partitioned) as owner:
        owner.execute(f"SET session_replication_role = {setting}")
        for table in ("events", *(f"events_{number}" for number in range(PARTS))):
            with pytest.raises(psycopg.errors.RaiseException, match="is append-only"):
                owner.execute(change.format(table))


@pytest.mark.parametrize("change", CHANGES)
def test_the_trigger_of_a_table_does_not_guard_its_partitions(
    postgres: Postgres, change: str
) -> None:
    """PostgreSQL runs it for what is said of the table itself; the audit finds such partitions."""
    name = postgres.make_database()
    with postgres.connect_owner(name) as owner:
        owner.execute(read_statements())
        owner.execute(
            "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON combatlog.events"
            " FOR EACH STATEMENT EXECUTE FUNCTION combatlog.refuse()"
        )
        owner.execute("ALTER TABLE combatlog.events ENABLE ALWAYS TRIGGER append_only")
        with pytest.raises(psycopg.errors.RaiseException, match="events is append-only"):
            owner.execute("DELETE FROM combatlog.events")
        owner.execute(change.format("events_0"))
        assert [
            f"The table of events_{number} can be changed: its trigger is missing or switched off."
            for number in range(PARTS)
        ] == find_schema_faults(owner)


def test_a_fight_stays_the_same_in_partitions(postgres: Postgres, partitioned: str) -> None:
    """What was recorded before is there, and goes on; the program's role may not read or change a
    partition past the table; the audit finds nothing."""
    place = f"{postgres.address(partitioned)}#before"
    with open_postgres(place) as store:
        store.append("f", 2, notes("c"))
        assert ["a", "b", "c"] == [row.event.text for row in store.read("f")]  # type: ignore[union-attr]
        Campaign(store).start("A fight", "golden-idol")
        assert 2 == len(store.fights())
        assert [] == audit(store).guards
    with (
        psycopg.connect(postgres.address(partitioned)) as program,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        program.execute("UPDATE combatlog.events_0 SET by = 'eve'")


def test_a_read_of_a_fight_touches_one_partition(postgres: Postgres, partitioned: str) -> None:
    """PostgreSQL looks for the rows of a fight, or an event of it, by the key of one partition."""
    with postgres.connect_owner(partitioned) as owner:
        plan = owner.execute(
            "EXPLAIN SELECT body FROM combatlog.events"
            " WHERE id = 5 AND seq > 0 AND seq <= 10 ORDER BY seq"
        ).fetchall()
    lines = [line for (line,) in plan if "events_" in line]
    assert 1 == len(lines), plan
    assert "Index Scan" in lines[0], plan
