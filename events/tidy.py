"""Texts that people typed or pasted, without what cannot be seen.

Control, bidirectional and zero-width characters in a name, a reason or a note would reach
somebody's terminal or page; they become spaces before anything is recorded.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from events.codec import encode
from events.names import clean
from events.vocabulary import AnyEvent

E = TypeVar("E", bound=AnyEvent)


def tidied(event: E) -> E:
    """The event with every text in it cleaned; itself where there is nothing to clean."""
    body = encode(event)
    if body.isprintable() and "\\" not in body:
        return event
    plain = _tidied(msgspec.to_builtins(event))
    return msgspec.convert(plain, type(event))


def is_tidy(event: AnyEvent) -> bool:
    """Is there nothing in it that cannot be seen?"""
    return tidied(event) == event


def _tidied(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(key): _tidied(item) for key, item in value.items()}
        case list() | tuple():
            return [_tidied(item) for item in value]
        case _:
            return value
