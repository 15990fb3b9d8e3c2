"""Renders tests/support/server.d.ts: what the server of the live table answers and takes, as types
of TypeScript, by which its checker reads the scripts of the page."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec

from combatlog.server import answers, messages
from combatlog.server.feed import Frame
from events.types.unions import Declaration

INTRODUCTION = """\
// Generated from the code by `python docs/generate.py`; do not edit.
// What the server of the live table answers and takes.
declare namespace Server {"""

_SERVER = "combatlog.server."

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}

_ALWAYS_WHOLE = {
    name
    for name, type in vars(answers).items()
    if isinstance(type, msgspec.StructMeta) and not type.__struct_config__.omit_defaults
}
"""The answers that have all of their fields, those with a default, too."""


def page_types() -> str:
    """Return the file."""
    types = [*_list_structs(answers), *_list_structs(messages), answers.Numbers, Frame, Declaration]
    (*_, declaration), components = msgspec.json.schema_components(types, ref_template="{name}")
    one_of = declaration["anyOf"]
    lines = [INTRODUCTION]
    for name, component in components.items():
        lines += _describe(name, component, one_of)
    lines += ["  type Declaration =", *(f"    | {each['$ref']}" for each in one_of)]
    lines[-1] += ";"
    return "\n".join([*lines, "}", ""])


def _list_structs(module: ModuleType) -> Iterator[Any]:
    """Yield the types of a module that are sent as they are: those that no other is made of."""
    for found in vars(module).values():
        is_own = isinstance(found, msgspec.StructMeta) and found.__module__.startswith(_SERVER)
        if is_own and not found.__subclasses__():
            yield found


def _describe(name: str, component: dict[str, Any], one_of: list[Any]) -> Iterator[str]:
    """Yield the lines of a type."""
    if "properties" not in component:
        yield f"  type {name} = {_write(component, one_of)};"
        return
    yield f"  interface {name} {{"
    for field, schema in component["properties"].items():
        is_there = field in component["required"] or name in _ALWAYS_WHOLE
        yield f"    {field}{'' if is_there else '?'}: {_write(schema, one_of)};"
    yield "  }"


def _write(schema: dict[str, Any], one_of: list[Any]) -> str:
    """Return a type as TypeScript writes it."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(map(_quote, schema["enum"]))
    if schema.get("anyOf") == one_of:
        return "Declaration"
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_write(each, one_of) for each in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(_write(each, one_of) for each in schema['prefixItems'])}]"
    if kind == "array":
        return f"Array<{_write(schema.get('items') or {}, one_of)}>"
    if kind == "object":
        value = schema.get("additionalProperties")
        return f"Record<string, {_write(value, one_of) if isinstance(value, dict) else 'any'}>"
    return "null" if kind == "null" else _PLAIN.get(kind or "", "any")


def _quote(value: Any) -> str:
    return msgspec.json.encode(value).decode()
