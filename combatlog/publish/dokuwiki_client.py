"""DokuWiki: pages belong to combatlog as a whole.

Its API does not check revisions when it writes a page, so the revision is read right before, with
the page locked. Revisions are named by the second: a page is written at most once a second.
"""

from __future__ import annotations

import time
import xmlrpc.client
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote, urlsplit
from xml.parsers.expat import ExpatError

from combatlog.publish.api_address import find_dokuwiki_api
from combatlog.publish.credentials import Credentials
from combatlog.publish.edit_summary import (
    find_last_events,
    find_tag,
    find_title,
    is_own_summary,
    make_tag,
)
from combatlog.publish.web_client import Answer, Connection, explain_wrong_answer
from combatlog.publish.wiki import OwnContent, WikiPage, shorten
from combatlog.publish.wiki_errors import (
    ApiError,
    EditConflict,
    LoginRefused,
    PageRefused,
    Unreachable,
    WikiError,
)

NO_REASON = 0
"""The code of a refusal without a reason: some releases lose it and answer with nothing."""

NOT_ALLOWED = -32604
"""The code of what this user may not do."""


class DokuWikiApi:
    """The API at `url`, used with these credentials."""

    def __init__(self, connection: Connection, url: str, credentials: Credentials) -> None:
        self._connection, self.url, self._credentials = connection, url, credentials

    def login(self) -> None:
        """Log in. Raises `LoginRefused`."""
        user, host = self._credentials.user, urlsplit(self.url).netloc
        self._connection.forget()
        try:
            is_in = self._ask("dokuwiki.login", user, self._credentials.password)
        except ApiError as fault:
            raise LoginRefused(f"{host} does not let {user} in: {fault}") from None
        if not is_in:
            raise LoginRefused(f"{host} does not accept {user} with that password.")
        try:
            self._ask("dokuwiki.getTime")
        except ApiError:
            raise LoginRefused(
                f"{host} lets {user} in, but not to its remote API; its administrator opens that"
                " with the settings “remote” and “remoteuser”."
            ) from None

    def call(self, method: str, *arguments: Any) -> Any:
        """Return what a method answers; log in again if the session has ended. Raises `ApiError` if
        the wiki refuses."""
        try:
            return self._ask(method, *arguments)
        except LoginRefused:
            self.login()
            return self._ask(method, *arguments)

    def _ask(self, method: str, *arguments: Any) -> Any:
        content = xmlrpc.client.dumps(arguments, method).encode()
        answer = self._connection.post(
            self.url, content=content, headers={"Content-Type": "text/xml; charset=utf-8"}
        )
        user, host = self._credentials.user, urlsplit(self.url).netloc
        if answer.status == 401:
            raise LoginRefused(f"{host} does not accept {user} with that password (HTTP 401).")
        if answer.status == 403:
            raise ApiError(NOT_ALLOWED, f"{host} does not let {user} do that (HTTP 403).")
        try:
            values, _ = xmlrpc.client.loads(_check_answer(answer))
        except xmlrpc.client.Fault as fault:
            said = shorten(self._credentials.hide_password(str(fault.faultString)))
            raise ApiError(int(fault.faultCode), f"The wiki refuses: {said}") from None
        except (ExpatError, xmlrpc.client.Error, ValueError, TypeError, LookupError):
            raise _explain_answer(answer) from None
        if not values or values[0] == {}:
            raise ApiError(NO_REASON, f"{host} refuses, and gives no reason.")
        return values[0]


def _check_answer(answer: Answer) -> str:
    """Return the text of an answer that is safe to parse. Raises `Unreachable` if it is no XML-RPC
    answer."""
    if "<methodResponse>" not in answer.text or "<!DOCTYPE" in answer.text:
        raise _explain_answer(answer)
    return answer.text


def _explain_answer(answer: Answer) -> Unreachable:
    return explain_wrong_answer(answer, "XML-RPC", "a DokuWiki's API")


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

    def read(self, address: str) -> WikiPage:
        """Return the page of this id; the wiki has its own spelling of ids."""
        if not any(map(str.isalnum, address)):  # the wiki would read its start page
            raise PageRefused(_REFUSED[131])
        name, version = self._info(address)
        if not version:
            return WikiPage(name, "", "")
        return WikiPage(name, str(self._page("wiki.getPage", address)), str(version))

    def find_own(self, key: str, found: WikiPage) -> OwnContent:
        """Return the whole page if the last edit was combatlog's, for the same key. The edit
        summary says both: a DokuWiki would show markers in the page."""
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
            self._page("wiki.putPage", found.address, text, {"sum": summary, "minor": False})

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
        answer = self._page("dokuwiki.setLocks", asked)
        if isinstance(answer, dict) and answer.get("lockfail"):
            may = int(self._page("wiki.aclCheck", found.address) or 0)
            enough = _MAY_EDIT if found.exists else _MAY_CREATE
            raise PageRefused(_REFUSED[133 if may >= enough else 112])
        try:
            yield
        finally:
            with suppress(WikiError):
                self._page("dokuwiki.setLocks", {"lock": [], "unlock": [found.address]})

    def _info(self, address: str) -> tuple[str, int]:
        """Return the id as the wiki writes it, and the version of the page (0 if there is none)."""
        try:
            info = self._api.call("wiki.getPageInfo", address)
        except ApiError as fault:
            if fault.code in (_MISSING, NO_REASON):
                return address, 0
            raise _explain_refusal(fault) from None
        return str(info.get("name", address)), int(info.get("version") or 0)

    def _edits(self, address: str) -> Iterator[tuple[str, str]]:
        """Yield user and summary of each edit of the page, the last one first."""
        found = self._page("wiki.getPageVersions", address, 0)
        for each in found if isinstance(found, list) else []:
            if isinstance(each, dict):
                yield str(each.get("user") or ""), str(each.get("sum") or "")

    def _now(self) -> int:
        return int(self._api.call("dokuwiki.getTime"))

    def _page(self, method: str, *arguments: Any) -> Any:
        """Call a method about one page. Raises `PageRefused` if the wiki refuses."""
        try:
            return self._api.call(method, *arguments)
        except ApiError as fault:
            raise _explain_refusal(fault) from None


def _explain_refusal(fault: ApiError) -> PageRefused:
    return PageRefused(_REFUSED.get(fault.code, fault.message))


def _find_conflict(edits: Sequence[tuple[str, str]], ours: str) -> str:
    """Return why the page must not be replaced without being asked to; empty if it may be."""
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
