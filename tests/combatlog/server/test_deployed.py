"""What `deploy/` sets up, run without containers: its proxy before two servers that are restarted,
and a server as the image runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from combatlog.app.campaign import open
from tests.combatlog.server.served import PATIENCE, Caller, make_campaign_at
from tests.combatlog.server.test_rolling_restart import (
    Phone,
    Servers,
    join,
    play,
    wait_for_answers,
)
from tests.history.checker import History
from tests.history.writers import read_log
from tests.services.packages import Unavailable, install, skip_or_fail
from tests.services.postgres import Postgres
from tests.services.server import find_free_port

DEPLOY = Path(__file__).parents[3] / "deploy"


@contextmanager
def run_proxy(folder: Path, ports: list[int]) -> Iterator[int]:
    """Run Caddy as deploy/Caddyfile says, before servers at these ports; yield its port."""
    if shutil.which("caddy") is None:
        try:
            install("Caddy", ("caddy",))
        except Unavailable as reason:
            skip_or_fail(str(reason))
    port = find_free_port()
    said = {
        "ADDRESS": f"http://127.0.0.1:{port}",
        "TABLES": " ".join(f"127.0.0.1:{each}" for each in ports),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = ["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | said, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"{said['ADDRESS']}/readyz", trust_env=False).status_code == 200:
                    break
            except httpx.TransportError:
                pass
            assert time.monotonic() < until, (folder / "caddy.log").read_text()[-2000:]
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_behind_the_proxy_no_request_fails_during_a_rolling_restart(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """Each server is not ready for longer than the proxy needs to see it, before it takes no more
    requests. Everybody plays through the proxy alone."""
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    servers = Servers(tmp_path, place, drain=3.0)
    history = History()
    try:
        referee = Caller.follow(servers.running[0].referee_link, "Rita")
        people = [join(referee, servers.running[0], f"Olga {number}") for number in range(4)]
        with run_proxy(tmp_path, servers.ports) as port:
            servers.doors = [port, port]
            phones = [Phone(people[0], servers.doors, 0) for _ in range(2)]
            with play(servers, people, history):
                for number in (0, 1):
                    wait_for_answers(servers, 0)
                    servers.restart(number)
                    time.sleep(2.5)  # until the proxy has seen that it is ready again
            with open(place) as campaign:
                log = read_log([*campaign.store.rows(campaign.store.fights()[0])])
            for phone in phones:
                phone.wait_for(len(log))
    finally:
        servers.close()
    assert [] == [phone.gaps for phone in phones if phone.gaps]
    assert [] == servers.failed
    assert 50 < len(history.said)
    assert [] == history.find_faults(log)


SEALED = (
    "mount --bind / / && mount -o remount,bind,ro / && cd / && exec setpriv --reuid 10001"
    ' --regid 10001 --clear-groups --bounding-set -all --no-new-privs "$@"'
)
"""Runs a command as the image does: on a file system that nobody can write to, as a user without
rights."""


def test_a_server_needs_no_rights_and_no_disk(postgres: Postgres, empty_database: str) -> None:
    """User 10001 on a read-only file system serves a campaign in a database."""
    if shutil.which("unshare") is None or os.geteuid() != 0:
        pytest.skip("only root can seal a file system")
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    port = find_free_port()
    settings = {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(Path(__file__).parents[3]),
        "COMBATLOG_CAMPAIGN": place,
        "COMBATLOG_BY": "table",
        "COMBATLOG_SERVE_PORT": str(port),
        "COMBATLOG_SERVE_NO_BROWSER": "1",
        "COMBATLOG_SERVE_LOG": "json",
    }
    command = [sys.executable, "-m", "combatlog", "serve"]
    process = subprocess.Popen(
        ["unshare", "--mount", "sh", "-c", SEALED, "sh", *command],
        env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False, timeout=10)
                break
            except httpx.TransportError:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < until
                time.sleep(0.1)
        status = Path(f"/proc/{process.pid}/status").read_text()
        assert (200, "ready\n") == (answer.status_code, answer.text)
        assert "\nUid:\t10001\t10001\t10001\t10001\n" in status
        assert "\nCapEff:\t0000000000000000\n" in status
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (0, "") == (process.returncode, out)
    assert 3 == len(err.splitlines()), err
