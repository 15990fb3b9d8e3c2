"""The head of a page for programs: properties, one a line, each a name and JSON, which every reader
of YAML takes. What Obsidian would read as a link in them is parted by a space."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from combatlog.export.formats.shared_text import plain

Property = str | int | tuple[str, ...]

_NAME = re.compile(
    r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]{0,99}", re.IGNORECASE
)
_LONGEST = 250
"""Characters in a property's name: YAML takes no more than 1,024, and quotes and escapes count."""
_NO_TAG = re.compile(r"[^\w/-]+|_+")


def front_matter(properties: Mapping[str, Property]) -> str:
    """The properties between rules; nothing where there are none. Of two whose names read the same
    the latter counts: YAML has no room for both."""
    values = {_name(name): _value(value) for name, value in properties.items()}
    lines = [f"{name}: {value}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---", ""]) if lines else ""


def tag(text: str) -> str:
    """The text as a tag: letters, digits, dashes and slashes, and not digits alone; empty where
    nothing is left."""
    parts = (part.strip("-") for part in _NO_TAG.sub("-", plain(text)).lower().split("/"))
    found = "/".join(filter(None, parts))
    return f"n{found}" if found.isdigit() else found


def _name(name: str) -> str:
    return (
        name if _NAME.fullmatch(name) else json.dumps(_quiet(name)[:_LONGEST], ensure_ascii=False)
    )


def _value(value: Property) -> str:
    if isinstance(value, str):
        return json.dumps(_quiet(value), ensure_ascii=False)
    if isinstance(value, tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(value)


def _quiet(text: str) -> str:
    return plain(text).replace("[[", "[ [").replace("]]", "] ]")
