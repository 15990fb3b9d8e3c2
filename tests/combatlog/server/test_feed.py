"""Frames: whoever folds them has what a reader has who comes anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn, settings, strategies as st

from combatlog.export.html_replay.replay_data import collect_fight_data
from combatlog.server.feed import Feed, Frame
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from rulesets.definitions.shipped import GAMES
from tests.support.random_fights import seeded_fight

AUDIENCES: tuple[Audience, ...] = ("players", "referee")


class Reader:
    """What a page keeps of a fight."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.frame: Frame | None = None
        self.beats: list[Any] = []
        self.branches: list[Any] = []

    def take(self, frame: Frame) -> None:
        """Take a frame in."""
        assert frame.after <= len(self.rows)
        self.rows[frame.after :] = frame.rows
        self.beats[frame.story.at :] = frame.story.beats
        if frame.branches is not None:
            self.branches = frame.branches
        self.frame = frame

    def see(self) -> dict[str, Any]:
        """Return what the page shows."""
        assert self.frame is not None
        return {
            "rows": self.rows,
            "marks": self.frame.marks,
            "off": self.frame.off,
            "head": self.frame.head,
            "story": {"beats": self.beats, "branches": self.branches},
        }


def compare_readers(game: str, audience: Audience, seed: int) -> None:
    """Compare what readers see of a random fight: one reads every frame, one now and then, one
    begins anew each time."""
    random, book = Random(seed), load_phrasebook()
    fight = seeded_fight(MemoryStore(), game, seed)
    feed = Feed(fight.history, audience, book)
    steady, absent = Reader(), Reader()
    for _ in range(12):
        play_fight(fight, random, 3, doubts=0.15, regrets=0.15)
        feed.update(fight.history)
        steady.take(feed.make_frame(len(steady.rows)))
        if random.random() < 0.4:
            absent.take(feed.make_frame(len(absent.rows)))
            assert absent.see() == steady.see()
        fresh, data = Reader(), collect_fight_data(fight.history, audience, book)
        fresh.take(feed.make_frame(0))
        assert steady.see() == fresh.see()
        assert fresh.rows == data["rows"]
        assert fresh.see()["story"] == data["story"]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=4, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_readers_who_come_and_go_see_the_same(game: str, audience: Audience, seed: int) -> None:
    """Of any random fight."""
    compare_readers(game, audience, seed)


@pytest.mark.parametrize("seed", [11, 18])
def test_readers_see_the_same_of_rounds_that_were_told_again(seed: int) -> None:
    """Notes that are older than the round they stand in: beats of different rounds lie among each
    other."""
    compare_readers("paraverse", "referee", seed)


def test_a_reader_who_is_ahead_begins_anew() -> None:
    """A campaign that was restored from a copy has fewer events than a page has seen."""
    fight = seeded_fight(MemoryStore(), "golden-idol", 1)
    feed = Feed(fight.history, "referee", load_phrasebook())
    frame = feed.make_frame(len(fight.history) + 5)
    assert frame.after == 0
    assert len(frame.rows) == len(fight.history)


def test_a_reader_who_was_there_before_a_restart_sees_what_everybody_sees() -> None:
    """The view that the server makes when it starts again does not know what changed before."""
    book, random = load_phrasebook(), Random(3)
    fight = seeded_fight(MemoryStore(), "golden-idol", 3)
    absent, fresh = Reader(), Reader()
    absent.take(Feed(fight.history, "players", book).make_frame(0))
    play_fight(fight, random, 25, doubts=0.2)
    restarted = Feed(fight.history, "players", book)
    absent.take(restarted.make_frame(len(absent.rows)))
    fresh.take(restarted.make_frame(0))
    assert absent.see() == fresh.see()
