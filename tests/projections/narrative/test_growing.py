"""The chronicle of a fight that goes on: its passages can be listed at any event."""

from __future__ import annotations

import pytest

from projections.narrative.chronicle import ChronicleOptions, ChronicleWriter, write_chronicle
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from rulesets.definitions.shipped import GAMES
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
