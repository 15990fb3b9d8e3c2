"""PHP's own server, on a free port of loopback, with several workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

WORKERS = 4

WITH_ITS_PARENT = '"$@" </dev/null & read -r _; kill -9 0'
"""A shell script that ends the server and its workers when the pipe from the tests breaks, also
when the tests are killed."""


class Server:
    """A wiki's server. `url` is its address, without a slash at the end; `log` is its log file.

    `ready` returns whether the wiki at an address is up. `settings` are PHP's, `environment` is the
    wiki's.
    """

    def __init__(
        self,
        root: Path,
        data: Path,
        ready: Callable[[str], bool],
        settings: Mapping[str, str],
        environment: Mapping[str, str],
    ) -> None:
        self._root, self._data, self._ready = root, data, ready
        self._settings, self._environment = settings, environment
        self._process: subprocess.Popen[bytes] | None = None
        self.log = data / "server.log"
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, port: int = 0) -> None:
        """Serve on a free port, or on this one. Raises `RuntimeError` with the server's log."""
        for _ in range(1 if port else 5):
            self.port = port or find_free_port()
            if self._started():
                return
        raise RuntimeError(f"The server did not come up:\n{self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """End the server and its workers, and wait until nobody listens at its address.

        The process that is waited for is the shell's; its workers may die a moment later.
        """
        if self._process is None:
            return
        _signal(self._process.pid, signal.SIGCONT)
        _signal(self._process.pid, signal.SIGKILL)
        self._process.communicate()
        self._process = None
        until = time.monotonic() + 60
        while _is_listened_at(self.port):
            if time.monotonic() > until:
                raise RuntimeError(f"Somebody still listens at {self.url}.")
            time.sleep(0.05)

    @contextmanager
    def down(self) -> Iterator[None]:
        """Stop the server within the context: nobody listens at its address."""
        self.stop()
        try:
            yield
        finally:
            self.start(self.port)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze the server within the context: it accepts connections and answers nothing."""
        assert self._process is not None
        _signal(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(self._process.pid, signal.SIGCONT)

    def _started(self) -> bool:
        options = [
            part for key, value in self._settings.items() for part in ("-d", f"{key}={value}")
        ]
        php = ["php", *options, "-S", f"127.0.0.1:{self.port}", "-t", str(self._root)]
        environment = os.environ | self._environment | {"PHP_CLI_SERVER_WORKERS": str(WORKERS)}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", WITH_ITS_PARENT, "sh", *php],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env={**environment, "WIKI_URL": self.url},
                cwd=self._data,
                start_new_session=True,
            )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if self._ready(self.url):
                return True
            if b"Failed to listen" in self.log.read_bytes():
                self.log.write_bytes(b"")
                break  # another process has the port
            time.sleep(0.1)
        self.stop()
        return False


def is_answered(request: httpx.Request, expected: str) -> bool:
    """Return whether the answer to a request contains a text."""
    try:
        with httpx.Client(trust_env=False, timeout=20) as client:
            return expected in client.send(request).text
    except httpx.HTTPError:
        return False


def _signal(group: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, number)


def _is_listened_at(port: int) -> bool:
    """Return whether somebody takes a connection; a connection that is cut off counts as taken."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return False
    except OSError:
        return True
    return True


def find_free_port() -> int:
    """Return a port of loopback that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
