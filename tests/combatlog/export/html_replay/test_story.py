"""The story of the page: its beats and branches as data, and in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.export.html_replay import render_replay_page
from events.types.log_events import Corrected
from projections.narrative.beats import list_stage_beats
from projections.text.prose import plain_text
from replay.log.branches import list_branches
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import page_data, recorded, states_of
from tests.support.browser import Watched


def read(spans: list[object]) -> str:
    """Return the words of a beat."""
    return "".join(each if isinstance(each, str) else each[0] for each in spans)  # type: ignore[index]


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_beats_are_those_of_the_narrator(game: str) -> None:
    """With the words, in the order of the events; each shows dice that its rows have."""
    for history in recorded(game, 2, 17):
        data = page_data(history)
        told = list_stage_beats(history.interleave_notes(len(history)))
        beats = [beat for beat in data["story"]["beats"] if "w" not in beat]
        assert [plain_text(beat.story) for beat in told] == [
            read(beat.get("t", [])) for beat in beats
        ]
        assert [beat.seq for beat in told] == [beat["e"] for beat in beats]
        for beat in beats:
            for seq in beat.get("r", []):
                row = data["rows"][seq - 1]
                assert row[3]["d"]


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_every_branch_can_be_watched(game: str) -> None:
    """Each has its beats behind what it shares with another one."""
    branches = 0
    for history in recorded(game, 16, 17, 18):
        data = page_data(history)["story"]
        line = {row.seq for row in history.on_line(history.position())}
        known = {each.tip: each for each in list_branches(history) if not each.current}
        assert {*known} == {each["tip"] for each in data["branches"]}
        for each in data["branches"]:
            seqs = [row.seq for row in history.on_line(each["tip"])]
            assert each["apart"] == max((seq for seq in seqs if seq in line), default=0)
            assert each["from"] == max(each["apart"], known[each["tip"]].forked)
            assert all(each["from"] < beat["e"] <= each["tip"] for beat in each["beats"])
            branches += 1
    assert branches


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_a_correction_is_a_beat_with_the_states_before_and_after(game: str) -> None:
    """The page compares the two."""
    found = 0
    for history in recorded(game, 16, 17, 18, 19):
        data = page_data(history)
        states = states_of(data)
        beats = {beat["e"]: beat for beat in data["story"]["beats"] if "w" in beat}
        line = [row.seq for row in history.on_line(history.position())]
        corrections = [seq for seq in line if isinstance(history[seq].event, Corrected)]
        assert corrections == [*beats]
        for seq in corrections:
            was, end = beats[seq]["w"], beats[seq]["i"]
            assert was < seq <= end
            assert states[was] and states[end]
            found += 1
    assert found or game == "paraverse"


def test_a_branch_is_watched_and_left_again(
    page: Watched, history: History, tmp_path: Path
) -> None:
    """A click in the tree shows its beats; the way back is beside the stage."""
    page.open(render_replay_page(history, audience="referee"), tmp_path)
    open_pane(page, "story")
    page.page.locator("#branches-box summary").click()
    page.page.locator(".watch").first.click()
    assert page.page.get_by_text("You watch what was undone").is_visible()
    page.page.keyboard.press("End")
    told = page.page.locator("#story [aria-current=step]")
    assert told.is_visible()
    assert page.page.locator("#compared tbody tr").count()
    assert told.inner_text() == page.page.locator("#event").inner_text()
    page.page.get_by_role("button", name="Back to the fight as it stands").click()
    assert not page.page.get_by_text("You watch what was undone").is_visible()
    assert page.page.locator("#compared-box").get_attribute("hidden") is not None
    assert [] == page.errors


def test_a_correction_shows_then_and_now(page: Watched, tmp_path: Path) -> None:
    """Who stood how before it, and after."""
    shown = 0
    for history in recorded("golden-idol", 16, 17, 18, 19):
        beats = [beat for beat in page_data(history)["story"]["beats"] if "w" in beat]
        page.open(render_replay_page(history, audience="referee"), tmp_path)
        for beat in beats:
            page.page.evaluate(f"() => {{ location.hash = 'seq={beat['e']}'; }}")
            page.page.wait_for_function(
                f"() => document.querySelector('#event').dataset.seq === '{beat['e']}'"
            )
            assert page.page.locator("#then-now").is_visible()
            assert page.page.locator("#then-now :is(tbody tr, p)").count()
            shown += 1
    assert shown
    assert [] == page.errors
