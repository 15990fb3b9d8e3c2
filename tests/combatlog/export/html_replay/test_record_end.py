"""Where a record stops in the middle of a fight, the page says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.types.declarations import Act, BeginRound, Harm, Resolve
from projections.queries.visibility import Audience
from tests.combatlog.export.html_replay.reading import example, page_data, render_page
from tests.combatlog.export.html_replay.test_stage_moments import list_stops
from tests.combatlog.export.html_replay.test_stage_texts import SHOW
from tests.support.browser import Watched
from tests.support.given import given, npc, pc


@pytest.mark.parametrize("audience", ["referee", "players"])
def test_the_last_beat_says_that_the_record_stops_and_who_is_ahead(audience: Audience) -> None:
    """Of a round that has only begun. Players read the lead by how the others look."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"), Harm(("wolf",), "8", "a rock"), BeginRound())
    *_, heading, last = page_data(fight.fight.history, audience)["story"]["beats"]
    lead = 40 if audience == "referee" else 25
    assert [f"Here the record stops, with the party {lead} points ahead."] == last["t"]
    assert ("Round 2", heading["e"]) == (heading["h"], last["e"])


def test_a_round_under_way_says_how_many_had_acted() -> None:
    """And a round that is over says so; who is down does not count."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"), Act("ada", "sings"), Act("ben", "sings"), Resolve())
    *_, last = page_data(fight.fight.history)["story"]["beats"]
    said = "Here the record stops within round 1, with nobody ahead: 2 of 3 had acted."
    assert ([said], 1) == (last["t"], last["s"])
    fight.when(Act("wolf", "howls"), Resolve())
    *_, last = page_data(fight.fight.history)["story"]["beats"]
    assert ["Here the record stops after round 1, with nobody ahead."] == last["t"]


def test_nobody_is_ahead_where_nothing_happened() -> None:
    fight = given("golden-idol", pc("Ada"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"))
    *_, last = page_data(fight.fight.history)["story"]["beats"]
    assert ["Here the record stops, with nobody ahead."] == last["t"]


@pytest.mark.slow
def test_a_fight_that_ended_has_no_such_beat() -> None:
    story = page_data(example("hounds-on-the-causeway"))["story"]
    assert [] == [beat for beat in story["beats"] if "s" in beat]


@pytest.mark.slow
def test_the_page_says_so_in_the_sentence_the_story_and_the_place_of_the_verdict(
    page: Watched, tmp_path: Path
) -> None:
    page.open(render_page(example("althea-and-the-kyklops")), tmp_path)
    page.page.evaluate(SHOW, len(list_stops(page)) - 1)
    said = "Here the record stops, with the foes 30 points ahead."
    assert said in page.page.locator("#event").inner_text()
    assert said in page.page.locator("#story .present").inner_text()
    box = page.page.locator("#outcome")
    assert "No verdict: the record stops here." == box.locator("b").inner_text()
    page.page.evaluate(SHOW, len(list_stops(page)) - 2)
    assert not box.is_visible()
