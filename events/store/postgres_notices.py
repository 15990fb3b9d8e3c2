"""Notices between the programs that have a campaign in PostgreSQL open: which fights have gone on.

A notice is a hint and no more: it may be lost, so whoever listens also looks now and then. It is
sent after the commit, on a connection of its own that waits for no disk: within a writing
transaction it would take a lock that all writers of the database share.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from secrets import token_hex
from threading import Condition, Event, Thread

import psycopg

from events.store.postgres_watch import CONNECT_SECONDS, keep_alive

EVERYTHING = "*"
"""Heard in place of a name where anything may have changed."""

PAUSE = 0.005
"""The least seconds between two notices of one program."""

AGAIN = 1.0
"""After so many seconds a connection is made again."""

LISTEN_SECONDS = 0.25
"""How long is listened before it is looked whether this is over."""

TELL = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"
"""The setting ends with the statement: behind a pooler, others use the same session."""

MOST = 7900
"""The most characters of a notice; PostgreSQL takes less than 8000 bytes."""


class Notices:
    """Sends and hears notices about one campaign. Each is a name, such as a fight's id."""

    def __init__(self, address: str, campaign: int) -> None:
        self._address = address
        self._channel = make_channel(campaign)
        self._me = token_hex(8)
        self._pending: dict[str, None] = {}
        self._news = Condition()
        self._is_over = Event()
        self._threads: list[Thread] = []

    def begin(self, on_heard: Callable[[str], None]) -> None:
        """Send and listen. `on_heard` is called, in a thread of its own, with each name that
        another program tells, and with `EVERYTHING` once it is listened to."""
        self._start(self._send_all)
        self._start(lambda: self._listen(on_heard))

    def tell(self, name: str) -> None:
        """Let the other programs hear a name soon."""
        with self._news:
            self._pending[name] = None
            self._news.notify()

    def close(self) -> None:
        """Send and hear nothing more."""
        self._is_over.set()
        with self._news:
            self._news.notify()
        for thread in self._threads:
            thread.join(2 * AGAIN)

    def _start(self, work: Callable[[], None]) -> None:
        thread = Thread(target=work, name="notices", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _send_all(self) -> None:
        while not self._is_over.is_set():
            with suppress(psycopg.Error), connect_for_notices(self._address) as connection:
                while self._send(connection):
                    time.sleep(PAUSE)
            self._is_over.wait(AGAIN)

    def _send(self, connection: psycopg.Connection) -> bool:
        """Send what there is to tell, when there is something; return False after the end."""
        with self._news:
            self._news.wait_for(lambda: self._pending or self._is_over.is_set())
            names = [*self._pending]
            self._pending.clear()
        for text in write_notices(self._me, names):
            connection.execute(TELL, (self._channel, text))
        return not self._is_over.is_set()

    def _listen(self, on_heard: Callable[[str], None]) -> None:
        while not self._is_over.is_set():
            with suppress(psycopg.Error), connect_for_notices(self._address) as connection:
                connection.execute(f"LISTEN {self._channel}")
                on_heard(EVERYTHING)  # what was told before this moment was not heard
                while not self._is_over.is_set():
                    for notice in connection.notifies(timeout=LISTEN_SECONDS):
                        for name in read_notice(self._me, notice.payload):
                            on_heard(name)
            self._is_over.wait(AGAIN)


def connect_for_notices(address: str) -> psycopg.Connection:
    """Return a connection that leaves nothing behind in its session. Raises `psycopg.Error`."""
    return psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        prepare_threshold=None,
        **keep_alive(address),
    )


def make_channel(campaign: int) -> str:
    """Return the channel of the notices about a campaign, by its number."""
    return f"combatlog_{campaign}"


def write_notices(sender: str, names: Iterable[str]) -> Iterator[str]:
    """Yield the texts that tell these names."""
    told = [sender]
    for name in names:
        if len(json.dumps([sender, name])) > MOST:
            name = EVERYTHING
        if len(json.dumps([*told, name])) > MOST:
            yield json.dumps(told)
            told = [sender]
        told.append(name)
    if len(told) > 1:
        yield json.dumps(told)


def read_notice(me: str, text: str) -> list[str]:
    """Return the names that another program tells; none of its own, and `EVERYTHING` where a text
    is no notice."""
    try:
        match json.loads(text):
            case [str(sender), *names]:
                return [] if sender == me else [str(name) for name in names]
    except (ValueError, RecursionError):  # anybody who may connect can tell anything
        pass
    return [EVERYTHING]
