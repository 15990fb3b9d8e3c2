"""The ASGI app: requests and answers, streams, and what keeps strangers out.

A browser shows its seat as a cookie, which no other site's page can send (SameSite=Strict), and a
request that changes something must come from the table's own pages. The `Host` must be one of the
table's addresses, so that no foreign name can be bound to it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Path
from starlette.types import ASGIApp, Receive, Scope, Send

from combatlog.server.addresses import cut_port, is_in_numbers
from combatlog.server.answers import Fault, Picture
from combatlog.server.calls import ROUTE_KEY, Call, Route, Scope as Who, Server
from combatlog.server.doubts import Doubt
from combatlog.server.limits import Allowances, Limits
from combatlog.server.neighbours import look_at_seats
from combatlog.server.open_fight import veil_error
from combatlog.server.openapi import STREAM, encode_api
from combatlog.server.pages import make_page_routes
from combatlog.server.routes import ROUTES, find_decoder
from combatlog.server.scopes import BotScope, Forbidden, require_for_request
from combatlog.server.seats import STRANGER, Removed, Seat
from combatlog.server.streams import Streams, Wanted
from events.errors import (
    CampaignError,
    CombatlogError,
    Conflict,
    KeyReused,
    Refused,
    Unanswered,
    Unreadable,
)

BASE = "combatlog.base"
"""Where the ASGI scope has the path that the table of a campaign begins at, as `/t/harbour`."""

LONGEST_BODY = 64 * 1024
"""The most bytes of a request."""

_STREAM = re.compile(STREAM.replace("{fight}", "(?P<fight>[^/]+)"))

_YEAR = 365 * 24 * 3600

_STATUS: dict[type[CombatlogError], tuple[int, str]] = {
    Removed: (401, "forbidden"),
    Forbidden: (403, "forbidden"),
    Conflict: (409, "conflict"),
    KeyReused: (409, "conflict"),
    Unreadable: (400, "unreadable"),
    Unanswered: (504, "busy"),
    CampaignError: (503, "busy"),
    Doubt: (422, "doubt"),
    Refused: (422, "refused"),
}
"""The status of an answer to an error, and the kind that it names. The first that fits counts."""

_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class Stopped(Exception):
    """A request that is answered without being carried out."""

    def __init__(self, status: int, kind: Any, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.fault = Fault(kind, said)


def make_app(
    server: Server, hosts: Collection[str] = (), allowances: Allowances | None = None
) -> ASGIApp:
    """Return the app of a table. `hosts` are the names that it is called by; none allows any, as
    behind a proxy that checks them. `allowances` are what is left to everybody, at several tables
    together where they share them."""
    guard = Guard(server, allowances)
    server.table.check_seat = server.seats.check_sitting
    paths = [
        Path(route.path, answer_with(guard, route), methods=[route.method]) for route in ROUTES
    ]
    document = Path("/api/openapi.json", _answer_with_document)
    app = Starlette(routes=[*paths, document, *make_page_routes()])
    return CheckedHost(_Stream(guard, app), frozenset(hosts))


class CheckedHost:
    """Refuses requests to names that are not the table's. An address in numbers is never refused:
    nobody else can give it to another machine."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._hosts:
            headers = dict(scope["headers"])
            host = cut_port(headers.get(b"host", b"").decode("latin-1"))
            if host not in self._hosts and not is_in_numbers(host):
                stopped = Stopped(421, "forbidden", f"No table is called {host[:80]} here.")
                await make_fault(stopped)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class Guard:
    """Finds who sent a request, and stops what they may not send."""

    def __init__(self, server: Server, allowances: Allowances | None = None) -> None:
        self.server = server
        self._allowances = allowances or Allowances(Limits())

    async def find_seat(self, request: Request, scope: Who, bot: BotScope) -> Seat | None:
        """Return the seat of the sender. Raises `Stopped` if the request needs more: `scope` of
        everybody, `bot` of bots."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        is_bearer = kind.lower() == "bearer"
        token = token.strip() if is_bearer else request.cookies.get(self.server.cookie, "")
        seat = self.server.seats.find(token) if token else None
        if seat is not None and seat.is_bot and not is_bearer:
            seat = None  # a cookie goes along with whatever a page asks for
        if not is_bearer and request.method != "GET":
            refuse_other_sites(request)
        client = request.client.host if request.client else ""
        self.refuse_flood(seat.id if seat is not None else client)
        if seat is None and token and self.server.table.is_shared:
            seat = await self._find_new_seat(token, is_bearer=is_bearer)
        return self.check_seat(seat, scope, bot)

    def look_again(self, seat: Seat | None, scope: Who, bot: BotScope) -> Seat | None:
        """Return a seat as it is now: it may have been taken away while a request was read. Raises
        as `find_seat` does."""
        if seat is None:
            return None
        return self.check_seat(self.server.seats.find_sitting(seat.id), scope, bot)

    def check_seat(self, seat: Seat | None, scope: Who, bot: BotScope) -> Seat | None:
        """Return the seat. Raises `Stopped` if a request needs more."""
        if scope == "anybody":
            return seat
        if seat is None:
            raise Stopped(401, "forbidden", "You have no seat at this table; open its link first.")
        if scope != "seated" and not seat.admitted:
            raise Stopped(403, "forbidden", "The referee has not admitted you yet.")
        if seat.is_bot:
            require_for_request(seat.may, bot)
        elif scope == "referee" and not seat.is_referee:
            raise Stopped(403, "forbidden", "Only the referee can do that.")
        return seat

    async def _find_new_seat(self, token: str, *, is_bearer: bool) -> Seat | None:
        """Return the seat of a token that nobody here knows: another server may have given it."""
        try:
            await look_at_seats(self.server)
        except CombatlogError as error:
            raise veil_error(error, STRANGER, None) from None
        seat = self.server.seats.find(token)
        return seat if seat is not None and (is_bearer or not seat.is_bot) else None

    def refuse_flood(self, who: str) -> None:
        """Raise `Stopped` if somebody sends more than a person can tap."""
        if not self._allowances.take(who, asyncio.get_running_loop().time()):
            raise Stopped(429, "busy", "That is too fast; wait a moment.")


def refuse_other_sites(request: Request) -> None:
    """Raise `Stopped` if a page of another site sent a request."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin", "")
    own = f"://{request.headers.get('host', '')}"
    if site not in ("same-origin", "none") or (origin and not origin.endswith(own)):
        raise Stopped(403, "forbidden", "This request came from another site's page.")


def answer_with(guard: Guard, route: Route) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        request.scope[ROUTE_KEY] = route.path
        try:
            seat = await guard.find_seat(request, route.scope, route.bot)
            sent = await _read_body(request, route)
            seat = guard.look_again(seat, route.scope, route.bot)
            call = _make_call(request, seat, sent)
            answered = await route.handle(guard.server, call)
            if answered is not None:  # nothing is told to who was removed meanwhile
                guard.look_again(seat, "seated", "any")
        except (Stopped, CombatlogError) as error:
            return make_fault(error)
        if isinstance(answered, tuple):
            answered, token, *cookie = answered
            name = cookie[0] if cookie else guard.server.cookie
            response = _make_response(answered)
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                name, token, _YEAR, httponly=True, samesite="strict", secure=is_secure
            )
            return response
        return _make_response(answered)

    return answer


async def _answer_with_document(request: Request) -> Response:
    """Answer with the OpenAPI document; there is nothing of a table in it."""
    return Response(encode_api(ROUTES), media_type="application/json", headers=_HEADERS)


def _make_call(request: Request, seat: Seat | None, sent: Any) -> Call:
    base = request.scope.get(BASE, "")
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}{base}"
    query, cookies = dict(request.query_params), request.cookies
    return Call(seat, sent, request.path_params, query, origin, cookies)


async def _read_body(request: Request, route: Route) -> Any:
    """Return what was sent, as the type of the route."""
    if route.sends is None:
        return None
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise Stopped(415, "unreadable", "Send JSON, with the content type application/json.")
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise Stopped(413, "unreadable", f"That is longer than {LONGEST_BODY // 1024} KB.")
    try:
        return find_decoder(route.sends).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Stopped(400, "unreadable", f"That cannot be read: {error}.") from None


def _make_response(answered: Any) -> Response:
    if answered is None:
        return Response(status_code=204, headers=_HEADERS)
    if isinstance(answered, Picture):
        return Response(answered.svg, media_type="image/svg+xml", headers=_HEADERS)
    body = msgspec.json.encode(answered)
    return Response(body, media_type="application/json", headers=_HEADERS)


def make_fault(error: Stopped | CombatlogError) -> Response:
    """Return the answer to what was not carried out."""
    if isinstance(error, Stopped):
        status, fault = error.status, error.fault
    else:
        status, kind = next(found for type, found in _STATUS.items() if isinstance(error, type))
        clause = error.clause if isinstance(error, Refused) else ""
        overrulable = isinstance(error, Refused) and error.overrulable
        last = error.actual if isinstance(error, Conflict) else 0
        fault = Fault(kind, str(error), clause, overrulable, last)  # type: ignore[arg-type]
    body = msgspec.json.encode(fault)
    headers = {**_HEADERS, "retry-after": "1"} if status == 429 else _HEADERS
    return Response(body, status, headers, "application/json")


class _Stream:
    """The streams of fights, as server-sent events. It stands in front of the other routes, whose
    layers would hold some memory for each stream."""

    def __init__(self, guard: Guard, app: ASGIApp) -> None:
        self._guard, self._app = guard, app
        self._streams = Streams(guard.server)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _STREAM.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        scope[ROUTE_KEY] = STREAM
        try:
            if scope["method"] != "GET":
                raise Stopped(405, "unreadable", "A stream is read with GET.")
            wanted = await self._read_wanted(scope, found["fight"])
            await self._streams.run(wanted, receive, send)
        except (Stopped, CombatlogError) as error:
            await make_fault(error)(scope, receive, send)

    async def _read_wanted(self, scope: Scope, fight: str) -> Wanted:
        """Return which stream is wanted."""
        request = Request(scope)
        seat = await self._guard.find_seat(request, "admitted", "read:public")
        call = _make_call(request, seat, None)
        return Wanted(call.sitting, fight, call.after, call.mark)
