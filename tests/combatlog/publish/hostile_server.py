"""A wiki that gives one hostile answer: it is honest until then, and afterwards.

The server writes raw bytes, so that an answer can be anything, HTTP or not.
"""

from __future__ import annotations

import json
import threading
import xmlrpc.client
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from combatlog.export.formats.dokuwiki import DOKUWIKI
from combatlog.export.formats.mediawiki import MEDIAWIKI
from combatlog.export.pages.page_context import PageOptions
from combatlog.publish.credentials import Credentials
from combatlog.publish.dokuwiki_client import DokuWiki
from combatlog.publish.mediawiki_client import MediaWiki
from combatlog.publish.planned_pages import PlannedPage, PlannedReplay
from combatlog.publish.publishing import WikiKind, publish_pages
from combatlog.publish.web_client import Connection
from replay.log.event_log import History
from tests.combatlog.export.pages.given import ADA, STRIKE, WOLVES, campaign, fought

MIA = Credentials("Mia", "secret-7")


class Request(NamedTuple):
    """A request: its method, its address, and its content."""

    method: str
    path: str
    body: str


Answering = Callable[[Request], bytes]
"""Returns the raw bytes of an answer; empty to close the connection."""


def http(
    body: bytes | str = b"", status: int = 200, kind: str = "text/html", *headers: bytes
) -> bytes:
    """Return the bytes of an answer."""
    content = body.encode() if isinstance(body, str) else body
    lines = [
        b"HTTP/1.1 %d Something" % status,
        b"Content-Type: " + kind.encode("latin-1"),
        b"Content-Length: %d" % len(content),
        *headers,
    ]
    return b"\r\n".join([*lines, b"", content])


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def serve(answering: Answering) -> Iterator[str]:
    """Serve these answers on a free port of loopback; yield the address."""

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            try:
                while (request := self._read()) is not None:
                    answer = answering(request)
                    self.wfile.write(answer)
                    if not answer.startswith(b"HTTP/1.1 200 Something\r\n"):
                        return
            except OSError:
                return  # the client has heard enough

        def _read(self) -> Request | None:
            method, _, rest = self.rfile.readline().decode("latin-1").partition(" ")
            length = 0
            while (line := self.rfile.readline().strip().lower()) != b"":
                if line.startswith(b"content-length:"):
                    length = int(line.partition(b":")[2])
            body = self.rfile.read(length).decode()
            return Request(method, rest.rpartition(" ")[0], body) if method else None

    with _Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def answer_as_mediawiki(request: Request) -> Any:
    """Return what a MediaWiki answers, as data; text for a web page. “Old” and its replay exist,
    “New” does not."""
    if request.method == "GET" and "api.php" not in request.path:
        return "<html>The main page</html>"
    if request.method == "GET":
        return {"query": {"general": {"generator": "MediaWiki 1.39.7"}}}
    if is_upload(request):
        return {"upload": {"result": "Success", "filename": "Combatlog_Old.html"}}
    sent = {key: value[0] for key, value in parse_qs(request.body, keep_blank_values=True).items()}
    match sent:
        case {"type": "login"}:
            return {"query": {"tokens": {"logintoken": "t"}}}
        case {"action": "login"}:
            return {"login": {"result": "Success", "lgusername": "Mia"}}
        case {"meta": "tokens"}:
            return {"query": {"tokens": {"csrftoken": "t+\\"}}}
        case {"action": "edit"}:
            return {"edit": {"result": "Success", "title": sent["title"]}}
        case {"action": "purge"}:
            return {"purge": [{"title": "New", "purged": True}]}
        case {"rvprop": "comment"}:
            return {"query": {"pages": [{"title": "Old", "revisions": [{"comment": "More"}]}]}}
        case {"meta": "siteinfo|userinfo"}:
            general = {"uploadsenabled": True, "maxuploadsize": 10**6}
            user = {"id": 1, "name": "Mia", "rights": ["upload", "reupload"]}
            html = [{"ext": "png"}, {"ext": "html"}]
            return {"query": {"general": general, "fileextensions": html, "userinfo": user}}
        case {"prop": "imageinfo", "titles": "File:Combatlog Old.html"}:
            info = {"comment": "combatlog: Old (fight:Old), to #1", "sha1": "0" * 40}
            return {"query": {"pages": [{"title": "File:Old", "imageinfo": [info]}]}}
        case {"prop": "imageinfo", "titles": title}:
            return {"query": {"pages": [{"title": title, "missing": True}], "logevents": []}}
        case {"list": "logevents"}:
            return {"query": {"logevents": []}}
        case {"generator": "allpages", "gapcontinue": _}:
            return {"batchcomplete": True}
        case {"generator": "allpages"}:
            page = {"ns": 0, "title": "Newer/1", "revisions": [{"revid": 8, "sha1": "0" * 40}]}
            more = {"gapcontinue": "Newer/2", "continue": "gapcontinue||"}
            return {"continue": more, "query": {"pages": [page]}}
        case {"titles": titles}:
            main = {"contentmodel": "wikitext", "contentformat": "text/x-wiki", "content": "Text."}
            old = {"title": "Old", "revisions": [{"revid": 7, "slots": {"main": main}}]}
            pages = [
                old if title == "Old" else {"ns": 0, "title": title, "missing": True}
                for title in titles.split("|")
            ]
            return {"batchcomplete": True, "query": {"pages": pages}}
    raise AssertionError(request)


def answer_as_dokuwiki(request: Request) -> Any:
    """Return what a DokuWiki answers, as data; text for a web page. “c:old” and its replay exist,
    “c:new” does not."""
    if request.method == "GET":
        return "<html>The start page</html>"
    arguments: Any
    arguments, method = xmlrpc.client.loads(request.body)
    summary = "combatlog: Old (fight:c:old), to #1"
    version = {"user": "mia", "sum": summary, "version": 1_700_000_000, "type": "E"}
    match method, *arguments:
        case "wiki.getPageInfo", "c:old":
            return {"name": "c:old", "author": "mia", "version": 1_700_000_000}
        case "wiki.getPageInfo", _:
            return xmlrpc.client.Fault(121, "The requested page does not exist")
        case "wiki.getPage", _:
            return "Text."
        case "wiki.getPageVersions", *_:
            return [version, version]
        case "dokuwiki.getPagelist", "c", _:
            return [{"id": "c:old", "rev": 1_700_000_000, "size": 5, "hash": "0" * 32}]
        case "dokuwiki.setLocks", asked:
            return {
                "locked": asked["lock"],
                "lockfail": [],
                "unlocked": asked["unlock"],
                "unlockfail": [],
            }
        case ("dokuwiki.getTime",):
            return 1_800_000_000
        case ("dokuwiki.getVersion",):
            return "Release 2024-02-06"
        case (("dokuwiki.login" | "wiki.putPage"), *_):
            return True
        case "wiki.getAttachments", "c", _:
            return [{"id": "c:combatlog_old.html", "size": 5, "isimg": False}]
        case "wiki.getAttachment", "c:combatlog_old.html":
            return xmlrpc.client.Binary(b'<meta name="generator" content="combatlog">')
        case "wiki.putAttachment", address, *_:
            return address
        case "wiki.aclCheck", _:
            return 8
    raise AssertionError(request)


def is_upload(request: Request) -> bool:
    """Return whether a request uploads a file."""
    form = 'name="action"\r\n\r\nupload\r\n' in request.body
    return form or "<methodName>wiki.putAttachment<" in request.body


def encode(kind: WikiKind, data: Any) -> bytes:
    """Return data as the answer of a wiki."""
    if isinstance(data, str) and data.startswith("<html>"):
        return http(data)
    if kind == "mediawiki":
        return http(json.dumps(data), 200, "application/json; charset=utf-8")
    given = data if isinstance(data, xmlrpc.client.Fault) else (data,)
    text = xmlrpc.client.dumps(given, methodresponse=True, allow_none=True)
    return http(text, 200, "text/xml; charset=utf-8")


HONEST: dict[WikiKind, Callable[[Request], Any]] = {
    "mediawiki": answer_as_mediawiki,
    "dokuwiki": answer_as_dokuwiki,
}

PAGES: dict[WikiKind, tuple[str, str]] = {
    "mediawiki": ("Old", "New"),
    "dokuwiki": ("c:old", "c:new"),
}


def plan_replay(kind: WikiKind, name: str) -> PlannedReplay:
    """Return a replay for the page of this name."""
    format = MEDIAWIKI if kind == "mediawiki" else DOKUWIKI
    address = format.place_file(name, f"combatlog {name.rpartition(':')[2]}.html")
    return PlannedReplay(address, "Linked text.", _play_fight(), PageOptions())


@cache
def _play_fight() -> History:
    there = campaign()
    return History(there.store.read(fought(there, "Bridge", [ADA, WOLVES, *STRIKE])))


def publish_to(url: str, kind: WikiKind, timeout: float = 5.0) -> list[str]:
    """Publish a page that exists and two that do not, with their replays; return what became of
    them, and what is wrong with the replays."""
    connection = Connection(url, timeout=timeout, patience=10, sleep=lambda seconds: None)
    old, new = PAGES[kind]
    pages = [
        PlannedPage(
            f"fight:{name}", name, name, "New text.", {0: 12}, {}, True, plan_replay(kind, name)
        )
        for name in (old, new, f"{new}er")
    ]
    try:
        wiki = (
            MediaWiki(connection, MIA)
            if kind == "mediawiki"
            else DokuWiki(connection, MIA, lambda seconds: None)
        )
        told = []
        for step in publish_pages(wiki, pages):
            told.append(f"{step.outcome} {wiki.page_url(step.address)} {step.problem}")
            told += [step.replay.problem] if step.replay.problem else []
        return told
    finally:
        connection.close()
