"""What all writers share: text without what cannot be seen, the numbers of footnotes, and
addresses of which no two are the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from combatlog.export.document import Footnote, Inlines, Page, Small
from projections.text.prose import Mark, Prose, Span

Addresses: TypeAlias = "Mapping[str, str]"
"""By the key of a page what the format calls it: a title, an id, a path without its ending. A
link to a page that is not among them is plain text."""


class Format(NamedTuple):
    """A format. `written` is the text of one page, with links to the others; `addressed` gives
    each page an address of its own below `prefix` (a title, a namespace, a folder; may be empty).
    `suffix` is the ending of its files. `in_folder` says that even one fight is several pages
    (the fight, and those who fought), and that a link may lead to a page that somebody else
    writes (of a creature)."""

    written: Callable[[Page, Addresses], str]
    addressed: Callable[[Sequence[Page], str], dict[str, str]]
    suffix: str
    in_folder: bool = False


_UNSEEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters, line ends and tabs among them
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, joiners, blank letters
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"  # width 0, direction
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"  # formats, tags
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # halves of characters, and what is none
    "]"
)
_SPACES = re.compile(" {2,}")


def plain(text: str) -> str:
    """The text with a space for every control, direction, zero-width or impossible character, and
    with one space for several. Spaces at its ends stay: it may be the middle of a sentence."""
    return _SPACES.sub(" ", _UNSEEN.sub(" ", text))


def edges(text: str) -> tuple[str, str, str]:
    """The space before the text, the text without it, the space after it: marks of emphasis
    must not stand beside a space. Of nothing but spaces all is before."""
    bare = text.strip()
    if not bare:
        return text, "", ""
    start = text.index(bare)
    return text[:start], bare, text[start + len(bare) :]


def cut(text: str, size: int) -> str:
    """The text as far as it goes into `size` bytes of UTF-8, cut between characters, without
    space at its end."""
    return text.encode()[: max(size, 0)].decode(errors="ignore").rstrip()


def distinct(
    wishes: Mapping[str, str],
    size: int,
    same: Callable[[str], str] = str.casefold,
    number: str = " {}",
) -> dict[str, str]:
    """By key an address of at most `size` bytes, as it was wished for where nobody came before;
    whoever comes later under the same name gets 2, 3 ... behind it (`number` says how). `same`
    makes those equal that the wiki or the disk takes for the same."""
    taken: set[str] = set()
    counted: dict[str, int] = {}
    addresses: dict[str, str] = {}
    for key, wish in wishes.items():
        address, count = cut(wish, size), counted.get(same(cut(wish, size)), 1)
        while same(address) in taken:
            count += 1
            tail = number.format(count)
            address = cut(wish, size - len(tail.encode())) + tail
        counted[same(cut(wish, size))] = count
        taken.add(same(address))
        addresses[key] = address
    return addresses


class Footnotes:
    """The footnotes of a page, in the order in which they were referred to."""

    def __init__(self) -> None:
        self.notes: list[Prose] = []

    def numbered(self, note: Footnote) -> int:
        """The note's number; the first is 1."""
        self.notes.append(note.spans)
        return len(self.notes)


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
