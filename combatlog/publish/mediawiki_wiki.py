"""MediaWiki: between markers on a page that may be anybody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from combatlog.publish.credentials import Credentials
from combatlog.publish.find_api import mediawiki_api
from combatlog.publish.marked_section import keys_in, part_of, with_part
from combatlog.publish.up_to_date import tag, tag_in
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import Found, Held
from combatlog.publish.wiki_errors import Overtaken, PageRefused, Unreachable
from combatlog.wiki.publish.mediawiki_api import ApiError, MediaWikiApi
from combatlog.wiki.publish.mediawiki_errors import ALL_ALIKE, OVERTAKEN

_GONE = (
    "The markers of combatlog were taken off the page; put them back on the wiki, or let it be"
    " added at the end again with --overwrite."
)
_WRITTEN_INTO = (
    "Somebody wrote into the part of the page that is combatlog's; move that out of it on the wiki,"
    " or replace it with --overwrite."
)


class MediaWiki:
    """A MediaWiki that the credentials log in to, at whatever address of it."""

    def __init__(self, connection: Connection, credentials: Credentials) -> None:
        self._connection = connection
        self._api = MediaWikiApi(connection, mediawiki_api(connection), credentials)
        self._api.login()

    def read(self, address: str) -> Found:
        """The page of this title, or the one it redirects to."""
        page = self._page(address)
        revision = _revision(page)
        if page.get("missing") or not revision:
            return Found(str(page.get("title", address)), "", "")
        return _found(page, revision)

    def held(self, key: str, found: Found) -> Held:
        """The part between the markers; where it has none, whose parts the page holds."""
        part = part_of(found.text, key)
        if part is not None:
            return Held(part.text, part.reach, "" if part.is_intact else _WRITTEN_INTO)
        before = map(tag_in, self._summaries(found.address)) if found.exists else ()
        return Held(None, "", _GONE if tag(key) in before else "", tuple(keys_in(found.text)))

    def merged(self, key: str, found: Found, text: str, reach: str) -> str:
        """The page with the part replaced, or added at its end."""
        return with_part(found.text, key, text, reach)

    def write(self, found: Found, text: str, summary: str) -> None:
        """Edit the page as it was found. Edits that are not in the way MediaWiki merges itself,
        and others it refuses, even those by the same user: that is what `baserevid` is for."""
        basis = {"createonly": "1"}
        if found.exists:
            basis = {"baserevid": found.revision, "nocreate": "1"}
        sent = {"title": found.address, "text": text, "summary": summary, "bot": "1", **basis}
        try:
            edit = self._api.edit(**sent).get("edit", {})
        except ApiError as error:
            raise _refused(error) from None
        if edit.get("result") != "Success":
            raise PageRefused(self._not_taken(edit))

    def relink(self, addresses: Sequence[str]) -> None:
        """Rendered before the others were there, they stay red until the wiki finds the time."""
        self._api.purge(addresses)

    def link(self, address: str) -> str:
        """The page below `index.php`."""
        script = self._api.url.removesuffix("api.php") + "index.php"
        return f"{script}?title={quote(address.replace(' ', '_'), safe='/:')}"

    def close(self) -> None:
        """Forget the session."""
        self._connection.close()

    def _page(self, address: str) -> dict[str, Any]:
        try:
            found = self._api.query(
                titles=address,
                redirects="1",
                prop="revisions",
                rvprop="ids|content",
                rvslots="main",
            )
        except ApiError as error:
            raise _refused(error) from None
        pages = found.get("pages")
        if not isinstance(pages, list) or len(pages) != 1:
            raise PageRefused(f"The wiki does not allow the title “{address}”; choose another.")
        page: dict[str, Any] = pages[0]
        if page.get("invalid") or page.get("special"):
            reason = page.get("invalidreason", "")
            said = reason.get("text", "") if isinstance(reason, dict) else reason
            told = f" It says: {self._api.said(str(said))}" if said else ""
            raise PageRefused(f"The wiki does not allow the title “{address}”.{told}")
        return page

    def _not_taken(self, edit: dict[str, Any]) -> str:
        if "captcha" in edit:
            return "The wiki wants to see that no robot edits it; ask for the right to skip that."
        said = self._api.said(
            str(edit.get("info") or edit.get("message") or edit.get("code") or "")
        )
        return f"The wiki did not take the page.{f' It says: {said}' if said else ''}"

    def _summaries(self, address: str) -> list[str]:
        """Under which the page was last edited."""
        found = self._api.query(titles=address, prop="revisions", rvprop="comment", rvlimit="100")
        pages = found.get("pages") or [{}]
        return [str(each.get("comment", "")) for each in pages[0].get("revisions", [])]


def _revision(page: dict[str, Any]) -> dict[str, Any] | None:
    revisions = page.get("revisions")
    return revisions[0] if isinstance(revisions, list) and revisions else None


def _found(page: dict[str, Any], revision: dict[str, Any]) -> Found:
    slot = revision.get("slots", {}).get("main", {})
    if slot.get("contentmodel", "wikitext") != "wikitext":
        raise PageRefused("The page holds something that is not wiki text; choose another --page.")
    if "content" not in slot:
        raise PageRefused("The wiki hides the text of the page; ask an administrator.")
    return Found(str(page["title"]), str(slot["content"]), str(revision["revid"]))


def _refused(error: ApiError) -> Exception:
    """What a refusal of the API means for a page."""
    if error.code in OVERTAKEN:
        return Overtaken(error.message)
    return Unreachable(error.message) if error.code in ALL_ALIKE else PageRefused(error.message)
