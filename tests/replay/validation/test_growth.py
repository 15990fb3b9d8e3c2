"""Logs of many joins, branch names or salts: their checks do not grow with the square of them."""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from types import FrameType
from typing import Any

import pytest

from bench.large_logs import (
    ListEvents,
    import_log,
    list_joins,
    list_names,
    list_salts,
    write_log,
)
from combatlog.app.campaign import Campaign
from events.errors import Refused, Unreadable
from events.store.memory import MemoryStore
from events.types.declarations import Join
from rulesets.common.sheets import MOST_COMBATANTS
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game


def count_calls(events: ListEvents, count: int) -> int:
    """Return how many functions an import of such a log calls."""
    store, calls = write_log(events, count), 0

    def trace(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(trace)
    try:
        import_log(store)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("events", [list_joins, list_names, list_salts])
def test_four_times_the_log_is_four_times_the_work(events: ListEvents) -> None:
    """An import's work grows with the length of the log."""
    count_calls(events, 10)  # what is cached is made once
    few, many = count_calls(events, 60), count_calls(events, 240)
    assert many < 5.5 * few


def test_a_fight_is_full_at_some_time() -> None:
    """One sentence refuses whoever is one too many, and nothing is recorded."""
    fight = Campaign(MemoryStore()).start("A crowd", "golden-idol")
    joins = [event for event in list_joins(MOST_COMBATANTS + 1) if isinstance(event, Join)]
    fight.declare(*joins[:MOST_COMBATANTS])
    head = len(fight.history)
    with pytest.raises(Refused, match=r"^500 combatants have joined this fight, .* for many\.$"):
        fight.declare(joins[-1])
    assert head == len(fight.history)


def test_a_log_of_too_many_is_not_imported() -> None:
    """The line of the first combatant too many is named."""
    with pytest.raises(Unreadable, match=r"^Line 503: .*500 combatants have joined this fight"):
        import_log(write_log(list_joins, MOST_COMBATANTS + 1))


def test_a_roster_of_too_many_is_refused() -> None:
    """Its file is named, and nobody joins."""
    crowd = '[[npc]]\nfrom = "Wolf"\ncount = 50\n' * 11
    with pytest.raises(Unreadable, match=r"^crowd\.toml has 550 combatants; 500 are the most"):
        parse_roster(crowd, "crowd.toml", load_game("golden-idol"))


def test_a_text_that_is_too_long_is_refused() -> None:
    """A declaration is refused before its text is looked at, in an import as at the table."""
    fight = Campaign(MemoryStore()).start("A speech", "golden-idol")
    (join,) = islice(list_joins(1), 1)
    assert isinstance(join, Join)
    fight.declare(join)
    head = len(fight.history)
    for said in (fight.note, partial(fight.undo, 1)):
        with pytest.raises(Refused, match=r"A text has 1\d,\d+ characters; 10,000 are the most\.$"):
            said("bla " * 3000)
    assert head == len(fight.history)
