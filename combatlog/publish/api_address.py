"""The address of a wiki's API, from any address of the wiki: its main page, an article, or the API
itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import chain, islice
from urllib.parse import urlsplit, urlunsplit

from combatlog.publish.web_client import Answer, Connection, parse_origin, resolve_link
from combatlog.publish.wiki import Unreachable

_LINK = re.compile(r"<link\s[^<>]*>", re.IGNORECASE)
_IS_EDIT_URI = re.compile(r"""\brel=["']?EditURI\b""", re.IGNORECASE)
_HREF = re.compile(r"""\bhref=["']([^"']{1,2000})["']""", re.IGNORECASE)
_DOKU_BASE = re.compile(r"""\bDOKU_BASE\s*=\s*["']([^"']*)["']""")
_DOKU_LINK = re.compile(r"""["']([^"']*/)lib/exe/""")
"""These patterns never run over what the next match could begin with, so that a page is searched
in a time that is linear in its length."""

_MAX_PLACES = 20
"""How many addresses are tried."""

VERSION_CALL = (
    '<?xml version="1.0"?><methodCall><methodName>dokuwiki.getVersion</methodName>'
    "<params/></methodCall>"
)


def find_mediawiki_api(connection: Connection) -> str:
    """Return the address of `api.php`. Raises `Unreachable` if there is none."""

    def answers(url: str) -> str:
        asked = {"action": "query", "meta": "siteinfo", "format": "json"}
        answer = connection.get(url, asked)
        found = '"generator":"MediaWiki' in answer.text.replace(" ", "")
        private = '"readapidenied"' in answer.text
        return _strip_query(answer.url) if found or private else ""

    ways = (_find_mediawiki_links, lambda page: _list_usual_places(page, ("api.php", "w/api.php")))
    return _find_api(connection, "api.php", ways, answers, "MediaWiki")


def find_dokuwiki_api(connection: Connection) -> str:
    """Return the address of `lib/exe/xmlrpc.php`. Raises `Unreachable` if there is none."""

    def answers(url: str) -> str:
        headers = {"Content-Type": "text/xml"}
        answer = connection.post(url, content=VERSION_CALL, headers=headers)
        is_rpc = "<methodResponse>" in answer.text or answer.status in (401, 403)
        return url if is_rpc else ""

    ways = (_find_dokuwiki_links, lambda page: _list_usual_places(page, ("lib/exe/xmlrpc.php",)))
    return _find_api(connection, "lib/exe/xmlrpc.php", ways, answers, "DokuWiki")


def _find_api(
    connection: Connection,
    path: str,
    ways: tuple[Callable[[Answer], Iterator[str]], ...],
    answers: Callable[[str], str],
    name: str,
) -> str:
    """Return the first address that answers as an API does."""
    if urlsplit(connection.url).path.endswith(path):
        if api := answers(_strip_query(connection.url)):
            return api
        raise Unreachable(f"{connection.url} does not answer as the API of a {name}.")
    page = connection.get(connection.url)
    places = (url for way in ways for url in islice(way(page), _MAX_PLACES) if url)
    for url in islice(dict.fromkeys(places), _MAX_PLACES):
        if parse_origin(url) != parse_origin(page.url):
            raise Unreachable(
                f"The wiki at {connection.url} has its API at {url}; name that with --url if"
                " you trust it."
            )
        if api := answers(url):
            return api
    raise Unreachable(
        f"No {name} was found at {connection.url} (no {path} answers there); look at the address."
    )


def _find_mediawiki_links(page: Answer) -> Iterator[str]:
    """Yield the addresses of the API that a page of the wiki names in its head."""
    for link in _LINK.finditer(page.text):
        href = _HREF.search(link[0]) if _IS_EDIT_URI.search(link[0]) else None
        if href is None or not (url := resolve_link(page.url, _unescape(href[1]))):
            continue
        there, same = urlsplit(url), urlsplit(page.url)
        if there.hostname == same.hostname and there.scheme != same.scheme:
            there = there._replace(scheme=same.scheme, netloc=same.netloc)
        yield _strip_query(urlunsplit(there))


def _unescape(text: str) -> str:
    """Return HTML as text; empty if it names a character by a number of thousands of digits."""
    try:
        return unescape(text)
    except ValueError:
        return ""


def _find_dokuwiki_links(page: Answer) -> Iterator[str]:
    """Yield addresses of the API below the folder from which a page of the wiki loads its
    scripts."""
    for found in chain(_DOKU_BASE.finditer(page.text), _DOKU_LINK.finditer(page.text)):
        yield resolve_link(page.url, f"{found[1].rstrip('/')}/lib/exe/xmlrpc.php")


def _list_usual_places(page: Answer, paths: tuple[str, ...]) -> Iterator[str]:
    """Yield the usual addresses, from the given one up to the root of the server."""
    parts = urlsplit(page.url)
    folders = [part for part in parts.path.split("/") if part]
    for count in range(len(folders), -1, -1):
        for path in paths:
            whole = "/" + "/".join([*folders[:count], path])
            yield urlunsplit((parts.scheme, parts.netloc, whole, "", ""))


def _strip_query(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(query="", fragment=""))
