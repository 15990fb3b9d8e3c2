"""The tables of combatlog in a PostgreSQL database: who may change them, and their migrations.

They stand in a schema of their own, `combatlog`. Whoever runs `combatlog migrate` owns them. The
program runs under a role that owns nothing: it reads and inserts, and updates the heads of fights,
the counts of campaigns, and what is beside them (the seats of their live tables) alone. Triggers
refuse every other change of what is recorded, to the owner, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
from psycopg import sql

SCHEMA_VERSION = 3
"""The number of the last migration in `_MIGRATIONS`."""

RARE_TAGS = ("key-", "campaign-titled")
"""Beginnings of tags that are looked up in a whole campaign, and stand in few events."""

RARE = " OR ".join(f"""e.body LIKE '{{"type":"{tag}%'""" for tag in RARE_TAGS)

APPEND_ONLY = ("fights", "events", "commands", "secrets")
"""Tables in which a row never changes."""

_FIRST = f"""
CREATE TABLE combatlog.format (version integer PRIMARY KEY);
CREATE TABLE combatlog.campaigns (
    campaign bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    fights integer NOT NULL DEFAULT 0
);
CREATE TABLE combatlog.fights (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign bigint NOT NULL,
    number integer NOT NULL,
    fight text NOT NULL,
    UNIQUE (campaign, fight),
    UNIQUE (campaign, number)
);
CREATE TABLE combatlog.heads (
    id bigint PRIMARY KEY,
    seq integer NOT NULL,
    digest bytea NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE combatlog.events (
    id bigint NOT NULL,
    seq integer NOT NULL,
    parent integer NOT NULL,
    cmd integer NOT NULL,
    cause integer,
    repeats integer,
    at text NOT NULL,
    by text NOT NULL,
    body text NOT NULL,
    digest bytea NOT NULL,
    blind bytea NOT NULL,
    said text,
    PRIMARY KEY (id, seq)
);
CREATE INDEX breaks ON combatlog.events (id, seq, parent) WHERE parent <> seq - 1;
CREATE INDEX rare ON combatlog.events (id, seq) WHERE {RARE.replace("e.body", "body")};
CREATE TABLE combatlog.commands (
    id bigint NOT NULL,
    key text NOT NULL,
    campaign bigint NOT NULL,
    first integer NOT NULL,
    last integer NOT NULL,
    request bytea NOT NULL,
    PRIMARY KEY (id, key)
);
CREATE INDEX keys ON combatlog.commands (campaign, key);
CREATE TABLE combatlog.secrets (
    id bigint NOT NULL,
    sealed text NOT NULL,
    secret bytea NOT NULL,
    PRIMARY KEY (id, sealed)
);
CREATE FUNCTION combatlog.refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
"""
"""`body` and `at` are text: `jsonb` would reorder keys, and a digest covers every character. A
fight's rows are found by `id` alone, so all that an append writes can be spread by it."""

_SEATS = """
CREATE TABLE combatlog.seats (
    campaign bigint PRIMARY KEY,
    version bigint NOT NULL,
    body text NOT NULL
) WITH (fillfactor = 50);
"""

_BESIDE = """
ALTER TABLE combatlog.seats ADD COLUMN recent text[] NOT NULL DEFAULT '{}';
CREATE TABLE combatlog.beside (
    campaign bigint NOT NULL,
    name text NOT NULL,
    version bigint NOT NULL,
    body text NOT NULL,
    recent text[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (campaign, name)
) WITH (fillfactor = 50);
"""

_MIGRATIONS = (_FIRST, _SEATS, _BESIDE)
"""The SQL that makes each version out of the one before."""


def migrate(connection: psycopg.Connection, role: str = "") -> Iterator[str]:
    """Bring the tables to `SCHEMA_VERSION`, each step in a transaction, and give `role` what the
    program needs; yield what was done. The connection has to be in autocommit mode."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        connection.execute("CREATE SCHEMA IF NOT EXISTS combatlog")
        version = read_version(connection)
    for number in range(version + 1, SCHEMA_VERSION + 1):
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            if read_version(connection) >= number:
                continue  # another program made it meanwhile
            connection.execute(_MIGRATIONS[number - 1])
            for table in APPEND_ONLY:
                _guard(connection, "combatlog", table)
            connection.execute("INSERT INTO combatlog.format VALUES (%s)", (number,))
        yield f"The tables have format {number}."
    for schema, table in _list_unguarded(connection):
        with connection.transaction():
            _guard(connection, schema, table)
        yield f"The table of {table} is append-only."
    roles = {role: None} if role else {}
    if version < SCHEMA_VERSION:
        roles |= dict.fromkeys(_list_roles(connection))
    for each in roles:
        _grant(connection, each)
        yield f"The role {each} may read and append."


_LOCK = 0x436C6F67
"""The number of the lock that one migration holds at a time."""


def read_version(connection: psycopg.Connection) -> int:
    """Return the version of the tables, 0 where there are none."""
    found = connection.execute("SELECT to_regclass('combatlog.format')").fetchone()
    if found is None or found[0] is None:
        return 0
    last = connection.execute("SELECT max(version) FROM combatlog.format").fetchone()
    return int(last[0] or 0) if last else 0


def _guard(connection: psycopg.Connection, schema: str, table: str) -> None:
    """Refuse changes of a table, whatever role or replication setting a session has."""
    name = sql.Identifier(schema, table)
    connection.execute(
        sql.SQL(
            "CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE"
            " ON {} FOR EACH STATEMENT EXECUTE FUNCTION combatlog.refuse()"
        ).format(name)
    )
    connection.execute(sql.SQL("ALTER TABLE {} ENABLE ALWAYS TRIGGER append_only").format(name))


_UNGUARDED = """
SELECT nspname::text, relname::text FROM unnest(%s::text[]) WITH ORDINALITY AS kept (name, number),
    LATERAL (
        SELECT to_regclass(name)::oid AS id
        UNION SELECT relid FROM pg_partition_tree(to_regclass(name))
    ) AS part JOIN pg_class ON pg_class.oid = id
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE NOT EXISTS (
    SELECT FROM pg_trigger
    WHERE tgrelid = id AND tgname = 'append_only' AND tgenabled = 'A'
) ORDER BY number, nspname, relname
"""


def _list_unguarded(connection: psycopg.Connection) -> list[tuple[str, str]]:
    """Return the schemas and names of tables that can be changed and should not. The trigger of a
    table does not guard its partitions: each needs its own."""
    tables = [f"combatlog.{table}" for table in APPEND_ONLY]
    return [(schema, table) for schema, table in connection.execute(_UNGUARDED, (tables,))]


_CHANGEABLE = {
    "heads": ("seq", "digest"),
    "campaigns": ("fights",),
    "seats": ("version", "body", "recent"),
    "beside": ("version", "body", "recent"),
}
"""The columns that the program's role may update."""


def _list_roles(connection: psycopg.Connection) -> list[str]:
    """Return the roles that may append: what is new, they may use, too."""
    found = connection.execute(
        "SELECT DISTINCT grantee::text FROM information_schema.table_privileges"
        " WHERE table_schema = 'combatlog' AND table_name = 'events' AND privilege_type = 'INSERT'"
        " AND grantee NOT IN ('PUBLIC', (SELECT tableowner FROM pg_tables"
        " WHERE schemaname = 'combatlog' AND tablename = 'events')) ORDER BY 1"
    )
    return [str(role) for (role,) in found]


def _grant(connection: psycopg.Connection, role: str) -> None:
    """Give a role what the program needs, and no more."""
    name = sql.Identifier(role)
    for statement in (
        "GRANT USAGE ON SCHEMA combatlog TO {}",
        "GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA combatlog TO {}",
        "REVOKE INSERT ON combatlog.format FROM {}",
    ):
        connection.execute(sql.SQL(statement).format(name))
    for table, columns in _CHANGEABLE.items():
        connection.execute(
            sql.SQL("GRANT UPDATE ({}) ON combatlog.{} TO {}").format(
                sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table), name
            )
        )


def find_schema_faults(connection: psycopg.Connection) -> list[str]:
    """Return what is wrong with triggers and grants, a sentence each."""
    faults = [
        f"The table of {table} can be changed: its trigger is missing or switched off."
        for _, table in _list_unguarded(connection)
    ]
    changeable = connection.execute(
        "SELECT grantee::text, table_name::text FROM information_schema.table_privileges"
        " WHERE table_schema = 'combatlog' AND privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')"
        " AND grantee <> (SELECT tableowner FROM pg_tables"
        " WHERE schemaname = 'combatlog' AND tablename = 'events')"
        " GROUP BY 1, 2 ORDER BY 1, 2"
    ).fetchall()
    faults += [f"The role {role} may change the table of {table}." for role, table in changeable]
    columns = connection.execute(
        "SELECT grantee::text, table_name::text, column_name::text"
        " FROM information_schema.column_privileges"
        " WHERE table_schema = 'combatlog' AND privilege_type = 'UPDATE'"
        " AND grantee <> (SELECT tableowner FROM pg_tables"
        " WHERE schemaname = 'combatlog' AND tablename = 'events') ORDER BY 1, 2, 3"
    ).fetchall()
    faults += [
        f"The role {role} may change {column} in the table of {table}."
        for role, table, column in columns
        if (role, table) not in changeable and column not in _CHANGEABLE.get(table, ())
    ]
    return faults
