"""Notices between the programs that have a campaign in PostgreSQL open: which fights have gone on.

A notice is a hint and no more: it may be lost, so whoever listens also looks now and then. It is
sent after the commit, on a connection of its own that waits for no disk: within a writing
transaction it would take a lock that all writers of the database share.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import psycopg

from events.store.postgres_watch import CONNECT_SECONDS, keep_alive

EVERYTHING = "*"
"""Heard in place of a name where anything may have changed."""

TELL = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"
"""The setting ends with the statement: behind a pooler, others use the same session."""

MOST = 7900
"""The most characters of a notice; PostgreSQL takes less than 8000 bytes."""


def connect_for_notices(address: str) -> psycopg.Connection:
    """Return a connection that leaves nothing behind in its session. Raises `psycopg.Error`."""
    return psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        prepare_threshold=None,
        **keep_alive(address),
    )


def make_channel(campaign: int) -> str:
    """Return the channel of the notices about a campaign, by its number."""
    return f"combatlog_{campaign}"


def write_notices(sender: str, names: Iterable[str]) -> Iterator[str]:
    """Yield the texts that tell these names."""
    told = [sender]
    for name in names:
        if len(json.dumps([sender, name])) > MOST:
            name = EVERYTHING
        if len(json.dumps([*told, name])) > MOST:
            yield json.dumps(told)
            told = [sender]
        told.append(name)
    if len(told) > 1:
        yield json.dumps(told)


def read_notice(me: str, text: str) -> list[str]:
    """Return the names that another program tells; none of its own, and `EVERYTHING` where a text
    is no notice."""
    try:
        match json.loads(text):
            case [str(sender), *names]:
                return [] if sender == me else [str(name) for name in names]
    except (ValueError, RecursionError):  # anybody who may connect can tell anything
        pass
    return [EVERYTHING]
