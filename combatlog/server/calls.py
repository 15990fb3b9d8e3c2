"""What a request of the API is, and what it is answered from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, NamedTuple

from combatlog.server.scopes import BotScope
from combatlog.server.seats import Seat, Seats
from combatlog.server.table import Table
from combatlog.server.webhooks import Webhooks
from events.errors import Refused

Scope = Literal["anybody", "seated", "admitted", "referee"]
"""Who may send a request: anybody, whoever has a seat, whoever was admitted, or the referee."""


ROUTE_KEY = "combatlog.route"
"""Where the scope of a request says which route it took, for logs and metrics."""

COOKIE = "combatlog"
"""The cookie by which a browser shows its seat at the only table of a server."""


class Server(NamedTuple):
    """What requests are answered from. `address` is where phones find the table, as
    `http://192.168.1.5:8000`; empty where each finds it at the address that they sent to.
    Without `webhooks`, none can be added. `simulated` are the ids of the seats that the program
    plays, as in the demo. `cookie` is the name of the cookie that shows a seat at this table."""

    table: Table
    seats: Seats
    address: str = ""
    webhooks: Webhooks | None = None
    simulated: frozenset[str] = frozenset()
    cookie: str = COOKIE


class Call(NamedTuple):
    """A request: who sent it, what they sent, and the values in its path and query. `origin` is the
    address that its sender reached the table by, `cookies` are what their browser shows."""

    seat: Seat | None
    sent: Any
    path: dict[str, str]
    query: dict[str, str]
    origin: str = ""
    cookies: Mapping[str, str] = {}

    @property
    def sitting(self) -> Seat:
        """The seat of the sender."""
        assert self.seat is not None, "the scope demands a seat"
        return self.seat

    @property
    def fight(self) -> str:
        """The fight that the path names."""
        return self.path["fight"]

    @property
    def after(self) -> int:
        """The event in the query, 0 without one. Raises `Refused`."""
        text = self.query.get("after", "0")
        if not (text.isascii() and text.isdecimal()) or len(text) > 12:
            raise Refused(f"“after” is the number of an event, not “{text[:20]}”.")
        return int(text)

    @property
    def mark(self) -> str:
        """The mark of that event in the query; empty without one."""
        return self.query.get("mark", "")


class Route(NamedTuple):
    """A request of the API. `sends` and `answers` are its types, None for nothing; `does` is what
    it does, in a line. `bot` is the scope that a bot needs, `query` the values in its query. Where
    it `may_be_empty`, there may be nothing to answer."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    scope: Scope
    does: str
    handle: Callable[[Any, Call], Awaitable[Any]]
    sends: Any = None
    answers: Any = None
    query: tuple[str, ...] = ()
    bot: BotScope = "people"
    may_be_empty: bool = False
