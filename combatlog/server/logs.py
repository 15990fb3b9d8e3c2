"""The log of a server for programs: a line of JSON for each event, on standard error.

It never holds a token, a link, a code, a note or a number of the game. Faults of the program are
told by their kind and where they arose, without their words, which may quote anything.
"""

from __future__ import annotations

import logging
import sys
from datetime import datetime, timezone
from traceback import extract_tb
from typing import TextIO

import msgspec

from combatlog.server.observing import Asked

NAME = "combatlog"
"""The logger of the server's own events."""

_QUIET = 400
"""From this status on, an answer to a page's file is told."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log. `at` is the time in UTC, `event` what happened, `said` a sentence.
    `request` is the id of a request, `ms` how many milliseconds it took. Of a fault there is its
    `kind` and `where` it arose, the innermost place last."""

    at: str
    level: str
    event: str
    said: str = ""
    request: str = ""
    method: str = ""
    route: str = ""
    status: int = 0
    ms: float = 0.0
    kind: str = ""
    where: list[str] = []


class JsonFormatter(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, timezone.utc)
        line = Line(
            f"{at:%Y-%m-%dT%H:%M:%S}.{int(record.msecs):03}Z",
            record.levelname.lower(),
            record.name,
            # Of other libraries the bare text: what it is filled in with may quote anything.
            str(record.msg).strip().partition("\n")[0],
        )
        if isinstance(told := getattr(record, "told", None), dict):
            line = msgspec.structs.replace(line, event=str(record.msg), **{"said": "", **told})
        if record.exc_info and record.exc_info[0] is not None:
            frames = extract_tb(record.exc_info[2])[-8:]
            line = msgspec.structs.replace(
                line,
                kind=record.exc_info[0].__name__,
                where=[f"{each.filename}:{each.lineno} {each.name}" for each in frames],
            )
        return msgspec.json.encode(line).decode()


class JsonLog:
    """The server's own events, in the log."""

    def __init__(self) -> None:
        self._logger = logging.getLogger(NAME)

    def tell(self, event: str, said: str = "", level: int = logging.INFO) -> None:
        """Write an event, with a sentence about it."""
        self._logger.log(level, event, extra={"told": {"said": said}})

    def fault(self, said: str) -> None:
        """Write a fault that the server lives with."""
        self.tell("fault", said, logging.WARNING)

    def answered(self, asked: Asked) -> None:
        """Write a request; not the page's files, which are many and say nothing."""
        if asked.route == "/page" and 0 < asked.status < _QUIET:
            return
        level = logging.WARNING if asked.status >= 500 else logging.INFO
        told = {
            "request": asked.id,
            "method": asked.method,
            "route": asked.route,
            "status": asked.status,
            "ms": round(asked.seconds * 1000, 2),
        }
        self._logger.log(level, "request", extra={"told": told})


def begin_log(stream: TextIO | None = None) -> JsonLog:
    """Write what is logged in the program as JSON: warnings and worse, and all of the server's own
    events."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(NAME).setLevel(logging.INFO)
    return JsonLog()
