"""The methods that publishing calls on a wiki, and the errors of a wiki.

WikiError (OSError)
├── Unreachable       the wiki does not answer, or does not answer as a wiki
├── LoginRefused      the user or the password is not accepted
│   └── TooLarge      the web server takes no request of this size
├── ApiError          the API answers with an error and its code
├── FileRefused       this file was not taken; others may be
│   └── FilesRefused  the wiki takes no such file from this user
└── PageRefused       this page cannot be written; others may be
    └── EditConflict  the page was edited in between
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from events.errors import CombatlogError

_MAX_MESSAGE = 1000
"""Characters of an error."""


class WikiPage(NamedTuple):
    """A page of a wiki as it is now. The address is spelled as the wiki spells it; the revision is
    empty if the page does not exist."""

    address: str
    text: str
    revision: str

    @property
    def exists(self) -> bool:
        """Whether the page exists."""
        return bool(self.revision)


class OwnContent(NamedTuple):
    """The part of a page that combatlog wrote: its text (None if there is none) and last events.

    `conflict` says why only `--overwrite` may replace it; empty if publishing may replace it.
    `other_keys` are the keys of other combatlog pages at the same address.
    """

    text: str | None
    last_events: str = ""
    conflict: str = ""
    other_keys: tuple[str, ...] = ()


class NewFile(NamedTuple):
    """A file to upload: its address, the key of the page that it goes with, its content."""

    address: str
    key: str
    content: bytes


class WikiFiles(Protocol):
    """The files of a wiki, beside its pages. All methods raise `WikiError`."""

    def find_ban(self) -> str:
        """Return why the wiki takes no page of HTML from this user, as a sentence; empty if it may
        take one, which an upload shows."""

    def is_current(self, file: NewFile, overwrite: bool) -> bool:
        """Return whether the wiki has the file already, just so. Raises `FileRefused` if the file
        must not be uploaded: a file of somebody else has its address, or somebody deleted it, and
        `overwrite` does not allow that; or it is too large."""

    def upload(self, file: NewFile, summary: str) -> None:
        """Upload the file, in place of one of the same address. Raises `FileRefused` if the wiki
        does not take it."""


class Wiki(Protocol):
    """A wiki with a user logged in. All methods raise `WikiError`."""

    @property
    def files(self) -> WikiFiles:
        """The files of the wiki."""

    def read(self, address: str) -> WikiPage:
        """Return the page at an address."""

    def find_current(self, index: str, texts: Mapping[str, Sequence[str]]) -> dict[str, WikiPage]:
        """Return the pages that stand on the wiki just as they would be written, by their address,
        in few requests. `texts` has the whole texts that each page may have by its address, `index`
        is the address of the page above them. A page may be left out, and is read then."""

    def read_ahead(self, addresses: Sequence[str]) -> None:
        """Read pages that `read` is going to be asked for, many in a request where the wiki can do
        that."""

    def find_own(self, key: str, found: WikiPage) -> OwnContent:
        """Return the part of the page that combatlog wrote for this key."""

    def find_deletion(self, address: str) -> str:
        """Return by whom a page that does not exist was deleted, as a sentence; empty if it never
        was there."""

    def list_links(self, text: str) -> list[str]:
        """Return the addresses of the pages that a text by combatlog links to."""

    def move(self, old: WikiPage, address: str, key: str, title: str) -> None:
        """Make the old page of this key lead to `address`, a page that does not exist yet. Raises
        `PageRefused` if that is not possible; then nothing has changed."""

    def merge(self, key: str, found: WikiPage, text: str, last_events: str) -> str:
        """Return the whole page, with this text in place of combatlog's part. Raises `PageRefused`
        if that part cannot be found."""

    def write(self, found: WikiPage, text: str, summary: str) -> None:
        """Write the page. Raises `EditConflict` if it has changed since it was read, and
        `PageRefused` if it cannot be written."""

    def relink(self, addresses: Sequence[str]) -> None:
        """Refresh pages that were written before the pages they link to."""

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


def format_size(size: int) -> str:
    """Return a number of bytes in words: `820 kB`, `2.1 MB`."""
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{max(size // 1000, 1)} kB"


class WikiError(CombatlogError, OSError):
    """The wiki did not do what it was asked. Messages may quote the wiki, so they are cut and made
    printable."""

    def __init__(self, message: str) -> None:
        cut = message if len(message) <= _MAX_MESSAGE else f"{message[: _MAX_MESSAGE - 1]}…"
        self.message = make_printable(cut)
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class Unreachable(WikiError):
    """The wiki is down or too slow, or its answer is not one of a wiki."""


class TooLarge(Unreachable):
    """The web server takes no request of this size."""


class LoginRefused(WikiError):
    """The wiki does not accept the user or the password."""


class ApiError(WikiError):
    """An error of the API; `code` is the API's own name or number for it."""

    def __init__(self, code: str | int, message: str) -> None:
        super().__init__(message)
        self.code = code


class FileRefused(WikiError):
    """One file was not uploaded; others may be."""


class FilesRefused(FileRefused):
    """The wiki takes no such file from this user."""


class PageRefused(WikiError):
    """One page was not written; other pages may be."""


class EditConflict(PageRefused):
    """The page has changed since it was read."""


_MESSAGES = {
    "blocked": "The wiki has blocked this user",
    "autoblocked": "The wiki has blocked this user's address",
    "protectedpage": "The page is protected, and this user may not edit it",
    "cascadeprotected": "The page is protected, and this user may not edit it",
    "protectedtitle": "The title is protected, and this user may not create it",
    "permissiondenied": "This user may not edit the page",
    "noedit": "This user may not edit the page",
    "noedit-anon": "This user may not edit the page",
    "nocreate-loggedin": "This user may not create pages",
    "cantcreate": "This user may not create pages",
    "cantcreate-anon": "This user may not create pages",
    "writeapidenied": "This user may not edit through the API",
    "readapidenied": "This user may not read the wiki",
    "readonly": "The wiki is read-only at the moment; publish again later",
    "invalidtitle": "The wiki does not allow this title",
    "contenttoobig": "The page has become too long for the wiki; publish with less --detail",
    "ratelimited": "The wiki accepts no more edits by this user for a while; publish again later",
    "maxlag": "The wiki's database is too busy; publish again later",
    "spamblacklist": "The wiki takes something on the page for spam",
    "spamdetected": "The wiki takes something on the page for spam",
    "abusefilter-disallowed": "A filter of the wiki does not let the edit through",
    "hookaborted": "An extension of the wiki does not let the edit through",
    "editconflict": "The page was edited meanwhile",
    "articleexists": "The page was created meanwhile",
    "missingtitle": "The page was deleted meanwhile",
    "pagedeleted": "The page was deleted meanwhile",
    "no-direct-editing": "The page is not wiki text; choose another --page",
}

EDIT_CONFLICTS = {"editconflict", "articleexists", "missingtitle", "pagedeleted"}
"""Codes of errors after which the page is read again and the edit repeated."""

WIKI_WIDE = {"blocked", "autoblocked", "readonly", "writeapidenied", "readapidenied", "ratelimited"}
"""Codes of errors that stop all pages."""


def explain_error(code: str, said: str, host: str) -> str:
    """Return the sentence for an error code of the API; for an unknown code, what the wiki said."""
    if code in _MESSAGES:
        message = f"{_MESSAGES[code]}."
        return message if code in EDIT_CONFLICTS or not said else f"{message} It says: {said}"
    return f"{host} refuses: {said or code}"
