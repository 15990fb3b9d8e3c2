"""The OpenAPI document: every request of the table of routes, with the types of msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from combatlog.server.answers import Beside, Fault
from combatlog.server.calls import Route, Scope
from combatlog.server.feed import Frame

_REFERENCE = "#/components/schemas/{name}"

_PLACE = re.compile(r"\{(\w+)\}")

QUERIES = {
    "after": ("The last event that the reader has.", {"type": "integer", "minimum": 0}),
    "line": ("A line as it is typed at the prompt.", {"type": "string"}),
}
"""What each value in a query is, with its schema."""

PLACES = {
    "fight": "A fight: its id, its number, or the beginning of its title.",
    "combatant": "The id of a combatant.",
    "seat": "The id of a seat.",
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

FAULTS = {
    "400": "It cannot be read.",
    "401": "Its sender has no seat.",
    "403": "Its sender may not send it.",
    "409": "The fight has gone on, or the key stands for another command.",
    "413": "It is too long.",
    "415": "It is no JSON.",
    "421": "The table has another name.",
    "422": "The rules, the log or the wording do not allow it.",
    "429": "Its sender is too fast.",
    "503": "The campaign cannot be used now.",
}
"""Why a request is not carried out, by the status of its answer."""

STREAM = "/api/fights/{fight}/stream"


def describe_api(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of these routes, and of the stream."""
    every = [*routes]
    sent = [each.sends for each in every if each.sends is not None]
    answered = [each.answers for each in every if each.answers not in (None, bytes)]
    types = [*sent, *answered, Fault, Frame, Beside]
    found, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    schemas = {repr(type): schema for type, schema in zip(types, found, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for each in every:
        paths.setdefault(each.path, {})[each.method.lower()] = _describe(each, schemas)
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
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _describe(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the operation of a route."""
    described: dict[str, Any] = {
        "operationId": route.handle.__name__,
        "summary": route.does,
        "description": SCOPES[route.scope],
        "security": _secure(route.scope),
        "parameters": _list_parameters(route.path, route.query),
        "responses": {**_describe_answer(route, schemas), **_list_faults(schemas)},
    }
    if route.sends is not None:
        content = {"application/json": {"schema": schemas[repr(route.sends)]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _secure(scope: Scope) -> list[dict[str, list[str]]]:
    return [] if scope == "anybody" else [{"cookie": []}, {"bearer": []}]


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
    return {"200": {"description": "The answer.", "content": content}}


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
        " `beside` are of the type Beside, the newest state only. " + SCOPES["admitted"],
        "security": _secure("admitted"),
        "parameters": _list_parameters(STREAM, ("after",)),
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
