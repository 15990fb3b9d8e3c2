"""Hostile campaign files: whatever opens them is done soon, with one sentence."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from combatlog.files.audit import audit, seal_campaign
from combatlog.files.rescue.rescue import survey
from events.errors import CampaignError, Damaged, Refused
from events.serialization.codec import LONGEST_BODY, LONGEST_TEXT
from events.store import limits
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import Entry
from events.store.limits import MOST_FIGHTS
from events.store.migrations import APPLICATION_ID
from events.types.log_events import Noted
from tests.events.given import notes, texts
from tests.events.store import hostile_files as hostile

SECONDS = 20
"""How long anything may take here; what never ends takes longer."""


@contextmanager
def ends_soon() -> Iterator[None]:
    """Fail if what is done inside takes too long, even within SQLite."""

    def fail(number: int, frame: object) -> None:
        raise AssertionError(f"it took more than {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def use(path: Path) -> None:
    """Open a campaign, and do what commands do with it."""
    with closing(open_campaign(path)) as store:
        for fight in store.fights():
            list(store.bodies(fight))
            list(store.read(fight))
            store.breaks(fight)
        list(store.stored())
        store.append("f", store.head("f").seq, notes("well"), key="k", secrets={"s": b"s"})


ALTERED = {
    "a trigger that never ends": (
        hostile.replace_trigger("events_no_replace", "BEFORE INSERT", "events"),
        "it has a trigger on its events that is not combatlog's (events_no_replace)",
    ),
    "a trigger in another case": (
        ('CREATE TRIGGER "Evil" AFTER INSERT ON EVENTS BEGIN DELETE FROM fights; END',),
        "it has a trigger on its EVENTS that is not combatlog's (Evil)",
    ),
    "a trigger of our name that never ends": (
        hostile.replace_trigger("events_no_update", "BEFORE INSERT", "events"),
        "its trigger events_no_update is not as combatlog makes it",
    ),
    "a guard that never ends": (
        hostile.replace_trigger("fights_no_replace", "BEFORE INSERT", "fights"),
        "its trigger fights_no_replace is not as combatlog makes it",
    ),
    "a guard of commands that never ends": (
        hostile.replace_trigger("commands_no_replace", "BEFORE INSERT", "commands"),
        "its trigger commands_no_replace is not as combatlog makes it",
    ),
    "a generated column": (
        hostile.generate_column("events", "repeats", "length(hex(zeroblob(100000000)))"),
        "its table events is not as combatlog makes it",
    ),
    "a check that takes long": (
        (
            "DROP TABLE secrets",
            "CREATE TABLE secrets (sealed, fight, secret, CHECK (length(hex(zeroblob(1e8)))))",
        ),
        "its table secrets is not as combatlog makes it",
    ),
    "an index that takes long": (
        ("CREATE INDEX evil ON events (length(hex(zeroblob(1e8 + seq * 0))))",),
        "it has an index on its events that computes something (evil)",
    ),
    "an index that allows one event": (
        ("CREATE UNIQUE INDEX evil ON events (by)",),
        "it has an index on its events that refuses rows (evil)",
    ),
    "a migration that never ends": (
        (
            "PRAGMA user_version = 0",
            "DELETE FROM _sqlite_migrations",
            f"CREATE TRIGGER evil BEFORE INSERT ON _sqlite_migrations BEGIN {hostile.ENDLESS}; END",
        ),
        "the number of its format is lost",
    ),
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_schema_that_is_not_ours_is_refused(path: Path, what: str) -> None:
    """Triggers, tables and indexes are compared by their SQL, not by their names."""
    statements, said = ALTERED[what]
    hostile.write_changed(path, *statements)
    with ends_soon(), pytest.raises(Damaged) as refused:
        use(path)
    assert said in str(refused.value)


@pytest.mark.slow
def test_a_tree_without_end_is_given_up(path: Path) -> None:
    """A file whose pages lead to the same rows again and again is read for a bounded time."""
    hostile.write_endless_tree(path)
    with ends_soon(), closing(open_campaign(path)) as store:
        for read in (store.rows("f"), store.bodies("f")):
            with pytest.raises(Damaged):
                list(read)
        with pytest.raises(Damaged, match="more work to read than a file of its size"):
            list(store.stored())
        with pytest.raises(Damaged):
            audit(store)


@pytest.mark.slow
def test_events_without_a_key_are_given_up(path: Path) -> None:
    """Where every chunk of a fight is looked for in all rows, their reading ends early."""
    hostile.write_changed(
        path,
        "CREATE TABLE loose AS SELECT * FROM events",
        "DROP TABLE events",
        "ALTER TABLE loose RENAME TO events",
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)"
        " INSERT INTO events SELECT fight, i, i - 1, i, NULL, NULL, '', '', body, digest, blind,"
        " said FROM events, n",
    )
    store = open_campaign(path)
    with ends_soon(), closing(store), pytest.raises(Damaged, match="more work to read than a file"):
        list(store.bodies("f"))


@pytest.mark.slow
def test_many_small_reads_are_no_work(path: Path) -> None:
    """What is asked again and again is not added up for ever."""
    with closing(create_campaign(path)) as store:
        for at in range(2000):
            store.append("f", at, notes("well"), key=f"{at}")
            store.connection.execute("SELECT 1")
        for _ in range(20):
            assert 2000 == len(list(store.read("f")))
            assert 2000 == sum(map(len, store.bodies("f")))


@pytest.mark.slow
def test_an_endless_tree_is_surveyed_in_a_bounded_time(path: Path) -> None:
    """What looks for what can be rescued ends, too."""
    hostile.write_endless_tree(path)
    with ends_soon():
        assert survey(str(path)).readable


@pytest.mark.slow
def test_a_campaign_of_too_many_fights_is_refused(path: Path) -> None:
    """In one sentence, and not as damage: nothing in it is looked for."""
    hostile.write_changed(
        path,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
        " INSERT INTO fights (fight) SELECT 'fight' || i FROM n",
    )
    with ends_soon(), closing(open_campaign(path)) as store:
        with pytest.raises(CampaignError, match="has more than 10,000 fights") as refused:
            store.fights()
        assert not isinstance(refused.value, Damaged)
        with pytest.raises(CampaignError, match="has 10,000 fights or more"):
            store.append("new", 0, notes("a"))


def test_the_last_fight_that_fits_is_recorded(path: Path) -> None:
    """A campaign holds as many fights as are read, and refuses the next one."""
    hostile.write_changed(
        path,
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n"
        f" WHERE i < {MOST_FIGHTS - 1})"
        " INSERT INTO fights (fight) SELECT 'fight' || i FROM n",
    )
    with closing(open_campaign(path)) as store:
        store.append("last", 0, notes("a"))
        assert MOST_FIGHTS == len(store.fights())
        with pytest.raises(CampaignError, match="start a new campaign"):
            store.append("one more", 0, notes("a"))
        assert MOST_FIGHTS == len(store.fights())
        assert 2 == store.append("last", 1, notes("b"))[0].seq


@pytest.mark.parametrize("size", [20_000_000, pytest.param(200_000_000, marks=pytest.mark.slow)])
def test_a_body_of_many_megabytes_is_refused(path: Path, size: int) -> None:
    """Nothing that large is read into memory."""
    hostile.write_campaign(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO events SELECT fight, 2, 1, 2, NULL, NULL, at, by,"
            f" CAST(zeroblob({size}) AS TEXT), digest, blind, said FROM events"
        )
    with ends_soon(), closing(open_campaign(path)) as store:
        for read in (store.rows("f"), store.bodies("f"), store.stored()):
            with pytest.raises(Damaged, match="a value in it is longer than any that combatlog"):
                list(read)


@pytest.mark.slow
def test_many_long_bodies_are_read_one_by_one(path: Path) -> None:
    """Bodies that are too long together are not too long each."""
    long = "word " * 1000
    with closing(create_campaign(path)) as store:
        every = [Entry(Noted(f"{at} {long}".strip())) for at in range(4000)]
        store.append("f", 0, every)
        assert 4000 == sum(map(len, store.bodies("f")))


@pytest.mark.parametrize("large", [LONGEST_TEXT + 1, LONGEST_BODY + 1])
def test_a_text_that_is_too_long_is_not_recorded(campaign: SQLiteStore, large: int) -> None:
    """One sentence says how long it may be."""
    campaign.append("f", 0, notes("a"))
    with pytest.raises(Refused, match=r"10,000 are the most\.$"):
        campaign.append("f", 1, notes("x" * large))
    assert ["a"] == texts(campaign, "f")


def test_a_view_or_table_beside_ours_is_no_matter(path: Path) -> None:
    """What other tools add is not used, and stays."""
    hostile.write_changed(
        path,
        f"CREATE VIEW endless AS {hostile.ENDLESS}",
        "CREATE TABLE mine (x, y AS (hex(zeroblob(100000000))))",
        f"CREATE TRIGGER t AFTER INSERT ON mine BEGIN {hostile.ENDLESS}; END",
        "CREATE INDEX other ON events (by)",
    )
    with ends_soon():
        use(path)


@pytest.mark.slow
def test_a_long_campaign_is_read_whole(path: Path) -> None:
    """The work that is allowed grows with the file."""
    with closing(create_campaign(path)) as store:
        store.append("f", 0, notes(*map(str, range(50_000))))
    with closing(open_campaign(path)) as store:
        assert 50_000 == len(list(store.stored())) == len(list(store.rows("f")))


BROKEN: Sequence[str] = (
    "digest = CAST(digest AS TEXT)",
    "body = CAST(x'80ff' AS TEXT)",
    "at = CAST(x'80ff' AS TEXT)",
    "by = CAST(x'80ff' AS TEXT)",
)


@pytest.mark.parametrize("change", BROKEN)
def test_a_text_that_is_none_is_damage_to_all(path: Path, change: str) -> None:
    """Reading, auditing and sealing agree about a text that is no UTF-8."""
    hostile.write_changed(
        path,
        "DROP TRIGGER events_no_update",
        f"UPDATE events SET {change}",
        "CREATE TRIGGER events_no_update BEFORE UPDATE ON events"
        " BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
    )
    with closing(open_campaign(path)) as store:
        with pytest.raises(Damaged):
            list(store.rows("f"))
        found = audit(store)
        assert not found.right
        assert found.fights[0].broken is not None
        with pytest.raises(Refused, match="is not as it was recorded from #1 on"):
            seal_campaign(store)


def test_the_audit_checks_the_integrity_of_the_file(path: Path) -> None:
    """An index that lacks a row is found, whatever reads it."""
    hostile.write_campaign(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        found = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE name = 'breaks'"
        ).fetchone()
        connection.execute("CREATE TABLE other (fight, seq, parent)")
        connection.execute("CREATE INDEX more ON other (fight, seq, parent)")
        connection.execute("INSERT INTO other VALUES ('f', 9, 1)")
        connection.execute(
            "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master"
            " WHERE name = 'more') WHERE name = ?",
            found[:1],
        )
    with closing(open_campaign(path)) as store:
        assert any("SQLite's check of the file" in each for each in audit(store).guards)


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow each read only a little work, so that what adds up shows soon."""
    monkeypatch.setattr(limits, "STEP", 100)
    monkeypatch.setattr(limits, "FREE_STEPS", 5000)
    monkeypatch.setattr(limits, "STEPS_PER_BYTE", 0)


READS: dict[str, Callable[[SQLiteStore], object]] = {
    "rows": lambda store: list(store.rows("f")),
    "stored": lambda store: list(store.stored()),
    "bodies": lambda store: list(store.bodies("f")),
    "head": lambda store: store.head("f"),
    "breaks": lambda store: store.breaks("f"),
    "fights": lambda store: store.fights(),
    "command": lambda store: store.command("k", "f"),
    "secret": lambda store: store.secret("f", "s"),
}


@pytest.mark.parametrize("read", READS)
def test_a_program_may_ask_for_hours(path: Path, little_work: None, read: str) -> None:
    """Each read counts by itself: many small ones never add up to more than the file needs."""
    with closing(create_campaign(path)) as store:
        store.append("f", 0, notes("a"), key="k", secrets={"s": b"s"})
        found = READS[read](store)
        for _ in range(1000):
            assert found == READS[read](store)


@pytest.mark.slow
def test_a_program_may_write_for_hours(path: Path, little_work: None) -> None:
    """What is written is ours: it may be any number of rows, at once or one by one."""
    with closing(create_campaign(path)) as store:
        for at in range(500):
            store.append("f", at, notes("one"))
        store.append("f", 500, notes(*["many"] * 500), key="k")
        assert 1000 == store.head("f").seq


@pytest.mark.slow
def test_opening_a_file_is_bounded_as_a_whole(path: Path, little_work: None) -> None:
    """The checks of its schema count together."""
    with closing(sqlite3.connect(path)) as connection:
        for at in range(500):
            connection.execute(f"CREATE TABLE other{at} (x)")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 2")
    with pytest.raises(Damaged, match="more work to read than a file of its size"):
        open_campaign(path)
