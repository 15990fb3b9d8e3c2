"""The event store.

The modules:

    protocol       `Store`: append with expected version and idempotency key, read, heads, lines
    envelope       an event with its place in the log, its author and its digest
    statements     what was said for a command, word for word, and what its key stands for
    command_index  the keys of commands, from the statements in the log
    columns        the columns of a row in a table
    memory         a store in memory, the shortest implementation of the protocol
    sqlite         a store in a SQLite file: writing
    sqlite_reader  reading the same file, which anyone may have written
    campaign_file  create and open a campaign file
    opening        create and open a campaign, in a file or in a database
    file_names     names that every system accepts
    migrations     the tables of a campaign file, their triggers, and its formats
    schema         the schema of a campaign file, compared with combatlog's
    limits         how much a campaign file may hold, and how much work reading it may be
    disk_room      whether a disk takes what is written
    sqlite_errors  SQLite's errors as errors of combatlog
    postgres       a store in a PostgreSQL database (psycopg is imported by these alone)
    postgres_reader    reading the same
    postgres_database  addresses, connections and queries of such a database
    postgres_watch     connections that are not answered, and how they are given up
    postgres_schema    its tables, who may do what with them, and their migrations
    postgres_campaigns all campaigns of a database, over the same connections
    postgres_beside    the seats of a live table, beside its campaign
    postgres_notices   the texts in which programs that have such a campaign open tell each other
    postgres_probe     whether a write to it is possible
    postgres_channels  sending and hearing them, about one campaign or many
    postgres_errors    PostgreSQL's errors as errors of combatlog
"""
