"""DokuWiki's remote API, XML-RPC."""

from __future__ import annotations

import xmlrpc.client
from typing import Any
from urllib.parse import urlsplit
from xml.parsers.expat import ExpatError

from combatlog.publish.credentials import Credentials
from combatlog.publish.web_client import Answer, Connection
from combatlog.publish.wiki import one_line
from combatlog.publish.wiki_errors import LoginRefused, Unreachable, WikiError

UNTOLD = 0
"""The code of a refusal without a reason: some releases lose it, and answer with nothing."""

NOT_ALLOWED = -32604
"""The code of what this user may not do."""


class Fault(WikiError):
    """What the API refused: `code` is its number for it."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


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
        except Fault as fault:
            raise LoginRefused(f"{host} does not let {user} in: {fault}") from None
        if not is_in:
            raise LoginRefused(f"{host} does not accept {user} with that password.")
        try:
            self._asked("dokuwiki.getTime")
        except Fault:
            raise LoginRefused(
                f"{host} lets {user} in, but not to its remote API; its administrator opens that"
                " with the settings “remote” and “remoteuser”."
            ) from None

    def call(self, method: str, *arguments: Any) -> Any:
        """What a method answers, to a user who is logged in again where the wiki has forgotten
        that; raises `Fault` where the wiki refuses."""
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
            raise Fault(NOT_ALLOWED, f"{host} does not let {user} do that (HTTP 403).")
        try:
            values, _ = xmlrpc.client.loads(_checked(answer))
        except xmlrpc.client.Fault as fault:
            said = one_line(self._credentials.hidden_in(str(fault.faultString)))
            raise Fault(int(fault.faultCode), f"The wiki refuses: {said}") from None
        except (ExpatError, xmlrpc.client.Error, ValueError, TypeError, LookupError):
            raise _no_api(answer) from None
        if not values or values[0] == {}:
            raise Fault(UNTOLD, f"{host} does not do that, and does not say why.")
        return values[0]


def _checked(answer: Answer) -> str:
    """An answer that is safe to parse and can be one."""
    if "<methodResponse>" not in answer.text or "<!DOCTYPE" in answer.text:
        raise _no_api(answer)
    return answer.text


def _no_api(answer: Answer) -> Unreachable:
    if answer.status == 404:
        return Unreachable(f"There is no wiki at {answer.url} (HTTP 404); look at the address.")
    what = "a web page" if "html" in answer.kind else "something that is not XML-RPC"
    return Unreachable(
        f"{answer.url} answers with {what} (HTTP {answer.status}), not as a DokuWiki's API does;"
        " look at the address, or whether it wants a login in the browser first."
    )
