"""A port that a server can be started at again."""

from __future__ import annotations

import socket


def find_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
