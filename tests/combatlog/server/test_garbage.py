"""What lives long is not looked at again and again by the garbage collector of a server."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from combatlog.app.campaign import Campaign
from combatlog.server.garbage import begin_setting_aside, clean, end_setting_aside
from combatlog.server.open_fight import OpenFight
from events.store.memory import MemoryStore
from projections.narrative.phrasebook import load_phrasebook


class _Thing:
    """Something that can be part of a cycle."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def set_aside() -> Iterator[None]:
    was_enabled, thresholds = gc.isenabled(), gc.get_threshold()
    begin_setting_aside()
    yield
    end_setting_aside()
    gc.set_threshold(*thresholds)
    if not was_enabled:
        gc.disable()


def test_what_survives_a_full_collection_is_set_aside() -> None:
    """The next full collection looks at what was made since, however much there is."""
    kept = [_Thing() for _ in range(1000)]
    gc.collect()
    set_aside = gc.get_freeze_count()
    assert set_aside > len(kept)
    assert len(gc.get_objects()) < 1000
    gc.collect()
    assert set_aside - 100 < gc.get_freeze_count()


def test_garbage_is_collected_before_anything_is_set_aside() -> None:
    """A cycle that nobody has any more goes with the collection."""
    gone = ref(_Thing())
    gc.collect()
    assert gone() is None


@pytest.mark.slow
def test_a_cleaning_collects_what_became_garbage_later() -> None:
    """A cycle that was set aside while it was in use goes with the next cleaning."""
    thing = _Thing()
    gone = ref(thing)
    gc.collect()
    del thing
    gc.collect()
    assert gone() is not None
    clean()
    assert gone() is None


def test_a_fight_that_falls_asleep_needs_no_collector() -> None:
    """What a server holds of a fight is let go of at once, though it was set aside."""
    campaign = Campaign(MemoryStore())
    fight = campaign.start("A fight", "golden-idol")
    opened = OpenFight(campaign, fight, load_phrasebook())
    opened.make_frame("players", 0)
    gone = ref(opened.feed("players"))
    gc.collect()
    del opened
    assert gone() is None
