"""Named tuples as plain data, for programs."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """The value with every named tuple in it as a dictionary by its fields."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(field) for name, field in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value
