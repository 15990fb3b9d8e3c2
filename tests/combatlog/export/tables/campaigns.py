"""Campaigns to make tables of."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.simulation.run import play_fight
from events.store.campaign_file import create_campaign, open_campaign
from events.store.memory import MemoryStore
from events.types.declarations import Join
from projections.queries.carry_over import carry_sheet
from tests.support.random_fights import seeded_fight


def played(
    campaign: Campaign, game: str, seed: int, commands: int = 25, regrets: float = 0.1
) -> Fight:
    """A random fight in a campaign."""
    fight = seeded_fight(campaign.store, game, seed, id=f"random{seed}")
    play_fight(fight, Random(seed), commands, regrets=regrets)
    return fight


def in_memory() -> Campaign:
    """A campaign in memory."""
    return Campaign(MemoryStore(), "Mia")


def new(path: Path) -> Campaign:
    """A campaign in a new file."""
    return Campaign(create_campaign(path), "Mia")


def again(path: Path) -> Campaign:
    """The same campaign, opened again."""
    return Campaign(open_campaign(path), "Mia")


def carry(campaign: Campaign, one: Fight, who: str, to: Fight) -> str:
    """Somebody goes from one fight into another; their id there."""
    sheet = carry_sheet(one.state.combatants[who], f"{one.id}/{who}")
    before = set(to.state.combatants)
    to.declare(Join(sheet))
    (new,) = set(to.state.combatants) - before
    return new


@contextmanager
def sql(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of tables as another program opens it, read-only."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        yield connection


def dumped(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that is ours."""
    with sql(path) as db:
        names = [
            name
            for (name,) in db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%'"
            )
        ]
        return {
            name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names
        }
