"""What a file says as plain data: texts without what cannot be seen, whole numbers, true and
false, lists and tables. Whatever else TOML can write would not be the same read back from a log."""

from __future__ import annotations

from typing import Any

from events.types.names import clean
from rulesets.definitions.schema import LARGEST
from rulesets.faults import Fault, Keys

DEEPEST = 8
"""No game is nested deeper."""


def plain(value: Any, path: Keys = ()) -> Any:
    """The value with every text clean; raises `Fault` for what no game is made of."""
    if len(path) > DEEPEST:
        raise Fault(path[:2], "is nested too deep")
    match value:
        case str():
            return clean(value)
        case bool():
            return value
        case int() if -LARGEST <= value <= LARGEST:
            return value
        case int():
            raise Fault(path, f"is too large; {LARGEST} is the most")
        case list():
            return [plain(item, (*path, at)) for at, item in enumerate(value)]
        case dict():
            return _table(value, path)
        case float():
            raise Fault(path, "is a whole number or text; there are no fractions")
        case _:
            raise Fault(path, "is a date or a time; put it in quotes")


def _table(table: dict[str, Any], path: Keys) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, item in table.items():
        name = clean(key)
        if not name:
            raise Fault((*path, key), "a key needs at least one visible character")
        if name in read:
            raise Fault((*path, key), f"is written like “{name}” but for what cannot be seen")
        read[name] = plain(item, (*path, key))
    return read
