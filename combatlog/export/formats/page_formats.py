"""The formats of pages, and the files that a fight or a campaign makes in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from combatlog.export.document import Page
from combatlog.export.formats.page_addresses import assign_file_names
from combatlog.export.formats.page_writer import Addresses

if TYPE_CHECKING:
    from combatlog.export.pages.page_context import Options
    from combatlog.export.pages.page_set import PageSet


class Format(NamedTuple):
    """A format of pages.

    `render` returns the text of one page, with links to the others. `assign_addresses` gives each
    page an address of its own below a prefix (a title, a namespace or a folder; may be empty).
    `suffix` ends the names of its files. With `in_folder` even one fight is several pages (the
    fight and its combatants), and a link may lead to a page that the reader writes (of a creature).
    """

    render: Callable[[Page, Addresses], str]
    assign_addresses: Callable[[Sequence[Page], str], dict[str, str]]
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
"""Each format by name (also its module in this package), and its constant in that module."""

WITH_TURNS = ("obsidian",)
"""The formats that put a heading over each turn."""

_PASTED = (".wiki",)
"""The suffixes of files that are pasted into a wiki: a page title there is no safe file name."""


def load_format(name: str) -> Format:
    """Return the format of this name."""
    found: Format = getattr(import_module(f"combatlog.export.formats.{name}"), FORMATS[name])
    return found


def adapt_options(name: str, options: Options) -> Options:
    """Return the options as a format wants them."""
    return options._replace(turns=name in WITH_TURNS)


def render_page(form: Format, page: Page) -> str:
    """Return the text of a page by itself, without links to others."""
    return form.render(page, form.assign_addresses([page], ""))


def render_files(form: Format, pages: PageSet) -> dict[str, str]:
    """Return the text of every page by the name of its file (folders are separated by /)."""
    addresses = _assign_addresses(form, pages)
    names = assign_file_names(pages.order, "") if form.suffix in _PASTED else addresses
    return {f"{names[page.key]}{form.suffix}": form.render(page, addresses) for page in pages.pages}


def _assign_addresses(form: Format, pages: PageSet) -> Addresses:
    """Return the addresses of all pages, with those of creatures if the format links to them."""
    return form.assign_addresses([*pages.order, *(pages.creatures if form.in_folder else [])], "")
