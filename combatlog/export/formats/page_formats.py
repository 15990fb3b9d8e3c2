"""The formats of pages, the files that a fight or a campaign makes in each, and their names, which
every disk and wiki accepts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from combatlog.export.document import Page
from combatlog.export.formats.page_writer import Addresses, clean_page_text
from events.store.file_names import is_device_name

_MAX_BYTES = 120
"""Bytes of a name without its suffix: encrypted folders allow at most 143 with it."""

_JOINS = re.compile(r"\s*[/\\|:][/\\|:\s]*")
_STRANGE = re.compile(r'[<>"?*#^%\[\]{}`]')


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
    text = unicodedata.normalize("NFC", clean_page_text(wish))
    text = _STRANGE.sub(" ", _JOINS.sub("-", text))
    text = cut_bytes(" ".join(text.split()).lstrip(". _-~"), _MAX_BYTES).rstrip(". -")
    stem, dot, rest = text.partition(".")
    return f"{stem.rstrip()}_{dot}{rest}" if is_device_name(text) else text


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


def _keep_name(page: str, name: str) -> str:
    return name


if TYPE_CHECKING:
    from combatlog.export.pages.page_context import PageOptions
    from combatlog.export.pages.page_set import PageSet


class Format(NamedTuple):
    """A format of pages.

    `render` returns the text of one page, with links to the others. `assign_addresses` gives each
    page an address of its own below a prefix (a title, a namespace or a folder; may be empty).
    `suffix` ends the names of its files. `place_file` returns the address of a file that goes with
    the page at an address, by the file's name.
    """

    render: Callable[[Page, Addresses], str]
    assign_addresses: Callable[[Sequence[Page], str], dict[str, str]]
    suffix: str
    place_file: Callable[[str, str], str] = _keep_name


FORMATS = {
    "obsidian": "OBSIDIAN",
    "mediawiki": "MEDIAWIKI",
    "dokuwiki": "DOKUWIKI",
    "markdown": "MARKDOWN",
    "html": "HTML",
    "bbcode": "BBCODE",
}
"""Each format by name (also its module in this package), and its constant in that module."""

WITH_TURNS = ("obsidian",)
"""The formats that put a heading over each turn."""

_PASTED = (".wiki",)
"""The suffixes of files that are pasted into a wiki: a page title there is no safe file name."""


def load_format(name: str) -> Format:
    """Return the format of this name."""
    form: Format = getattr(import_module(f"combatlog.export.formats.{name}"), FORMATS[name])
    return form


def adapt_options(name: str, options: PageOptions) -> PageOptions:
    """Return the options as a format wants them."""
    return options._replace(turns=name in WITH_TURNS)


def render_page(form: Format, page: Page) -> str:
    """Return the text of a page by itself, without links to others."""
    return form.render(page, form.assign_addresses([page], ""))


def render_files(
    form: Format, pages: PageSet, is_there: Callable[[str], bool] = lambda name: False
) -> Iterator[tuple[str, str]]:
    """Yield the name of the file (folders are separated by /) and the text of every page.

    A page links only to pages that are written with it, and to those whose file `is_there`
    already; to all pages where files are pasted into a wiki.
    """
    addresses = form.assign_addresses(pages.order, "")
    names = assign_file_names(pages.order, "") if form.suffix in _PASTED else addresses
    files = {key: f"{name}{form.suffix}" for key, name in names.items()}
    written = {page.key for page in pages.bare}
    if form.suffix not in _PASTED:
        addresses = {
            key: address
            for key, address in addresses.items()
            if key in written or is_there(files[key])
        }
    for page in pages.compose():
        yield files[page.key], form.render(page, addresses)
