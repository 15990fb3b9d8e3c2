"""A network that drops: a proxy before a server, which cuts connections in the middle of a request,
or before an answer; or passes nothing on for a while."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

Cut = Literal["request", "answer"]
"""In the middle of a request that holds some bytes; or when it was passed on whole, and answered,
before the answer is passed on."""


class Proxy:
    """Passes connections on to a port of this machine. While it `is_down`, none stands."""

    def __init__(self, port: int) -> None:
        self.target = port
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._planned: list[tuple[bytes, Cut, bool]] = []
        self._lock = threading.Lock()
        self.is_down = False
        self.cuts = 0
        """How often a planned cut was made."""
        self._passes = threading.Event()
        self._passes.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    def plan(self, marked: bytes, cut: Cut, *, stays: bool = False) -> None:
        """Cut the connection whose request holds these bytes, once. Where it `stays` away, no other
        connection stands from then on."""
        with self._lock:
            self._planned.append((marked, cut, stays))

    def cut(self) -> None:
        """Cut all connections."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for each in pair:
                _end(each)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Pass nothing on within the context, neither what is sent nor that a connection begins or
        ends; then pass on what was held back, as packets are sent again."""
        self._passes.clear()
        try:
            yield
        finally:
            self._passes.set()

    def close(self) -> None:
        """End for good."""
        self.is_down = True
        self._passes.set()
        _end(self._listener)
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._passes.wait()
                if self.is_down:
                    _end(near)
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    _end(near)
                    continue
                for each in (near, far):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with self._lock:
                    self._pairs.append((near, far))
                self._start(lambda near=near, far=far: self._pass(near, far))

    def _pass(self, near: socket.socket, far: socket.socket) -> None:
        is_swallowed = threading.Event()
        self._start(lambda: self._pass_answers(near, far, is_swallowed))
        with suppress(OSError):
            while (piece := near.recv(1 << 20)) and not self.is_down:
                self._passes.wait()
                cut = self._find_cut(piece)
                if cut == "request":
                    far.sendall(piece[: len(piece) // 2])
                    break
                if cut == "answer":
                    is_swallowed.set()
                far.sendall(piece)
        self._passes.wait()
        if not is_swallowed.is_set():
            _end(near)
            _end(far)

    def _pass_answers(
        self, near: socket.socket, far: socket.socket, is_swallowed: threading.Event
    ) -> None:
        with suppress(OSError):
            while piece := far.recv(1 << 20):
                self._passes.wait()
                if is_swallowed.is_set():
                    break
                near.sendall(piece)
        _end(near)
        _end(far)

    def _find_cut(self, piece: bytes) -> Cut | None:
        with self._lock:
            for each in self._planned:
                if each[0] in piece:
                    self._planned.remove(each)
                    self.cuts += 1
                    self.is_down |= each[2]
                    return each[1]
        return None

    def _start(self, work: object) -> None:
        threading.Thread(target=work, daemon=True).start()  # type: ignore[arg-type]


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
