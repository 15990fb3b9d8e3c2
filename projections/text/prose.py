"""Prose: text in spans with emphasis and links, before any format is put on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Literal, NamedTuple, TypeAlias

Mark = Literal["", "strong", "emphasis"]


class Span(NamedTuple):
    """A piece of text without markup. `to` is the target of its link: in the chronicle the id of a
    combatant, on a page the key of another page. `roll` is the seq of the event whose die shows
    this face, 0 for text that is no face."""

    text: str
    mark: Mark = ""
    to: str = ""
    roll: int = 0


Prose: TypeAlias = "tuple[Span, ...]"


def prose(text: str, mark: Mark = "") -> Prose:
    """Return text as prose; empty text as no spans."""
    return (Span(text, mark),) if text else ()


def plain_text(spans: Iterable[Span]) -> str:
    """Return the text without emphasis and links."""
    return "".join(span.text for span in spans)


def fill_template(template: str, values: Mapping[str, Prose | str]) -> Prose:
    """Return a template with its `{fields}` filled in. Raises `KeyError` for a field without a
    value."""
    spans: list[Span] = []
    for text, field, _, _ in Formatter().parse(template):
        spans += prose(text)
        if field is not None:
            value = values[field]
            spans += prose(value) if isinstance(value, str) else value
    return tuple(spans)


def join_prose(parts: Iterable[Prose], comma: str = ", ", last: str = "") -> Prose:
    """Return the parts that are not empty with `comma` between them. `last`, if given, stands
    before the last part instead."""
    some = [part for part in parts if part]
    spans: list[Span] = []
    for number, part in enumerate(some):
        if number:
            spans += prose(last if last and number == len(some) - 1 else comma)
        spans += part
    return tuple(spans)


def capitalize_prose(spans: Prose) -> Prose:
    """Return prose with a capital letter in front."""
    if not spans:
        return ()
    first = spans[0]
    return (first._replace(text=first.text[:1].upper() + first.text[1:]), *spans[1:])
