"""Names of files and pages that every disk and wiki accepts, no two of them the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from combatlog.export.document import Page
from combatlog.export.formats.page_writer import clean_text

_MAX_BYTES = 120
"""Bytes of a name without its suffix: encrypted folders allow at most 143 with it."""

_JOINS = re.compile(r"\s*[/\\|:][/\\|:\s]*")
_STRANGE = re.compile(r'[<>"?*#^%\[\]{}`]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)", re.I)
"""Names that Windows takes for a device, with or without a suffix."""


def cut_bytes(text: str, size: int) -> str:
    """Return the text cut to at most `size` bytes of UTF-8, between characters, without space at
    its end."""
    return text.encode()[: max(size, 0)].decode(errors="ignore").rstrip()


def make_unique(
    wishes: Mapping[str, str],
    size: int,
    same: Callable[[str], str] = str.casefold,
    number: str = " {}",
) -> dict[str, str]:
    """Return a unique address of at most `size` bytes for each key.

    The first key with a wish gets it; later ones get 2, 3, … behind it, in the form of `number`.
    `same` returns the same text for addresses that the wiki or the disk takes for one.
    """
    taken: set[str] = set()
    counted: dict[str, int] = {}
    addresses: dict[str, str] = {}
    for key, wish in wishes.items():
        address, count = cut_bytes(wish, size), counted.get(same(cut_bytes(wish, size)), 1)
        while same(address) in taken:
            count += 1
            tail = number.format(count)
            address = cut_bytes(wish, size - len(tail.encode())) + tail
        counted[same(cut_bytes(wish, size))] = count
        taken.add(same(address))
        addresses[key] = address
    return addresses


def make_file_name(wish: str) -> str:
    """Return the text as the name of a file or folder, without a suffix; empty if nothing of it can
    be kept. Characters that begin or end a link in a wiki are left out."""
    text = unicodedata.normalize("NFC", clean_text(wish))
    text = _STRANGE.sub(" ", _JOINS.sub("-", text))
    text = cut_bytes(" ".join(text.split()).lstrip(". _-~"), _MAX_BYTES).rstrip(". -")
    return f"{text}_" if _RESERVED.fullmatch(text.partition(".")[0].strip()) else text


def fold_name(name: str) -> str:
    """Return the form in which two names are equal if some disk takes them for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def assign_file_names(
    pages: Sequence[Page],
    prefix: str,
    named: Callable[[str], str] = make_file_name,
    number: str = " {}",
) -> dict[str, str]:
    """Return a file for each page by the page's key, below the folder `prefix` and without a
    suffix. The name comes from the page's title (by `named`), or from its key if nothing of the
    title can be kept."""
    wishes = {page.key: named(page.title) or named(page.key) or page.kind for page in pages}
    folder = "".join(f"{named(part)}/" for part in prefix.split("/") if named(part))
    names = make_unique(wishes, _MAX_BYTES, fold_name, number)
    return {key: folder + name for key, name in names.items()}
