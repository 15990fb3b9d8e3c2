"""The pages of a campaign are written with few of its fights in memory."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from bench.given import long_fight
from combatlog.app.campaign import Campaign
from combatlog.export.formats.page_formats import load_format, render_files
from combatlog.export.pages.fight_records import FightRecords
from combatlog.export.pages.page_context import FightReader, FightRecord
from combatlog.export.pages.page_set import build_campaign_page_set
from combatlog.export.spooled_texts import SpooledTexts
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from tests.combatlog.export.pages.given import ADA, BEN, WOLVES, campaign, fought

NAMES_AND_ROWS = 10_000
"""Bytes that a fight of eleven combatants may take until the end: the names and addresses of its
pages, who is who in it and where they link to (3 KB), and its rows in the tables of a page; 7 to
8 KB together. With its state and its statistics it took 38 KB."""


def test_fights_come_back_as_they_were_read() -> None:
    """In any order, by place or slice, each with its game and its log."""
    there = campaign()
    fought(there, "First", [ADA, WOLVES, "end: they ran"])
    fought(there, "Second", ["join Ada from 1", WOLVES])
    fought(there, "Third", [BEN])
    reader = FightReader(there, "players")
    read = [reader.read(each) for each in there.fights()]
    kept = FightRecords(reader, map(reader.read, there.fights()))
    assert ["First", "Second", "Third"] == kept.titles
    assert [each.listed.id for each in read] == kept.ids
    assert ["they ran", "", ""] == [each.why for each in kept]
    for place in (2, 0, 1, -1):
        assert_same(read[place], kept[place])
    assert read[1].key == kept[1:][0].key
    assert kept[0].state.game is kept[1].state.game
    with pytest.raises(IndexError):
        kept[3]


def assert_same(one: FightRecord, other: FightRecord) -> None:
    assert one[:-1] == other[:-1]
    assert other.statistics.state is other.state
    assert [*one.line] == [*other.line]


@pytest.mark.slow
def test_a_fight_leaves_little_behind() -> None:
    """What is held grows by names and rows, not by the state and the statistics of each fight."""
    measure_peak(2)  # what is loaded once is loaded
    few, many = 20, 60  # with fewer, the largest page takes the most
    assert measure_peak(many) - measure_peak(few) < (many - few) * NAMES_AND_ROWS


def measure_peak(fights: int) -> int:
    """Return the most bytes that are held while the pages of so many fights are written.

    Garbage is collected soon: what waits to be collected at the peak differs from run to run by
    more than what the fights leave.
    """
    store = MemoryStore()
    entries = [Entry(event) for event in long_fight(40)]
    for number in range(fights):
        store.append(f"hunt-{number}", 0, entries)
    collected_after = gc.get_threshold()
    gc.set_threshold(200, 2, 2)
    tracemalloc.start()
    try:
        pages = build_campaign_page_set(Campaign(store), "Hunts")
        SpooledTexts(render_files(load_format("markdown"), pages))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.set_threshold(*collected_after)
