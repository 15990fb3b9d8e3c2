"""A PostgreSQL database that campaigns are kept in: its address, its connections, its queries."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit
from weakref import WeakSet, ref

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from events.errors import CampaignError, NewerCampaign, NoCampaign, NotACampaign
from events.store.postgres_errors import (
    explain,
    explain_connecting,
    explain_unanswered,
    is_lost,
    is_race,
    is_read_only,
)
from events.store.postgres_schema import SCHEMA_VERSION, find_schema_faults, read_version
from events.store.postgres_watch import CONNECT_SECONDS, Watch, keep_alive

logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())
"""Its warnings go to a log, where there is one, and never to the terminal: errors tell the rest."""

MOST_CONNECTIONS = 16
"""The connections of one process, unless it says otherwise."""

PATIENCE = 10.0
"""How long a lost connection is made again, in seconds, before an answer is given up."""

OLD_SECONDS = 0.3
"""How long others are tried where a connection is read-only, in seconds: it may be older than a
database that can be written again."""

FRESH_SECONDS = 3.0
"""Why the database could not be reached is told again for so many seconds before it is tried
again."""

T = TypeVar("T")


class Address(NamedTuple):
    """Where a campaign is: the address of its database, and its name there, empty if none is
    said."""

    database: str
    campaign: str

    @property
    def shown(self) -> str:
        """The address as it may be shown: without a password."""
        return f"{hide_password(self.database)}#{self.campaign}".rstrip("#")


def is_address(place: str) -> bool:
    """Return whether a place is a database, and not a file."""
    return place.startswith(("postgresql://", "postgres://"))


def parse_address(place: str) -> Address:
    """Return the parts of `postgresql://USER@HOST:PORT/DATABASE#CAMPAIGN`."""
    database, _, campaign = place.partition("#")
    return Address(database, campaign)


def hide_password(address: str) -> str:
    """Return an address without its passwords; nothing of one that cannot be taken apart. Several
    hosts stand with a comma between them."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "postgresql://…"
    user, at, hosts = parts.netloc.rpartition("@")
    is_doubtful = "," in hosts and not at and not parts.path
    if is_doubtful or not all(map(_is_host, hosts.split(","))):  # it may be a part of a password
        return "postgresql://…"
    query = [(key, value) for key, value in parse_qsl(parts.query) if "password" not in key]
    bare = parts._replace(netloc=f"{user.partition(':')[0]}{at}{hosts}", query=urlencode(query))
    return urlunsplit(bare)


def _is_host(text: str) -> bool:
    """Return whether a part of an address is a host, with a port or without one."""
    found = re.fullmatch(r"(?:\[[0-9A-Fa-f:.%]*\]|[^:\[\]]*)(?::(\d*))?", text)
    return found is not None and int(found[1] or 0) <= 65535


class Database:
    """The connections to one database, shared by all campaigns that a process has open there.

    Each query is a transaction of its own. A query that lost its connection is asked again, for
    `PATIENCE` seconds.
    """

    def __init__(self, address: str, size: int = MOST_CONNECTIONS) -> None:
        """Connect. Raises `CampaignError` where no connection can be made, `NotACampaign` where no
        combatlog is in the database, `NewerCampaign` where a later one made its tables."""
        self.address = address
        self.shown = hide_password(address)
        check_version(self.shown, address)
        self._watch = Watch(address)
        self._pool: ConnectionPool[psycopg.Connection] = ConnectionPool(
            address,
            min_size=1,
            max_size=size,
            kwargs={"autocommit": True, "connect_timeout": CONNECT_SECONDS, **keep_alive(address)},
            configure=self._configure,
            timeout=CONNECT_SECONDS,
            reconnect_timeout=CONNECT_SECONDS,  # then the next query begins a new try
            open=True,
        )
        self._is_down = False
        """Whether the last query was given up: the next ones are not waited for so long."""
        self._obstacle: CampaignError | None = None
        """Why the database could not be reached when that was last found out, ..."""
        self._found = 0.0
        """... and when it was."""

    def query(
        self, asked: str, values: Mapping[str, Any] | Sequence[Any] = ()
    ) -> list[tuple[Any, ...]]:
        """Return the rows of a query that changes nothing."""

        def fetch(connection: psycopg.Connection) -> list[tuple[Any, ...]]:
            return connection.execute(asked, values).fetchall()

        return self.try_again(fetch, "read")

    def try_again(self, work: Callable[[psycopg.Connection], T], done: str) -> T:
        """Do work that may be done again on a new connection, until it is done or `PATIENCE` is
        over; while the database is down, do not wait so long. Raises what PostgreSQL says as a
        `CampaignError`, and `Unanswered` where a write may have been done by a try whose answer was
        lost; `psycopg.IntegrityError` is left to the caller."""
        is_down, is_unanswered = self._is_down, False
        for waited in _wait():
            is_begun = False
            try:
                with (
                    self._pool.connection(self._find_patience()) as connection,
                    self._watch.wait(connection),
                ):
                    connection.pgconn.consume_input()  # raises where it was lost while it rested
                    is_begun = True
                    _warned.discard(connection)
                    try:
                        worked = work(connection)
                    except psycopg.Error as error:
                        if is_read_only(error):
                            connection.close()  # it stays so, also where the database does not
                        raise
                    if connection in _warned:
                        raise psycopg.OperationalError("the wait for the standby was cut short")
                self._is_down = False
                return worked
            except PoolTimeout:
                if is_down or waited >= PATIENCE:
                    self._is_down = True
                    obstacle = self._find_obstacle()
                    if is_unanswered:
                        raise explain_unanswered(self.shown, obstacle) from None
                    raise obstacle or CampaignError(
                        f"{self.shown} has no connection free; try again in a moment."
                    ) from None
            except psycopg.IntegrityError:
                raise
            except psycopg.Error as error:
                is_unanswered |= is_begun and is_lost(error) and done == "written"
                is_old = is_read_only(error) and waited < OLD_SECONDS
                may_help = is_lost(error) or is_race(error) or is_old
                if not may_help or waited >= PATIENCE or (is_down and waited):
                    self._is_down |= may_help
                    if is_unanswered:
                        raise explain_unanswered(self.shown, error) from None
                    raise explain(self.shown, error, done) from None
        raise AssertionError("unreachable")

    def _find_patience(self) -> float | None:
        """Return how many seconds a connection is waited for; None is as long as usual."""
        if not self._is_down:
            return None
        return 0.05 if self._has_fresh_obstacle() else 1.0

    def _has_fresh_obstacle(self) -> bool:
        is_fresh = time.monotonic() < self._found + FRESH_SECONDS
        return self._obstacle is not None and is_fresh

    def _find_obstacle(self) -> CampaignError | None:
        """Return why the database cannot be reached; None where it can. It may take
        `CONNECT_SECONDS` to find out, so many who wait do not find it out one after the other."""
        if not self._has_fresh_obstacle():
            self._obstacle = None
            try:
                check_version(self.shown, self.address)
            except CampaignError as error:
                self._obstacle = error
            self._found = time.monotonic()
        return self._obstacle and self._obstacle.with_traceback(None)

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[psycopg.Connection]:
        """Lend a connection within the context. Raises `PoolTimeout` where none is free in time;
        what PostgreSQL says is left to the caller."""
        with self._pool.connection(seconds) as connection, self._watch.wait(connection):
            yield connection

    def count_lost(self) -> int:
        """Return how many connections were lost, and so made again."""
        counted = self._pool.get_stats()  # when one was lent, and when one came back
        return int(counted.get("connections_lost", 0) + counted.get("returns_bad", 0))

    def confirm(self) -> None:
        """Wait until a synchronous standby, where there is one, has everything that is recorded.
        What a try without an answer left may be seen before the standby has it, and would be lost
        where that takes over."""

        def write(connection: psycopg.Connection) -> None:
            connection.execute(
                "SELECT CASE WHEN current_setting('synchronous_standby_names') <> ''"
                " AND NOT pg_is_in_recovery()"
                " THEN pg_logical_emit_message(true, 'combatlog', '') END"
            )

        self.try_again(write, "written")

    def find_faults(self) -> list[str]:
        """Return what is wrong with its tables, a sentence each."""
        return self.try_again(find_schema_faults, "read")

    def close(self) -> None:
        """Close all connections."""
        self._watch.close()
        self._pool.close()

    def _configure(self, connection: psycopg.Connection) -> None:
        """Prepare a new connection for use."""
        _listen_to_warnings(connection)
        with self._watch.wait(connection):
            found = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert found is not None
        if found[0] != connection.info.backend_pid:
            # A pooler stands between: the next statement may come to another session, which knows
            # none that was prepared here, or another one under the same name.
            connection.prepare_threshold = None


_warned: WeakSet[psycopg.Connection] = WeakSet()
"""Connections whose last commit did not wait for the standby as it should."""


def _listen_to_warnings(connection: psycopg.Connection) -> None:
    """Note when a commit is answered although it did not wait for the standby (01000): it counts as
    one without an answer."""
    kept = ref(connection)

    def note(told: psycopg.errors.Diagnostic) -> None:
        if told.sqlstate == "01000" and (warned := kept()) is not None:
            _warned.add(warned)

    connection.add_notice_handler(note)


def _wait() -> Iterator[float]:
    """Yield how long has been waited, in seconds; wait longer each time."""
    from random import uniform  # jitter, so that those who met do not meet again

    begun, pause = time.monotonic(), 0.002
    yield 0.0
    while True:
        time.sleep(uniform(pause / 2, pause))
        pause = min(pause * 2, 0.5)
        yield time.monotonic() - begun


def connect(shown: str, address: str) -> psycopg.Connection:
    """Return a connection; raises `CampaignError` with the reason where none can be made."""
    try:
        return psycopg.connect(
            address, autocommit=True, connect_timeout=CONNECT_SECONDS, **keep_alive(address)
        )
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        raise explain_connecting(shown, error) from None


def check_version(shown: str, address: str) -> None:
    """Raise what keeps this program from using the database."""
    with connect(shown, address) as connection:
        try:
            version = read_version(connection)
        except psycopg.Error as error:
            raise explain(shown, error, "opened") from None
    if version > SCHEMA_VERSION:
        raise NewerCampaign(
            f"{shown} has tables of format {version}, and this combatlog reads up to"
            f" {SCHEMA_VERSION}; install a newer combatlog."
        )
    if version < SCHEMA_VERSION:
        what = "has no combatlog in it" if not version else "has tables of an older combatlog"
        raise NotACampaign(f"{shown} {what}; the owner makes them with: combatlog migrate {shown}")


def find_campaign(database: Database, name: str) -> tuple[int, str]:
    """Return the number and the name of a campaign in a database: the named one, or the only one.
    Raises `NoCampaign`."""
    found = database.query("SELECT campaign, name FROM combatlog.campaigns ORDER BY campaign")
    if name:
        found = [each for each in found if each[1] == name]
        if not found:
            raise NoCampaign(
                f"There is no campaign {name} in {database.shown}; make it with: combatlog new"
                f" '{database.shown}#{name}'"
            )
    if len(found) == 1:
        return int(found[0][0]), str(found[0][1])
    if not found:
        raise NoCampaign(
            f"There is no campaign in {database.shown}; make one with: combatlog new"
            f" '{database.shown}#NAME'"
        )
    raise NoCampaign(
        f"{database.shown} has {len(found)} campaigns; say which one is meant, as in"
        f" {database.shown}#{found[0][1]}."
    )


def insert_campaign(database: Database, name: str) -> int:
    """Make a campaign in a database; return its number. Raises `psycopg.errors.UniqueViolation`
    where the name is taken."""

    def insert(connection: psycopg.Connection) -> int:
        made = connection.execute(
            "INSERT INTO combatlog.campaigns (name) VALUES (%s) RETURNING campaign", (name,)
        ).fetchone()
        assert made is not None
        return int(made[0])

    return database.try_again(insert, "written")
