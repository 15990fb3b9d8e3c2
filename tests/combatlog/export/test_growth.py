"""What is shown of a long fight takes four times as long where the fight is four times as long."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bench.given import long_fight
from combatlog.app.campaign import Campaign
from combatlog.export.formats.page_formats import load_format, render_page
from combatlog.export.html_replay.page import render_replay_page
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import build_fight_page
from combatlog.terminal.views.log import render_chronicle, render_log
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import load_phrasebook
from replay.log.event_log import History
from replay.text.log_lines import describe_log_for
from tests.support.cpu_time import assert_grows_at_most

SHORT, TIMES = 1_500, 4

MOST = 1.25
"""How much more than so many times the calls and the time may grow: the lists that are sorted, and
rounds that do not end where the fight does."""


def write_log(store: MemoryStore) -> None:
    "\n".join(render_log(describe_log_for(read_history(store), "players")[0]))


def write_chronicle(store: MemoryStore) -> None:
    telling = ChronicleOptions("players", load_phrasebook("en"))
    "\n".join(render_chronicle(read_history(store), telling, dice=True))


def write_replay(store: MemoryStore) -> None:
    render_replay_page(read_history(store), audience="players", book=load_phrasebook("en"))


def write_page(store: MemoryStore) -> None:
    form = load_format("html")
    render_page(form, build_fight_page(Campaign(store), "1", PageOptions("full")))


def read_history(store: MemoryStore) -> History:
    return History(store.read("hunt"))


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("work", [write_log, write_chronicle, write_replay, write_page])
def test_the_work_grows_as_the_fight(work: Callable[[MemoryStore], None]) -> None:
    """No function is called more than as often for each event, and the time agrees."""
    work(make_fight(100))  # what is loaded once is loaded
    short, long = make_fight(SHORT), make_fight(SHORT * TIMES)
    was, now = count_calls(partial(work, short)), count_calls(partial(work, long))
    many = sum(now.values()) / 1000
    grown = {
        place: now[place] / was[place]
        for place in now
        if now[place] > many and now[place] > MOST * TIMES * was.get(place, 1)
    }
    assert {} == grown
    assert_grows_at_most(1.5 * TIMES, partial(work, short), partial(work, long))


def make_fight(events: int) -> MemoryStore:
    """Return a campaign with one fight of so many events."""
    store = MemoryStore()
    store.append("hunt", 0, [Entry(event) for event in long_fight(events)])
    return store


def count_calls(work: Callable[[], object]) -> dict[Any, int]:
    """Return how often each function is called."""
    profile = cProfile.Profile()
    profile.runcall(work)
    stats: dict[Any, tuple[int, int, float, float, Any]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    return {place: calls for place, (_, calls, *_) in stats.items()}
