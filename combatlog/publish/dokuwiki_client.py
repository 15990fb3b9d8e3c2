"""DokuWiki: pages belong to combatlog as a whole.

The API does not compare revisions when it writes a page. So the page is locked, its revision read,
and then the page written. A revision is a time in seconds: a page is written at most once a second.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import md5
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from combatlog.export.document import Page, Paragraph, Span
from combatlog.export.formats.dokuwiki import DOKUWIKI
from combatlog.publish.api_address import find_dokuwiki_api
from combatlog.publish.credentials import Credentials
from combatlog.publish.dokuwiki_api import NO_REASON, NOT_ALLOWED, DokuWikiApi, Number, Text
from combatlog.publish.dokuwiki_files import DokuWikiFiles
from combatlog.publish.edit_summary import (
    find_last_events,
    find_tag,
    find_title,
    is_own_summary,
    make_tag,
    write_summary,
)
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import (
    ApiError,
    EditConflict,
    OwnContent,
    PageRefused,
    WikiError,
    WikiPage,
    shorten,
)


class PageInfo(Struct, frozen=True):
    """A page: its id as the wiki writes it, and the time of its latest revision."""

    name: str = ""
    version: Number = 0


class ListedPage(Struct, frozen=True):
    """A page in a list: its id, the time of its latest revision, the MD5 of its trimmed text."""

    id: str
    rev: Number = 0
    hash: Text = ""


class PageVersion(Struct, frozen=True):
    """An edit of a page: its user and summary."""

    user: Text = ""
    sum: Text = ""
    type: Text = ""


class Locks(Struct, frozen=True):
    """The pages that could not be locked."""

    lockfail: list[str] = []


_TRIMMED = " \t\n\r\0\x0b"
"""What the wiki cuts off the ends of a text before it makes a digest of it."""

_LINK = re.compile(r"\[\[:([^\[\]|#]+)\|")

_OR_REPLACE = ", or replace it with --overwrite."
_MISSING = 121
_MAY_EDIT, _MAY_CREATE = 2, 4
_REFUSED: dict[str | int, str] = {
    NO_REASON: "The wiki did not accept the page and gives no reason; it may hold a blocked word.",
    NOT_ALLOWED: "This user may not read or edit the page.",
    111: "This user may not read the page.",
    112: "This user may not edit the page.",
    131: "The wiki does not allow this name for a page; choose another --page.",
    132: "The wiki accepts no empty page.",
    133: "Somebody is editing the page just now; publish again later.",
    134: "The wiki takes something on the page for spam.",
}


class DokuWiki:
    """A DokuWiki with the user logged in, found from any address of it."""

    def __init__(
        self,
        connection: Connection,
        credentials: Credentials,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection, self._sleep = connection, sleep
        self._api = DokuWikiApi(connection, find_dokuwiki_api(connection), credentials)
        self._api.login()
        self.files = DokuWikiFiles(self._api)

    def read(self, address: str) -> WikiPage:
        """Return the page of this id; the wiki has its own spelling of ids."""
        if not any(map(str.isalnum, address)):  # the wiki would read its start page
            raise PageRefused(_REFUSED[131])
        name, version = self._info(address)
        if not version:
            return WikiPage(name, "", "")
        return WikiPage(name, self._page(str, "wiki.getPage", address), str(version))

    def find_current(self, index: str, texts: Mapping[str, Sequence[str]]) -> dict[str, WikiPage]:
        """Compare the pages of the index's namespace by their digests, in one request."""
        namespace = index.rpartition(":")[0]
        if not namespace:
            return {}  # it would list the whole wiki
        asked = {"depth": 0, "hash": True}
        try:
            listed = self._api.call(list[ListedPage], "dokuwiki.getPagelist", namespace, asked)
        except ApiError:
            return {}  # each page is read, and tells what is wrong
        digests = {page.id: (str(page.hash or ""), str(page.rev or "")) for page in listed}
        found = {}
        for address, some in texts.items():
            digest, revision = digests.get(address, ("", ""))
            for text in some:
                trimmed = text.strip(_TRIMMED).encode("utf-8", "replace")
                if digest == md5(trimmed, usedforsecurity=False).hexdigest():
                    found[address] = WikiPage(address, text, revision)
        return found

    def read_ahead(self, addresses: Sequence[str]) -> None:
        """Do nothing: DokuWiki gives one page in a request."""

    def find_own(self, key: str, found: WikiPage) -> OwnContent:
        """Return the whole page if combatlog made the last edit, for the same key. Both are read
        from the edit summary, since a DokuWiki would show markers in the page."""
        if not found.exists:
            return OwnContent(None)
        edits = list(self._edits(found.address))
        ours = next((summary for _, summary in edits if is_own_summary(summary)), "")
        if ours and find_tag(ours) != make_tag(key):
            foreign = (
                f"It is the page of “{find_title(ours)}” ({find_tag(ours)}); choose another --page"
            )
            return OwnContent(None, "", f"{foreign}{_OR_REPLACE}", (find_tag(ours),))
        return OwnContent(found.text, find_last_events(ours), _find_conflict(edits, ours))

    def find_deletion(self, address: str) -> str:
        """Look at the last edit of the page."""
        edits = self._page(list[PageVersion], "wiki.getPageVersions", address, 0)
        if not edits or edits[0].type != "D":
            return ""
        return f"{shorten(str(edits[0].user or '')) or 'Somebody'} deleted it."

    def list_links(self, text: str) -> list[str]:
        """Return the ids between double brackets, before the bar."""
        return list(dict.fromkeys(_LINK.findall(text)))

    def move(self, old: WikiPage, address: str, key: str, title: str) -> None:
        """Replace the old page by a pointer: DokuWiki has no redirects of its own."""
        text = DOKUWIKI.render(
            Page(key, "combatant", title, (Paragraph((Span("→ "), Span(title, "strong", key))),)),
            {key: address},
        )
        self.write(old, text, write_summary(f"moved to {address}", key, {0: 0}, ()))

    def merge(self, key: str, found: WikiPage, text: str, last_events: str) -> str:
        """Return the text alone."""
        return text

    def write(self, found: WikiPage, text: str, summary: str) -> None:
        """Lock the page and write it if it is still as it was read."""
        with self._locked(found):
            now = self.read(found.address)
            if now.revision != found.revision:
                raise EditConflict("The page was edited meanwhile.")
            if now.text != found.text:  # an edit of the same second has the same revision
                raise PageRefused("Somebody edits the page this very second; publish again later.")
            version = int(found.revision or 0)
            if version and self._now() <= version:
                self._sleep(min(version + 1.05 - self._now(), 2.0))
            self._page(Any, "wiki.putPage", found.address, text, {"sum": summary, "minor": False})

    def page_url(self, address: str) -> str:
        """Return the address of the page below `doku.php`."""
        base = self._api.url.removesuffix("lib/exe/xmlrpc.php")
        return f"{base}doku.php?id={quote(address, safe=':')}"

    def relink(self, addresses: Sequence[str]) -> None:
        """Do nothing: DokuWiki checks links itself."""

    def close(self) -> None:
        """Close the connection and forget the session."""
        self._connection.close()

    @contextmanager
    def _locked(self, found: WikiPage) -> Iterator[None]:
        """Lock the page, so that nobody can save it in a browser meanwhile."""
        asked = {"lock": [found.address], "unlock": []}
        if self._page(Locks, "dokuwiki.setLocks", asked).lockfail:
            may = int(self._page(Number, "wiki.aclCheck", found.address) or 0)
            enough = _MAY_EDIT if found.exists else _MAY_CREATE
            raise PageRefused(_REFUSED[133 if may >= enough else 112])
        try:
            yield
        finally:
            with suppress(WikiError):
                self._page(Any, "dokuwiki.setLocks", {"lock": [], "unlock": [found.address]})

    def _info(self, address: str) -> tuple[str, int]:
        """Return the id as the wiki writes it, and the version of the page (0 if there is none)."""
        try:
            info = self._api.call(PageInfo, "wiki.getPageInfo", address)
        except ApiError as fault:
            if fault.code in (_MISSING, NO_REASON):
                return address, 0
            raise _explain_refusal(fault) from None
        return info.name or address, int(info.version or 0)

    def _edits(self, address: str) -> Iterator[tuple[str, str]]:
        """Yield user and summary of each edit of the page, the last one first."""
        for each in self._page(list[PageVersion], "wiki.getPageVersions", address, 0):
            yield str(each.user or ""), str(each.sum or "")

    def _now(self) -> int:
        return int(self._api.call(Number, "dokuwiki.getTime") or 0)

    def _page(self, shape: Any, method: str, *arguments: Any) -> Any:
        """Call a method about one page. Raises `PageRefused` if the wiki refuses."""
        try:
            return self._api.call(shape, method, *arguments)
        except ApiError as fault:
            raise _explain_refusal(fault) from None


def _explain_refusal(fault: ApiError) -> PageRefused:
    return PageRefused(_REFUSED.get(fault.code, fault.message))


def _find_conflict(edits: Sequence[tuple[str, str]], ours: str) -> str:
    """Return why only `--overwrite` may replace the page; empty if publishing may replace it."""
    who, last = edits[0] if edits else ("", "")
    if not ours:
        there = "The page exists, and combatlog has not written it; choose another --page"
    elif not is_own_summary(last):
        there = (
            f"{who or 'Somebody'} edited the page since combatlog wrote it; move that to a page of"
            " its own on the wiki"
        )
    else:
        return ""
    return f"{there}{_OR_REPLACE}"
