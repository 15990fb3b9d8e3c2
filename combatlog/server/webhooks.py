"""Addresses that are told when a fight has ended. They are kept, with what has not reached them
yet, in a file beside the campaign, so that a restart forgets nothing."""

from __future__ import annotations

import base64
import ipaddress
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec.structs import replace

from combatlog.files.safe_write import write_bytes
from events.errors import Refused, Unreadable

ENDING = ".webhooks.json"
"""The ending of the file with the webhooks, behind the campaign's path."""

MOST, LONGEST = 20, 2000
"""The most webhooks of a campaign, and the most characters of an address."""


_GATEWAYS = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "::ffff:0:0:0/96")))
"""Networks whose addresses end in one of version 4: those of NAT64 and SIIT."""

_SET_UP = frozenset(map(ipaddress.ip_address, ("fd00:ec2::254", "168.63.129.16")))
"""Addresses at which rented machines are set up, and which nothing else tells from others."""


class Delivery(msgspec.Struct, frozen=True):
    """What a webhook has to be told: the `id` of the end, the body, and how often it was tried."""

    id: str
    body: str
    tries: int = 0


class Webhook(msgspec.Struct, frozen=True, omit_defaults=True):
    """An address that is told. `since` has the event up to which ends of a fight were told, by the
    fight's id; `fault` is why the last delivery failed."""

    id: str
    url: str
    secret: str
    since: dict[str, int] = {}
    pending: tuple[Delivery, ...] = ()
    fault: str = ""

    @property
    def place(self) -> str:
        """The address as it is shown. Its path may be a secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}/…"


class Webhooks:
    """The webhooks of a campaign. With a `path`, every change is written there before it counts.
    At a public table (`is_public`) they lead to public addresses only."""

    def __init__(self, path: str = "", *, is_public: bool = False) -> None:
        self._path, self.is_public = path, is_public
        self._kept = {each.id: each for each in (_read(path) if path else [])}

    def __iter__(self) -> Iterator[Webhook]:
        return iter([*self._kept.values()])

    def find(self, id: str) -> Webhook | None:
        """Return the webhook of this id, None where it was removed."""
        return self._kept.get(id)

    def add(self, url: str, heads: Mapping[str, int]) -> Webhook:
        """Return a new webhook, with its secret. Ends before these heads of the fights are not
        told. Raises `Refused` for an address that is none."""
        check_url(url, is_public=self.is_public)
        if len(self._kept) >= MOST:
            raise Refused(f"A campaign has at most {MOST} webhooks; remove one first.")
        secret = f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"
        made = Webhook(secrets.token_hex(6), url, secret, {**heads})
        self._write({**self._kept, made.id: made})
        return made

    def remove(self, id: str) -> None:
        """Remove a webhook; it is told nothing more. Raises `Refused`."""
        if id not in self._kept:
            raise Refused("There is no such webhook any more.")
        self._write({key: each for key, each in self._kept.items() if key != id})

    def add_delivery(self, id: str, fight: str, seq: int, delivery: Delivery) -> None:
        """Keep that a webhook has to be told of the end of a fight at event `seq`."""
        hook = self._kept[id]
        since = {**hook.since, fight: seq}
        self._change(replace(hook, since=since, pending=(*hook.pending, delivery)))

    def note_try(self, id: str, delivery: str, fault: str, *, is_over: bool) -> None:
        """Keep that a delivery was tried, and why it failed; `is_over`: it is not tried again."""
        if (hook := self._kept.get(id)) is None:
            return
        pending = tuple(
            replace(each, tries=each.tries + 1) if each.id == delivery else each
            for each in hook.pending
            if not (is_over and each.id == delivery)
        )
        self._change(replace(hook, pending=pending, fault=fault))

    def _change(self, hook: Webhook) -> None:
        self._write({**self._kept, hook.id: hook})

    def _write(self, kept: dict[str, Webhook]) -> None:
        if self._path:
            data = msgspec.json.format(msgspec.json.encode([*kept.values()]))
            write_bytes(self._path, data, force=True)
            Path(self._path).chmod(0o600)
        self._kept = kept


def check_url(url: str, *, is_public: bool) -> None:
    """Raise `Refused` for an address that no webhook may have."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
        httpx.URL(url)
    except (ValueError, httpx.InvalidURL):
        host = None
    if not host or parts.scheme not in ("http", "https") or not url.isascii() or len(url) > LONGEST:
        raise Refused("A webhook is an address that begins with http:// or https://.")
    if parts.username is not None or any(each.isspace() for each in url):
        raise Refused("The address of a webhook has neither a user name nor blanks.")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return
    if not is_allowed(str(address), is_public=is_public):
        raise Refused(f"No webhook may lead to {host}.")


def is_allowed(address: str, *, is_public: bool) -> bool:
    """Return whether a webhook may lead to an address in numbers. A table in one's own network may
    tell programs of this network; nothing tells the addresses at which machines are set up."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        found = _find_inner(found)
    if found in _SET_UP:
        return False
    if found.is_link_local or found.is_multicast or found.is_unspecified:
        return False
    if found.is_loopback or found.is_private:
        return not is_public
    return found.is_global


def _find_inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the address of version 4 that a gateway would make of this one; else this one."""
    if any(address in network for network in _GATEWAYS):
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _read(path: str) -> list[Webhook]:
    """Return what a file of webhooks keeps; nothing if there is none. Raises `Unreadable`."""
    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=list[Webhook])
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable(f"{path} holds no webhooks; move it away, and make them again.") from None
