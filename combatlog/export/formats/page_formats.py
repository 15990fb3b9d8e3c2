"""Pages as files: which formats there are, and what a fight or a campaign is in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from combatlog.export.document import Page
from combatlog.export.formats.page_addresses import assign_file_names
from combatlog.export.formats.page_writer import Addresses

if TYPE_CHECKING:
    from combatlog.export.pages import Options, PageSet


class Format(NamedTuple):
    """A format. `render` is the text of one page, with links to the others; `assign_addresses`
    gives each page an address of its own below `prefix` (a title, a namespace, a folder; or empty).
    `suffix` is the ending of its files. `in_folder` says that even one fight is several pages
    (the fight, and those who fought), and that a link may lead to a page that somebody else
    writes (of a creature)."""

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
"""The formats that pages are written in, each in the module of its name in `formats`."""

WITH_TURNS = ("obsidian",)
"""Formats that have a heading a turn."""

_PASTED = (".wiki",)
"""The endings of files that are pasted into a wiki: what it calls a page is no name for a file."""


def format_of(name: str) -> Format:
    """The format of this name."""
    found: Format = getattr(import_module(f"combatlog.export.formats.{name}"), FORMATS[name])
    return found


def adapt_options(name: str, options: Options) -> Options:
    """The options as a format wants them."""
    return options._replace(turns=name in WITH_TURNS)


def one_text(form: Format, page: Page) -> str:
    """A page by itself."""
    return form.render(page, form.assign_addresses([page], ""))


def render_files(form: Format, pages: PageSet) -> dict[str, str]:
    """The text of every page, by the name of its file (folders are separated by /)."""
    addresses = _assign_addresses(form, pages)
    names = assign_file_names(pages.order, "") if form.suffix in _PASTED else addresses
    return {f"{names[page.key]}{form.suffix}": form.render(page, addresses) for page in pages.pages}


def _assign_addresses(form: Format, pages: PageSet) -> Addresses:
    """Where pages are; where a link may lead to a page that somebody else writes, those, too."""
    return form.assign_addresses([*pages.order, *(pages.creatures if form.in_folder else [])], "")
