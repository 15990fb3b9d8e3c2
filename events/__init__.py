"""Events: what happened in a fight, how it is written, and where it is kept.

    types          the event types; their tags and field names are the storage format
    serialization  events to JSON and back, upcasters for older forms, cleaning of texts
    store          the event store: protocol, in memory, in a SQLite campaign file
    hashing        the hashes of format 2: rows, statements, secrets of the dice, draws
    signatures     Ed25519 keys of persons, and what they sign
    errors         the exceptions of the whole program

This package depends only on msgspec, the standard library and, to create a campaign file,
sqlite-utils; where persons have keys, on cryptography. It knows no rules: it stores every event
that the codec can read.
"""
