"""Reading the fields of a roster entry: each raises `Refused` naming the field and what would be
right."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from events.errors import Refused
from events.types.names import checked_name, clean

_MOST_DIGITS = 9
"""Longer texts are looked at no further: a number of thousands of digits is none."""

_MOST_SHOWN = 60


def digits(text: str, most: int) -> int | None:
    """The number that a text of digits is, if it is one of 0 to `most`."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        return None
    return found if (found := int(text)) <= most else None


def said(value: Any) -> str:
    """What is written as text or as a whole number, as text; nothing for anything else."""
    if isinstance(value, str):
        return value.strip()
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole and abs(value) < 10**_MOST_DIGITS else ""


def shown(value: Any) -> str:
    """What somebody wrote, as much of it as a sentence bears."""
    try:
        written = f"“{clean(value)}”" if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a table in a table …
        return "that"
    return written if len(written) <= _MOST_SHOWN else f"{written[:_MOST_SHOWN]}…"


def number(field: str, value: Any) -> int:
    """A number of up to four digits, as a number or as text."""
    found = digits(said(value), 9999)
    if found is None:
        raise Refused(f"{field} is a number like 4 (or 3/5, 3 of at most 5), not {shown(value)}")
    return found


def text(written: Mapping[str, Any], field: str, default: str | None = None) -> str:
    """Text; without a default it has to be there."""
    value = written.get(field, default)
    if not isinstance(value, str):
        raise Refused(f"{field} is text in quotes, not {shown(value)}")
    return value


def read_texts(written: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Names in a list, fit to show; one alone need not be in brackets, none is none."""
    value = written.get(field, [])
    for item in as_list(value):
        if not isinstance(item, str) or not clean(item):
            raise Refused(f'{field} is a list like ["one", "another"], not {shown(value)}')
    return tuple(checked_name(item) for item in as_list(value))


def text_or_number(written: Mapping[str, Any], field: str, default: str = "") -> str:
    """Text, or a whole number as text: dice, a damage, a face."""
    value = written.get(field, default)
    if value != "" and not said(value):
        raise Refused(f"{field} is text in quotes or a number, not {shown(value)}")
    return said(value)


def read_flag(written: Mapping[str, Any], field: str) -> bool:
    """True or false; false where it is not said."""
    value = written.get(field, False)
    if not isinstance(value, bool):
        raise Refused(f"{field} is true or false, not {shown(value)}")
    return value


def items(written: Mapping[str, Any], field: str) -> list[Any]:
    """A list; empty where it is not said."""
    value = written.get(field, [])
    if not isinstance(value, list):
        raise Refused(f"{field} is a list in square brackets, not {shown(value)}")
    return value


def as_list(value: Any) -> list[Any]:
    """What may be written once without brackets, or as a list of several."""
    return value if isinstance(value, list) else [value]


def table(written: Mapping[str, Any], field: str, example: str) -> dict[str, Any]:
    """A table; empty where it is not said. `example` is what one looks like."""
    value = written.get(field, {})
    if not isinstance(value, dict):
        raise Refused(f"{field} is a table like {example}")
    return value


def parsed(text: str) -> dict[str, Any]:
    """The tables of a file; raises `Refused` with the line where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except RecursionError:
        reason = "it is nested too deep"
    except ValueError:  # of a number of thousands of digits, or a day that no calendar has
        reason = "it has a number that cannot be read"
    raise Refused(f"this is not TOML: {reason}.")
