"""What publishing needs from a wiki."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class WikiPage(NamedTuple):
    """A page of a wiki as it is now: its address as the wiki writes it, its text, and its revision
    (empty if the page does not exist)."""

    address: str
    text: str
    revision: str

    @property
    def exists(self) -> bool:
        """Whether the page exists."""
        return bool(self.revision)


class OwnContent(NamedTuple):
    """What of a page is combatlog's: the text (None if there is none) and its last events.

    `conflict` is a sentence that says why it must not be replaced without being asked to; empty if
    it may be. `other_keys` are the keys of other pages of combatlog's in the same place.
    """

    text: str | None
    last_events: str = ""
    conflict: str = ""
    other_keys: tuple[str, ...] = ()


class Wiki(Protocol):
    """A wiki with a user logged in. All methods raise `WikiError`."""

    def read(self, address: str) -> WikiPage:
        """Return the page at an address."""

    def find_own(self, key: str, found: WikiPage) -> OwnContent:
        """Return what of the page is combatlog's, for the page of this key."""

    def merge(self, key: str, found: WikiPage, text: str, last_events: str) -> str:
        """Return the whole page with this text in place of combatlog's own. Raises `PageRefused` if
        that place cannot be found."""

    def write(self, found: WikiPage, text: str, summary: str) -> None:
        """Write the page. Raises `EditConflict` if it has changed since it was read, and
        `PageRefused` if it cannot be written."""

    def relink(self, addresses: Sequence[str]) -> None:
        """Refresh pages whose links led nowhere when they were written."""

    def page_url(self, address: str) -> str:
        """Return the address at which people read the page."""

    def close(self) -> None:
        """Close the connection and forget the session."""


def make_printable(text: str, instead: str = " ") -> str:
    """Return text of a wiki on one line, with `instead` for every character that a terminal would
    obey."""
    return "".join(char if char.isprintable() else instead for char in text)


def shorten(text: str) -> str:
    """Return text of a wiki on one line of at most 300 characters."""
    words = " ".join(make_printable(text).split())
    return words if len(words) <= 300 else f"{words[:299]}…"
