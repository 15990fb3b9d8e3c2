"""All campaigns of a PostgreSQL database, over the same connections."""

from __future__ import annotations

from collections.abc import Mapping

import psycopg

from events.errors import NoCampaign, Refused
from events.store.postgres import PostgresStore
from events.store.postgres_beside import TextBeside
from events.store.postgres_channels import Channel, Channels
from events.store.postgres_database import Database, insert_campaign
from events.store.postgres_probe import find_write_obstacle
from events.store.protocol import KnownHeads
from events.types.names import check_name

_MOVED = """
WITH known AS (
    SELECT * FROM
        unnest(%(of)s::bigint[], %(fights)b::text[], %(seqs)s::int[], %(digests)b::bytea[])
        AS known (campaign, fight, seq, digest)
)
SELECT known.campaign FROM known
    JOIN combatlog.fights USING (campaign, fight) JOIN combatlog.heads USING (id)
WHERE heads.seq <> known.seq OR heads.digest <> known.digest
UNION
SELECT campaigns.campaign FROM combatlog.campaigns
    JOIN unnest(%(campaigns)s::bigint[], %(counts)s::int[]) AS counted (campaign, number)
    USING (campaign)
WHERE campaigns.fights <> counted.number
"""

EVERY_CAMPAIGN = 0
"""What stands for the number of a campaign in the channel about all of them."""


class PostgresCampaigns:
    """The campaigns of a database, by name."""

    def __init__(self, address: str) -> None:
        """Connect. Raises what `Database` raises."""
        self.database = Database(address)
        self._channels = Channels(address)
        self._numbers: dict[str, int] = {}

    @property
    def shown(self) -> str:
        """The address of the database, as it may be shown."""
        return self.database.shown

    def list_names(self) -> list[str]:
        """Return the names of all campaigns, the oldest first."""
        found = self.database.query("SELECT name, campaign FROM combatlog.campaigns ORDER BY 2")
        self._numbers = {str(name): int(number) for name, number in found}
        return [*self._numbers]

    def open(self, name: str) -> PostgresStore:
        """Return the store of a campaign. Closing it closes no connection. Raises `NoCampaign`."""
        return PostgresStore(self.database, self._find(name), name, shared=True)

    def seats(self, name: str) -> TextBeside:
        """Return the text with the seats of a campaign's live table. Raises `NoCampaign`."""
        return TextBeside(self.database, self._find(name), f"{self.shown}#{name}")

    def notices(self, name: str) -> Channel:
        """Return the notices between the programs that have a campaign open. Raises
        `NoCampaign`."""
        return self._channels.open(self._find(name))

    @property
    def own_notices(self) -> Channel:
        """The notices about which campaigns there are."""
        return self._channels.open(EVERY_CAMPAIGN)

    def find_moved(self, known: Mapping[str, KnownHeads]) -> list[str]:
        """Return the names of the campaigns whose fights stand elsewhere than is known, or that
        have more fights. It is one query, whose cost does not grow with what else is in the
        database."""
        names = {self._find(name): name for name in known}
        heads = [
            (number, fight, head.seq, head.digest)
            for number, name in names.items()
            for fight, head in known[name].heads.items()
        ]
        of, fights, seqs, digests = zip(*heads, strict=True) if heads else ((), (), (), ())
        values: dict[str, object] = {"of": [*of], "fights": [*fights]}
        values |= {"seqs": [*seqs], "digests": [*digests], "campaigns": [*names]}
        values["counts"] = [known[name].fights for name in names.values()]
        return [names[int(number)] for (number,) in self.database.query(_MOVED, values)]

    def create(self, name: str) -> str:
        """Make a campaign; return its name as it is kept. Raises `Refused` where it is taken, or no
        name."""
        name = check_name(name)
        try:
            self._numbers[name] = insert_campaign(self.database, name)
        except psycopg.errors.UniqueViolation:
            raise Refused("A campaign has this name already; choose another one.") from None
        return name

    def find_write_obstacle(self) -> str:
        """Return why nothing could be written now, in a sentence that names no place and nobody;
        empty where it could."""
        return find_write_obstacle(self.database)

    def close(self) -> None:
        """Close all connections."""
        self._channels.close()
        self.database.close()

    def _find(self, name: str) -> int:
        if name not in self._numbers:
            self.list_names()
        if name not in self._numbers:
            raise NoCampaign(f"There is no campaign {name} in {self.shown}.")
        return self._numbers[name]
