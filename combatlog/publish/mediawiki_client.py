"""MediaWiki: between markers on a page that may be anybody's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from combatlog.publish.api_address import mediawiki_api
from combatlog.publish.credentials import Credentials
from combatlog.publish.edit_summary import tag, tag_in
from combatlog.publish.marked_section import keys_in, part_of, with_part
from combatlog.publish.web_client import Answer, Connection, not_an_api
from combatlog.publish.wiki import Found, Held, one_line
from combatlog.publish.wiki_errors import (
    ALL_ALIKE,
    OVERTAKEN,
    ApiError,
    LoginRefused,
    Overtaken,
    PageRefused,
    Unreachable,
    sentence,
)

_TRIES = 4
_AT_ONCE = 50
"""Titles that may be named in one request."""
_ALWAYS = {
    "format": "json",
    "formatversion": "2",
    "errorformat": "plaintext",
    "maxlag": "5",
}


class MediaWikiApi:
    """The API at `url`, for whoever the credentials are."""

    def __init__(self, connection: Connection, url: str, credentials: Credentials) -> None:
        self._connection, self.url, self._credentials = connection, url, credentials
        self._token = ""

    def login(self) -> None:
        """Log in; raises `LoginRefused`."""
        self._token = ""
        self._connection.forget()
        token = self._ask({"action": "query", "meta": "tokens", "type": "login"})
        sent = {
            "action": "login",
            "lgname": self._credentials.user,
            "lgpassword": self._credentials.password,
            "lgtoken": _at(token, "query", "tokens", "logintoken"),
        }
        login = self._ask(sent).get("login")
        if not isinstance(login, dict) or login.get("result") != "Success":
            raise LoginRefused(self._why_not(login if isinstance(login, dict) else {}))

    def query(self, **asked: str) -> dict[str, Any]:
        """What the wiki knows."""
        found = self._logged_in({"action": "query", **asked}).get("query")
        return found if isinstance(found, dict) else {}

    def edit(self, **sent: str) -> dict[str, Any]:
        """Change something; raises `ApiError` where the wiki does not take it."""
        for _ in range(_TRIES):
            if not self._token:
                self._token = str(self.query(meta="tokens").get("tokens", {}).get("csrftoken", ""))
            try:
                return self._logged_in({"action": "edit", **sent, "token": self._token})
            except ApiError as error:
                if error.code != "badtoken":
                    raise
                self._token = ""
        raise Unreachable("The wiki takes none of the tokens it gives; try again later.")

    def purge(self, titles: Sequence[str]) -> None:
        """Have pages rendered anew, and their links looked at."""
        for at in range(0, len(titles), _AT_ONCE):
            some = "|".join(titles[at : at + _AT_ONCE])
            self._logged_in({"action": "purge", "titles": some, "forcelinkupdate": "1"})

    def said(self, text: str) -> str:
        """What the wiki says, on one line, and without the password."""
        return one_line(self._credentials.hidden_in(text))

    def _logged_in(self, sent: Mapping[str, str]) -> dict[str, Any]:
        """Asked as the user, who is logged in again where the wiki has forgotten that."""
        try:
            return self._ask({**sent, "assert": "user"})
        except ApiError as error:
            if error.code not in ("assertuserfailed", "assertnameduserfailed"):
                raise
        self.login()
        return self._ask({**sent, "assert": "user"})

    def _ask(self, sent: Mapping[str, str]) -> dict[str, Any]:
        while True:
            answer = self._connection.post(self.url, data={**_ALWAYS, **sent})
            data = _decoded(answer)
            codes = [str(error.get("code", "")) for error in _errors(data)]
            if not codes:
                return data
            said = self.said(_said(data))
            message = sentence(codes[0], said, urlsplit(self.url).netloc)
            if codes[0] not in ("maxlag", "ratelimited"):
                raise ApiError(codes[0], message)
            self._connection.wait(answer.after, message)

    def _why_not(self, login: Mapping[str, Any]) -> str:
        user, host = self._credentials.user, urlsplit(self.url).netloc
        reason = login.get("reason")
        said = reason.get("text", "") if isinstance(reason, dict) else reason or ""
        said = self.said(str(said))
        advice = "" if "@" in user else " (a bot password is made at Special:BotPasswords)"
        told = f" It says: {said}" if said else ""
        if login.get("result") == "Throttled":
            return f"{host} lets nobody in as {user} for a while, after too many tries.{told}"
        return f"{host} does not accept {user} with that password{advice}.{told}"


def _decoded(answer: Answer) -> dict[str, Any]:
    """The answer's JSON; anything else is told in a sentence."""
    host = urlsplit(answer.url).netloc
    try:
        data = msgspec.json.decode(answer.text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        return data
    if answer.status in (401, 403):
        raise LoginRefused(
            f"{host} lets nobody near its API without another password (HTTP {answer.status});"
            " ask whoever runs the wiki."
        )
    raise not_an_api(answer, "JSON", "a wiki's API")


def _errors(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    errors = data.get("errors")
    if isinstance(errors, list):
        return [error for error in errors if isinstance(error, dict)]
    error = data.get("error")
    return [error] if isinstance(error, dict) else []


def _said(data: Mapping[str, Any]) -> str:
    first = _errors(data)[0]
    return str(first.get("text") or first.get("info") or "")


def _at(data: Mapping[str, Any], *path: str) -> str:
    found: Any = data
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return str(found or "")


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
