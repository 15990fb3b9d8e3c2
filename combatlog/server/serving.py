"""The HTTP server of a table: it runs until it is told to stop, and ends every stream then."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from types import FrameType
from typing import NamedTuple

import uvicorn
from starlette.types import ASGIApp

from combatlog.server import garbage
from combatlog.server.addresses import Address
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.deliveries import Deliverer
from combatlog.server.health import Health, HealthAnswers
from combatlog.server.limits import Allowances, Limits
from combatlog.server.neighbours import Notices, follow, look_again_and_again
from combatlog.server.observing import Observed, Observer
from combatlog.server.pages import read_parts
from events.errors import Refused

GRACE = 10
"""How many seconds a request that is being answered has to end, once the server stops, unless it is
said otherwise."""

LINGER = 1.0
"""How many seconds connections on which nothing is answered any more have to close."""

FORCE = 15.0
"""After so many seconds more, the program ends whatever it waits for."""

MOST_FILES = 65_536
"""The most files and connections that are open at once."""

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class Certificate(NamedTuple):
    """The files of a certificate and of its key, for TLS."""

    cert: str
    key: str

    def check(self) -> None:
        """Raise `Refused` if they cannot be used."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        asked = []

        def tell_no_password() -> str:
            asked.append(True)
            return ""

        try:
            context.load_cert_chain(self.cert, self.key or None, tell_no_password)
        except FileNotFoundError:
            raise Refused(f"There is no file {self.cert}, or no {self.key or 'key'}.") from None
        except ssl.SSLError as error:
            why = "they do not fit together" if "MISMATCH" in str(error) else "it is no such file"
            if asked:
                why = "the key has a password; write it without one"
            raise Refused(
                f"{self.cert} and its key cannot be used as a certificate: {why}."
            ) from None
        except (OSError, ValueError) as error:
            said = error.strerror if isinstance(error, OSError) else str(error)
            raise Refused(f"{self.cert}, or its key, cannot be read: {said}.") from None


class Ending(NamedTuple):
    """How a server ends. For `drain` seconds it says that it is not ready, and goes on, so that
    whoever sends people to it can send them elsewhere. Then it takes no new requests, ends the
    streams, and gives what is being answered `grace` seconds."""

    drain: float = 0
    grace: int = GRACE


class _TableServer(uvicorn.Server):
    """Says when it is ready, and ends cleanly on a signal though streams are open. A second signal
    ends it at once."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_ready: Callable[[], None],
        on_drain: Callable[[], None],
        on_stop: Callable[[], None],
        ending: Ending,
    ) -> None:
        super().__init__(config)
        self._on_ready, self._on_drain, self._on_stop = on_ready, on_drain, on_stop
        self._ending = ending
        self._is_draining = False
        self._letting_go: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals. Unlike uvicorn, raise none again afterwards: the command ends cleanly."""
        loop = asyncio.get_running_loop()

        def stop() -> None:
            self._on_drain()
            self.should_exit = True
            self._on_stop()
            self._letting_go = asyncio.create_task(self._let_go())

        def drain() -> None:
            self._on_drain()
            loop.call_later(self._ending.drain, stop)

        def hear(number: int, frame: FrameType | None) -> None:
            if self._is_draining:
                self.force_exit = self.should_exit = True
                loop.call_soon_threadsafe(stop)
                return
            self._is_draining = True
            _force_end_after(self._ending.drain + self._ending.grace + FORCE)
            loop.call_soon_threadsafe(drain if self._ending.drain else stop)

        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        before = {number: signal.signal(number, hear) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def _let_go(self) -> None:
        """Wait until everything is answered, and then for no connection whose other side does not
        close it."""
        while self.server_state.tasks:
            await asyncio.sleep(0.02)
        await asyncio.sleep(LINGER)
        self.force_exit = True


async def serve(
    server: Server,
    listener: socket.socket,
    address: Address,
    on_ready: Callable[[], None],
    tell: Callable[[str], None],
    *,
    certificate: Certificate | None = None,
    is_behind_proxy: bool = False,
    beside: Callable[[], Coroutine[None, None, None]] | None = None,
    notices: Notices | None = None,
    ending: Ending = Ending(),
    limits: Limits = Limits(),
    health: Health | None = None,
    observers: Sequence[Observer] = (),
) -> None:
    """Open the campaign of a table, and serve it at a bound socket until a signal comes.

    `tell` is called with faults, each in a sentence; `beside` runs for as long as the server;
    `notices` are those of other servers; `ending` says how it ends; `limits` how fast somebody may
    send requests; `health` whether it is ready; `observers` hear of each request.

    Raises `CampaignError` where the campaign cannot be used.
    """
    await server.table.begin()
    health = health or Health(server.table)
    work: list[Callable[[], Coroutine[None, None, None]]] = [
        lambda: look_again_and_again(server, tell)
    ]
    if notices is not None:
        work.append(lambda: follow(server, notices))
    if (webhooks := server.webhooks) is not None:
        work.append(lambda: Deliverer(server, webhooks, tell).run())
    if beside is not None:
        work.append(beside)
    await run_app(
        make_app(server, address.hosts, Allowances(limits)),
        listener,
        on_ready,
        server.table.close,
        server.table.end,
        work,
        certificate=certificate,
        is_behind_proxy=is_behind_proxy,
        ending=ending,
        health=health,
        observers=observers,
    )


async def run_app(
    app: ASGIApp,
    listener: socket.socket,
    on_ready: Callable[[], None],
    close: Callable[[], None],
    end: Callable[[], Coroutine[None, None, None]],
    work: Sequence[Callable[[], Coroutine[None, None, None]]],
    *,
    health: Health,
    certificate: Certificate | None = None,
    is_behind_proxy: bool = False,
    ending: Ending = Ending(),
    observers: Sequence[Observer] = (),
) -> None:
    """Serve an app at a bound socket until a signal comes. `close` ends its streams, `end` what is
    open; `work` runs for as long as the server. The rest is as for `serve`."""
    config = uvicorn.Config(
        HealthAnswers(Observed(app, observers, health), health),
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=is_behind_proxy,
        timeout_graceful_shutdown=ending.grace,
        ssl_certfile=certificate.cert if certificate else None,
        ssl_keyfile=(certificate.key or None) if certificate else None,
    )
    running = _TableServer(config, on_ready, health.drain, close, ending)
    read_parts()
    _allow_many_streams()
    garbage.begin_setting_aside()
    tasks = [asyncio.create_task(each()) for each in (*work, garbage.clean_again_and_again)]
    try:
        await running.serve([listener])
    finally:
        garbage.end_setting_aside()
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        close()
        await end()
    for each in ended:
        if isinstance(each, Exception):
            raise each


def _force_end_after(seconds: float) -> None:
    """End the program after so many seconds, if it has not ended by itself: a thread may wait for a
    database that never answers. What was answered is recorded."""

    def end() -> None:
        sys.stderr.write("The server did not end by itself, and was ended.\n")
        sys.stderr.flush()
        os._exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def _allow_many_streams() -> None:
    """Let the process have as many open connections as the system allows it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
