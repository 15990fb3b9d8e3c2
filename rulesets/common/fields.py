"""Fields of a roster entry: readers that raise `Refused` naming the field and what would be
right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.errors import Refused
from events.types.names import check_name, clean_text

_MOST_DIGITS = 9
"""A longer text is never read as a number, so that thousands of digits cost no time."""

_MOST_SHOWN = 60


def parse_digits(text: str, most: int) -> int | None:
    """Return the number that a text of digits stands for, or None if it is not 0 to `most`."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        return None
    return found if (found := int(text)) <= most else None


def as_text(value: Any) -> str:
    """Return text or a whole number as text; empty for anything else."""
    if isinstance(value, str):
        return value.strip()
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole and abs(value) < 10**_MOST_DIGITS else ""


def quote_value(value: Any) -> str:
    """Return a value as it was written, cut to a length that fits a sentence."""
    try:
        written = f"“{clean_text(value)}”" if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # thousands of digits; tables nested too deep
        return "that"
    return written if len(written) <= _MOST_SHOWN else f"{written[:_MOST_SHOWN]}…"


def read_number(field: str, value: Any) -> int:
    """Return a number of up to four digits, written as a number or as text."""
    found = parse_digits(as_text(value), 9999)
    if found is None:
        raise Refused(
            f"{field} is a number like 4 (or 3/5, 3 of at most 5), not {quote_value(value)}"
        )
    return found


def read_text(written: Mapping[str, Any], field: str, default: str | None = None) -> str:
    """Return text; without a default the field must be there."""
    value = written.get(field, default)
    if not isinstance(value, str):
        raise Refused(f"{field} is text in quotes, not {quote_value(value)}")
    return value


def read_texts(written: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Return a list of names, cleaned for display; one name may stand without brackets."""
    value = written.get(field, [])
    for item in as_list(value):
        if not isinstance(item, str) or not clean_text(item):
            raise Refused(f'{field} is a list like ["one", "another"], not {quote_value(value)}')
    return tuple(check_name(item) for item in as_list(value))


def read_text_or_number(written: Mapping[str, Any], field: str, default: str = "") -> str:
    """Return text, or a whole number as text: dice, damage, a face."""
    value = written.get(field, default)
    if value != "" and not as_text(value):
        raise Refused(f"{field} is text in quotes or a number, not {quote_value(value)}")
    return as_text(value)


def read_flag(written: Mapping[str, Any], field: str) -> bool:
    """Return true or false; false if the field is missing."""
    value = written.get(field, False)
    if not isinstance(value, bool):
        raise Refused(f"{field} is true or false, not {quote_value(value)}")
    return value


def read_list(written: Mapping[str, Any], field: str) -> list[Any]:
    """Return a list; empty if the field is missing."""
    value = written.get(field, [])
    if not isinstance(value, list):
        raise Refused(f"{field} is a list in square brackets, not {quote_value(value)}")
    return value


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, and a single value as a list of one."""
    return value if isinstance(value, list) else [value]


def read_table(written: Mapping[str, Any], field: str, example: str) -> dict[str, Any]:
    """Return a table; empty if the field is missing. `example` shows what one looks like."""
    value = written.get(field, {})
    if not isinstance(value, dict):
        raise Refused(f"{field} is a table like {example}")
    return value
