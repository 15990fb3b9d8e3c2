"""The shape of a definition, checked against the types that its rules read.

A fault is one sentence with the key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

from events.errors import Refused
from events.types.names import join_words, suggest
from events.types.rolls import parse_dice
from rulesets.common.definition import Fault, Keys
from rulesets.common.statements import TEN_YEARS

LARGEST = TEN_YEARS
"""The largest number that a game may contain."""

_DICE = "d6"


def check_shape(type: type[Any], value: Any, besides: Iterable[str] = ()) -> None:
    """Raise `Fault` if the value does not have the shape of the type.

    For an unknown key, the keys in `besides` are suggested, too.
    """
    _check(inspect.type_info(type), value, (), tuple(besides))
    try:
        msgspec.convert(value, type)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        raise Fault(_parse_path(path), reason) from None


def _check(kind: inspect.Type, value: Any, path: Keys, besides: tuple[str, ...] = ()) -> None:
    match kind:
        case inspect.StructType():
            _check_struct(kind, value, path, besides)
        case inspect.DictType():
            for key, item in _expect_table(value, path).items():
                _check(kind.key_type, key, (*path, key))
                _check(kind.value_type, item, (*path, key))
        case inspect.VarTupleType() | inspect.ListType():
            if not isinstance(value, list | tuple):
                raise Fault(path, f"is a list in square brackets, not {_quote(value)}")
            for at, item in enumerate(value):
                _check(kind.item_type, item, (*path, at))
        case inspect.TupleType():
            if not isinstance(value, list | tuple) or len(value) != len(kind.item_types):
                raise Fault(path, f"is a list of {len(kind.item_types)} in square brackets")
            for at, (each, item) in enumerate(zip(kind.item_types, value, strict=True)):
                _check(each, item, (*path, at))
        case inspect.UnionType():
            _check_union(kind, value, path)
        case _:
            _check_plain(kind, value, path)


def _check_struct(
    kind: inspect.StructType, value: Any, path: Keys, besides: tuple[str, ...]
) -> None:
    fields = {field.encode_name: field for field in kind.fields}
    for key, item in _expect_table(value, path).items():
        if key not in fields:
            raise Fault((*path, key), f"there is no such key{suggest(key, (*fields, *besides))}")
        _check(fields[key].type, item, (*path, key))
    for key, field in fields.items():
        if field.required and key not in value:
            raise Fault((*path, key), "is missing")


def _check_union(kind: inspect.UnionType, value: Any, path: Keys) -> None:
    """Check a value that may have one of several types; raise the fault at the deepest path."""
    faults: list[Fault] = []
    for each in kind.types:
        try:
            return _check(each, value, path)
        except Fault as fault:
            faults.append(fault)
    raise max(faults, key=lambda fault: len(fault.path))


def _check_plain(kind: inspect.Type, value: Any, path: Keys) -> None:
    match kind:
        case inspect.LiteralType():
            if isinstance(value, bool) or value not in kind.values:
                choices = sorted(map(str, kind.values), key=lambda choice: (len(choice), choice))
                words = [f"“{choice}”" for choice in choices if choice]
                raise Fault(path, f"is {join_words(words, 'or')}, not {_quote(value)}")
        case inspect.BoolType():
            if not isinstance(value, bool):
                raise Fault(path, f"is true or false, not {_quote(value)}")
        case inspect.IntType():
            if isinstance(value, bool) or not isinstance(value, int):
                raise Fault(path, f"is a whole number, not {_quote(value)}")
            least, most = _find_bounds(kind)
            if not least <= value <= most:
                raise Fault(path, f"is a number from {least} to {most}, not {_quote(value)}")
        case inspect.StrType():
            if not isinstance(value, str):
                raise Fault(path, f"is text in quotes, not {_quote(value)}")
            if kind.pattern and not re.search(kind.pattern, value):
                raise Fault(path, _explain_pattern(kind.pattern, value))
        case inspect.NoneType():
            raise Fault(path, f"is left out, not {_quote(value)}")


def _find_bounds(kind: inspect.IntType) -> tuple[int, int]:
    """Return the smallest and the largest number allowed."""
    least = kind.gt + 1 if kind.gt is not None else kind.ge or 0
    most = kind.lt - 1 if kind.lt is not None else kind.le
    return least, LARGEST if most is None else most


def _explain_pattern(pattern: str, value: str) -> str:
    """Return why a text does not match a pattern. The pattern of dice has an explanation of its
    own."""
    if not re.search(pattern, _DICE):
        return f"“{value}” is not written like that"
    try:
        parse_dice(value)
    except Refused as refused:
        return str(refused)
    return f"is dice of one size, like {_DICE} or 2{_DICE}, not “{value}”"


def _expect_table(value: Any, path: Keys) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Fault(path, f"is a table with keys of its own, not {_quote(value)}")
    return value


def _quote(value: Any) -> str:
    """Return a value as it was written, if it is short."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"“{value}”" if len(value) <= 40 else f"“{value[:40]}…”"
        case int() if -LARGEST <= value <= LARGEST:
            return str(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "that"


def _parse_path(path: str) -> Keys:
    """Return a path like `.scars[0].now` as a tuple of keys."""
    return tuple(
        int(place) if place else key for key, place in re.findall(r"\.([^.\[`]+)|\[(\d+)\]", path)
    )
