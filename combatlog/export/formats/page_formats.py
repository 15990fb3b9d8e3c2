"""Pages as files: which formats there are, and what a fight or a campaign is in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from combatlog.export.document import Page
from combatlog.export.formats.page_addresses import addressed_files
from combatlog.export.formats.page_writer import Addresses

if TYPE_CHECKING:
    from combatlog.export.pages import Book, Options


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


FORMATS = {
    "obsidian": "OBSIDIAN",
    "mediawiki": "MEDIAWIKI",
    "dokuwiki": "DOKUWIKI",
    "markdown": "MARKDOWN",
    "html": "HTML",
    "bbcode": "BBCODE",
}
"""The formats that pages are written in, each in the module of its name in `formats`."""

TURNS = ("obsidian",)
"""Formats that have a heading a turn."""

_TITLED = (".wiki",)
"""The endings of files that are pasted into a wiki: what it calls a page is no name for a file."""


def format_of(name: str) -> Format:
    """The format of this name."""
    found: Format = getattr(import_module(f"combatlog.export.formats.{name}"), FORMATS[name])
    return found


def options_for(name: str, options: Options) -> Options:
    """The options as a format wants them."""
    return options._replace(turns=name in TURNS)


def one_text(form: Format, page: Page) -> str:
    """A page by itself."""
    return form.written(page, form.addressed([page], ""))


def files(form: Format, book: Book) -> dict[str, str]:
    """The text of every page, by the name of its file (folders are separated by /)."""
    addresses = _addresses(form, book)
    names = addressed_files(book.order, "") if form.suffix in _TITLED else addresses
    return {f"{names[page.key]}{form.suffix}": form.written(page, addresses) for page in book.pages}


def _addresses(form: Format, book: Book) -> Addresses:
    """Where pages are; where a link may lead to a page that somebody else writes, those, too."""
    return form.addressed([*book.order, *(book.creatures if form.in_folder else [])], "")
