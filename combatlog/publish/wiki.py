"""What is asked of a wiki."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from combatlog.publish.credentials import Credentials
    from combatlog.publish.web_client import Connection

WikiKind: TypeAlias = Literal["mediawiki", "dokuwiki"]


class WikiPage(NamedTuple):
    """A page as it is now: its address as the wiki has it, its text, and which revision that is
    (empty where there is no such page)."""

    address: str
    text: str
    revision: str

    @property
    def exists(self) -> bool:
        """Is there such a page?"""
        return bool(self.revision)


class OwnContent(NamedTuple):
    """What of a page is one's own: the text (None where nothing is), up to which events it tells
    (`last_events`), and, where it must not be replaced unasked, a sentence that says why
    (`conflict`). `other_keys` are those of other pages of combatlog's that stand there instead."""

    text: str | None
    last_events: str = ""
    conflict: str = ""
    other_keys: tuple[str, ...] = ()


class Wiki(Protocol):
    """A wiki that somebody has logged in to. All of it raises `WikiError`s."""

    def read(self, address: str) -> WikiPage:
        """The page at an address."""

    def find_own(self, key: str, found: WikiPage) -> OwnContent:
        """What of it is one's own, by the key of a page."""

    def merge(self, key: str, found: WikiPage, text: str, last_events: str) -> str:
        """The whole page with this text in the place of what was one's own. Raises `PageRefused`
        where that place cannot be told."""

    def write(self, found: WikiPage, text: str, summary: str) -> None:
        """Write the page. Raises `Overtaken` where it is not any more as it was found, and
        `PageRefused` where it cannot be written."""

    def relink(self, addresses: Sequence[str]) -> None:
        """Let links that led nowhere when these pages were written lead to each other now."""

    def page_url(self, address: str) -> str:
        """Where people read the page."""

    def close(self) -> None:
        """Log out of mind: forget the session."""


def make_printable(text: str, instead: str = " ") -> str:
    """Text of a wiki on one line, without anything in it that a terminal would obey: `instead`
    takes the place of each such character."""
    return "".join(char if char.isprintable() else instead for char in text)


def shorten(text: str) -> str:
    """What a wiki says, on one line of bounded length."""
    words = " ".join(make_printable(text).split())
    return words if len(words) <= 300 else f"{words[:299]}…"


def log_in(kind: WikiKind, connection: Connection, credentials: Credentials) -> Wiki:
    """The wiki at the other end of a connection; raises `WikiError`."""
    if kind == "mediawiki":
        from combatlog.publish.mediawiki_client import MediaWiki

        return MediaWiki(connection, credentials)
    from combatlog.publish.dokuwiki_client import DokuWiki

    return DokuWiki(connection, credentials)
