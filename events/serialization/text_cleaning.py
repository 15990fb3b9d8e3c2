"""Texts that people typed or pasted, without what cannot be seen.

Control, bidirectional and zero-width characters in a name, a reason or a note would reach
somebody's terminal or page; they become spaces before anything is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar
from unicodedata import is_normalized

import msgspec

from events.serialization.codec import encode
from events.types.names import clean, has_unseen
from events.types.unions import AnyEvent

E = TypeVar("E", bound=AnyEvent)


def tidied(event: E) -> E:
    """The event with every text in it as `clean` makes it; itself where that changes nothing."""
    if _is_clean_json(encode(event)):
        return event
    plain = _clean_values(msgspec.to_builtins(event))
    return msgspec.convert(plain, type(event))


def is_clean_event(event: AnyEvent) -> bool:
    """Is there nothing in it that cannot be seen? (Its spaces may be as they like.)"""
    return not any(has_unseen(text) for text in _list_texts(msgspec.to_builtins(event)))


def _is_clean_json(body: str) -> bool:
    """Would `clean` leave every text of this JSON as it is? One look at the whole costs a tenth
    of a look at each: JSON is written without spaces, so that one beside a quotation mark begins
    or ends a text, and whatever is escaped shows as a backslash (and is looked at closer)."""
    return (
        body.isprintable()
        and "\\" not in body
        and "  " not in body
        and '" ' not in body
        and ' "' not in body
        and is_normalized("NFC", body)
    )


def _clean_values(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(key): _clean_values(item) for key, item in value.items()}
        case list() | tuple():
            return [_clean_values(item) for item in value]
        case _:
            return value


def _list_texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from _list_texts(item)
        case list() | tuple():
            for item in value:
                yield from _list_texts(item)
