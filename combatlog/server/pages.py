"""The files of the page: one HTML for everybody, its scripts and styles.

Only the files that are known at the start are served, as they were then. The page may load nothing
from elsewhere, and run no script but these files.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from combatlog.server.live_page import POLICY, render_hall_page, render_live_page
from projections.narrative.phrasebook import load_phrasebook

HEADERS = {
    "cache-control": "no-cache",
    "vary": "accept-encoding",
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
"""The content types, by the ending of a file. Other files are not served."""

_HTML = "text/html; charset=utf-8"


class Part(NamedTuple):
    """A file of the page: its content type, its bytes, compressed bytes and tag."""

    type: str
    content: bytes
    packed: bytes
    tag: str


def make_page_routes(first: str = "/") -> list[Route]:
    """Return the routes of the pages. `first` is the part that stands at the root."""

    async def answer_first(request: Request) -> Response:
        return _answer_part(request, first)

    return [
        Route("/", answer_first, methods=["GET"]),
        Route("/page/{path:path}", _answer, methods=["GET"]),
    ]


async def _answer(request: Request) -> Response:
    """Answer with a file of the page."""
    return _answer_part(request, request.url.path)


def _answer_part(request: Request, path: str) -> Response:
    """Answer with a part; without its content where the browser has it already."""
    part = read_parts().get(path)
    if part is None:
        return Response("There is no such page at this table.", 404, HEADERS, "text/plain")
    headers = {**HEADERS, "etag": part.tag}
    known = {tag.strip() for tag in request.headers.get("if-none-match", "").split(",")}
    if part.tag in known:
        return Response(status_code=304, headers=headers)
    content = part.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = part.packed, "gzip"
    return Response(content, 200, {**headers, "content-type": part.type})


@cache
def read_parts() -> dict[str, Part]:
    """Return every file of the page by its path in the address."""
    replay = resources.files("combatlog.export.html_replay")
    page = resources.files("combatlog.server") / "page"
    return {
        "/": _make_part(_HTML, render_live_page(load_phrasebook()).encode()),
        "/campaigns": _make_part(_HTML, render_hall_page(load_phrasebook()).encode()),
        **_read_folder(replay / "script", "/page/"),
        **_read_folder(replay / "style", "/page/style/"),
        **_read_folder(page, "/page/"),
    }


def _read_folder(folder: Traversable, under: str) -> dict[str, Part]:
    return {
        f"{under}{path}": _make_part(type, file.read_bytes())
        for path, file in _walk(folder, "")
        if (type := TYPES.get(PurePosixPath(path).suffix)) is not None
    }


def _walk(folder: Traversable, under: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the files of a folder with their paths."""
    for each in folder.iterdir():
        if each.is_dir():
            yield from _walk(each, f"{under}{each.name}/")
        else:
            yield f"{under}{each.name}", each


def _make_part(type: str, content: bytes) -> Part:
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
    return Part(type, content, gzip.compress(content, 6, mtime=0), tag)
