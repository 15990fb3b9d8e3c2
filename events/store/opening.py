"""Creating and opening a campaign, wherever it is: in a file, or in a PostgreSQL database."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from events.errors import CampaignError
from events.store.campaign_file import create_campaign, open_campaign

if TYPE_CHECKING:
    from events.store.postgres import PostgresStore
    from events.store.sqlite import SQLiteStore

_SCHEMES = ("postgresql://", "postgres://")


def is_database(place: str | os.PathLike[str]) -> bool:
    """Return whether a place is the address of a database, and not the path of a file."""
    return isinstance(place, str) and place.startswith(_SCHEMES)


def create_store(place: str | os.PathLike[str]) -> SQLiteStore | PostgresStore:
    """Create a campaign in a new file, or in the database at
    `postgresql://USER@HOST:PORT/DATABASE#CAMPAIGN`. Raises `CampaignError`, `Refused`."""
    if not is_database(place):
        return create_campaign(place)
    check_driver()
    from events.store.postgres import create_postgres

    return create_postgres(str(place))


def open_store(place: str | os.PathLike[str]) -> SQLiteStore | PostgresStore:
    """Open a campaign file, or a campaign in a database. Raises `CampaignError`."""
    if not is_database(place):
        return open_campaign(place)
    check_driver()
    from events.store.postgres import open_postgres

    return open_postgres(str(place))


def check_driver() -> None:
    """Raise `CampaignError` where the extra that speaks to databases is not installed."""
    try:
        import psycopg_pool  # noqa: F401  # only whether it is there
    except ImportError:
        raise CampaignError(
            "A campaign in PostgreSQL needs more than is installed here; install it with:"
            " pip install 'combatlog[postgres]'"
        ) from None
