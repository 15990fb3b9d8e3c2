"""Connections to a PostgreSQL database that are not answered: found, and cut where the database is
out of reach.

The system gives a connection up whose packets are not acknowledged (`KEEPALIVE`). Something between
may acknowledge them although the database gets none: a proxy, a tunnel, a machine that stands
still. So whoever waits long has it tried whether a new connection can be made. A query that is just
slow, or waits for a lock, goes on. So does a commit that waits for a standby, but not for ever: a
standby that was lost may never come again, and PostgreSQL has no limit of its own for that wait.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import Any
from weakref import WeakSet

import psycopg

CONNECT_SECONDS = 5
"""How long a connection may take, in seconds."""

ANSWER_SECONDS = 8.0
"""After how many seconds without an answer it is tried whether the database is in reach."""

STANDBY_SECONDS = 30.0
"""After how many seconds a wait for a synchronous standby is cancelled. What was written counts as
one without an answer, because the standby may not have it."""

LOOK_SECONDS = 0.5
"""How often it is looked who waits."""

KEEPALIVE = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a connection counts as lost whose other end has vanished without a word: libpq's names.
The system would wait for hours."""


def keep_alive(address: str) -> dict[str, Any]:
    """Return of `KEEPALIVE` what an address does not say itself."""
    return {name: value for name, value in KEEPALIVE.items() if name not in address}


class Watch:
    """Watches the connections to one database."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._waiting: dict[psycopg.Connection, float] = {}
        """Who waits for an answer, and since when."""
        self._known: WeakSet[psycopg.Connection] = WeakSet()
        self._is_over = Event()
        Thread(target=self._look_again_and_again, name="database watch", daemon=True).start()

    @contextmanager
    def wait(self, connection: psycopg.Connection) -> Iterator[None]:
        """Watch a connection within the context. Queries that are not answered raise
        `psycopg.OperationalError` where the database is out of reach."""
        self._known.add(connection)
        self._waiting[connection] = monotonic()
        try:
            yield
        finally:
            self._waiting.pop(connection, None)

    def close(self) -> None:
        """Watch nothing more."""
        self._is_over.set()

    def _look_again_and_again(self) -> None:
        while not self._is_over.wait(LOOK_SECONDS):
            if self._find_overdue(ANSWER_SECONDS):
                reached = self._reach()
                for each in [*self._known]:
                    if _find_server(each) != reached:
                        cut(each)
                self._is_over.wait(ANSWER_SECONDS)

    def _find_overdue(self, seconds: float) -> list[psycopg.Connection]:
        """Return who has waited longer than so many seconds."""
        latest = monotonic() - seconds
        return [each for each, since in [*self._waiting.items()] if since < latest]

    def _reach(self) -> tuple[str, int]:
        """Return the server that a new connection comes to: after a failover, another one. End what
        has waited there too long for a standby."""
        try:
            with psycopg.connect(
                self._address,
                autocommit=True,
                connect_timeout=CONNECT_SECONDS,
                **keep_alive(self._address),
            ) as connection:
                with suppress(psycopg.Error):
                    self._cancel_waits(connection)
                return _find_server(connection)
        except psycopg.Error:
            return "", 0

    def _cancel_waits(self, asked: psycopg.Connection) -> None:
        """Cancel what has waited too long for a standby, and nothing else."""
        late = {each.info.backend_pid: each for each in self._find_overdue(STANDBY_SECONDS)}
        if not late:
            return
        found = asked.execute(
            "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid = ANY(%s)",
            ([*late],),
        )
        for (pid,) in found.fetchall():
            late[pid].cancel()


def _find_server(connection: psycopg.Connection) -> tuple[str, int]:
    with suppress(psycopg.Error):
        return connection.info.hostaddr or connection.info.host, connection.info.port
    return "", -1


def cut(connection: psycopg.Connection) -> None:
    """End a connection that another thread may be waiting for, which is told so."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as own:
        own.shutdown(socket.SHUT_RDWR)
