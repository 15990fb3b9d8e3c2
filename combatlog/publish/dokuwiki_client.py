"""DokuWiki: pages that are combatlog's as a whole.

Its API checks nothing when a page is written, so the revision is looked at right before, with the
page locked. Revisions are named after seconds: a page is written once a second at most.
"""

from __future__ import annotations

import time
import xmlrpc.client
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote, urlsplit
from xml.parsers.expat import ExpatError

from combatlog.publish.api_address import dokuwiki_api
from combatlog.publish.credentials import Credentials
from combatlog.publish.edit_summary import is_ours, reach_in, tag, tag_in, title_in
from combatlog.publish.web_client import Answer, Connection, not_an_api
from combatlog.publish.wiki import Found, Held, one_line
from combatlog.publish.wiki_errors import (
    ApiError,
    LoginRefused,
    Overtaken,
    PageRefused,
    Unreachable,
    WikiError,
)

UNTOLD = 0
"""The code of a refusal without a reason: some releases lose it, and answer with nothing."""

NOT_ALLOWED = -32604
"""The code of what this user may not do."""


class DokuWikiApi:
    """The API at `url`, for whoever the credentials are."""

    def __init__(self, connection: Connection, url: str, credentials: Credentials) -> None:
        self._connection, self.url, self._credentials = connection, url, credentials

    def login(self) -> None:
        """Log in; raises `LoginRefused`."""
        user, host = self._credentials.user, urlsplit(self.url).netloc
        self._connection.forget()
        try:
            is_in = self._asked("dokuwiki.login", user, self._credentials.password)
        except ApiError as fault:
            raise LoginRefused(f"{host} does not let {user} in: {fault}") from None
        if not is_in:
            raise LoginRefused(f"{host} does not accept {user} with that password.")
        try:
            self._asked("dokuwiki.getTime")
        except ApiError:
            raise LoginRefused(
                f"{host} lets {user} in, but not to its remote API; its administrator opens that"
                " with the settings “remote” and “remoteuser”."
            ) from None

    def call(self, method: str, *arguments: Any) -> Any:
        """What a method answers, to a user who is logged in again where the wiki has forgotten
        that; raises `ApiError` where the wiki refuses."""
        try:
            return self._asked(method, *arguments)
        except LoginRefused:
            self.login()
            return self._asked(method, *arguments)

    def _asked(self, method: str, *arguments: Any) -> Any:
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
            values, _ = xmlrpc.client.loads(_checked(answer))
        except xmlrpc.client.Fault as fault:
            said = one_line(self._credentials.hidden_in(str(fault.faultString)))
            raise ApiError(int(fault.faultCode), f"The wiki refuses: {said}") from None
        except (ExpatError, xmlrpc.client.Error, ValueError, TypeError, LookupError):
            raise _no_api(answer) from None
        if not values or values[0] == {}:
            raise ApiError(UNTOLD, f"{host} does not do that, and does not say why.")
        return values[0]


def _checked(answer: Answer) -> str:
    """An answer that is safe to parse and can be one."""
    if "<methodResponse>" not in answer.text or "<!DOCTYPE" in answer.text:
        raise _no_api(answer)
    return answer.text


def _no_api(answer: Answer) -> Unreachable:
    return not_an_api(answer, "XML-RPC", "a DokuWiki's API")


_OR_REPLACE = ", or replace it with --overwrite."
_MISSING = 121
_MAY_EDIT, _MAY_CREATE = 2, 4
_REFUSED: dict[str | int, str] = {
    UNTOLD: "The wiki did not take the page and does not say why; it may hold a blocked word.",
    NOT_ALLOWED: "This user may not read or edit the page.",
    111: "This user may not read the page.",
    112: "This user may not edit the page.",
    131: "The wiki does not allow this name for a page; choose another --page.",
    132: "The wiki takes no empty page.",
    133: "Somebody is editing the page just now; publish again later.",
    134: "The wiki takes something on the page for spam.",
}


class DokuWiki:
    """A DokuWiki that the credentials log in to, at whatever address of it."""

    def __init__(
        self,
        connection: Connection,
        credentials: Credentials,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection, self._sleep = connection, sleep
        self._api = DokuWikiApi(connection, dokuwiki_api(connection), credentials)
        self._api.login()

    def read(self, address: str) -> Found:
        """The page of this id; the wiki has its own way of writing ids."""
        if not any(map(str.isalnum, address)):  # the wiki would take its start page for it
            raise PageRefused(_REFUSED[131])
        name, version = self._info(address)
        if not version:
            return Found(name, "", "")
        return Found(name, str(self._page("wiki.getPage", address)), str(version))

    def held(self, key: str, found: Found) -> Held:
        """The whole page, as long as the last edit was ours and for the same key: the summary says
        both, since a DokuWiki shows whatever stands in a page."""
        if not found.exists:
            return Held(None)
        edits = list(self._edits(found.address))
        ours = next((summary for _, summary in edits if is_ours(summary)), "")
        if ours and tag_in(ours) != tag(key):
            foreign = (
                f"It is the page of “{title_in(ours)}” ({tag_in(ours)}); choose another --page"
            )
            return Held(None, "", f"{foreign}{_OR_REPLACE}", (tag_in(ours),))
        return Held(found.text, reach_in(ours), _foreign(edits, ours))

    def merged(self, key: str, found: Found, text: str, reach: str) -> str:
        """The text alone."""
        return text

    def write(self, found: Found, text: str, summary: str) -> None:
        """Write the page with it locked, if it is still as it was found."""
        with self._locked(found):
            now = self.read(found.address)
            if now.revision != found.revision:
                raise Overtaken("Somebody edited the page meanwhile.")
            if now.text != found.text:  # the wiki's history does not show it
                raise PageRefused("Somebody edits the page this very second; publish again later.")
            version = int(found.revision or 0)
            if version and self._now() <= version:
                self._sleep(min(version + 1.05 - self._now(), 2.0))
            self._page("wiki.putPage", found.address, text, {"sum": summary, "minor": False})

    def link(self, address: str) -> str:
        """The page below `doku.php`."""
        base = self._api.url.removesuffix("lib/exe/xmlrpc.php")
        return f"{base}doku.php?id={quote(address, safe=':')}"

    def relink(self, addresses: Sequence[str]) -> None:
        """It looks for itself."""

    def close(self) -> None:
        """Forget the session."""
        self._connection.close()

    @contextmanager
    def _locked(self, found: Found) -> Iterator[None]:
        """With nobody else able to save the page in a browser meanwhile."""
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
        """The id as the wiki has it, and the version of the page (0 where there is none)."""
        try:
            info = self._api.call("wiki.getPageInfo", address)
        except ApiError as fault:
            if fault.code in (_MISSING, UNTOLD):
                return address, 0
            raise _refused(fault) from None
        return str(info.get("name", address)), int(info.get("version") or 0)

    def _edits(self, address: str) -> Iterator[tuple[str, str]]:
        """Who edited the page and under which summary, the last one first."""
        found = self._page("wiki.getPageVersions", address, 0)
        for each in found if isinstance(found, list) else []:
            if isinstance(each, dict):
                yield str(each.get("user") or ""), str(each.get("sum") or "")

    def _now(self) -> int:
        return int(self._api.call("dokuwiki.getTime"))

    def _page(self, method: str, *arguments: Any) -> Any:
        """A call about one page, with its refusals as those of the page."""
        try:
            return self._api.call(method, *arguments)
        except ApiError as fault:
            raise _refused(fault) from None


def _refused(fault: ApiError) -> PageRefused:
    return PageRefused(_REFUSED.get(fault.code, fault.message))


def _foreign(edits: Sequence[tuple[str, str]], ours: str) -> str:
    """Why the page must not be replaced unasked; empty where it may."""
    who, last = edits[0] if edits else ("", "")
    if not ours:
        there = "There is such a page, and combatlog has not written it; choose another --page"
    elif not is_ours(last):
        there = (
            f"{who or 'Somebody'} edited the page since combatlog wrote it; move that to a page of"
            " its own on the wiki"
        )
    else:
        return ""
    return f"{there}{_OR_REPLACE}"
