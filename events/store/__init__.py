"""The event store: its protocol, one in memory, one in a SQLite file."""
