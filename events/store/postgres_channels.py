"""Sending and hearing notices, about one campaign of a database or many, over two connections: one
tells, the other hears."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from threading import Condition, Event, Lock, Thread

import psycopg

from events.store.postgres_notices import (
    EVERYTHING,
    TELL,
    connect_for_notices,
    make_channel,
    read_notice,
    write_notices,
)

PAUSE = 0.005
"""The least seconds between two notices of one program."""

AGAIN = 1.0
"""After so many seconds a connection is made again."""

LISTEN_SECONDS = 0.25
"""How long is listened before it is looked whether this is over."""


class Channel:
    """The notices about one campaign, of those that share the connections."""

    def __init__(self, channels: Channels, name: str) -> None:
        self._channels, self._name = channels, name

    def begin(self, on_heard: Callable[[str], None]) -> None:
        """Listen. `on_heard` is called, in another thread, with each name that another program
        tells (such as a fight's id), and with `EVERYTHING` once it is listened to."""
        self._channels.listen(self._name, on_heard)

    def tell(self, name: str) -> None:
        """Let the other programs hear a name soon."""
        self._channels.tell(self._name, name)

    def close(self) -> None:
        """Hear nothing more."""
        self._channels.unlisten(self._name)


class Notices(Channel):
    """The notices about one campaign, over connections of its own."""

    def __init__(self, address: str, campaign: int) -> None:
        super().__init__(Channels(address), make_channel(campaign))

    def close(self) -> None:
        """Send and hear nothing more."""
        self._channels.close()


class Channels:
    """Sends and hears notices about the campaigns that are open. It connects once somebody listens
    or has something to tell."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._me = token_hex(8)
        self._pending: dict[tuple[str, str], None] = {}
        self._news = Condition()
        self._hearers: dict[str, Callable[[str], None]] = {}
        self._lock = Lock()
        self._is_over = Event()
        self._threads: list[Thread] = []

    def open(self, campaign: int) -> Channel:
        """Return the notices about a campaign, by its number."""
        return Channel(self, make_channel(campaign))

    def tell(self, channel: str, name: str) -> None:
        """Let the other programs that listen to a channel hear a name soon."""
        self._start()
        with self._news:
            self._pending[channel, name] = None
            self._news.notify()

    def listen(self, channel: str, on_heard: Callable[[str], None]) -> None:
        """Call this with what others tell on a channel."""
        with self._lock:
            self._hearers[channel] = on_heard
        self._start()

    def unlisten(self, channel: str) -> None:
        """Listen to a channel no more."""
        with self._lock:
            self._hearers.pop(channel, None)

    def close(self) -> None:
        """Send and hear nothing more."""
        self._is_over.set()
        with self._news:
            self._news.notify()
        for thread in self._threads:
            thread.join(2 * AGAIN)

    def _start(self) -> None:
        """Start the two threads, if they do not run."""
        with self._lock:
            if self._threads or self._is_over.is_set():
                return
            self._threads = [
                Thread(target=work, name="notices", daemon=True)
                for work in (self._send_all, self._listen)
            ]
            for thread in self._threads:
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
            pending = [*self._pending]
            self._pending.clear()
        told: dict[str, list[str]] = {}
        for channel, name in pending:
            told.setdefault(channel, []).append(name)
        for channel, names in told.items():
            for text in write_notices(self._me, names):
                connection.execute(TELL, (channel, text))
        return not self._is_over.is_set()

    def _listen(self) -> None:
        while not self._is_over.is_set():
            with suppress(psycopg.Error), connect_for_notices(self._address) as connection:
                heard: dict[str, Callable[[str], None]] = {}
                while not self._is_over.is_set():
                    heard = self._follow(connection, heard)
                    for notice in connection.notifies(timeout=LISTEN_SECONDS):
                        if (on_heard := heard.get(notice.channel)) is not None:
                            for name in read_notice(self._me, notice.payload):
                                on_heard(name)
            self._is_over.wait(AGAIN)

    def _follow(
        self, connection: psycopg.Connection, before: dict[str, Callable[[str], None]]
    ) -> dict[str, Callable[[str], None]]:
        """Listen to the channels that are wanted now, and to no others; return them."""
        with self._lock:
            wanted = dict(self._hearers)
        for channel in before.keys() - wanted.keys():
            connection.execute(f"UNLISTEN {channel}")
        for channel, on_heard in wanted.items():
            if before.get(channel) is not on_heard:
                connection.execute(f"LISTEN {channel}")
                on_heard(EVERYTHING)  # what was told before this moment was not heard
        return wanted
