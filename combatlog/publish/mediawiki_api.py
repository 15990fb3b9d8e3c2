"""Requests to a MediaWiki's API: logging in, tokens, waiting, and errors in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

from combatlog.publish.credentials import Credentials
from combatlog.publish.mediawiki_answers import (
    Edit,
    Login,
    MediaWikiAnswer,
    Query,
    Upload,
    decode_answer,
    explain_odd_answer,
    read_said,
)
from combatlog.publish.web_client import Answer, Connection, FormFile
from combatlog.publish.wiki import (
    ApiError,
    LoginRefused,
    Unreachable,
    explain_error,
    shorten,
)

Files: TypeAlias = "Mapping[str, FormFile] | None"

_TRIES = 4
MAX_TITLES = 50
"""Titles that one request may name."""

_MAX_REQUESTS = 200
"""Requests in which the wiki may spread one answer."""

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
        found, _ = self._ask({"action": "query", "meta": "tokens", "type": "login"})
        sent = {
            "action": "login",
            "lgname": self._credentials.user,
            "lgpassword": self._credentials.password,
            "lgtoken": found.query.tokens.logintoken,
        }
        data, answer = self._ask(sent)
        if data.login is None:
            raise explain_odd_answer(answer, "it has no `login`")
        if data.login.result != "Success":
            raise LoginRefused(self._explain_login(data.login))

    def query(self, **asked: str) -> Query:
        """Return what the wiki knows."""
        return self._ask_as_user({"action": "query", **asked})[0].query

    def query_all(self, **asked: str) -> Iterator[Query]:
        """Yield what the wiki knows, request by request, until it has no more."""
        more: Mapping[str, str | int] = {}
        for _ in range(_MAX_REQUESTS):
            sent = {"action": "query", **asked, **{name: str(each) for name, each in more.items()}}
            data, _ = self._ask_as_user(sent)
            yield data.query
            if not (more := data.more):
                return

    def edit(self, **sent: str) -> Edit:
        """Edit a page. Raises `ApiError` if the wiki does not accept the edit."""
        data, answer = self._write({"action": "edit", **sent})
        if data.edit is None:
            raise explain_odd_answer(answer, "it has no `edit`")
        return data.edit

    def move(self, **sent: str) -> None:
        """Move a page. Raises `ApiError` if the wiki does not move it."""
        self._write({"action": "move", **sent})

    def upload(self, file: FormFile, **sent: str) -> Upload:
        """Upload a file. Raises `ApiError` if the wiki does not accept it."""
        data, answer = self._write({"action": "upload", **sent}, {"file": file})
        if data.upload is None:
            raise explain_odd_answer(answer, "it has no `upload`")
        return data.upload

    def _write(
        self, sent: Mapping[str, str], files: Files = None
    ) -> tuple[MediaWikiAnswer, Answer]:
        """Send a request that changes the wiki, with a token."""
        for _ in range(_TRIES):
            if not self._token:
                self._token = self.query(meta="tokens").tokens.csrftoken
            try:
                return self._ask_as_user({**sent, "token": self._token}, files)
            except ApiError as error:
                if error.code != "badtoken":
                    raise
                self._token = ""
        raise Unreachable("The wiki accepts none of the tokens it gives; try again later.")

    def purge(self, titles: Sequence[str]) -> None:
        """Make the wiki render pages again and check their links."""
        for at in range(0, len(titles), MAX_TITLES):
            some = "|".join(titles[at : at + MAX_TITLES])
            self._ask_as_user({"action": "purge", "titles": some, "forcelinkupdate": "1"})

    def quote(self, text: str) -> str:
        """Return text of the wiki on one line, without the password."""
        return shorten(self._credentials.hide_password(text))

    def _ask_as_user(
        self, sent: Mapping[str, str], files: Files = None
    ) -> tuple[MediaWikiAnswer, Answer]:
        """Ask as the user; log in again if the session has ended."""
        try:
            return self._ask({**sent, "assert": "user"}, files)
        except ApiError as error:
            if error.code not in ("assertuserfailed", "assertnameduserfailed"):
                raise
        self.login()
        return self._ask({**sent, "assert": "user"}, files)

    def _ask(self, sent: Mapping[str, str], files: Files = None) -> tuple[MediaWikiAnswer, Answer]:
        """Return an answer, decoded and as it came. Raises `ApiError` for an error of the API, and
        for a file that comes too soon after others."""
        while True:
            answer = self._connection.post(self.url, data={**_COMMON, **sent}, files=files)
            data = decode_answer(answer)
            if data.fault is None:
                return data, answer
            code = str(data.fault.code)
            said = self.quote(read_said(data.fault.text, data.fault.info))
            message = explain_error(code, said, urlsplit(self.url).netloc)
            if code not in ("maxlag", "ratelimited") or (files and code == "ratelimited"):
                raise ApiError(code, message)
            self._connection.wait(answer.after, message)

    def _explain_login(self, login: Login) -> str:
        user, host = self._credentials.user, urlsplit(self.url).netloc
        said = self.quote(read_said(login.reason))
        advice = "" if "@" in user else " (Special:BotPasswords creates a bot password)"
        quoted = f" It says: {said}" if said else ""
        if login.result == "Throttled":
            return f"{host} does not let {user} log in for a while, after too many tries.{quoted}"
        return f"{host} does not accept {user} with that password{advice}.{quoted}"
