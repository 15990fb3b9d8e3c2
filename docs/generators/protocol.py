"""Renders docs/protocol.md: the log as a public format, from the code that reads and writes it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from docs.generators import examples
from events.serialization.codec import encode
from events.store.envelope import ERASED_BODY, FORMAT, Row
from events.types import base as games, rolls, sheets
from events.types.base import Value
from events.types.commitments import AskedDraw, AskedLink
from events.types.declarations import Aim, Risk
from events.types.log_events import UnusedDie
from events.types.outcomes import Ground
from events.types.unions import AnyEvent, Declaration

TEXTS = Path(__file__).parent / "protocol_text"
"""The parts of the page that are written by hand."""

KINDS: dict[str, tuple[str, tuple[AnyEvent, ...]]] = {
    "Declarations": ("What a person declares: inputs of a fight.", examples.DECLARATIONS),
    "Statements": (
        "Declarations, too: facts that the referee states. The rules do not change them.",
        examples.STATEMENTS,
    ),
    "Rolls": ("What the dice showed: inputs, too.", examples.ROLLS),
    "Outcomes": (
        "What the rules make of declarations and dice. All games share these types.",
        examples.OUTCOMES,
    ),
    "History": ("Moves in the tree of events, corrections, notes and names.", examples.HISTORY),
}

PARTS: tuple[type[Value], ...] = (
    Aim,
    AskedDraw,
    AskedLink,
    rolls.Asked,
    sheets.Condition,
    sheets.Effect,
    games.Game,
    Ground,
    Risk,
    sheets.Sheet,
    UnusedDie,
    sheets.Weapon,
    sheets.Wound,
)


def protocol() -> str:
    """Return the text of docs/protocol.md."""
    parts = [
        _read_text("introduction")
        .replace("{format}", str(FORMAT))
        .replace("{envelope}", f"{_text(Row)}\n\n{_fields(Row, 'Column')}")
        .replace("{erased}", ERASED_BODY),
        *map(_read_text, ("dice", "state", "play")),
    ]
    for kind, (what, shown) in KINDS.items():
        parts.append(f"## {kind}\n\n{what}\n")
        parts += [_event(example) for example in _first_of_each(shown)]
    parts.append("## Parts\n\nStructures inside events.\n")
    parts += [_section(part.__name__, part) for part in PARTS]
    return "\n".join(parts)


def _read_text(name: str) -> str:
    """Return one of the written parts of the page."""
    return (TEXTS / f"{name}.md").read_text("utf-8")


def _first_of_each(shown: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
    seen: set[type] = set()
    for example in shown:
        if type(example) not in seen:
            seen.add(type(example))
            yield example


def _event(example: AnyEvent) -> str:
    tag = str(example.__struct_config__.tag)
    return f"{_section(f'`{tag}`', type(example))}\n```json\n{_pretty(example)}\n```\n"


def _section(title: str, of: type[msgspec.Struct]) -> str:
    return f"### {title}\n\n{_text(of)}\n\n{_fields(of, 'Field')}\n"


def _pretty(example: AnyEvent) -> str:
    """Return an event as JSON: on one line if it is short, else indented."""
    body = encode(example)
    return body if len(body) <= 100 else msgspec.json.format(body, indent=2)


def _text(of: type) -> str:
    """Return a docstring with each paragraph on one line."""
    paragraphs = inspect.cleandoc(of.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _fields(of: type[msgspec.Struct], head: str) -> str:
    hints = get_type_hints(of)
    rows = [
        f"| `{field.encode_name}` | {_type(hints[field.name])} | {_default(field)} |"
        for field in msgspec.structs.fields(of)
    ]
    return "\n".join([f"| {head} | Type | Default |", "|---|---|---|", *rows])


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    default = field.default
    if default is msgspec.NODEFAULT:
        default = field.default_factory()
    return f"`{msgspec.json.encode(default).decode()}`"


def _type(hint: Any) -> str:
    """Describe a type hint in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint == Declaration:
        return "a declaration or statement"
    if origin is Literal:
        return "one of " + ", ".join(f"`{msgspec.json.encode(a).decode()}`" for a in arguments)
    if origin in (Union, UnionType):
        return " or ".join(map(_type, arguments))
    if origin is tuple:
        return f"list of {_type(arguments[0])}"
    if origin is dict:
        return f"object of {_type(arguments[1])}"
    if isinstance(hint, type) and issubclass(hint, Value):
        return f"[{hint.__name__}](#{re.sub(r'[^a-z]', '', hint.__name__.lower())})"
    return _PLAIN[hint]


_PLAIN: dict[Any, str] = {
    str: "text",
    int: "integer",
    bool: "true or false",
    bytes: "32 bytes",
    NoneType: "null",
    Any: "anything",
}
