"""Addresses that are told when a fight has ended. They are kept, with what has not reached them
yet, beside the campaign, so that a restart forgets nothing."""

from __future__ import annotations

import base64
import ipaddress
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Protocol
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec.structs import replace

from events.errors import Refused

MOST, LONGEST = 20, 2000
"""The most webhooks of a campaign, and the most characters of an address."""

BEAT, GONE = 5.0, 30.0
"""The server that tells says so again after so many seconds. After so many without it, another one
takes over; that is longer than it has for one delivery."""

TRIES = 5
"""How often a server says that it tells, where others change the webhooks at the same moment."""

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


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept: the webhooks, and the server that tells them (`sender`, empty: none), which
    counts its `beat` up for as long as it does."""

    hooks: tuple[Webhook, ...] = ()
    sender: str = ""
    beat: int = 0


class HookStore(Protocol):
    """Where the webhooks of a campaign are kept. Each change makes the next version of them. Where
    it `is_shared`, other servers change them, too."""

    @property
    def is_shared(self) -> bool: ...

    def read(self, known: int) -> tuple[int, Kept] | None:
        """Return the last version and what is kept; None if that is the version that is known."""
        ...

    def write(self, version: int, kept: Kept) -> bool:
        """Keep this as the version behind `version`; return whether it is kept. It is not where
        another server has made that version first."""
        ...


class MemoryHooks:
    """Webhooks that are gone after the end, for tests."""

    is_shared = False

    def read(self, known: int) -> tuple[int, Kept] | None:
        return None

    def write(self, version: int, kept: Kept) -> bool:
        return True


class Webhooks:
    """The webhooks of a campaign. Every change is kept in the store before it counts; where other
    servers have changed them meanwhile, it is made again with theirs. At a public table
    (`is_public`) they lead to public addresses only.

    Of several servers one alone tells them. It says again and again that it does; another one takes
    over when it has not said so for a while. `clock` counts seconds."""

    def __init__(
        self,
        store: HookStore | None = None,
        *,
        is_public: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self.is_public, self._clock = store or MemoryHooks(), is_public, clock
        self._me = secrets.token_hex(8)
        self._version, self._kept = 0, Kept()
        self._lock = Lock()
        self._beat_at = self._clock()
        """When the last beat of the sender was said or heard."""
        self.refresh()

    def __iter__(self) -> Iterator[Webhook]:
        return iter(self._kept.hooks)

    def find(self, id: str) -> Webhook | None:
        """Return the webhook of this id, None where it was removed."""
        return next((each for each in self._kept.hooks if each.id == id), None)

    def refresh(self) -> bool:
        """Take in what other servers have changed; return whether anything is new. Raises
        `CampaignError`."""
        with self._lock:
            return self._refresh()

    def hold(self) -> bool:
        """Return whether this server tells the webhooks; become the one that does, if there is no
        other one. Raises `CampaignError`."""
        if not self._store.is_shared:
            return True
        with self._lock:
            for _ in range(TRIES):
                age, sender = self._clock() - self._beat_at, self._kept.sender
                if sender == self._me and age < BEAT:
                    return True
                if sender not in ("", self._me) and (age < GONE or self._refresh()):
                    return False
                kept = self._kept
                if self._write(replace(kept, sender=self._me, beat=kept.beat + 1)):
                    self._beat_at = self._clock()
                    return True
                self._refresh()
            return False

    def let_go(self) -> None:
        """Leave telling the webhooks to another server. Raises `CampaignError`."""
        if self._store.is_shared and self._kept.sender == self._me:
            self._change(lambda kept: replace(kept, sender="") if kept.sender == self._me else kept)

    def add(self, url: str, heads: Mapping[str, int]) -> Webhook:
        """Return a new webhook, with its secret. Ends before these heads of the fights are not
        told. Raises `Refused` for an address that is none."""
        check_url(url, is_public=self.is_public)
        secret = f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"
        made = Webhook(secrets.token_hex(6), url, secret, {**heads})

        def change(kept: Kept) -> Kept:
            if len(kept.hooks) >= MOST:
                raise Refused(f"A campaign has at most {MOST} webhooks; remove one first.")
            return replace(kept, hooks=(*kept.hooks, made))

        self._change(change)
        return made

    def remove(self, id: str) -> None:
        """Remove a webhook; it is told nothing more. Raises `Refused`."""

        def change(kept: Kept) -> Kept:
            left = tuple(each for each in kept.hooks if each.id != id)
            if len(left) == len(kept.hooks):
                raise Refused("There is no such webhook any more.")
            return replace(kept, hooks=left)

        self._change(change)

    def add_delivery(self, id: str, fight: str, seq: int, delivery: Delivery) -> None:
        """Keep that a webhook has to be told of the end of a fight at event `seq`, if it is still
        there and nobody has kept that."""

        def change(hook: Webhook) -> Webhook:
            if hook.since.get(fight, 0) >= seq:
                return hook
            since = {**hook.since, fight: seq}
            return replace(hook, since=since, pending=(*hook.pending, delivery))

        self._change_hook(id, change)

    def note_try(self, id: str, delivery: str, fault: str, *, is_over: bool) -> None:
        """Keep that a delivery was tried, and why it failed; `is_over`: it is not tried again."""

        def change(hook: Webhook) -> Webhook:
            pending = tuple(
                replace(each, tries=each.tries + 1) if each.id == delivery else each
                for each in hook.pending
                if not (is_over and each.id == delivery)
            )
            return replace(hook, pending=pending, fault=fault)

        self._change_hook(id, change)

    def _change_hook(self, id: str, change: Callable[[Webhook], Webhook]) -> None:
        """Change a webhook, if it is still there."""

        def change_all(kept: Kept) -> Kept:
            hooks = tuple(change(each) if each.id == id else each for each in kept.hooks)
            return kept if hooks == kept.hooks else replace(kept, hooks=hooks)

        self._change(change_all)

    def _change(self, change: Callable[[Kept], Kept]) -> None:
        """Keep what a change makes of what is kept, and of what others have made of it."""
        with self._lock:
            while True:
                try:
                    kept = change(self._kept)
                except Refused:
                    if self._refresh():
                        continue
                    raise
                if kept is self._kept or self._write(kept):
                    return
                self._refresh()

    def _write(self, kept: Kept) -> bool:
        is_written = self._store.write(self._version, kept)
        if is_written:
            self._version, self._kept = self._version + 1, kept
        return is_written

    def _refresh(self) -> bool:
        found = self._store.read(self._version)
        if found is None:
            return False
        was = self._kept
        self._version, self._kept = found
        if (was.sender, was.beat) != (self._kept.sender, self._kept.beat):
            self._beat_at = self._clock()
        return True


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
