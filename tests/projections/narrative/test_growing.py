"""The chronicle of a fight that goes on: its passages can be listed at any event."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.export.html_replay.story_data import GrowingStory, write_beat
from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.memory import MemoryStore
from projections.narrative.beats import list_stage_beats
from projections.narrative.chronicle import ChronicleOptions, ChronicleWriter, write_chronicle
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES, load_game
from tests.projections.narrative.given import FIGHTS, simulated

LONGEST = 120
"""So many events of each fight are told."""


def compare_passages(game: str, fights: int, audience: Audience, step: int) -> None:
    """Compare the passages of growing fights with those of a line that ends there, every so many
    events."""
    telling = ChronicleOptions(audience, load_phrasebook())
    for line, _ in simulated(game)[:fights]:
        writer = ChronicleWriter(telling)
        for at, (seq, event) in enumerate(line[:LONGEST], 1):
            writer.take(seq, event)
            if not at % step:
                assert write_chronicle(line[:at], telling=telling) == writer.list_passages(), seq
        assert write_chronicle(line[:LONGEST], telling=telling) == writer.end()


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_passages_can_be_listed_while_the_fight_goes_on(game: str) -> None:
    """Listing them changes nothing of what is told later."""
    compare_passages(game, 1, "players", 5)


@pytest.mark.slow
@pytest.mark.parametrize("audience", ["players", "referee"])
@pytest.mark.parametrize("game", GAMES)
def test_passages_can_be_listed_at_every_event(game: str, audience: Audience) -> None:
    """Of every random fight."""
    compare_passages(game, FIGHTS, audience, 1)


def compare_beats(game: str, seed: int, audience: Audience, step: int) -> None:
    """Compare the beats of a growing random fight with those of a line that ends there, every so
    many events. Those of rounds that are over are written once."""
    fight = start_seeded_fight(MemoryStore(), load_game(game), seed, "digital")
    play_fight(fight, Random(seed), 120, doubts=0.15, regrets=0.15)
    history, telling = fight.history, ChronicleOptions(audience, load_phrasebook())
    line = [*history.interleave_notes(len(history))]
    people = {id: number for number, id in enumerate(fight.state.combatants)}
    story = GrowingStory(History(history.rows[:1]), telling)
    for at, (seq, event) in enumerate(line[1:], 2):
        story.take([(seq, event)])
        if at % step and at < len(line):
            continue
        told = [beat for beat in story.collect(history, people)["beats"] if "w" not in beat]
        whole = [
            write_beat(history, beat, people, audience)
            for beat in list_stage_beats(line[:at], telling)
        ]
        assert sorted(whole, key=lambda beat: int(beat["e"])) == told, (seed, seq)


@pytest.mark.parametrize("game", GAMES)
def test_beats_of_rounds_that_are_over_stay_as_they_were_told(game: str) -> None:
    """They are those of a fight that ends there."""
    compare_beats(game, 1, "players", 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("game", GAMES)
def test_beats_of_many_fights_stay_as_they_were_told(game: str, seed: int) -> None:
    """At every event."""
    compare_beats(game, seed, "referee", 1)
