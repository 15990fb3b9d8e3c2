"""The benches of PostgreSQL, with a small load."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import sourced
from bench.disk import count_syncs
from bench.measure import Figure, NotInstalled
from bench.sizes import load, measure_sizes, measure_wal, play_fight
from tests.services.postgres import Postgres


def test_a_fight_is_played_under_keys() -> None:
    """It has the events that were asked for, and a statement in each command that was said."""
    played = play_fight(60)
    assert 60 <= len(played.rows) < 70
    assert played.commands == len({row.cmd for row in played.rows})
    assert played.commands - 4 <= sum(row.said is not None for row in played.rows)


@pytest.mark.slow
def test_the_sizes_of_a_loaded_database_are_measured(postgres: Postgres) -> None:
    """The events are the largest table; rows and indexes are parts of the whole."""
    name, played = postgres.make_database(), play_fight(100)
    load(postgres.address(name), played, 20)
    sizes = measure_sizes(postgres, name)
    first = sizes[0]
    assert "events" == first.table
    assert first.rows + first.indexes <= first.total
    assert 20 * sum(len(row.body) for row in played.rows) < first.rows
    assert 5 * 200 < measure_wal(postgres, name)


def test_writes_that_wait_for_the_disk_are_counted(tmp_path: Path) -> None:
    """Nothing is left of the file."""
    assert 0 < count_syncs(tmp_path, 0.05)
    assert [] == [*tmp_path.iterdir()]


def test_a_library_that_is_missing_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is not compared, and how to get it."""
    monkeypatch.setattr(sourced, "find_spec", lambda _: None)
    with pytest.raises(NotInstalled, match=r"eventsourcing is not installed.*pip install"):
        sourced.measure(tmp_path)


def test_a_figure_without_a_target_is_never_missed() -> None:
    """It stands in the table to compare the others with."""
    figure = Figure("writes", 431.4, None, unit="a second")
    assert figure.met
    assert "| writes | 431 a second | |" == str(figure)
