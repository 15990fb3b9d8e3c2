"""Where a table is found: the address on this machine, the one for phones, and the names that it
answers to.

The address in the local network is found without sending anything.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from events.errors import Refused

DEFAULT_PORT = 8642

_NEIGHBOURS = 20
"""How many ports are tried if none was asked for."""

_ELSEWHERE = ("192.0.2.1", "10.0.0.1", "172.16.0.1", "192.168.0.1")
"""Addresses to ask the system for the way to. Nothing is sent there."""

_ELSEWHERE_6 = ("2001:db8::1", "fd00::1")
"""The same for a network with IPv6 alone."""

EVERYWHERE, EVERYWHERE_6 = "0.0.0.0", "::"
"""All addresses of this machine; the second also takes in those of IPv6."""

_INTERFACE_ADDRESS = 0x8915
"""Linux's question for the address of an interface."""


class Address(NamedTuple):
    """Where a table is found: `local` on this machine, `shared` on phones (the same where no
    network was found), and the `hosts` that it is called by. Addresses end without a slash."""

    local: str
    shared: str
    hosts: frozenset[str]

    @property
    def is_shared(self) -> bool:
        """Whether other machines can reach the table."""
        return self.local != self.shared


def bind(host: str, port: int | None) -> socket.socket:
    """Return a socket bound to a port; without one, to the default port or a free one near it.
    Raises `Refused` where that is impossible. Where the local network has IPv6 alone, all addresses
    of this machine are those of IPv6, too."""
    if host == EVERYWHERE and ":" in find_lan_address():
        host = EVERYWHERE_6
    if port is not None:
        return _bind(host, port)
    for each in range(DEFAULT_PORT, DEFAULT_PORT + _NEIGHBOURS):
        try:
            return _bind(host, each)
        except PortInUse:
            continue
    return _bind(host, 0)


class PortInUse(Refused):
    """Another program listens at the port."""


def _bind(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError, OverflowError):
        raise Refused(f"“{host}” is no address of this machine; leave --host away.") from None
    family, kind, protocol, _, place = found[0]
    listener = socket.socket(family, kind, protocol)
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if host == EVERYWHERE_6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        listener.bind(place)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise _explain(error, host, port) from None
    return listener


def _explain(error: OSError, host: str, port: int) -> Refused:
    """Return why a port cannot be had, in one sentence."""
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"Port {port} is in use by another program; choose another one with --port, or leave"
            " --port away."
        )
    if error.errno == errno.EACCES:
        return Refused(f"You may not use port {port}; choose one above 1023 with --port.")
    if error.errno == errno.EADDRNOTAVAIL:
        return Refused(f"“{host}” is no address of this machine; leave --host away.")
    return Refused(f"Nobody can be served at {host}, port {port}: {error.strerror}.")


def find_address(listener: socket.socket, *, is_secure: bool, public_url: str) -> Address:
    """Return where a bound socket is found. Raises `Refused` for a public address that is none."""
    host, port = listener.getsockname()[:2]
    scheme = "https" if is_secure else "http"
    anywhere = host in (EVERYWHERE, EVERYWHERE_6)
    own = "127.0.0.1" if anywhere else host
    lan = (find_lan_address() or own) if anywhere else own
    local, shared = (f"{scheme}://{_write_host(each)}:{port}" for each in (own, lan))
    hosts = {"localhost", own, lan, *_list_own_names()}
    if public_url:
        shared, name = read_public_url(public_url)
        hosts.add(name)
    return Address(local, shared, frozenset(hosts))


def make_link(address: str, token: str) -> str:
    """Return the link that shows a token. It stands behind `#`, which browsers send nowhere."""
    return f"{address}/#{token}"


def read_public_url(url: str) -> tuple[str, str]:
    """Return a public address without a slash at its end, and the host in it. Raises `Refused`."""
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or parts.path.strip("/"):
        raise Refused(
            f"“{url}” is no public address; write it like https://table.example, without a folder."
        )
    if parts.query or parts.fragment or parts.username is not None:
        raise Refused(f"“{url}” has more than a public address; write https://{host} alone.")
    return f"{parts.scheme}://{parts.netloc}", host.casefold()


def find_lan_address() -> str:
    """Return this machine's address in the local network, of IPv6 only where there is no other;
    empty if it has none."""
    found = [
        *_find_ways(socket.AF_INET, _ELSEWHERE),
        *_list_interface_addresses(),
        *_find_ways(socket.AF_INET6, _ELSEWHERE_6),
    ]
    return next(filter(_is_for_others, found), "")


def _find_ways(family: socket.AddressFamily, elsewhere: Iterable[str]) -> Iterator[str]:
    """Yield the own addresses on the way to others. Nothing is sent."""
    for there in elsewhere:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((there, 9))
                yield str(asked.getsockname()[0])
        except OSError:
            continue


def _list_interface_addresses() -> Iterator[str]:
    """Yield the addresses of the interfaces, on Linux: a network without a way out has no
    route."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                found = ioctl(asked, _INTERFACE_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            yield socket.inet_ntoa(found[20:24])


def _is_for_others(address: str) -> bool:
    found = ipaddress.ip_address(address)
    alone = found.version == 6 and found.is_link_local  # no link can name its interface
    return not (found.is_loopback or found.is_unspecified or alone)


def _list_own_names() -> Iterator[str]:
    """Yield the names of this machine in its network."""
    name = socket.gethostname().casefold()
    if name:
        yield name
        yield f"{name.partition('.')[0]}.local"


def _write_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def cut_port(host: str) -> str:
    """Return the name in a `Host` header, without its port, in small letters."""
    name, colon, port = host.rpartition(":")
    if not colon or not (port.isdecimal() or not port) or host.endswith("]"):
        name = host
    return name.strip("[]").casefold()


def is_in_numbers(host: str) -> bool:
    """Return whether a host is an address in numbers, which no name server can change."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
