"""MediaWiki: combatlog's section stands between markers on a page that others may edit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha1
from urllib.parse import quote

from combatlog.publish.api_address import find_mediawiki_api
from combatlog.publish.credentials import Credentials
from combatlog.publish.edit_summary import clean_title, find_tag, make_tag
from combatlog.publish.marked_section import find_section, list_keys, replace_section
from combatlog.publish.mediawiki_answers import Edit, Page, Revision, read_said
from combatlog.publish.mediawiki_api import MAX_TITLES, MediaWikiApi
from combatlog.publish.mediawiki_files import MediaWikiFiles
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import (
    EDIT_CONFLICTS,
    WIKI_WIDE,
    ApiError,
    EditConflict,
    OwnContent,
    PageRefused,
    Unreachable,
    WikiPage,
)

_CONTENT = {
    "redirects": "1",
    "prop": "revisions",
    "rvprop": "ids|content",
    "rvslots": "main",
}
"""Asks for the text of pages, or of those they redirect to."""

_LINK = re.compile(r"\[\[:?([^\[\]|#<>]+)\|")

_MARKERS_GONE = (
    "The markers of combatlog were removed from the page; put them back on the wiki, or have its"
    " section added at the end again with --overwrite."
)
_WRITTEN_INTO = (
    "Somebody wrote into combatlog's section of the page; move that out of it on the wiki, or"
    " replace it with --overwrite."
)


class MediaWiki:
    """A MediaWiki with the user logged in, found from any address of it."""

    def __init__(self, connection: Connection, credentials: Credentials) -> None:
        self._connection = connection
        self._api = MediaWikiApi(connection, find_mediawiki_api(connection), credentials)
        self._api.login()
        self._ahead: dict[str, Page] = {}
        self.files = MediaWikiFiles(self._api)

    def read(self, address: str) -> WikiPage:
        """Return the page of this title, or the page it redirects to."""
        page = self._ahead.pop(address, None) or self._page(address)
        if page.missing or not page.revisions:
            return WikiPage(page.title, "", "")
        return _build_page(page, page.revisions[0])

    def find_current(self, index: str, texts: Mapping[str, Sequence[str]]) -> dict[str, WikiPage]:
        """Compare the index by its text, and the pages below it by their digests: 500 in a
        request."""
        try:
            above = self._ahead[index] = self._ahead.get(index) or self._page(index)
            digests = self._list_digests(above)
        except (ApiError, PageRefused):
            return {}  # each page is read, and tells what is wrong
        found = {}
        with suppress(PageRefused):
            whole = _build_page(above, above.revisions[0]) if above.revisions else None
            if whole is not None and whole.text in texts.get(index, ()):
                found[index] = whole
        for address, some in texts.items():
            title = above.title + address.removeprefix(index)
            digest, revision = digests.get(title, ("", 0))
            for text in some:
                if digest == sha1(text.encode("utf-8", "replace")).hexdigest():
                    found[address] = WikiPage(title, text, str(revision))
        return found

    def _list_digests(self, above: Page) -> dict[str, tuple[str, int]]:
        """Return digest and revision of each page below a page, by its title."""
        name = above.title.partition(":")[2] if above.ns else above.title
        asked = {"generator": "allpages", "gapnamespace": str(above.ns), "gapprefix": f"{name}/"}
        listed = self._api.query_all(
            **asked,
            gaplimit="max",
            gapfilterredir="nonredirects",
            prop="revisions",
            rvprop="ids|sha1",
        )
        return {
            page.title: (page.revisions[0].sha1, page.revisions[0].revid)
            for query in listed
            for page in query.pages
            if page.revisions
        }

    def read_ahead(self, addresses: Sequence[str]) -> None:
        """Read the pages, 50 in a request. What the wiki leaves out is read later, by itself."""
        missing = [address for address in addresses if address not in self._ahead]
        for at in range(0, len(missing), MAX_TITLES):
            some = missing[at : at + MAX_TITLES]
            try:
                answers = list(self._api.query_all(titles="|".join(some), **_CONTENT))
            except ApiError:
                return
            for query in answers:
                pages = {page.title: page for page in query.pages if page.missing or page.revisions}
                there = {address: pages.get(query.follow(address)) for address in some}
                self._ahead |= {address: page for address, page in there.items() if page}

    def find_own(self, key: str, found: WikiPage) -> OwnContent:
        """Return the section between the markers. If there is none, tell which keys have a section
        there."""
        part = find_section(found.text, key)
        if part is not None:
            return OwnContent(part.text, part.last_events, "" if part.is_intact else _WRITTEN_INTO)
        before = map(find_tag, self._list_summaries(found.address)) if found.exists else ()
        return OwnContent(
            None, "", _MARKERS_GONE if make_tag(key) in before else "", tuple(list_keys(found.text))
        )

    def find_deletion(self, address: str) -> str:
        """Look the page up in the wiki's log of deletions."""
        try:
            found = self._api.query(
                list="logevents",
                leaction="delete/delete",
                letitle=address,
                lelimit="1",
                leprop="user|timestamp",
            )
        except ApiError:
            return ""  # the wiki does not show its log
        if not found.logevents:
            return ""
        last = found.logevents[0]
        return f"{self._api.quote(last.user) or 'Somebody'} deleted it on {last.timestamp[:10]}."

    def list_links(self, text: str) -> list[str]:
        """Return the titles between double brackets, before the bar."""
        return list(dict.fromkeys(_LINK.findall(text)))

    def move(self, old: WikiPage, address: str, key: str, title: str) -> None:
        """Move the page with its history; the wiki leaves a redirect."""
        reason = f"combatlog: it is the page of {clean_title(title)}"
        try:
            self._api.move(**{"from": old.address, "to": address, "reason": reason})
        except ApiError as error:
            raise _explain_refusal(error) from None
        self._ahead.pop(address, None)

    def merge(self, key: str, found: WikiPage, text: str, last_events: str) -> str:
        """Return the page with the section replaced, or added at its end."""
        return replace_section(found.text, key, text, last_events)

    def write(self, found: WikiPage, text: str, summary: str) -> None:
        """Edit the page as it was read. With `baserevid`, MediaWiki merges an edit that was made
        meanwhile elsewhere on the page, and refuses if both edits touch the same place."""
        basis = {"createonly": "1"}
        if found.exists:
            basis = {"baserevid": found.revision, "nocreate": "1"}
        sent = {"title": found.address, "text": text, "summary": summary, "bot": "1", **basis}
        try:
            edit = self._api.edit(**sent)
        except ApiError as error:
            raise _explain_refusal(error) from None
        if edit.result != "Success":
            raise PageRefused(self._explain_edit(edit))

    def relink(self, addresses: Sequence[str]) -> None:
        """Purge the pages, so that links to pages created later are no longer red."""
        self._api.purge(addresses)

    def page_url(self, address: str) -> str:
        """Return the address of the page below `index.php`."""
        script = self._api.url.removesuffix("api.php") + "index.php"
        return f"{script}?title={quote(address.replace(' ', '_'), safe='/:')}"

    def close(self) -> None:
        """Forget the session."""
        self._connection.close()

    def _page(self, address: str) -> Page:
        try:
            found = self._api.query(titles=address, **_CONTENT)
        except ApiError as error:
            raise _explain_refusal(error) from None
        if len(found.pages) != 1:
            raise PageRefused(f"The wiki does not allow the title “{address}”; choose another.")
        [page] = found.pages
        if page.invalid or page.special:
            said = self._api.quote(read_said(page.invalidreason))
            quoted = f" It says: {said}" if said else ""
            raise PageRefused(f"The wiki does not allow the title “{address}”.{quoted}")
        return page

    def _explain_edit(self, edit: Edit) -> str:
        if edit.captcha is not None:
            return "The wiki asks for a captcha; ask its administrator for the right to skip that."
        said = self._api.quote(read_said(edit.info, edit.message, edit.code))
        return f"The wiki did not accept the page.{f' It says: {said}' if said else ''}"

    def _list_summaries(self, address: str) -> list[str]:
        """Return the summaries of the latest edits of the page."""
        found = self._api.query(titles=address, prop="revisions", rvprop="comment", rvlimit="100")
        return [revision.comment for page in found.pages for revision in page.revisions]


def _build_page(page: Page, revision: Revision) -> WikiPage:
    slot = revision.slots.main
    if slot.contentmodel != "wikitext":
        raise PageRefused("The page is not wiki text; choose another --page.")
    if slot.content is None:
        raise PageRefused("The wiki hides the text of the page; ask an administrator.")
    return WikiPage(page.title, slot.content, str(revision.revid))


def _explain_refusal(error: ApiError) -> Exception:
    """Return what an error of the API means for a page."""
    if error.code in EDIT_CONFLICTS:
        return EditConflict(error.message)
    return Unreachable(error.message) if error.code in WIKI_WIDE else PageRefused(error.message)
