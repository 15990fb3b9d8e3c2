"""What all writers share: text without what cannot be seen, the numbers of footnotes, and
addresses of which no two are the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from combatlog.export.document import Footnote
from projections.text.prose import Prose

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
