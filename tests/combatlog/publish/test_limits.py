"""What a hostile server cannot make endless: places to look, headers, cookies."""

from __future__ import annotations

import socket
import threading
import time

import httpx
import pytest

from combatlog.publish.api_address import find_dokuwiki_api, find_mediawiki_api
from combatlog.publish.web_client import Connection, _Cookies
from combatlog.publish.wiki import Unreachable
from tests.combatlog.publish.hostile_server import http, serve


def test_a_page_with_many_addresses_is_not_followed_everywhere() -> None:
    """Twenty addresses are tried."""
    page = "".join(f"'/{number}/lib/exe/'" for number in range(1000)).encode()
    asked: list[str] = []

    def answer(request: object) -> bytes:
        asked.append("")
        return http(page)

    with serve(answer) as url:
        for find in (find_dokuwiki_api, find_mediawiki_api):
            with pytest.raises(Unreachable):
                find(Connection(url + "/a" * 900))
    assert len(asked) <= 42


@pytest.mark.slow
@pytest.mark.parametrize("header", [b"HTTP/1.1 100 x\r\n\r\n", b"A: a\r\n"])
def test_a_header_without_end_is_not_waited_for(header: bytes) -> None:
    """Each line comes in time; the header never ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def drip() -> None:
        client, _ = listener.accept()
        with client:
            client.recv(65536)
            if header.startswith(b"A"):
                client.sendall(b"HTTP/1.1 200 x\r\n")
            try:
                while not stop.wait(0.05):
                    client.sendall(header)
            except OSError:
                return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    connection = Connection(f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=0.5)
    began = time.monotonic()
    with listener, pytest.raises(Unreachable, match=r"within 0\.5 seconds"):
        connection.get(connection.url)
    stop.set()
    thread.join()
    assert time.monotonic() - began < 3


def test_cookies_are_few_and_plain() -> None:
    """A request can send back those that are kept; a cookie may be renewed again and again."""
    jar = _Cookies()
    request = httpx.Request("GET", "http://wiki.example/")
    for number in range(200):
        for name in (f"a{number}=b", "session=x", "a=\u00e9", "a=" + "b" * 5000):
            headers = [(b"Set-Cookie", name.encode("latin-1"))]
            answer = httpx.Response(200, headers=headers, request=request)
            httpx.Cookies(jar).extract_cookies(answer)
    assert (50, True) == (len(jar), "session" in {cookie.name for cookie in jar})
