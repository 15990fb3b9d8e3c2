"""Who left and why, and who came closest to falling, wherever a recap is told."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from click import unstyle

from combatlog.app.examples import Example, list_examples
from combatlog.app.recap_as_data import convert_recap
from combatlog.app.survivors import list_survivors
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import list_fight_pages
from combatlog.terminal.views.recap import render_recap
from projections.queries.rounds import Rounds
from projections.queries.visibility import Audience, sees_numbers
from tests.combatlog.export.html_replay.reading import example, page_data
from tests.combatlog.export.pages.given import campaign, example as play_into
from tests.support.page_outline import outline


def read_part(lines: Iterable[str], title: str) -> list[str]:
    """Return what the terminal tells under a heading."""
    told, found = False, []
    for line in map(unstyle, lines):
        if not line.startswith(" "):
            told = line == title
        elif told:
            found.append(line.strip())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("audience", ["players", "referee"])
@pytest.mark.parametrize("played", list_examples(), ids=lambda each: each.name)
def test_the_terminal_and_its_data_tell_what_the_page_tells(
    played: Example, audience: Audience
) -> None:
    """In the same words; players read of close calls of those alone whose numbers they know."""
    history = example(played.name)
    page, data = page_data(history, audience)["recap"], convert_recap(history, audience)
    lines = [*render_recap(history, audience)]
    for part, title in (("left", "Who left, and why"), ("calls", "Closest calls")):
        said = [words for _, _, words in page[part]]
        assert said == read_part(lines, title)
        assert said == [f"{each['said']}." for each in data[part]]
        assert [seq for seq, *_ in page[part]] == [each["seq"] for each in data[part]]
    state = history.state(len(history))
    assert all(sees_numbers(state, each["who"], audience) for each in data["calls"])


@pytest.mark.slow
def test_a_span_tells_of_its_rounds() -> None:
    """Each close call is told in the round in which somebody had the least."""
    history = example("hold-seven")
    whole = list_survivors(history).calls
    assert whole
    rounds = range(history.state(len(history)).round + 1)
    parts = [list_survivors(history, rounds=Rounds(each, each)).calls for each in rounds]
    assert sorted(whole) == sorted(told for part in parts for told in part)
    assert sum(map(bool, parts)) > 1


def test_a_close_call_is_told_by_the_scores_of_its_moment() -> None:
    """Not by those that somebody has grown to since."""
    told = [said for _, _, said in list_survivors(example("bridge-ambush")).calls]
    said = "Ada had 0 of 4 HP and all STR left in round 2 (#111), hit by the rhinoceros' horn"
    assert said in told
    told = [said for _, _, said in list_survivors(example("the-courier-run")).calls]
    assert "Aniet had 0 of 3 HP left in round 2 (#103): fire on board (Courier)" in told


def test_close_calls_are_compared_by_like_scores() -> None:
    """Who lost of what stands behind the first score came closer than who lost none of it; each
    score is told by itself, as the game writes it."""
    told = [
        said.partition(" left")[0] for _, _, said in list_survivors(example("bridge-ambush")).calls
    ]
    assert [
        "The cult mob had 0 of 6 HP and 4 of 8 STR",
        "Cho had 0 of 3 HP and 7 of 9 STR",
        "Ben had 0 of 6 HP and 11 of 12 STR",
        "The rhinoceros had 0 of 20 HP and all STR",
        "Ada had 0 of 4 HP and all STR",
    ] == told
    troll, pete = (said for _, _, said in list_survivors(example("sam-pete-and-the-troll")).calls)
    assert troll.startswith("The troll had 0 of 6 Grit and d4 of d10 STR left")
    assert pete.startswith("Pete had 0 of 2 Grit and all STR left")


@pytest.mark.parametrize("audience", ["players", "referee"])
def test_the_page_of_a_fight_tells_them(audience: Audience) -> None:
    """As `combatlog recap` does."""
    there = campaign()
    play_into(there, "bridge-ambush")
    told = outline(list_fight_pages(there, "", PageOptions("story", audience))[0])
    left, calls = list_survivors(example("bridge-ambush"), audience)
    assert left and calls
    assert all(f"- {said}." in told for _, _, said in (*left, *calls))
