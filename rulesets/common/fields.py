"""Reading the fields of a roster entry: each raises `Refused` naming the field and what would be
right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.errors import Refused


def number(field: str, value: Any) -> int:
    """A number of up to four digits, as a number or as text."""
    text = str(value).strip()
    if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Refused(f"{field} is a number like 4 (or 3/5, 3 of at most 5), not {value!r}")
    return int(text)


def text(written: Mapping[str, Any], field: str, default: str | None = None) -> str:
    """Text; without a default it has to be there."""
    value = written.get(field, default)
    if not isinstance(value, str):
        raise Refused(f"{field} is text in quotes, not {value!r}")
    return value


def flag(written: Mapping[str, Any], field: str) -> bool:
    """True or false; false where it is not said."""
    value = written.get(field, False)
    if not isinstance(value, bool):
        raise Refused(f"{field} is true or false, not {value!r}")
    return value


def items(written: Mapping[str, Any], field: str) -> list[Any]:
    """A list; empty where it is not said."""
    value = written.get(field, [])
    if not isinstance(value, list):
        raise Refused(f"{field} is a list in square brackets, not {value!r}")
    return value


def table(written: Mapping[str, Any], field: str, example: str) -> dict[str, Any]:
    """A table; empty where it is not said. `example` is what one looks like."""
    value = written.get(field, {})
    if not isinstance(value, dict):
        raise Refused(f"{field} is a table like {example}")
    return value
