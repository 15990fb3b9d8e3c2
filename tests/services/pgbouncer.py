"""PgBouncer of Debian's package, in front of a PostgreSQL server of the tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services.packages import Unavailable, install
from tests.services.postgres import ROLE, Postgres
from tests.services.server import find_free_port


@contextmanager
def run_pgbouncer(postgres: Postgres, mode: str, size: int = 3) -> Iterator[int]:
    """Run a pooler within the context; yield its port. `mode` is when it gives a session to the
    next one: “session” or “transaction”; `size` how many sessions it has. Raises `Unavailable`."""
    program = _find_program()
    folder = Path(tempfile.mkdtemp(prefix="combatlog-pgbouncer-"))
    port = find_free_port()
    (folder / "users.txt").write_text(f'"{ROLE}" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={postgres.port}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = trust\nauth_file = {folder}/users.txt\npool_mode = {mode}\n"
        f"default_pool_size = {size}\nmax_client_conn = 200\nlogfile = {folder}/log\n"
    )
    folder.chmod(0o755)
    as_user = []
    if os.geteuid() == 0:  # it refuses to run as root
        as_user = ["runuser", "-u", "postgres", "--"]
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, "postgres")
    process = subprocess.Popen(
        [*as_user, program, "-q", str(folder / "pgbouncer.ini")],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
    )  # fmt: skip
    try:
        _wait_for(port, folder / "log")
        yield port
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder)


def _wait_for(port: int, log: Path) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    said = log.read_text()[-500:] if log.exists() else ""
    raise Unavailable(f"PgBouncer did not come up: {said}")


def _find_program() -> str:
    if (found := _look()) is None:
        install("PgBouncer", ("pgbouncer",))
    if (found := _look()) is None:
        raise Unavailable("PgBouncer was installed, and its program was not found.")
    return found


def _look() -> str | None:
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")
