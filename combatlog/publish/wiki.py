"""What is asked of a wiki."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from combatlog.publish.credentials import Credentials
    from combatlog.publish.web_client import Connection

Kind: TypeAlias = Literal["mediawiki", "dokuwiki"]


class Found(NamedTuple):
    """A page as it is now: its address as the wiki has it, its text, and which revision that is
    (empty where there is no such page)."""

    address: str
    text: str
    revision: str

    @property
    def exists(self) -> bool:
        """Is there such a page?"""
        return bool(self.revision)


class Held(NamedTuple):
    """What of a page is one's own: the text (None where nothing is), up to which events it tells
    (as in `reach`), and, where it must not be replaced unasked, a sentence that says why. `others`
    are the keys of other pages of combatlog's that stand there instead."""

    text: str | None
    reach: str = ""
    foreign: str = ""
    others: tuple[str, ...] = ()


class Wiki(Protocol):
    """A wiki that somebody has logged in to. All of it raises `WikiError`s."""

    def read(self, address: str) -> Found:
        """The page at an address."""

    def held(self, key: str, found: Found) -> Held:
        """What of it is one's own, by the key of a page."""

    def merged(self, key: str, found: Found, text: str, reach: str) -> str:
        """The whole page with this text in the place of what was one's own. Raises `PageRefused`
        where that place cannot be told."""

    def write(self, found: Found, text: str, summary: str) -> None:
        """Write the page. Raises `Overtaken` where it is not any more as it was found, and
        `PageRefused` where it cannot be written."""

    def relink(self, addresses: Sequence[str]) -> None:
        """Let links that led nowhere when these pages were written lead to each other now."""

    def link(self, address: str) -> str:
        """Where people read the page."""

    def close(self) -> None:
        """Log out of mind: forget the session."""


def printable(text: str, instead: str = " ") -> str:
    """Text of a wiki on one line, without anything in it that a terminal would obey: `instead`
    takes the place of each such character."""
    return "".join(char if char.isprintable() else instead for char in text)


def one_line(text: str) -> str:
    """What a wiki says, on one line of bounded length."""
    words = " ".join(printable(text).split())
    return words if len(words) <= 300 else f"{words[:299]}…"


def logged_in(kind: Kind, connection: Connection, credentials: Credentials) -> Wiki:
    """The wiki at the other end of a connection; raises `WikiError`."""
    if kind == "mediawiki":
        from combatlog.publish.mediawiki_client import MediaWiki

        return MediaWiki(connection, credentials)
    from combatlog.publish.dokuwiki_client import DokuWiki

    return DokuWiki(connection, credentials)
