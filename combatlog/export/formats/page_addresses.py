"""Names of files that every disk takes: Windows, macOS and Linux, and wikis that are folders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from combatlog.export.document import Page
from combatlog.export.formats.page_writer import clean_text

_MAX_BYTES = 120
"""Bytes of a name without its ending: encrypted folders take no more than 143 with it."""

_JOINS = re.compile(r"\s*[/\\|:][/\\|:\s]*")
_STRANGE = re.compile(r'[<>"?*#^%\[\]{}`]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)", re.I)
"""What Windows takes for a device, whatever stands behind a dot."""


def cut_bytes(text: str, size: int) -> str:
    """The text as far as it goes into `size` bytes of UTF-8, cut between characters, without
    space at its end."""
    return text.encode()[: max(size, 0)].decode(errors="ignore").rstrip()


def make_unique(
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
    """The text as the name of a file or a folder, without an ending; empty where nothing of it
    can be kept. What ends or begins a link in a wiki is left out as well."""
    text = unicodedata.normalize("NFC", clean_text(wish))
    text = _STRANGE.sub(" ", _JOINS.sub("-", text))
    text = cut_bytes(" ".join(text.split()).lstrip(". _-~"), _MAX_BYTES).rstrip(". -")
    return f"{text}_" if _RESERVED.fullmatch(text.partition(".")[0].strip()) else text


def fold_name(name: str) -> str:
    """What two names have in common that some disk takes for the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def assign_file_names(
    pages: Sequence[Page],
    prefix: str,
    named: Callable[[str], str] = make_file_name,
    number: str = " {}",
) -> dict[str, str]:
    """By the key of a page its file below the folder `prefix`, without an ending; named after its
    title (`named`), or after its key where nothing of the title can be kept."""
    wishes = {page.key: named(page.title) or named(page.key) or page.kind for page in pages}
    folder = "".join(f"{named(part)}/" for part in prefix.split("/") if named(part))
    names = make_unique(wishes, _MAX_BYTES, fold_name, number)
    return {key: folder + name for key, name in names.items()}
