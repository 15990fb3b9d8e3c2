"""The set-ups of Caddy and nginx in the documentation: what they say is run as it stands, but for
ports and the place of the certificate."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.combatlog.server.certificates import NAME, write_certificate
from tests.combatlog.server.served import PATIENCE, Caller, make_campaign, serve_table
from tests.services.packages import Unavailable, install, skip_or_fail

PAGE = Path(__file__).parents[3] / "docs" / "howto" / "live-table.md"


def read_set_up(name: str, port: int, table: int, folder: Path) -> str:
    """Return a proxy's set-up as the page has it, for these ports."""
    found = re.search(rf"a set-up of {name};.*?```text\n(.*?)^```", PAGE.read_text(), re.S | re.M)
    assert found is not None
    text = found[1].replace("127.0.0.1:8642", f"127.0.0.1:{table}")
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    return text.replace("/etc/letsencrypt/live/table.example", str(folder))


def make_caddy(folder: Path, port: int, table: int) -> list[str]:
    """Write Caddy's files; return its command. It makes a certificate of its own."""
    options = f"admin off\nlocal_certs\nskip_install_trust\nhttps_port {port}\n"
    options += f"auto_https disable_redirects\nstorage file_system {folder}\ndefault_bind 127.0.0.1"
    (folder / "Caddyfile").write_text(
        f"{{\n{options}\n}}\n{read_set_up('Caddy', port, table, folder)}"
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def make_nginx(folder: Path, port: int, table: int) -> list[str]:
    """Write nginx's files; return its command."""
    write_certificate(folder / "fullchain.pem", folder / "privkey.pem")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}"
        f"{read_set_up('nginx', port, table, folder)}}}\n"
    )
    return ["nginx", "-e", str(folder / "log"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


class _Loopback(httpx.HTTPTransport):
    """Reaches the name of the proxy at loopback."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        there = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": NAME},
        )
        return super().handle_request(there)


def open_link(link: str, name: str) -> Caller:
    """Return a browser that has opened a public link."""
    base, _, token = link.partition("/#")
    caller = Caller(base)
    caller.client = httpx.Client(
        base_url=base,
        headers={"origin": base, "sec-fetch-site": "same-origin"},
        transport=_Loopback(verify=False),
        trust_env=False,
        timeout=PATIENCE,
    )
    until = time.monotonic() + PATIENCE
    while True:
        try:
            caller.client.get("/").raise_for_status()
            break
        except httpx.TransportError:
            assert time.monotonic() < until, "the proxy did not come up"
            time.sleep(0.1)
    caller.post("/api/knock", {"shown": token, "name": name})
    return caller


@contextmanager
def run_proxy(command: list[str], folder: Path) -> Iterator[None]:
    """Run a proxy within the context."""
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=os.environ | {"HOME": str(folder)}, stderr=output
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def find_free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "package", "make"),
    [("caddy", "caddy", make_caddy), ("nginx", "nginx-light", make_nginx)],
)
def test_a_stream_comes_through_a_proxy_at_once(
    program: str, package: str, make: Callable[[Path, int, int], list[str]], tmp_path: Path
) -> None:
    """The first event and the next one within a second each; the cookie is for TLS alone."""
    if shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin") is None:
        try:
            install(program, [package])
        except Unavailable as reason:
            skip_or_fail(str(reason))
    make_campaign(tmp_path)
    folder = tmp_path / "proxy"
    folder.mkdir()
    port = find_free_port()
    public = ("--public-url", f"https://{NAME}:{port}")
    with serve_table(tmp_path, "--host", "127.0.0.1", "--port", "0", *public) as served:
        assert served.referee_link.startswith(f"https://{NAME}:{port}/#")
        inside = int(re.search(r":(\d+)", next_address(tmp_path))[1])  # type: ignore[index]
        command = make(folder, port, inside)
        command[0] = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin") or program
        with run_proxy(command, folder):
            referee = open_link(served.referee_link, "Rita")
            assert all(cookie.secure for cookie in referee.client.cookies.jar)
            assert served.table_link == referee.get("/api/table")["door"]["link"]
            began = time.perf_counter()
            with referee.stream("/api/fights/1/stream") as frames:
                last = next(frames)["last"]
                assert time.perf_counter() - began < 1
                said = {"do": "note", "text": "hello", "head": last, "key": "k1"}
                began = time.perf_counter()
                referee.post("/api/fights/1/commands", said)
                assert last < next(frames)["last"]
                assert time.perf_counter() - began < 1
                code, seconds = served.stop()
                assert (0, True) == (code, seconds < 2)


def next_address(folder: Path) -> str:
    """Return the address that a served campaign notes beside itself."""
    return (folder / "harbour.combatlog.served").read_text()
