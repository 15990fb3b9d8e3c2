"""MediaWiki: combatlog's section stands between markers on a page that others may edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from combatlog.publish.api_address import find_mediawiki_api
from combatlog.publish.credentials import Credentials
from combatlog.publish.edit_summary import find_tag, make_tag
from combatlog.publish.marked_section import find_section, list_keys, replace_section
from combatlog.publish.web_client import Answer, Connection, explain_wrong_answer
from combatlog.publish.wiki import OwnContent, WikiPage, shorten
from combatlog.publish.wiki_errors import (
    EDIT_CONFLICTS,
    WIKI_WIDE,
    ApiError,
    EditConflict,
    LoginRefused,
    PageRefused,
    Unreachable,
    explain_error,
)

_TRIES = 4
_MAX_TITLES = 50
"""Titles that one request may name."""
_COMMON = {
    "format": "json",
    "formatversion": "2",
    "errorformat": "plaintext",
    "maxlag": "5",
}


class MediaWikiApi:
    """The API at `url`, used with these credentials."""

    def __init__(self, connection: Connection, url: str, credentials: Credentials) -> None:
        self._connection, self.url, self._credentials = connection, url, credentials
        self._token = ""

    def login(self) -> None:
        """Log in. Raises `LoginRefused`."""
        self._token = ""
        self._connection.forget()
        token = self._ask({"action": "query", "meta": "tokens", "type": "login"})
        sent = {
            "action": "login",
            "lgname": self._credentials.user,
            "lgpassword": self._credentials.password,
            "lgtoken": _get_text(token, "query", "tokens", "logintoken"),
        }
        login = self._ask(sent).get("login")
        if not isinstance(login, dict) or login.get("result") != "Success":
            raise LoginRefused(self._explain_login(login if isinstance(login, dict) else {}))

    def query(self, **asked: str) -> dict[str, Any]:
        """Return what the wiki knows."""
        found = self._ask_as_user({"action": "query", **asked}).get("query")
        return found if isinstance(found, dict) else {}

    def edit(self, **sent: str) -> dict[str, Any]:
        """Edit a page. Raises `ApiError` if the wiki does not accept the edit."""
        for _ in range(_TRIES):
            if not self._token:
                self._token = str(self.query(meta="tokens").get("tokens", {}).get("csrftoken", ""))
            try:
                return self._ask_as_user({"action": "edit", **sent, "token": self._token})
            except ApiError as error:
                if error.code != "badtoken":
                    raise
                self._token = ""
        raise Unreachable("The wiki accepts none of the tokens it gives; try again later.")

    def purge(self, titles: Sequence[str]) -> None:
        """Have pages rendered again, with their links checked."""
        for at in range(0, len(titles), _MAX_TITLES):
            some = "|".join(titles[at : at + _MAX_TITLES])
            self._ask_as_user({"action": "purge", "titles": some, "forcelinkupdate": "1"})

    def quote(self, text: str) -> str:
        """Return text of the wiki on one line, without the password."""
        return shorten(self._credentials.hide_password(text))

    def _ask_as_user(self, sent: Mapping[str, str]) -> dict[str, Any]:
        """Ask as the user; log in again if the session has ended."""
        try:
            return self._ask({**sent, "assert": "user"})
        except ApiError as error:
            if error.code not in ("assertuserfailed", "assertnameduserfailed"):
                raise
        self.login()
        return self._ask({**sent, "assert": "user"})

    def _ask(self, sent: Mapping[str, str]) -> dict[str, Any]:
        while True:
            answer = self._connection.post(self.url, data={**_COMMON, **sent})
            data = _decode(answer)
            codes = [str(error.get("code", "")) for error in _list_errors(data)]
            if not codes:
                return data
            said = self.quote(_find_error_text(data))
            message = explain_error(codes[0], said, urlsplit(self.url).netloc)
            if codes[0] not in ("maxlag", "ratelimited"):
                raise ApiError(codes[0], message)
            self._connection.wait(answer.after, message)

    def _explain_login(self, login: Mapping[str, Any]) -> str:
        user, host = self._credentials.user, urlsplit(self.url).netloc
        reason = login.get("reason")
        said = reason.get("text", "") if isinstance(reason, dict) else reason or ""
        said = self.quote(str(said))
        advice = "" if "@" in user else " (Special:BotPasswords creates a bot password)"
        quoted = f" It says: {said}" if said else ""
        if login.get("result") == "Throttled":
            return f"{host} does not let {user} log in for a while, after too many tries.{quoted}"
        return f"{host} does not accept {user} with that password{advice}.{quoted}"


def _decode(answer: Answer) -> dict[str, Any]:
    """Return the answer's JSON. Raises `WikiError` if it is something else."""
    host = urlsplit(answer.url).netloc
    try:
        data = msgspec.json.decode(answer.text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        return data
    if answer.status in (401, 403):
        raise LoginRefused(
            f"{host} protects its API with another password (HTTP {answer.status});"
            " ask its administrator."
        )
    raise explain_wrong_answer(answer, "JSON", "a wiki's API")


def _list_errors(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    errors = data.get("errors")
    if isinstance(errors, list):
        return [error for error in errors if isinstance(error, dict)]
    error = data.get("error")
    return [error] if isinstance(error, dict) else []


def _find_error_text(data: Mapping[str, Any]) -> str:
    first = _list_errors(data)[0]
    return str(first.get("text") or first.get("info") or "")


def _get_text(data: Mapping[str, Any], *path: str) -> str:
    found: Any = data
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return str(found or "")


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

    def read(self, address: str) -> WikiPage:
        """Return the page of this title, or the page it redirects to."""
        page = self._page(address)
        revision = _first_revision(page)
        if page.get("missing") or not revision:
            return WikiPage(str(page.get("title", address)), "", "")
        return _build_page(page, revision)

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

    def merge(self, key: str, found: WikiPage, text: str, last_events: str) -> str:
        """Return the page with the section replaced, or added at its end."""
        return replace_section(found.text, key, text, last_events)

    def write(self, found: WikiPage, text: str, summary: str) -> None:
        """Edit the page as it was read. MediaWiki merges edits in other places and refuses the
        rest, even by the same user: that is what `baserevid` is for."""
        basis = {"createonly": "1"}
        if found.exists:
            basis = {"baserevid": found.revision, "nocreate": "1"}
        sent = {"title": found.address, "text": text, "summary": summary, "bot": "1", **basis}
        try:
            edit = self._api.edit(**sent).get("edit", {})
        except ApiError as error:
            raise _explain_refusal(error) from None
        if edit.get("result") != "Success":
            raise PageRefused(self._explain_edit(edit))

    def relink(self, addresses: Sequence[str]) -> None:
        """Purge the pages: links to pages created later stay red until then."""
        self._api.purge(addresses)

    def page_url(self, address: str) -> str:
        """Return the address of the page below `index.php`."""
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
            raise _explain_refusal(error) from None
        pages = found.get("pages")
        if not isinstance(pages, list) or len(pages) != 1:
            raise PageRefused(f"The wiki does not allow the title “{address}”; choose another.")
        page: dict[str, Any] = pages[0]
        if page.get("invalid") or page.get("special"):
            reason = page.get("invalidreason", "")
            said = reason.get("text", "") if isinstance(reason, dict) else reason
            quoted = f" It says: {self._api.quote(str(said))}" if said else ""
            raise PageRefused(f"The wiki does not allow the title “{address}”.{quoted}")
        return page

    def _explain_edit(self, edit: dict[str, Any]) -> str:
        if "captcha" in edit:
            return "The wiki asks for a captcha; ask its administrator for the right to skip that."
        said = self._api.quote(
            str(edit.get("info") or edit.get("message") or edit.get("code") or "")
        )
        return f"The wiki did not accept the page.{f' It says: {said}' if said else ''}"

    def _list_summaries(self, address: str) -> list[str]:
        """Return the summaries of the latest edits of the page."""
        found = self._api.query(titles=address, prop="revisions", rvprop="comment", rvlimit="100")
        pages = found.get("pages") or [{}]
        return [str(each.get("comment", "")) for each in pages[0].get("revisions", [])]


def _first_revision(page: dict[str, Any]) -> dict[str, Any] | None:
    revisions = page.get("revisions")
    return revisions[0] if isinstance(revisions, list) and revisions else None


def _build_page(page: dict[str, Any], revision: dict[str, Any]) -> WikiPage:
    slot = revision.get("slots", {}).get("main", {})
    if slot.get("contentmodel", "wikitext") != "wikitext":
        raise PageRefused("The page is not wiki text; choose another --page.")
    if "content" not in slot:
        raise PageRefused("The wiki hides the text of the page; ask an administrator.")
    return WikiPage(str(page["title"]), str(slot["content"]), str(revision["revid"]))


def _explain_refusal(error: ApiError) -> Exception:
    """Return what an error of the API means for a page."""
    if error.code in EDIT_CONFLICTS:
        return EditConflict(error.message)
    return Unreachable(error.message) if error.code in WIKI_WIDE else PageRefused(error.message)
