"""The HTTP server of a table: it runs until it is told to stop, and ends every stream then."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from types import FrameType
from typing import NamedTuple

import uvicorn
from starlette.types import ASGIApp

from combatlog.server.addresses import Address
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.deliveries import Deliverer
from combatlog.server.neighbours import Notices, follow, look_again_and_again
from combatlog.server.pages import read_parts
from events.errors import Refused

PATIENCE = 1
"""How many seconds a request that is being answered has to end, once the server stops."""

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


class _TableServer(uvicorn.Server):
    """Says when it is ready, and ends cleanly on a signal though streams are open."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._on_ready, self._on_stop = on_ready, on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals. Unlike uvicorn, raise none again afterwards: the command ends cleanly."""
        loop = asyncio.get_running_loop()

        def stop(number: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit
            self.should_exit = True
            loop.call_soon_threadsafe(self._on_stop)

        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        before = {number: signal.signal(number, stop) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


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
) -> None:
    """Open the campaign of a table, and serve it at a bound socket until a signal comes.

    `tell` is called with faults, each in a sentence; `beside` runs for as long as the server;
    `notices` are those of other servers.
    Raises `CampaignError` where the campaign cannot be used.
    """
    await server.table.begin()
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
        make_app(server, address.hosts),
        listener,
        on_ready,
        server.table.close,
        server.table.end,
        work,
        certificate=certificate,
        is_behind_proxy=is_behind_proxy,
    )


async def run_app(
    app: ASGIApp,
    listener: socket.socket,
    on_ready: Callable[[], None],
    close: Callable[[], None],
    end: Callable[[], Coroutine[None, None, None]],
    work: Sequence[Callable[[], Coroutine[None, None, None]]],
    *,
    certificate: Certificate | None = None,
    is_behind_proxy: bool = False,
) -> None:
    """Serve an app at a bound socket until a signal comes. `close` ends its streams, `end` what is
    open; `work` runs for as long as the server."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=is_behind_proxy,
        timeout_graceful_shutdown=PATIENCE,
        ssl_certfile=certificate.cert if certificate else None,
        ssl_keyfile=(certificate.key or None) if certificate else None,
    )
    running = _TableServer(config, on_ready, close)
    read_parts()
    _allow_many_streams()
    gc.enable()
    gc.freeze()
    tasks = [asyncio.create_task(each()) for each in work]
    try:
        await running.serve([listener])
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        close()
        await end()
    for each in ended:
        if isinstance(each, Exception):
            raise each


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
