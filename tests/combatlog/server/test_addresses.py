"""Where a table is found."""

from __future__ import annotations

import socket

import pytest

from combatlog.server import addresses
from combatlog.server.addresses import bind, find_address, find_lan_address, read_public_url
from events.errors import Refused


def test_phones_get_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine's browser gets the loopback address."""
    monkeypatch.setattr(addresses, "find_lan_address", lambda: "192.168.1.23")
    with bind("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        address = find_address(listener, is_secure=False, public_url="")
    assert f"http://127.0.0.1:{port}" == address.local
    assert f"http://192.168.1.23:{port}" == address.shared
    assert {"localhost", "127.0.0.1", "192.168.1.23"} <= address.hosts


def test_one_address_of_this_machine_serves_all_links() -> None:
    """As `--host 127.0.0.1` wants it behind a proxy."""
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        address = find_address(listener, is_secure=True, public_url="")
    assert address.local == address.shared == f"https://127.0.0.1:{port}"
    assert not address.is_shared


def test_a_public_address_is_in_the_links_and_allowed() -> None:
    """Its port, too."""
    with bind("127.0.0.1", 0) as listener:
        address = find_address(listener, is_secure=False, public_url="https://Table.example:8443/")
    assert "https://Table.example:8443" == address.shared
    assert "table.example" in address.hosts


@pytest.mark.parametrize(
    "url",
    ["table.example", "ftp://a.example", "https://", "https://a.example/x", "https://a:b", "x y"],
)
def test_what_is_no_public_address_is_refused(url: str) -> None:
    """With an example of one."""
    with pytest.raises(Refused, match="is no public address; write it like https://"):
        read_public_url(url)


@pytest.mark.parametrize("url", ["https://a.example/?x=1", "https://u:p@a.example"])
def test_a_public_address_has_nothing_else(url: str) -> None:
    """Neither a query nor a password."""
    with pytest.raises(Refused, match=r"write https://a\.example alone"):
        read_public_url(url)


def test_the_network_address_is_found_without_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a way anywhere there may be none; a loopback address is none."""
    sent: list[object] = []
    for name in ("send", "sendto", "sendmsg", "sendall"):
        monkeypatch.setattr(
            socket.socket, name, lambda self, *args: sent.append(args), raising=False
        )
    found = find_lan_address()
    assert not found.startswith("127.")
    assert [] == sent


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("table.local:8642", "table.local"),
        ("Table.Local", "table.local"),
        ("[::1]:80", "::1"),
        ("[::1]", "::1"),
        ("", ""),
        ("a:b:c", "a:b:c"),
    ],
)
def test_the_port_is_cut_off_a_host(host: str, name: str) -> None:
    """In small letters."""
    assert name == addresses.cut_port(host)


def test_the_default_port_gives_way_to_a_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all neighbours are in use, any free port is taken."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(addresses, "DEFAULT_PORT", taken)
        with pytest.raises(Refused, match=f"Port {taken} is in use by another program"):
            bind("127.0.0.1", taken)
        monkeypatch.setattr(addresses, "_NEIGHBOURS", 1)
        with bind("127.0.0.1", None) as listener:
            assert taken != listener.getsockname()[1]


def test_a_network_with_ipv6_alone_has_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones get an address in brackets; this machine reaches the table by IPv4 all the same."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("This machine has no IPv6.")
    ways = {socket.AF_INET: [], socket.AF_INET6: ["fe80::1", "2001:db8::23"]}
    monkeypatch.setattr(addresses, "_find_ways", lambda family, _: ways[family])
    monkeypatch.setattr(addresses, "_list_interface_addresses", lambda: ["127.0.0.1"])
    with bind("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        address = find_address(listener, is_secure=False, public_url="")
        socket.create_connection(("127.0.0.1", port), 5).close()
        socket.create_connection(("::1", port), 5).close()
    assert f"http://[2001:db8::23]:{port}" == address.shared
    assert f"http://127.0.0.1:{port}" == address.local
    assert "2001:db8::23" in address.hosts
