"""Requests to a DokuWiki's API (XML-RPC): logging in, the types of its answers, and errors in
words."""

from __future__ import annotations

import xmlrpc.client
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlsplit
from xml.parsers.expat import ExpatError

import msgspec
from msgspec import Meta

from combatlog.publish.credentials import Credentials
from combatlog.publish.web_client import Answer, Connection, explain_wrong_answer
from combatlog.publish.wiki import ApiError, LoginRefused, Unreachable, shorten

NO_REASON = 0
"""The code for a refusal without a reason: some releases answer with an empty struct."""

NOT_ALLOWED = -32604
"""The code of a call that this user may not make."""


Text: TypeAlias = str | int | bool | None
"""Text as PHP may send it; nothing is None or False."""

Number: TypeAlias = (
    Annotated[int, Meta(ge=0, lt=2**53)]
    | Annotated[str, Meta(pattern=r"\A[0-9]{0,15}\Z")]
    | bool
    | None
)
"""A number as PHP may send it; 0 may be empty, None or False."""


class DokuWikiApi:
    """The API at `url`, used with these credentials."""

    def __init__(self, connection: Connection, url: str, credentials: Credentials) -> None:
        self._connection, self.url, self._credentials = connection, url, credentials

    def login(self) -> None:
        """Log in. Raises `LoginRefused`."""
        user, host = self._credentials.user, urlsplit(self.url).netloc
        self._connection.forget()
        try:
            is_in = self._ask(Number, "dokuwiki.login", user, self._credentials.password)
        except ApiError as fault:
            raise LoginRefused(f"{host} does not let {user} in: {fault}") from None
        if not is_in:
            raise LoginRefused(f"{host} does not accept {user} with that password.")
        try:
            self._ask(Number, "dokuwiki.getTime")
        except ApiError:
            raise LoginRefused(
                f"{host} lets {user} in, but not to its remote API; its administrator opens that"
                " with the settings “remote” and “remoteuser”."
            ) from None

    def call(self, shape: Any, method: str, *arguments: Any) -> Any:
        """Return what a method answers, as the type `shape`; log in again if the session has ended.
        Raises `ApiError` if the wiki refuses, and `Unreachable` if its answer has another type."""
        try:
            return self._ask(shape, method, *arguments)
        except LoginRefused:
            self.login()
            return self._ask(shape, method, *arguments)

    def _ask(self, shape: Any, method: str, *arguments: Any) -> Any:
        content = xmlrpc.client.dumps(arguments, method).encode()
        answer = self._connection.post(
            self.url, content=content, headers={"Content-Type": "text/xml; charset=utf-8"}
        )
        user, host = self._credentials.user, urlsplit(self.url).netloc
        if answer.status == 401:
            raise LoginRefused(f"{host} does not accept {user} with that password (HTTP 401).")
        if answer.status == 403:
            raise ApiError(NOT_ALLOWED, f"{host} does not let {user} do that (HTTP 403).")
        value = self._decode(answer)
        if value == {}:
            raise ApiError(NO_REASON, f"{host} refuses, and gives no reason.")
        try:
            return msgspec.convert(value, shape)
        except (msgspec.ValidationError, RecursionError) as error:
            raise _explain_answer(answer, str(error)) from None

    def _decode(self, answer: Answer) -> Any:
        """Return the value in an answer. Raises `ApiError` if it is a fault, and `Unreachable` if
        it is no XML-RPC."""
        if b"<methodResponse>" not in answer.body or b"<!DOCTYPE" in answer.body:
            raise _explain_answer(answer)
        try:
            values, _ = xmlrpc.client.loads(answer.body.decode())
        except xmlrpc.client.Fault as fault:
            said = fault.faultString if isinstance(fault.faultString, str) else ""
            said = shorten(self._credentials.hide_password(said))
            code = fault.faultCode if isinstance(fault.faultCode, int) else NO_REASON
            raise ApiError(code, f"The wiki refuses: {said or code}") from None
        except _XML_ERRORS:
            raise _explain_answer(answer) from None
        value = values[0] if values else {}
        return value.data if isinstance(value, xmlrpc.client.Binary) else value


_XML_ERRORS = (ExpatError, xmlrpc.client.Error, ValueError, TypeError, LookupError, ArithmeticError)
"""What `xmlrpc.client` raises for XML that is no answer."""


def _explain_answer(answer: Answer, problem: str = "") -> Unreachable:
    return explain_wrong_answer(answer, "XML-RPC", "a DokuWiki's API", problem)
