"""Prose as a writer takes it: pieces as long as their mark and where they lead to stay the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple, TypeAlias

from combatlog.export.document import Footnote, Inlines, Small
from combatlog.export.formats.shared_text import plain
from combatlog.wiki.formats.format import Addresses
from projections.text.prose import Mark, Span


class Run(NamedTuple):
    """A piece of a line: its text, how it stands out, and the address it leads to, if any."""

    text: str
    mark: Mark = ""
    address: str = ""


def runs(spans: Iterable[Span], addresses: Addresses) -> list[Run]:
    """The spans with their addresses; neighbours that look alike are one, so that what stands on
    both sides of a run is always the writer's own."""
    led = [(span.text, (span.mark, addresses.get(span.to, ""))) for span in spans if span.text]
    return [
        Run(plain("".join(text for text, _ in same)), *look)
        for look, same in groupby(led, key=lambda one: one[1])
    ]


Item: TypeAlias = "Run | Small | Footnote"


def items(inlines: Inlines, addresses: Addresses) -> list[Item]:
    """What stands in a line one after the other, with its prose as runs."""
    found: list[Item] = []
    for is_span, same in groupby(inlines, key=lambda one: isinstance(one, Span)):
        inline = list(same)
        if is_span:
            found += runs([one for one in inline if isinstance(one, Span)], addresses)
        else:
            found += [one for one in inline if not isinstance(one, Span)]
    return found
