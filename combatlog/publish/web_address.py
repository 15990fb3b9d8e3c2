"""Web addresses: checked when they come from a person, and when they come from a server."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urljoin, urlsplit

from events.errors import Refused

_LONGEST = 2000
"""The most characters of an address that a server names."""


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
