"""A standby of a PostgreSQL server, fed by streaming replication, and taking over for it."""

from __future__ import annotations

import shutil
import time

from psycopg import sql

from tests.services.postgres import Postgres
from tests.services.server import find_free_port

PATIENCE = 30.0


class Standby(Postgres):
    """A running standby of a server. Its name is `standby`."""

    def __init__(self, primary: Postgres) -> None:
        self.primary = primary
        self.folder, self.binaries = primary.folder, primary.binaries
        self.port = find_free_port()
        self.data = self.folder / f"standby-{self.port}"
        self._source = source = (
            f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby"
        )
        self.run("pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "-d",
                 source)  # fmt: skip
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(f"port = {self.port}\nhot_standby = on\n")
        self.start()

    def start(self) -> None:
        log = str(self.data / "server.log")
        self.run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-t", "60", "start")

    def wait_for_stream(self) -> None:
        """Wait until it is fed."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with self.primary.connect_owner("postgres") as owner:
                asked = "SELECT FROM pg_stat_replication WHERE state = 'streaming'"
                if owner.execute(asked).fetchone() is not None:
                    return
            time.sleep(0.05)
        raise AssertionError("the standby is not fed")

    def pause(self) -> None:
        """Let it be fed no more: what is recorded from now on is not there, all before is."""
        self._wait_for_replay()
        with self.connect_owner("postgres") as owner:
            owner.execute("ALTER SYSTEM SET primary_conninfo = ''")
            owner.execute("SELECT pg_reload_conf()")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with self.primary.connect_owner("postgres") as owner:
                if owner.execute("SELECT FROM pg_stat_replication").fetchone() is None:
                    return
            time.sleep(0.05)
        raise AssertionError("the standby is still fed")

    def _wait_for_replay(self) -> None:
        asked = "SELECT FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()"
        until = time.monotonic() + PATIENCE
        with self.primary.connect_owner("postgres") as owner:
            while owner.execute(asked).fetchone() is None:
                assert time.monotonic() < until, "the standby lags behind"
                time.sleep(0.02)

    def resume(self) -> None:
        """Let it be fed again."""
        with self.connect_owner("postgres") as owner:
            owner.execute(sql.SQL("ALTER SYSTEM SET primary_conninfo = {}").format(self._source))
            owner.execute("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Let it take over."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "promote")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.data)
