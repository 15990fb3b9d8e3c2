"""Requests to one web server, with limits of time and size, and never to another server. Addresses
are checked when they come from a person, and when they come from a server."""

from __future__ import annotations

import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import Cookie, CookieJar
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx

from combatlog.publish.wiki import TooLarge, Unreachable, WikiError
from events.errors import Refused

_LONGEST = 2000
"""The most characters of an address that a server names."""

LARGEST = 16 * 1024 * 1024
"""The most bytes of an answer; a page of a wiki has at most two million."""

BUSY = {429, 502, 503, 504}
_MOVED = {301, 302, 303, 307, 308}
_WAIT = 3.0
_HOPS = 4
_MAX_COOKIE = 4096
_MAX_COOKIES = 50


class _BrokenOff(Unreachable):
    """The server closed the connection before it answered."""


class FormFile(NamedTuple):
    """A file in a form: its name, its content, and its media type."""

    name: str
    content: bytes
    kind: str


class RequestContent(NamedTuple):
    """The content of a request: `params` in its address, a form (`data`, with `files`), or any
    `content`."""

    params: Mapping[str, str] | None = None
    data: Mapping[str, str] | None = None
    files: Mapping[str, FormFile] | None = None
    content: bytes | str | None = None
    headers: Mapping[str, str] | None = None


class Answer(NamedTuple):
    """The answer of a server: status, content, media type, address, and the time it asks to wait
    (`Retry-After`)."""

    status: int
    body: bytes
    kind: str
    url: str
    after: str | None = None

    @property
    def text(self) -> str:
        """The content as UTF-8, whatever charset the server names: all wikis write UTF-8. Bytes
        that are not UTF-8 become `\ufffd`."""
        return self.body.decode("utf-8", "replace")


class _Cookies(CookieJar):
    """The cookies that a request can send back: few, short, and in ASCII. Others are ignored."""

    def set_cookie(self, cookie: Cookie) -> None:
        sent = f"{cookie.name}={cookie.value or ''}{cookie.path}"
        if sent.isascii() and sent.isprintable() and len(sent) <= _MAX_COOKIE:
            super().set_cookie(cookie)
            if len(self) > _MAX_COOKIES:
                self.clear(cookie.domain, cookie.path, cookie.name)


class _Deadline:
    """Ends a request at a set time, even while its header is read: shuts the socket down."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self.is_over = False

    def watch(self, event: str, info: Mapping[str, Any]) -> None:
        """Keep the socket of a new connection (a trace function of httpx)."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Allow this many seconds for what is done within."""
        self.is_over = False
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _end(self) -> None:
        self.is_over = True
        if self._socket is not None:
            try:  # not SSLSocket.shutdown, which would end TLS under the reading thread
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
            except OSError:
                return  # closed already


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
        self._deadline = _Deadline()
        self._client = httpx.Client(
            timeout=timeout,
            cookies=_Cookies(),
            event_hooks={"response": [_keep_location]},
            follow_redirects=False,
            trust_env=not is_loopback(self.url),
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
        files: Mapping[str, FormFile] | None = None,
        content: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send `data` (a form, with `files`) or `content`, always to this server."""
        sent = RequestContent(None, data, files, content, headers)
        answer, moved = self._ask("POST", url, sent)
        if moved:
            raise _redirect_error(url, resolve_link(url, moved))
        return answer

    def wait(self, asked: str | None, reason: str) -> None:
        """Wait as long as a server asks for (`Retry-After`). Raises `Unreachable` with the reason
        if that is longer than the patience left."""
        is_number = asked and asked.isascii() and asked.isdigit()
        seconds = float(asked) if asked and is_number else _WAIT
        if seconds > self._patience:
            raise Unreachable(reason)
        self._patience -= max(seconds, 0.1)
        self._sleep(seconds)

    def _follow_redirect(self, url: str, moved: str) -> str:
        """Return the address a server redirects to. It must be on the same host, and never go from
        TLS to plain HTTP."""
        there = resolve_link(url, moved)
        here, new = urlsplit(url), urlsplit(there)
        upgraded = here.scheme == "http" and new.scheme == "https"
        is_same = new.hostname == here.hostname
        if not is_same or not (upgraded or parse_origin(there) == parse_origin(url)):
            raise _redirect_error(url, there)
        self._origin = parse_origin(there)
        return there

    def _ask(self, method: str, url: str, sent: RequestContent) -> tuple[Answer, str]:
        """Return an answer, and the address it redirects to if it does."""
        if parse_origin(url) != self._origin:
            raise WikiError(f"{url} is on another server than {self.url}, and is not used.")
        while True:
            response, body = self._send_twice(method, url, sent)
            if response.status_code not in BUSY:
                break
            self.wait(
                response.headers.get("Retry-After"),
                f"{_host(url)} is too busy (HTTP {response.status_code}); try again later.",
            )
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        moved = response.extensions["location"] if response.status_code in _MOVED else ""
        after = response.headers.get("Retry-After")
        return Answer(response.status_code, body, kind, str(response.url), after), moved

    def _send_twice(
        self, method: str, url: str, sent: RequestContent
    ) -> tuple[httpx.Response, bytes]:
        """Send a request, a second time if the server breaks off: it may have closed an idle
        connection. Writing twice is safe: the second request is the same, or finds the page
        written."""
        try:
            return self._send(method, url, sent)
        except _BrokenOff:
            return self._send(method, url, sent)

    def _send(self, method: str, url: str, sent: RequestContent) -> tuple[httpx.Response, bytes]:
        slow = f"{_host(url)} did not answer within {self._timeout:g} seconds; try again later."
        trace = {"trace": self._deadline.watch}
        try:
            with (
                self._deadline.limit(self._timeout),
                self._client.stream(method, url, **sent._asdict(), extensions=trace) as response,
            ):
                return response, _read_body(response)
        except httpx.TimeoutException:
            raise Unreachable(slow) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            if self._deadline.is_over:
                raise Unreachable(slow) from None
            is_cut = isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError)
            again = is_cut and not isinstance(error, httpx.ConnectError)
            raise (_BrokenOff if again else Unreachable)(_explain_error(url, error)) from None


def _keep_location(response: httpx.Response) -> None:
    """Take the address of a redirect away from httpx, which would parse it and may fail."""
    response.extensions["location"] = response.headers.pop("Location", "")


def _read_body(response: httpx.Response) -> bytes:
    """Return the content of an answer. Raises `Unreachable` if it is too large or compressed in a
    way that nobody asked for."""
    host = _host(str(response.url))
    large = Unreachable(
        f"{host} answers with more than {LARGEST >> 20} MB, more than a page of a wiki has; look at"
        " the address."
    )
    body = bytearray()
    for chunk in response.iter_raw():
        body += chunk
        if len(body) > LARGEST:
            raise large
    coding = response.headers.get("Content-Encoding", "").strip().lower()
    if coding in ("", "identity"):
        return bytes(body)
    unread = Unreachable(
        f"{host} answers with compressed data that cannot be read; its administrator can switch"
        " the compression off."
    )
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise unread
    reader = zlib.decompressobj(zlib.MAX_WBITS | 32)  # with a header of gzip or zlib
    try:
        plain = reader.decompress(body, LARGEST + 1)
    except zlib.error:
        raise unread from None
    if len(plain) > LARGEST:
        raise large
    if not reader.eof:
        raise unread
    return plain


def explain_wrong_answer(answer: Answer, expected: str, api: str, problem: str = "") -> Unreachable:
    """Return the error for an answer that no API would give. `expected` is the API's format, `api`
    its name, `problem` what is wrong with the content if it has that format."""
    if answer.status == 404:
        return Unreachable(f"There is no wiki at {answer.url} (HTTP 404); look at the address.")
    if answer.status == 413:
        return TooLarge(
            f"{_host(answer.url)} takes nothing as large as this (HTTP 413); its administrator sets"
            " the limit in the web server."
        )
    what = "a web page" if "html" in answer.kind else f"something that is not {expected}"
    if problem:
        what = f"{expected} of another shape"
    status = f"HTTP {answer.status}{f': {problem}' if problem else ''}"
    return Unreachable(
        f"{answer.url} answers with {what} ({status}), not as {api} does; look at the address, or"
        " whether it wants a login in the browser first."
    )


def _redirect_error(url: str, there: str) -> Unreachable:
    """Return the error for a redirect that is not followed. It leaves out the query, which may
    repeat what was sent. `there` is empty if it is not a web address."""
    if not there:
        return Unreachable(
            f"{url} redirects to something that is not a web address; name the wiki's own address"
            " with --url."
        )
    plain = urlunsplit(urlsplit(there)._replace(query="", fragment=""))
    return Unreachable(f"{url} redirects to {plain}; if that is the wiki, name it with --url.")


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _explain_error(url: str, error: Exception) -> str:
    reason = str(error)
    if "CERTIFICATE" in reason.upper():
        return f"The certificate of {_host(url)} is not valid: {reason.split('] ')[-1]}."
    if isinstance(error, httpx.ConnectError):
        return f"{_host(url)} cannot be reached; look at the address, or whether the wiki is up."
    return f"{_host(url)} broke off ({type(error).__name__}); try again later."


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
    if parts.scheme == "http" and not (insecure or is_loopback(whole)):
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


def resolve_link(base: str, link: str) -> str:
    """Return the whole address of a link on a page or in a redirect; empty if it is not a usable
    web address. `base` is the address of the page."""
    try:
        url = urljoin(base, link)
        scheme, host, _ = parse_origin(url)
    except ValueError:
        return ""
    netloc = urlsplit(url).netloc
    is_web = scheme in ("http", "https") and host and not {*"@\\"} & {*netloc}
    return url if is_web and len(url) <= _LONGEST and url.isprintable() else ""


def is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
