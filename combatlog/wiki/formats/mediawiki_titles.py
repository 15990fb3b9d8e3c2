"""What pages are called on a MediaWiki: titles it takes, and takes as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from combatlog.export.document import Page
from combatlog.export.formats.shared_text import distinct, plain

_LONGEST = 200
"""Bytes. A title may have 255, with the namespace and the archive's additions."""

_SHORTEST = 40
"""Bytes left for a name whatever stands in front; too long a prefix is for the wiki to refuse."""

_ILLEGAL = str.maketrans(
    {
        **dict.fromkeys("<[{", "("),
        **dict.fromkeys(">]}", ")"),
        **dict.fromkeys("#_\ufffd", " "),
        "|": "¦",
        ":": "-",
        "/": "-",
        "~": "-",
    }
)
_READ_AS_A_NUMBER = re.compile(r"%(?=[0-9A-Fa-f]{2})|&(?=#?\w+;)")


def titles(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    """By key a title: what the page is called, without what titles must not have in them, as a
    subpage of `prefix`; of a whole campaign `prefix` itself is the page, where there is one.
    No two are the same to the wiki, which takes a first letter for its capital and `_` for a
    space, nor to people."""
    above = _title(prefix, parts=True)
    index = next((page.key for page in pages if above and page.kind == "campaign"), None)
    wishes = {page.key: _name(page) for page in pages if page.key != index}
    start = f"{above}/" if above else ""
    room = max(_SHORTEST, _LONGEST - len(start.encode()))
    found = {key: start + name for key, name in distinct(wishes, room, number=" ({})").items()}
    return found if index is None else {index: above, **found}


def _name(page: Page) -> str:
    return _capital(_title(page.title)) or page.kind.capitalize()


def _title(text: str, parts: bool = False) -> str:
    """The text as far as it can be a title; with `parts`, `/` and `:` keep their meaning."""
    if parts:
        pieces = (":".join(map(_title, piece.split(":"))) for piece in text.split("/"))
        return _capital("/".join(filter(None, pieces)).strip(":"))
    legal = plain(text).replace(": ", " - ").translate(_ILLEGAL)
    legal = _READ_AS_A_NUMBER.sub(r"\g<0> ", normalize("NFC", legal))
    return " ".join(legal.split()).lstrip(" .")


def _capital(title: str) -> str:
    """With the capital that the wiki would give it."""
    return title[:1].upper() + title[1:]
