"""Whether a write to a PostgreSQL database is possible now, found by committing one that changes no
table."""

from __future__ import annotations

import psycopg
from psycopg_pool import PoolTimeout

from events.errors import CampaignError
from events.store.postgres_database import MOST_CONNECTIONS, Database, connect
from events.store.postgres_errors import STATES, find_connecting_reason, is_lost

PROBE_SECONDS = 1.0
"""How long a connection is waited for, in seconds."""

_MAY_WRITE = """
SELECT current_setting('transaction_read_only') = 'off',
    has_table_privilege('combatlog.events', 'INSERT')
    AND has_column_privilege('combatlog.heads', 'seq', 'UPDATE')
"""

_FILL = "SELECT count(*) FROM generate_series(1, 20000)"
"""Needs some 500 KB, which do not fit into the least memory of a query and go to the disk."""

_COMMIT = "SELECT pg_logical_emit_message(true, 'combatlog', '')"
"""Makes the commit write, and wait for the disk and for standbys, though no table has changed."""


def find_write_obstacle(database: Database) -> str:
    """Return why nothing could be written to a database now, in a sentence that names no place and
    nobody; empty where it could."""
    for _ in range(MOST_CONNECTIONS + 1):  # so many connections may have been lost unnoticed
        try:
            with database.borrow(PROBE_SECONDS) as connection:
                return _probe(connection)
        except PoolTimeout:
            return _probe_anew(database)
        except psycopg.Error as error:
            if not is_lost(error):
                return _say(STATES.get(error.sqlstate or "", ""))
    return _say("its connections are lost again and again")


def _probe(connection: psycopg.Connection) -> str:
    found = connection.execute(_MAY_WRITE).fetchone()
    assert found is not None
    is_writable, is_allowed = found
    if not is_writable:
        connection.close()  # the next one finds out whether that has changed
        return _say(STATES["25006"])
    with connection.transaction():
        if not is_allowed:
            return _say(STATES["42501"])
        connection.execute("SET LOCAL work_mem = '64kB'")
        connection.execute(_FILL)
        connection.execute(_COMMIT)
    return ""


def _probe_anew(database: Database) -> str:
    """Ask on a new connection: the pool may just not have one again yet."""
    try:
        with connect(database.shown, database.address) as connection:
            return _probe(connection)
    except CampaignError as error:
        cause = error.__context__
        return _say(find_connecting_reason(cause) if isinstance(cause, psycopg.Error) else "")
    except psycopg.Error as error:
        return _say(STATES.get(error.sqlstate or "", ""))


def _say(reason: str) -> str:
    """Return a sentence with a reason; one in PostgreSQL's own words is left out, since it may name
    what strangers should not read."""
    return (
        f"The database cannot be written: {reason}."
        if reason
        else "The database cannot be written."
    )
