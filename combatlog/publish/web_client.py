"""Requests to one web server, with limits of time and size, and never to another server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx

from combatlog.publish.wiki_errors import Unreachable, WikiError
from events.errors import Refused

LARGEST = 16 * 1024 * 1024
"""The most bytes of an answer; a page of a wiki has at most two million."""

BUSY = {429, 502, 503, 504}
_MOVED = {301, 302, 303, 307, 308}
_WAIT = 3.0
_HOPS = 4


class _BrokenOff(Unreachable):
    """The server closed the connection before it answered."""


class RequestContent(NamedTuple):
    """The content of a request: `params` in its address, a form (`data`), or any `content`."""

    params: Mapping[str, str] | None = None
    data: Mapping[str, str] | None = None
    content: bytes | str | None = None
    headers: Mapping[str, str] | None = None


class Answer(NamedTuple):
    """The answer of a server: status, text, media type, address, and the time it asks to wait
    (`Retry-After`)."""

    status: int
    text: str
    kind: str
    url: str
    after: str | None = None


class Connection:
    """Requests to one server. `timeout` is how many seconds it has for an answer, `patience` how
    many the command waits in all for a server that is busy."""

    def __init__(
        self,
        url: str,
        *,
        insecure: bool = False,
        timeout: float = 30.0,
        patience: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = normalize_url(url, insecure)
        self._origin = parse_origin(self.url)
        self._timeout, self._patience, self._sleep = timeout, patience, sleep
        self._client = httpx.Client(
            timeout=timeout,
            follow_redirects=False,
            trust_env=not _is_loopback(self.url),
            headers={"User-Agent": "combatlog", "Accept-Encoding": "identity"},
        )

    def close(self) -> None:
        """Close the connection and forget its cookies."""
        self._client.close()

    def forget(self) -> None:
        """Forget the cookies of a session that has ended."""
        self._client.cookies.clear()

    def get(self, url: str, params: Mapping[str, str] | None = None) -> Answer:
        """Ask for something that needs no login; follow redirects on the same server."""
        answer, moved = self._ask("GET", url, RequestContent(params))
        for _ in range(_HOPS):
            if not moved:
                return answer
            answer, moved = self._ask(
                "GET", self._follow_redirect(answer.url, moved), RequestContent()
            )
        raise Unreachable(f"{url} redirects in circles; name the wiki's own address with --url.")

    def post(
        self,
        url: str,
        *,
        data: Mapping[str, str] | None = None,
        content: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send `data` (a form) or `content`, always to this server."""
        answer, moved = self._ask("POST", url, RequestContent(None, data, content, headers))
        if moved:
            raise _redirect_error(url, urljoin(url, moved))
        return answer

    def wait(self, asked: str | None, reason: str) -> None:
        """Wait as long as a server asks for (`Retry-After`). Raises `Unreachable` with the reason
        if that is longer than the patience left."""
        seconds = float(asked) if asked and asked.isdigit() else _WAIT
        if seconds > self._patience:
            raise Unreachable(reason)
        self._patience -= max(seconds, 0.1)
        self._sleep(seconds)

    def _follow_redirect(self, url: str, moved: str) -> str:
        """Return the address a server redirects to. It must be on the same host, and never go from
        TLS to plain HTTP."""
        there = urljoin(url, moved)
        here, new = urlsplit(url), urlsplit(there)
        upgraded = here.scheme == "http" and new.scheme == "https"
        if new.hostname != here.hostname or not (
            upgraded or parse_origin(there) == parse_origin(url)
        ):
            raise _redirect_error(url, there)
        self._origin = parse_origin(there)
        return there

    def _ask(self, method: str, url: str, sent: RequestContent) -> tuple[Answer, str]:
        """Return an answer, and the address it redirects to if it does."""
        if parse_origin(url) != self._origin:
            raise WikiError(f"{url} is on another server than {self.url}, and is not used.")
        while True:
            response, text = self._send_twice(method, url, sent)
            if response.status_code not in BUSY:
                break
            self.wait(
                response.headers.get("Retry-After"),
                f"{_host(url)} is too busy (HTTP {response.status_code}); try again later.",
            )
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        moved = response.headers.get("Location", "") if response.status_code in _MOVED else ""
        after = response.headers.get("Retry-After")
        return Answer(response.status_code, text, kind, str(response.url), after), moved

    def _send_twice(
        self, method: str, url: str, sent: RequestContent
    ) -> tuple[httpx.Response, str]:
        """Send a request, a second time if the server breaks off: it may have closed an idle
        connection. Writing twice is safe: the second request is the same, or finds the page
        written."""
        try:
            return self._send(method, url, sent)
        except _BrokenOff:
            return self._send(method, url, sent)

    def _send(self, method: str, url: str, sent: RequestContent) -> tuple[httpx.Response, str]:
        until = time.monotonic() + self._timeout
        body = bytearray()
        slow = f"{_host(url)} did not answer within {self._timeout:g} seconds; try again later."
        try:
            with self._client.stream(method, url, **sent._asdict()) as response:
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > LARGEST:
                        raise Unreachable(
                            f"{_host(url)} answers with more than {LARGEST >> 20} MB, more"
                            " than a page of a wiki has; look at the address."
                        )
                    if time.monotonic() > until:
                        raise Unreachable(slow)
        except httpx.TimeoutException:
            raise Unreachable(slow) from None
        except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
            kind = Unreachable if isinstance(error, httpx.ConnectError) else _BrokenOff
            raise kind(_explain_error(url, error)) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise Unreachable(_explain_error(url, error)) from None
        return response, body.decode(response.encoding or "utf-8", "replace")


def explain_wrong_answer(answer: Answer, expected: str, api: str) -> Unreachable:
    """Return the error for an answer that no API would give. `expected` is the API's format, `api`
    its name."""
    if answer.status == 404:
        return Unreachable(f"There is no wiki at {answer.url} (HTTP 404); look at the address.")
    what = "a web page" if "html" in answer.kind else f"something that is not {expected}"
    return Unreachable(
        f"{answer.url} answers with {what} (HTTP {answer.status}), not as {api} does; look at the"
        " address, or whether it wants a login in the browser first."
    )


def normalize_url(url: str, insecure: bool = False) -> str:
    """Return an address with its scheme. Raises `Refused` for one that must not be used."""
    whole = url.strip() if "://" in url else f"https://{url.strip()}"
    try:
        parts = urlsplit(whole)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise Refused(
            f"“{url}” is not the address of a wiki; one looks like https://wiki.example.org"
        )
    if "@" in parts.netloc:
        raise Refused(
            "The address contains a user or a password, where others can read it; leave that out."
        )
    if parts.scheme == "http" and not (insecure or _is_loopback(whole)):
        raise Refused(
            f"http://{parts.netloc} is not encrypted, and others on the network could read the"
            " password; use https://, or give --insecure if it is your own network."
        )
    return whole


def parse_origin(url: str) -> tuple[str, str, int]:
    """Return scheme, host and port of an address."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return parts.scheme, parts.hostname or "", port


def _redirect_error(url: str, there: str) -> Unreachable:
    """Return the error for a redirect that is not followed, without the query, which may repeat
    what was sent."""
    plain = urlunsplit(urlsplit(there)._replace(query="", fragment=""))
    return Unreachable(f"{url} sends on to {plain}; if that is the wiki, name it with --url.")


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _explain_error(url: str, error: Exception) -> str:
    reason = str(error)
    if "CERTIFICATE" in reason.upper():
        return f"The certificate of {_host(url)} is not valid: {reason.split('] ')[-1]}."
    if isinstance(error, httpx.ConnectError):
        return f"{_host(url)} cannot be reached; look at the address, or whether the wiki is up."
    return f"{_host(url)} broke off ({type(error).__name__}); try again later."
