"""Renders docs/http.md: every request of the live table, from the table of routes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combatlog.server.hall_app import HALL_ROUTES
from combatlog.server.openapi import BOTS, FAULTS, QUERIES, SCOPES, STREAM
from combatlog.server.routes import ROUTES, Route

INTRODUCTION = """\
# The live table's requests

Generated from the code by `python docs/generate.py`; do not edit.

What the pages of the live table do, other programs can do, too. `/api/openapi.json` describes it
with all types, as OpenAPI 3.1. Requests and answers are JSON. Knocking sets a cookie. A browser
shows its seat by it. A bot has a token that the referee has made for it, with scopes, and sends it
as `Authorization: Bearer TOKEN`. What it reads is what players read; only the scope `referee` shows
more. [How to write a bot](howto/bots.md).

A command carries `head`, the last event that its sender has seen, and `key`. Said again under its
key, it is recorded once and answered with what it recorded. An undo, a resolve or a correction
counts at its `head` alone; a declaration or a die also later, where nothing that it is about has
changed since. With `run`, the server's run as `beside` tells it, that holds from the event on at
which the server began; without it, only for what is said at a later event.

The stream sends server-sent events: `frame`, what is new in the fight, with the last event as its
id; `company`, who is here; and `beside`, what the fight waits for and what is proposed. The last
two come when they have changed, the newest state only.
A reader who was cut off asks for what is behind the last event that they have (`after`), with the
`mark` of the frame that had it: where the fight has another history by now, as of an older backup,
they get everything anew (a frame with `after` 0).
"""


def http() -> str:
    """Return the page."""
    return "\n".join(_list_lines())


def _list_lines() -> Iterator[str]:
    yield INTRODUCTION
    yield "| request | sends | answers | who | bots | does |"
    yield "|---|---|---|---|---|---|"
    yield from map(_write_row, ROUTES)
    follows = "admitted | read:public | Read a fight while it is played."
    yield f"| `GET {STREAM}?after=…` |  | events | {follows} |"
    yield "| `GET /api/openapi.json` |  | OpenAPI | anybody | any | Describe all requests. |"
    yield "\nWhere a server has many campaigns, all of these stand behind the path of one, like"
    yield "`/t/harbour/api/table`, with a cookie of its own. These are about all of them:\n"
    yield "| request | sends | answers | who | bots | does |"
    yield "|---|---|---|---|---|---|"
    yield from map(_write_row, HALL_ROUTES)
    yield "\nWho may send a request:\n"
    yield from (f"- {scope}: {said}" for scope, said in SCOPES.items())
    yield "\nWhat a bot needs; the scope `referee` has every other in it:\n"
    yield from (f"- {scope}: {said}" for scope, said in BOTS.items())
    yield "\nValues in a query:\n"
    yield from (f"- `{name}`: {said}" for name, (said, _) in QUERIES.items())
    yield "\nWhat is not carried out records nothing, and is answered with a `Fault`:\n"
    yield from (f"- {status}: {said}" for status, said in FAULTS.items())
    yield ""


def _name(type: Any) -> str:
    """Return the name of a type as the OpenAPI document has it."""
    if type is None:
        return ""
    if type is bytes:
        return "a picture"
    inner: tuple[Any, ...] = getattr(type, "__args__", ())
    if getattr(type, "__origin__", None) is list:
        return f"list of {_name(inner[0])}"
    if getattr(type, "__origin__", None) is dict:
        return "an object"
    if inner:
        return " or ".join(_name(each) for each in inner)
    return f"`{type.__name__}`"


def _write_row(route: Route) -> str:
    """Return a line of the table."""
    path = route.path + (f"?{'&'.join(f'{name}=…' for name in route.query)}" * bool(route.query))
    types = f"{_name(route.sends)} | {_name(route.answers)}"
    return f"| `{route.method} {path}` | {types} | {route.scope} | {route.bot} | {route.does} |"
