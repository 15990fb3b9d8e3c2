"""The events of a database in partitions, made by the statements that docs/scale.md shows."""

from __future__ import annotations

import re
from pathlib import Path

from events.store.postgres_schema import migrate
from tests.services.postgres import ROLE, Postgres

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"

PARTS = 8
"""The partitions that the page makes."""


def read_statements() -> str:
    """Return the statements of the page."""
    (found,) = re.findall(r"```sql\n(BEGIN;.*?)```", PAGE.read_text(), re.DOTALL)
    return str(found)


def partition(postgres: Postgres, database: str) -> list[str]:
    """Part the events of a database, and run `combatlog migrate`; return what that did."""
    with postgres.connect_owner(database) as owner:
        owner.execute(read_statements())
        return list(migrate(owner, ROLE))
