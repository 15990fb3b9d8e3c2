"""Any event, built from the type hints of its fields."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from events.types.unions import EVENTS, AnyEvent

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)

PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    int: st.integers(),
    bool: st.booleans(),
    type(None): st.none(),
    Any: JSON,
}


@cache
def of_type(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type hint."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, UnionType):
        return st.one_of(*map(of_type, arguments))
    if origin is tuple:
        return st.lists(of_type(arguments[0]), max_size=3).map(tuple)
    if origin is dict:
        return st.dictionaries(of_type(arguments[0]), of_type(arguments[1]), max_size=3)
    return struct(hint)


@cache
def struct(cls: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Structs with every field filled."""
    hints = get_type_hints(cls)
    return st.builds(cls, **{name: of_type(hints[name]) for name in cls.__struct_fields__})


def events() -> st.SearchStrategy[AnyEvent]:
    """Any event there is."""
    return st.sampled_from(EVENTS).flatmap(struct)
