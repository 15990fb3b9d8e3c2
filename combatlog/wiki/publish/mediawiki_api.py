"""MediaWiki's action API: logging in, asking, and asking again where that helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from combatlog.publish.credentials import Credentials
from combatlog.publish.web_client import Answer, Connection
from combatlog.publish.wiki import one_line
from combatlog.publish.wiki_errors import LoginRefused, Unreachable, WikiError
from combatlog.wiki.publish.mediawiki_errors import sentence

_TRIES = 4
_AT_ONCE = 50
"""Titles that may be named in one request."""
_ALWAYS = {
    "format": "json",
    "formatversion": "2",
    "errorformat": "plaintext",
    "maxlag": "5",
}


class ApiError(WikiError):
    """What the API refused: `code` is its name for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


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
    if answer.status == 404:
        raise Unreachable(f"There is no wiki at {answer.url} (HTTP 404); look at the address.")
    if answer.status in (401, 403):
        raise LoginRefused(
            f"{host} lets nobody near its API without another password (HTTP {answer.status});"
            " ask whoever runs the wiki."
        )
    what = "a web page" if "html" in answer.kind else "something that is not JSON"
    raise Unreachable(
        f"{answer.url} answers with {what} (HTTP {answer.status}), not as a wiki's API does; look"
        " at the address, or whether it wants a login in the browser first."
    )


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
