"""An event store in PostgreSQL: many campaigns in one database, written by many processes.

An append is one statement. It moves the head of the fight, and only where the head still has the
expected seq *and digest*; the rows follow from what it moved. So the same append can be said again
after a lost connection: its rows have random blinds, and a row with its digest is this append. A
process that knows a head from before a failover cannot write on another history either.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg

from events.errors import CampaignError, Conflict, KeyReused, Refused
from events.serialization.codec import NO_TEXT
from events.store.columns import pack_columns
from events.store.command_index import RecordedCommand, compose_said, index_commands
from events.store.envelope import (
    BLIND_SIZE,
    Columns,
    Entry,
    Head,
    Randomness,
    Recorded,
    Row,
    chain_entries,
    check_adopted,
    utc_now,
)
from events.store.postgres_beside import TextBeside
from events.store.postgres_channels import Notices
from events.store.postgres_database import (
    Database,
    find_campaign,
    insert_campaign,
    parse_address,
)
from events.store.postgres_errors import explain_unanswered
from events.store.postgres_probe import find_write_obstacle
from events.store.postgres_reader import PostgresReader
from events.store.protocol import Clock
from events.store.statements import NO_REQUEST, NONCE_SIZE, Request
from events.types.names import check_name

# Texts and bytes are sent in binary (`%b`): as text, psycopg looks for quotes in each of them, in
# Python. Whole numbers are sent as text: in binary their size follows from their values, and a
# statement would be prepared once for each size.
_MOVE = """
WITH moved AS (
    UPDATE combatlog.heads SET seq = %(last)s, digest = %(digest)s
    WHERE id = %(id)s AND seq = %(expected)s AND digest = %(previous)s
        AND NOT EXISTS (
            SELECT FROM combatlog.commands WHERE campaign = %(campaign)s AND key = %(new_key)s)
    RETURNING id
)"""

_START = """
WITH counted AS (
    UPDATE combatlog.campaigns SET fights = fights + 1
    WHERE campaign = %(campaign)s
        AND NOT EXISTS (
            SELECT FROM combatlog.commands WHERE campaign = %(campaign)s AND key = %(new_key)s)
    RETURNING fights
), made AS (
    INSERT INTO combatlog.fights (campaign, number, fight)
    SELECT %(campaign)s, fights, %(fight)s FROM counted RETURNING id
), moved AS (
    INSERT INTO combatlog.heads SELECT id, %(last)s, %(digest)s FROM made RETURNING id
)"""

_KEYS = """, keyed AS (
    INSERT INTO combatlog.commands (id, key, campaign, first, last, request)
    SELECT moved.id, new.key, %(campaign)s, new.first, new.last, new.request FROM moved,
        unnest(%(keys)b::text[], %(firsts)s::int[], %(lasts)s::int[], %(requests)b::bytea[])
        AS new (key, first, last, request)
)"""

_SECRETS = """, kept AS (
    INSERT INTO combatlog.secrets (id, sealed, secret)
    SELECT moved.id, new.sealed, new.secret FROM moved,
        unnest(%(sealed)b::text[], %(secrets)b::bytea[]) AS new (sealed, secret)
)"""

_ROWS = """
INSERT INTO combatlog.events
SELECT moved.id, new.* FROM moved,
    unnest(%(seq)s::int[], %(parent)s::int[], %(cmd)s::int[], %(cause)s::int[], %(repeats)s::int[],
        %(at)b::text[], %(by)b::text[], %(body)b::text[], %(digests)b::bytea[], %(blind)b::bytea[],
        %(said)b::text[]) AS new
"""

_ROW_NAMES = (
    *("seq", "parent", "cmd", "cause", "repeats", "at", "by", "body", "digests", "blind", "said"),
)


class PostgresStore(PostgresReader):
    """A `Store` of one campaign in a database. Use `create_postgres`, `open_postgres` or
    `PostgresCampaigns` to get one. `randomness` gives blinds and nonces. Where the connections are
    `shared`, they stay open when it is closed."""

    def __init__(
        self,
        database: Database,
        campaign: int,
        name: str,
        clock: Clock = utc_now,
        *,
        shared: bool = False,
    ) -> None:
        super().__init__(database, campaign, name)
        self._is_shared = shared
        self.clock = clock
        self.randomness: Randomness = os.urandom

    def append(
        self,
        fight: str,
        expected_version: int,
        entries: Sequence[Entry],
        *,
        by: str = "",
        at: str = "",
        key: str = "",
        request: Request = NO_REQUEST,
        secrets: Mapping[str, bytes] | None = None,
        said: str | None = None,
        digest: bytes = b"",
    ) -> list[Recorded]:
        head = self._heads.get(fight)
        if head is None or head.seq != expected_version:
            head = self.head(fight)
        format = self.format_of(fight) if head.seq else self.format
        asked = request.digest(format) if key else b""
        if head.seq != expected_version or digest not in (b"", head.digest):
            return self._resolve_conflict(fight, expected_version, key, asked)
        if not entries:
            return self._find_recorded(fight, key, asked) or []
        at, blinds = at or self.clock(), b""
        if format > 1:
            blinds = self.randomness(BLIND_SIZE * len(entries))
            if key and said is None:
                said = compose_said(fight, head, key, request, at, self.randomness(NONCE_SIZE))
        rows, recorded = chain_entries(fight, head, entries, at=at, by=by, blinds=blinds, said=said)
        commands = {key: RecordedCommand(fight, rows[0][0], rows[-1][0], asked)} if key else {}
        if not self._write(fight, head, rows, commands, secrets or {}, new_key=key):
            return self._resolve_conflict(fight, expected_version, key, asked)
        self._heads[fight] = Head(recorded[-1].seq, recorded[-1].digest)
        return recorded

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        check_adopted(rows, self.format)
        columns = list(map(pack_columns, rows))
        commands = index_commands(fight, rows)
        if not self._write(fight, Head(), columns, commands, secrets or {}):
            raise Conflict(fight, 0, self.head(fight).seq)

    def _write(
        self,
        fight: str,
        head: Head,
        rows: Sequence[Columns],
        commands: Mapping[str, RecordedCommand],
        secrets: Mapping[str, bytes],
        new_key: str = "",
    ) -> bool:
        """Write rows with all that belongs to them; return whether they are recorded. They are not
        where the head has moved or the key is known."""
        if any("\0" in text for row in rows for text in row if isinstance(text, str)):
            raise Refused(NO_TEXT)  # PostgreSQL has no text with it
        values: dict[str, Any] = {
            "campaign": self._campaign,
            "fight": fight,
            "expected": head.seq,
            "previous": head.digest,
            "last": rows[-1][0],
            "digest": rows[-1][8],
            "new_key": new_key or None,
        }
        values.update(zip(_ROW_NAMES, map(list, zip(*rows, strict=True)), strict=True))
        asked = _START
        if head.seq:
            asked, values["id"] = _MOVE, self._find_id(fight)
        if commands:
            asked += _KEYS
            values |= {
                "keys": list(commands),
                "firsts": [each.first for each in commands.values()],
                "lasts": [each.last for each in commands.values()],
                "requests": [each.request for each in commands.values()],
            }
        if secrets:
            asked += _SECRETS
            values |= {"sealed": list(secrets), "secrets": list(secrets.values())}
        asked += _ROWS

        def insert(connection: psycopg.Connection) -> int:
            return connection.execute(asked, values).rowcount

        try:
            if self.database.try_again(insert, "written"):
                return True
        except psycopg.errors.UniqueViolation:
            pass
        # It may have been recorded by a try that lost its connection before the answer came.
        try:
            is_recorded = self._digest_of(fight, rows[-1][0]) == rows[-1][8]
            if is_recorded:
                self.database.confirm()
        except CampaignError as error:
            raise explain_unanswered(self.path, error) from None
        return is_recorded

    def _digest_of(self, fight: str, seq: int) -> bytes | None:
        asked = "SELECT digest FROM combatlog.events WHERE id = %s AND seq = %s"
        found = self._ask(asked, fight, seq)
        return found[0][0] if found else None

    def _resolve_conflict(
        self, fight: str, expected_version: int, key: str, request: bytes
    ) -> list[Recorded]:
        """Handle an append that came second: return the events if the first one was this command
        under its key, else raise `Conflict` or `KeyReused`."""
        known = self._find_recorded(fight, key, request)
        if known is None:
            raise Conflict(fight, expected_version, self.head(fight).seq)
        return known

    def _find_recorded(self, fight: str, key: str, request: bytes) -> list[Recorded] | None:
        """Return what this key recorded before, None if it is new."""
        known = self.command(key, fight) if key else None
        if known is None:
            return None
        if (known.fight, known.request) != (fight, request):
            raise KeyReused(key)
        try:
            self.database.confirm()
        except CampaignError as error:
            raise explain_unanswered(self.path, error) from None  # it is here, perhaps here alone
        return list(self.read(fight, known.first - 1, known.last))

    @property
    def place(self) -> str:
        """The address of the campaign, with the password if there is one: not to be shown."""
        return f"{self.database.address}#{self.name}"

    @property
    def seats(self) -> TextBeside:
        """The text with the seats of the campaign's live table."""
        return TextBeside(self.database, self._campaign, self.path)

    def beside(self, name: str) -> TextBeside:
        """Return a text that all servers of the campaign's live table share."""
        return TextBeside(self.database, self._campaign, self.path, name)

    def make_notices(self) -> Notices:
        """Return the notices between the programs that have this campaign open."""
        return Notices(self.database.address, self._campaign)

    def find_write_obstacle(self) -> str:
        return find_write_obstacle(self.database)

    def checkpoint(self) -> None:
        pass

    def close(self) -> None:
        if not self._is_shared:
            self.database.close()

    def __enter__(self) -> PostgresStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create_postgres(place: str, clock: Clock = utc_now) -> PostgresStore:
    """Make a campaign in a database; raises `CampaignError` if it has one of this name already."""
    address = parse_address(place)
    name = check_name(address.campaign)
    database = Database(address.database)

    try:
        return PostgresStore(database, insert_campaign(database, name), name, clock)
    except psycopg.errors.UniqueViolation:
        database.close()
        raise CampaignError(
            f"{address.shown} exists already; choose another name, or go on with it."
        ) from None


def open_postgres(place: str, clock: Clock = utc_now) -> PostgresStore:
    """Open a campaign in a database. Raises `NoCampaign` if it is not there, and what `Database`
    raises."""
    address = parse_address(place)
    database = Database(address.database)
    try:
        return PostgresStore(database, *find_campaign(database, address.campaign), clock)
    except BaseException:
        database.close()
        raise
