"""The OpenAPI document: every request of the table of routes, with the types of msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from combatlog.server.answers import Beside, Company, Fault
from combatlog.server.calls import Route, Scope
from combatlog.server.feed import Frame
from combatlog.server.scopes import BotScope

_REFERENCE = "#/components/schemas/{name}"

_PLACE = re.compile(r"\{(\w+)\}")

QUERIES = {
    "after": ("The last event that the reader has.", {"type": "integer", "minimum": 0}),
    "mark": (
        "The mark of the frame with that event: where the fight has another history now, everything"
        " is told anew.",
        {"type": "string"},
    ),
    "line": ("A line as it is typed at the prompt.", {"type": "string"}),
    "who": ("The id of a combatant.", {"type": "string"}),
    "name": ("The name of whose words they are; else the sender's.", {"type": "string"}),
    "field": ("A score, a skill, a trait, a condition or a wound.", {"type": "string"}),
}
"""What each value in a query is, with its schema."""

PLACES = {
    "fight": "A fight: its id, its number, or the beginning of its title.",
    "combatant": "The id of a combatant.",
    "seat": "The id of a seat.",
    "webhook": "The id of a webhook.",
    "proposal": "The id of a proposal.",
}
"""What each value in a path is."""

SCOPES: dict[Scope, str] = {
    "anybody": "Anybody may send it.",
    "seated": "Whoever has a seat may send it.",
    "admitted": "Whoever the referee has admitted may send it.",
    "referee": "The referee alone may send it.",
}
"""Who may send a request, in words."""

BOTS: dict[BotScope, str] = {
    "any": "A bot needs no scope.",
    "read:public": "A bot needs the scope `read:public`.",
    "declare": "A bot needs the scope `declare:ID` of the combatant.",
    "declare or roll": "A bot needs the scope `declare:ID` of the combatant who acts, or `roll:ID`"
    " of the one whose die it is.",
    "referee": "A bot needs the scope `referee`.",
    "people": "No bot may send it.",
}
"""What a bot needs for a request, in words. The scope `referee` has every other in it."""

_TOKENS: dict[BotScope, tuple[tuple[str, ...], ...]] = {
    "any": ((),),
    "read:public": (("read:public",), ("referee",)),
    "declare": (("declare:ID",), ("referee",)),
    "declare or roll": (("declare:ID",), ("roll:ID",), ("referee",)),
    "referee": (("referee",),),
    "people": (),
}
"""The scopes of tokens that serve for a request, as OpenAPI says it."""

FAULTS = {
    "400": "It cannot be read.",
    "401": "Its sender has no seat.",
    "403": "Its sender may not send it.",
    "409": "The fight has gone on, or the key stands for another command.",
    "413": "It is too long.",
    "415": "It is no JSON.",
    "421": "The table has another name.",
    "422": "The rules, the log or the wording do not allow it.",
    "429": "Its sender is too fast (`Retry-After` says for how many seconds to wait).",
    "503": "The campaign cannot be used now.",
    "504": "The database was lost before it answered: it may be recorded. Send the same again.",
}
"""Why a request is not carried out, by the status of its answer."""

STREAM = "/api/fights/{fight}/stream"


def describe_api(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of these routes, and of the stream where fights are among
    them."""
    every = [*routes]
    sent = [each.sends for each in every if each.sends is not None]
    answered = [each.answers for each in every if each.answers not in (None, bytes)]
    types = [*sent, *answered, Fault, Frame, Company, Beside]
    found, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    schemas = {repr(type): schema for type, schema in zip(types, found, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for each in every:
        paths.setdefault(each.path, {})[each.method.lower()] = _describe(each, schemas)
    if STREAM.removesuffix("/stream") in paths:
        paths[STREAM] = {"get": _describe_stream(schemas)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "combatlog",
            "version": version("combatlog"),
            "description": "The live table: what its pages do. A command carries the last event"
            " that its sender has seen, and a key: said again under it, it is recorded once.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "combatlog"},
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a bot. The referee makes it, with the scopes"
                    " that a request names: read:public, declare:ID, roll:ID, referee.",
                },
            },
        },
    }


def _describe(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the operation of a route."""
    described: dict[str, Any] = {
        "operationId": route.handle.__name__,
        "summary": route.does,
        "description": f"{SCOPES[route.scope]} {BOTS[route.bot]}",
        "security": _secure(route.scope, route.bot),
        "parameters": _list_parameters(route.path, route.query),
        "responses": {**_describe_answer(route, schemas), **_list_faults(schemas)},
    }
    if route.sends is not None:
        content = {"application/json": {"schema": schemas[repr(route.sends)]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _secure(scope: Scope, bot: BotScope) -> list[dict[str, list[str]]]:
    """Return what a request is secured by: a cookie, or a token with one of these scopes."""
    if scope == "anybody":
        return []
    return [{"cookie": []}, *({"bearer": [*each]} for each in _TOKENS[bot])]


def _list_parameters(path: str, query: Iterable[str]) -> list[dict[str, Any]]:
    return [
        *(
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": PLACES[name],
                "schema": {"type": "string"},
            }
            for name in _PLACE.findall(path)
        ),
        *(
            {
                "name": name,
                "in": "query",
                "description": QUERIES[name][0],
                "schema": QUERIES[name][1],
            }
            for name in query
        ),
    ]


def _describe_answer(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    if route.answers is None:
        return {"204": {"description": "It is done."}}
    if route.answers is bytes:
        return {
            "200": {
                "description": "The picture.",
                "content": {"image/svg+xml": {"schema": {"type": "string"}}},
            }
        }
    content = {"application/json": {"schema": schemas[repr(route.answers)]}}
    answers = {"200": {"description": "The answer.", "content": content}}
    if route.may_be_empty:
        answers["204"] = {"description": "There is none."}
    return answers


def _list_faults(schemas: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": schemas[repr(Fault)]}}
    return {status: {"description": why, "content": content} for status, why in FAULTS.items()}


def _describe_stream(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the operation of the stream. OpenAPI 3.1 has no words for its events, so they are in
    the description, and their types among the schemas."""
    return {
        "operationId": "stream",
        "summary": "Read a fight while it is played, as server-sent events.",
        "description": "Events `frame` are of the type Frame, their id is the last event; events"
        " `company` and `beside` are of the types Company and Beside, the newest state only."
        f" {SCOPES['admitted']} {BOTS['read:public']}",
        "security": _secure("admitted", "read:public"),
        "parameters": _list_parameters(STREAM, ("after", "mark")),
        "responses": {
            "200": {
                "description": "The stream.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            **_list_faults(schemas),
        },
    }


@cache
def encode_api(routes: tuple[Route, ...]) -> bytes:
    """Return the OpenAPI document as JSON."""
    return msgspec.json.encode(describe_api(routes))
