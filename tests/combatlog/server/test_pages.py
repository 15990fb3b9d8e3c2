"""The page's files: only known ones, with the right types, tags and headers."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator

import pytest
from starlette.types import Message

from combatlog.export.html_replay.page import SCRIPTS, STYLES
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.pages import read_parts
from combatlog.server.seats import Seats
from combatlog.server.table import Table
from combatlog.server.writer import InlineWriter
from events.errors import NoCampaign


def fetch(path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""

    def no_campaign() -> None:
        raise NoCampaign("")

    app = make_app(Server(Table(no_campaign, InlineWriter()), Seats()), {"table.local"})  # type: ignore[arg-type]
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)

    every = {"host": "table.local", **{name.replace("_", "-"): headers[name] for name in headers}}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in every.items()],
        "client": ("127.0.0.1", 1),
        "server": ("table.local", 80),
    }

    async def ask() -> None:
        await app(scope, receive, send)

    asyncio.run(ask())
    start, *rest = said
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], answered, b"".join(each.get("body", b"") for each in rest)


@pytest.mark.parametrize(
    ("path", "type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/page/live/start.js", "text/javascript; charset=utf-8"),
        ("/page/stage/dom.js", "text/javascript; charset=utf-8"),
        ("/page/replay/player.js", "text/javascript; charset=utf-8"),
        ("/page/style/colours.css", "text/css; charset=utf-8"),
        ("/page/live.css", "text/css; charset=utf-8"),
    ],
)
def test_a_file_comes_with_its_type_and_a_tag(path: str, type: str) -> None:
    """Whoever shows the tag gets 304 and no content."""
    status, headers, content = fetch(path)
    assert (200, type) == (status, headers["content-type"])
    assert "nosniff" == headers["x-content-type-options"]
    assert content
    status, again, nothing = fetch(path, if_none_match=f'"other", {headers["etag"]}')
    assert (304, b"", headers["etag"]) == (status, nothing, again["etag"])


def test_the_page_may_load_and_run_its_own_files_alone() -> None:
    """Its policy says so, and its HTML has neither script nor style in it."""
    _, headers, content = fetch("/")
    policy = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert "unsafe" not in headers["content-security-policy"]
    html = content.decode()
    assert not re.search(r"<style|<script(?![^>]*(\ssrc=|json|text/plain))|\son\w+=|\sstyle=", html)
    for path in re.findall(r'(?:src|href)="(/[^"]*)"', html):
        assert path in read_parts()


@pytest.mark.parametrize(
    "path",
    [
        "/page/",
        "/page/hands.html",
        "/page/../app.py",
        "/page/live/../../seats.py",
        "/page/live/%2e%2e/seats.py",
        "/page/template.html",
        "/page//etc/passwd",
        "/favicon.ico",
    ],
)
def test_nothing_but_known_files_is_served(path: str) -> None:
    """Neither code nor anything else of the disk."""
    assert 404 == fetch(path)[0]
    assert 405 == fetch("/", "POST")[0]


def test_all_of_the_replays_modules_are_served() -> None:
    """And each of their imports, by its path from there."""
    parts = read_parts()
    assert {f"/page/{name}.js" for name in SCRIPTS} <= parts.keys()
    assert {f"/page/style/{name}.css" for name in STYLES} <= parts.keys()
    assert set(list_imports()) <= parts.keys()


def list_imports() -> Iterator[str]:
    """Yield the paths that the modules import."""
    for path, part in read_parts().items():
        if path.endswith(".js"):
            folder = path.rpartition("/")[0]
            for name in re.findall(r'^import [^"]*"(\.[^"]+)"', part.content.decode(), re.M):
                place = folder.rpartition("/")[0] if name.startswith("../") else folder
                yield f"{place}/{name.removeprefix('../').removeprefix('./')}"


def test_a_browser_that_can_unpack_gets_less() -> None:
    """The content is the same."""
    _, plain, content = fetch("/page/replay/player.js")
    _, headers, packed = fetch("/page/replay/player.js", accept_encoding="br, gzip")
    assert ("gzip", "content-encoding" in plain) == (headers["content-encoding"], False)
    assert content == gzip.decompress(packed)
    assert len(packed) < len(content) / 1.5


def test_names_that_are_not_the_tables_are_refused() -> None:
    """A page of another site could bind its name to this machine; an address in numbers it
    cannot."""
    for host in ("evil.example", "evil.example:8642", "127.0.0.1.evil.example", ""):
        assert 421 == fetch("/", host=host)[0]
    for host in ("table.local:8642", "TABLE.local", "192.168.1.4:8642", "127.0.0.1", "[::1]:80"):
        assert 200 == fetch("/", host=host)[0]
    assert 200 == fetch("/", host="[fe80::1]")[0]
