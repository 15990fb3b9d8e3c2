"""The event store.

The modules:

    protocol       `Store`: append with expected version and idempotency key, read, heads, lines
    envelope       an event with its place in the log, its author and its digest
    memory         a store in memory, the shortest implementation of the protocol
    sqlite         a store in a SQLite file
    campaign_file  create and open a campaign file
    migrations     the tables of a campaign file, their triggers, and its formats
    sqlite_errors  SQLite's errors as errors of combatlog
"""
