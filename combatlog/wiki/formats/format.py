"""What a format is: how pages are written in it, and where they go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from combatlog.export.document import Page

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
