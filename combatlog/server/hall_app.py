"""The ASGI app of a hall: it leads each request to the table of its campaign, and answers those
about the hall itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route as Path
from starlette.types import ASGIApp, Receive, Scope, Send

from combatlog.server import answers as a, messages as m
from combatlog.server.app import (
    BASE,
    CheckedHost,
    Guard,
    answer_with,
    make_fault,
    refuse_other_sites,
)
from combatlog.server.calls import ROUTE_KEY, Call, Route, Scope as Who
from combatlog.server.hall import FOLDER, Hall, make_cookie, make_path
from combatlog.server.open_fight import veil_error
from combatlog.server.openapi import encode_api
from combatlog.server.pages import make_page_routes
from combatlog.server.scopes import BotScope, Forbidden, require_for_request
from combatlog.server.seats import STRANGER, Seat
from events.errors import CampaignError, CombatlogError


async def list_campaigns(hall: Hall, call: Call) -> a.CampaignList:
    """Return the campaigns in which the sender has a seat."""
    found = await hall.find_seats(call.cookies)
    views = [_view(name, seat) for name, seat in found]
    return a.CampaignList(views, any(seat.is_referee for _, seat in found))


async def make_campaign(hall: Hall, call: Call) -> tuple[a.CampaignView, str, str]:
    """Make a campaign, with the sender as its referee."""
    sent: m.MakeCampaign = call.sent
    own = [seat for _, seat in await hall.find_seats(call.cookies) if seat.is_referee]
    if not own:
        raise Forbidden("Only the referee of a campaign can make another one here.")
    try:
        name = await hall.create(sent.name)
        async with hall.use(name) as table:
            seat, token = await table.server.table.run(
                lambda: table.server.seats.sit_first(own[0].name)
            )
    except CombatlogError as error:
        raise veil_error(error, STRANGER, None) from None
    return _view(name, seat), token, make_cookie(name)


def _view(name: str, seat: Seat) -> a.CampaignView:
    return a.CampaignView(name, make_path(name), seat.name, seat.role, seat.admitted)


HALL_ROUTES: tuple[Route, ...] = (
    Route(
        "GET",
        "/api/campaigns",
        "anybody",
        "List the campaigns in which you have a seat.",
        list_campaigns,
        None,
        a.CampaignList,
    ),
    Route(
        "POST",
        "/api/campaigns",
        "anybody",
        "Make a campaign, as the referee of another one.",
        make_campaign,
        m.MakeCampaign,
        a.CampaignView,
    ),
)
"""The requests about the hall itself. Those of a table stand behind the path of its campaign."""


class _HallGuard(Guard):
    """Stops floods, other sites and bots. Who sits where, the requests find by the cookies."""

    async def find_seat(self, request: Request, scope: Who, bot: BotScope) -> Seat | None:
        if request.headers.get("authorization"):
            require_for_request((), bot)
        if request.method != "GET":
            refuse_other_sites(request)
        self.refuse_flood(request.client.host if request.client else "")
        return None


def make_hall_app(hall: Hall, hosts: Collection[str] = ()) -> ASGIApp:
    """Return the app of a hall. `hosts` are the names that it is called by, as for `make_app`."""
    hall_server: Any = hall  # the routes of the hall are answered from it
    guard = _HallGuard(hall_server, hall.allowances)
    paths = [
        Path(route.path, answer_with(guard, route), methods=[route.method]) for route in HALL_ROUTES
    ]
    document = Path("/api/openapi.json", _answer_with_document)
    app = Starlette(routes=[*paths, document, *make_page_routes("/campaigns")])
    return CheckedHost(_Doorman(hall, app), frozenset(hosts))


async def _answer_with_document(request: Request) -> Response:
    return Response(encode_api(HALL_ROUTES), media_type="application/json")


class _Doorman:
    """Leads each request to the table of its campaign. One that shows nothing of that campaign is
    answered as where there is none."""

    def __init__(self, hall: Hall, app: ASGIApp) -> None:
        self._hall, self._app = hall, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not path.startswith(FOLDER):
            await self._app(scope, receive, send)
            return
        slug, slash, rest = path.removeprefix(FOLDER).partition("/")
        base = scope["raw_path"].decode("latin-1").partition("?")[0]
        if not slash:
            await RedirectResponse(f"{base}/")(scope, receive, send)
            return
        within = {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode()}
        within[BASE] = "/".join(base.split("/")[:3])
        try:
            await self._lead(self._hall.find_name(slug), within, receive, send)
        finally:
            scope[ROUTE_KEY] = within.get(ROUTE_KEY, "")

    async def _lead(self, name: str | None, within: Scope, receive: Receive, send: Send) -> None:
        """Lead a request to the table of a campaign."""
        if name is None or not _shows_something(within, name):
            await self._hall.strangers(within, receive, send)
            return
        try:
            async with self._hall.use(name) as table:
                await table.app(within, receive, send)
        except CombatlogError as error:  # the table could not be opened
            self._hall.tell_fault(str(error))
            veiled = CampaignError("The campaign cannot be used just now; tell the referee.")
            await make_fault(veiled)(within, receive, send)


def _shows_something(scope: Scope, name: str) -> bool:
    """Return whether a request shows what might be a pass: a cookie of the campaign, a bot's token,
    or what is shown with a knock."""
    request = Request(scope)
    return (
        request.url.path in ("/api/knock", "/api/passkeys/challenge", "/api/passkeys/enter")
        or "authorization" in request.headers
        or make_cookie(name) in request.cookies
    )
