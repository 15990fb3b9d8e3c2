"""Numbers about a server for Prometheus, at a port of their own. Only `combatlog serve --metrics`
imports this, since it needs the extra `metrics`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from combatlog.app.campaign import Campaign
from combatlog.server.health import Health
from combatlog.server.observing import Asked
from events.errors import Refused

_RECORDING = ("/api/fights/{fight}/commands", "/api/fights/{fight}/corrections")
"""The routes of commands."""

_OUTCOMES = {
    200: "recorded",
    401: "forbidden",
    403: "forbidden",
    409: "conflict",
    422: "refused",
    429: "too_fast",
    503: "busy",
    0: "unanswered",
}
"""What has become of a command, by the status of its answer; other faults of who sends it are
“unreadable”, of the program “broken”."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""The bounds of the buckets of times."""


class Watched(Protocol):
    """What is counted: a table, or a hall with many."""

    def count_streams(self) -> int:
        """Return how many streams are open."""
        ...

    def list_awake(self) -> list[str]:
        """Return the ids of the fights whose history and views are held."""
        ...


class Metrics:
    """The numbers of a server. It hears of requests as an `Observer` does, and of what is recorded
    through `measure`."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self._commands = Counter(
            "combatlog_commands",
            "Commands, by what became of them.",
            ["outcome"],
            registry=registry,
        )
        for outcome in (*_OUTCOMES.values(), "unreadable", "broken"):
            self._commands.labels(outcome)
        self._command_seconds = Histogram(
            "combatlog_command_seconds", "Time from a command to its answer.",
            buckets=_SECONDS, registry=registry,
        )  # fmt: skip
        self._append_seconds = Histogram(
            "combatlog_append_seconds", "Time to record a command in the store.",
            buckets=_SECONDS, registry=registry,
        )  # fmt: skip
        self._events = Counter("combatlog_events", "Events recorded here.", registry=registry)
        self._too_fast = Counter(
            "combatlog_too_fast", "Requests that were refused as too fast.", registry=registry
        )
        self._ready = Gauge(
            "combatlog_ready", "Whether a command could be recorded, when that was asked last.",
            registry=registry,
        )  # fmt: skip
        self._streams = Gauge("combatlog_streams_open", "Open streams.", registry=registry)
        self._awake = Gauge(
            "combatlog_tables_awake", "Fights whose history is held in memory.", registry=registry
        )
        ProcessCollector(registry=registry)

    def watch(self, served: Watched, health: Health, count_lost: Callable[[], int] | None) -> None:
        """Read these whenever the numbers are read. `count_lost` returns how many connections to
        the database were lost."""
        self._streams.set_function(lambda: served.count_streams())
        self._awake.set_function(lambda: len(served.list_awake()))
        self._ready.set_function(lambda: 0 if health.is_draining or health.obstacle else 1)
        if count_lost is not None:
            self.registry.register(_Reconnects(count_lost))

    def measure(self, campaign: Campaign) -> Campaign:
        """Measure what is recorded in a campaign; return it."""
        append = campaign.store.append

        def measured(*args: Any, **options: Any) -> Any:
            began = perf_counter()
            recorded = append(*args, **options)
            self._append_seconds.observe(perf_counter() - began)
            self._events.inc(len(recorded))
            return recorded

        campaign.store.append = measured  # type: ignore[method-assign]
        return campaign

    def answered(self, asked: Asked) -> None:
        """Count a request."""
        if asked.status == 429:
            self._too_fast.inc()
        if asked.method == "POST" and asked.route in _RECORDING:
            other = "broken" if asked.status >= 500 else "unreadable"
            self._commands.labels(_OUTCOMES.get(asked.status, other)).inc()
            self._command_seconds.observe(asked.seconds)

    def serve(self, host: str, port: int) -> int:
        """Serve the numbers, in a thread; return the port. Raises `Refused` where that is
        impossible."""
        try:
            server, _ = start_http_server(port, host, self.registry)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Refused(
                f"The metrics cannot be served at {host}, port {port}: {why}; choose another place"
                " with --metrics."
            ) from None
        return int(server.server_port)


class _Reconnects(Collector):
    """How often a connection to the database was lost, and so made again."""

    def __init__(self, count: Callable[[], int]) -> None:
        self._count = count

    def collect(self) -> Iterable[CounterMetricFamily]:
        yield CounterMetricFamily(
            "combatlog_database_reconnects",
            "Connections to the database that were lost and made again.",
            value=self._count(),
        )


def read_place(text: str) -> tuple[str, int]:
    """Return the host and port of `PORT` or `HOST:PORT`; without a host it is this machine alone.
    Raises `Refused`."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise Refused(f"“{text[:80]}” is no place for metrics; say PORT or HOST:PORT.")
    return host.strip("[]") or "127.0.0.1", int(port)
