"""What players do not see on a page."""

from __future__ import annotations

import re
from random import Random

import pytest

from combatlog.app.campaign import Campaign
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import list_fight_pages
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from projections.queries.visibility import sees_numbers
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.pages.given import ADA, STRIKE, WOLVES, campaign, example, fought
from tests.support.page_outline import outline, section
from tests.support.random_fights import seeded_fight

EVERYTHING = PageOptions("full", "players")


def test_players_see_no_number_of_a_creature() -> None:
    there = campaign()
    example(there, "bridge-ambush")
    page, *_ = list_fight_pages(there, "", EVERYTHING)
    assert not any("Rhinoceros" in line for line in section(page, "How they stand"))
    told = "\n".join(outline(page))
    assert "HP 20" not in told
    assert "3 armor" not in told
    assert "armor 4" not in told


def test_players_see_no_notes() -> None:
    there = campaign()
    fought(there, "Yard", [ADA, WOLVES, "note the wolf is the baron"])
    assert "baron" not in "\n".join(outline(list_fight_pages(there, "", EVERYTHING)[0]))
    referee = list_fight_pages(there, "", PageOptions("full", "referee"))[0]
    assert "the wolf is the baron" in "\n".join(outline(referee))


def test_players_do_not_read_corrections_of_a_creature() -> None:
    there = campaign()
    lines = [ADA, "join wolf", *STRIKE, "amend 3 armor 3: the wrong sheet", "yes"]
    fought(there, "Yard", lines)
    told = "\n".join(outline(list_fight_pages(there, "", EVERYTHING)[0]))
    assert "armor 3" not in told
    referee = "\n".join(outline(list_fight_pages(there, "", PageOptions("full", "referee"))[0]))
    assert "armor 3" in referee


def test_players_do_not_read_the_strength_of_the_foes() -> None:
    there = campaign()
    example(there, "bridge-ambush")
    numbers = section(list_fight_pages(there, "", EVERYTHING)[0], "Statistics")
    turns = numbers[numbers.index("### Turning points") + 1 :]
    assert "- Round 3: the party began to catch up (5 points behind) (#187)" in turns
    assert not any("from 11 points behind" in turn for turn in turns)  # as the referee reads it


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_random_fights_stay_hidden(game: str) -> None:
    """No score of a stranger stands beside its name: neither before and after, nor a target
    number. (Players saw the face of the die.)"""
    for seed in range(6):
        store = MemoryStore()
        fight = seeded_fight(store, game, seed)
        play_fight(fight, Random(seed), 40)
        state = fight.state
        page, *_ = list_fight_pages(Campaign(store), "", EVERYTHING)
        text = "\n".join(outline(page))
        for id, one in state.combatants.items():
            if sees_numbers(state, id, "players"):
                continue
            for score in one.scores:
                name = rf"{re.escape(one.name)}('s?)?:? (max(imum)? )?"
                pattern = rf"{name}{re.escape(score)} [−d]?\d+ ?[→/≤>]"
                assert not re.search(pattern, text), f"{game} {seed}: {one.name} {score}"
