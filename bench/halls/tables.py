"""Campaigns with a fight each in a database, and their seats."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.live.campaign import TURNS, write_fights
from combatlog.server.hall import make_path
from combatlog.server.seat_stores import DatabaseSeats
from combatlog.server.seats import Kept, Seats
from events.store.campaign_file import open_campaign
from events.store.postgres_campaigns import PostgresCampaigns


class MadeTables(NamedTuple):
    """Tables to be served: where each begins, the id of their fights, the tokens of a referee and
    of the spectators, which serve at every table, and the last event of a fight."""

    paths: list[str]
    fight: str
    referee: str
    spectators: list[str]
    last: int


class _Noted:
    """A seat store that only notes what is kept."""

    def __init__(self) -> None:
        self.kept = Kept()

    def read(self, known: int) -> tuple[int, Kept] | None:
        return None

    def write(self, version: int, kept: Kept) -> bool:
        self.kept = kept
        return True


def make_tables(address: str, tables: int, rounds: int, spectators: int = 4) -> MadeTables:
    """Make so many campaigns in a database, each with the same fight of so many rounds. It is
    played once, and copied."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "first.combatlog"
        (fight,) = write_fights(path, 1, rounds * len(TURNS))
        with closing(open_campaign(path)) as first:
            rows, secrets = [*first.rows(fight)], first.secrets(fight)
    noted = _Noted()
    seats = Seats(noted)
    _, referee = seats.knock(seats.make_referee_link(), "referee")
    tokens = [_admit(seats, f"spectator {number}") for number in range(spectators)]
    with closing(PostgresCampaigns(address)) as campaigns:
        names = [campaigns.create(f"table {number}") for number in range(tables)]
        for name in names:
            campaigns.open(name).adopt(fight, rows, secrets)
            DatabaseSeats(campaigns.seats(name)).write(0, noted.kept)
    return MadeTables([make_path(each) for each in names], fight, referee, tokens, len(rows))


def _admit(seats: Seats, name: str) -> str:
    seat, token = seats.knock(seats.table_token, name)
    seats.admit(seat.id, role="spectator")
    return token
