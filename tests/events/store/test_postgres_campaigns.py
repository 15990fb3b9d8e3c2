"""All campaigns of a database: which of them have moved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from events.store.envelope import Head
from events.store.postgres_campaigns import PostgresCampaigns
from events.store.protocol import KnownHeads
from tests.events.given import notes
from tests.services.postgres import Postgres


@pytest.fixture
def campaigns(postgres: Postgres, empty_database: str) -> Iterator[PostgresCampaigns]:
    with closing(PostgresCampaigns(postgres.address(empty_database))) as opened:
        for name in ("harbour", "bridge", "castle"):
            opened.create(name)
            opened.open(name).append("one", 0, notes("a"))
        yield opened


def test_one_query_tells_which_campaigns_have_moved(campaigns: PostgresCampaigns) -> None:
    """By the heads of the fights that are known, and by the number of fights."""
    stores = {name: campaigns.open(name) for name in ("harbour", "bridge", "castle")}

    def list_known() -> dict[str, KnownHeads]:
        return {name: KnownHeads(each.heads(), len(each.fights())) for name, each in stores.items()}

    known = list_known()
    assert [] == campaigns.find_moved(known)
    stores["bridge"].append("one", 1, notes("b"))
    stores["castle"].append("two", 0, notes("b"))
    assert ["bridge", "castle"] == sorted(campaigns.find_moved(known))
    assert [] == campaigns.find_moved(list_known())


def test_another_history_of_the_same_length_has_moved(campaigns: PostgresCampaigns) -> None:
    """As after an older backup: the digest tells. A campaign without known fights has not."""
    other = Head(1, bytes(32))
    known = {"harbour": KnownHeads({"one": other}, 1), "bridge": KnownHeads({}, 1)}
    assert ["harbour"] == campaigns.find_moved(known)
    assert [] == campaigns.find_moved({})
