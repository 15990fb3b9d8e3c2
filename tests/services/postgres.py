"""A PostgreSQL server on loopback, of Debian's packages, and databases in it."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from psycopg import sql

from events.store.postgres_schema import APPEND_ONLY, migrate
from tests.services.packages import Unavailable, install
from tests.services.server import find_free_port

ROLE = "table"
"""The role that the program runs under; `postgres` owns the tables."""


class Postgres:
    """A running server. It keeps its promises about the disk only where `durable` is set."""

    def __init__(self, durable: bool = False) -> None:
        # Not in pytest's folder: the server's user may not enter that.
        self.folder = folder = Path(tempfile.mkdtemp(prefix="combatlog-postgres-"))
        folder.chmod(0o755)
        self.port = find_free_port()
        self.binaries = _find_binaries()
        self.data = folder / "data"
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "-E", "UTF8",
                 "--locale=C.UTF-8", "--no-sync")  # fmt: skip
        lazy = "" if durable else "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n"
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\n"
                f"unix_socket_directories = ''\nmax_connections = 200\n{lazy}"
            )
        self.start()

    def run(self, program: str, *options: str) -> None:
        """Run one of PostgreSQL's programs as the user that it wants."""
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*as_user, str(self.binaries / program), *options]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, cwd="/",
        )  # fmt: skip
        if done.returncode:
            raise Unavailable(f"PostgreSQL's {program} failed: {done.stderr.strip()[-500:]}")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        log = str(self.folder / "data" / "server.log")
        self.run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-t", "60", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: `fast`, or `immediate`, which is a crash that it recovers from."""
        self.run("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def remove(self) -> None:
        """Stop the server for good."""
        self.stop()
        shutil.rmtree(self.folder)

    def stop_if_running(self) -> None:
        """Stop the server at once, if it has not stopped by itself."""
        with suppress(Unavailable):
            self.stop()

    def discard(self) -> None:
        """Remove what a server leaves that was killed."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """Kill the server's first process, as kill -9 does; the others follow it."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let all its processes stand still within the context: connections stay, and nothing is
        answered."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout
        pids = [first, *map(int, found.split())]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in reversed(pids):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def address(self, database: str, role: str = ROLE) -> str:
        """Return the address of a database for a role."""
        return f"postgresql://{role}@127.0.0.1:{self.port}/{database}"

    def make_database(self, migrated: bool = True) -> str:
        """Make a database with combatlog's tables, and return its name."""
        name = f"db_{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres", "postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            found = connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (ROLE,))
            if found.fetchone() is None:
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(ROLE)))
        if migrated:
            with self.connect_owner(name) as connection:
                list(migrate(connection, ROLE))
        return name

    def demand_password(self, role: str, password: str) -> None:
        """Let a role in by its password alone. It is made where there is none."""
        with self.connect_owner("postgres") as owner:
            name, word = sql.Identifier(role), sql.Literal(password)
            if owner.execute("SELECT FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
                owner.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(name, word))
                rules = self.data / "pg_hba.conf"
                rules.write_text(f"host all {role} all scram-sha-256\n{rules.read_text()}")
                owner.execute("SELECT pg_reload_conf()")

    def connect_owner(self, database: str) -> psycopg.Connection:
        """Return a connection of the tables' owner."""
        return psycopg.connect(self.address(database, "postgres"), autocommit=True)


def empty(postgres: Postgres, database: str) -> None:
    """Empty all tables, past their triggers: the owner can switch them off."""
    with postgres.connect_owner(database) as connection:
        for table in APPEND_ONLY:
            name = sql.Identifier(table)
            connection.execute(
                sql.SQL("ALTER TABLE combatlog.{} DISABLE TRIGGER append_only").format(name)
            )
        connection.execute(
            "TRUNCATE combatlog.events, combatlog.fights, combatlog.heads, combatlog.commands,"
            " combatlog.secrets, combatlog.campaigns, combatlog.seats, combatlog.beside"
        )
        for table in APPEND_ONLY:
            name = sql.Identifier(table)
            connection.execute(
                sql.SQL("ALTER TABLE combatlog.{} ENABLE ALWAYS TRIGGER append_only").format(name)
            )


def _find_binaries() -> Path:
    """Return the folder of PostgreSQL's programs; install them where services are required."""

    def find() -> Path | None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: each.parent.name)
        return next((each for each in reversed(found) if (each / "initdb").exists()), None)

    if find() is None:
        # Debian's package would make a cluster of its own.
        folder = Path("/etc/postgresql-common/createcluster.d")
        if os.geteuid() == 0 and os.environ.get("COMBATLOG_REQUIRE_SERVICES") == "1":
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "no-main.conf").write_text("create_main_cluster = false\n")
        install("PostgreSQL", ("postgresql",))
    binaries = find()
    if binaries is None:
        raise Unavailable("PostgreSQL was installed, and its programs were not found.")
    return binaries
