"""Many tables of one database over two servers: the bench of it, with a few tables."""

from __future__ import annotations

import pytest

from bench.halls.steps import bear
from bench.halls.tables import make_tables
from tests.services.postgres import Postgres


@pytest.mark.slow
def test_what_is_said_at_one_server_comes_to_all_phones_of_both(postgres: Postgres) -> None:
    """Of each table, once and without a gap."""
    address = postgres.address(postgres.make_database())
    made = make_tables(address, 6, 1)
    found = bear(address, made, 24, [12.0], 2.0)
    (step,) = found.steps
    assert (0, 0, 0, 0) == (step.lost, found.gaps, found.doubles, found.closed)
    assert 0 < step.borne
    assert 24 == step.unsent + round(step.borne * 2)
    assert 0 < step.answer[0] <= step.answer[1]
    assert 0 < step.own[0] and 0 < step.other[0] and 0 < step.floor[0]
