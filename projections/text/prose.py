"""Prose: text with what stands out in it and whom it names, before any format is put on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Literal, NamedTuple, TypeAlias

Mark = Literal["", "strong", "emphasis"]


class Span(NamedTuple):
    """A piece of text as it is to be read; nothing in it is markup. `to` is what it leads to: in
    the chronicle the id of the combatant it names, on a page the key of another page."""

    text: str
    mark: Mark = ""
    to: str = ""


Prose: TypeAlias = "tuple[Span, ...]"


def prose(text: str, mark: Mark = "") -> Prose:
    """Text as prose; nothing of an empty one."""
    return (Span(text, mark),) if text else ()


def text_of(spans: Iterable[Span]) -> str:
    """The words alone."""
    return "".join(span.text for span in spans)


def filled(template: str, values: Mapping[str, Prose | str]) -> Prose:
    """A template with its `{fields}` filled in; raises `KeyError` for one that has no value."""
    spans: list[Span] = []
    for text, field, _, _ in Formatter().parse(template):
        spans += prose(text)
        if field is not None:
            value = values[field]
            spans += prose(value) if isinstance(value, str) else value
    return tuple(spans)


def between(parts: Iterable[Prose], comma: str = ", ", last: str = "") -> Prose:
    """The parts with `comma` between them, and `last` before the last one where it is given."""
    some = [part for part in parts if part]
    spans: list[Span] = []
    for number, part in enumerate(some):
        if number:
            spans += prose(last if last and number == len(some) - 1 else comma)
        spans += part
    return tuple(spans)


def capitalize_prose(spans: Prose) -> Prose:
    """With a capital letter in front."""
    if not spans:
        return ()
    first = spans[0]
    return (first._replace(text=first.text[:1].upper() + first.text[1:]), *spans[1:])
