"""The story of the page: its beats and branches as data, and in the browser."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from events.types.log_events import Corrected, HeadMoved
from projections.narrative.beats import list_stage_beats
from projections.text.prose import plain_text
from replay.log.branches import list_branches
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.html_replay.looking import of_kind, open_pane, present, watch_events
from tests.combatlog.export.html_replay.reading import (
    example,
    page_data,
    recorded,
    render_page,
    states_of,
)
from tests.combatlog.export.html_replay.test_stage import crowd
from tests.combatlog.export.html_replay.test_tokens import go
from tests.support.browser import Watched


def read(spans: list[object]) -> str:
    """Return the words of a beat."""
    return "".join(each if isinstance(each, str) else each[0] for each in spans)  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_beats_are_those_of_the_narrator(game: str) -> None:
    """With the words, in the order of the events; each shows dice that its rows have. The page adds
    that a record stops."""
    for history in recorded(game, 2, 17):
        data = page_data(history)
        told = list_stage_beats(history.interleave_notes(len(history)))
        beats = [beat for beat in data["story"]["beats"] if not beat.keys() & {"w", "s"}]
        assert [plain_text(beat.story) for beat in told] == [
            read(beat.get("t", [])) for beat in beats
        ]
        assert [beat.seq for beat in told] == [beat["e"] for beat in beats]
        for beat in beats:
            for seq in beat.get("r", []):
                row = data["rows"][seq - 1]
                assert row[3]["d"]


@pytest.mark.slow
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
            apart = max((seq for seq in seqs if seq in line), default=0)
            assert each.get("apart", each["from"]) == apart
            assert each["from"] == max(apart, known[each["tip"]].forked)
            assert all(each["from"] < beat["e"] <= each["tip"] for beat in each["beats"])
            branches += 1
    assert branches


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_a_correction_is_a_beat_with_the_states_before_and_after(game: str) -> None:
    """The page compares the two."""
    found = 0
    for history in recorded(game, 16, 17, 18, 19):
        data = page_data(history)
        states = states_of(data)
        beats = {beat["c"]: beat for beat in data["story"]["beats"] if "w" in beat}
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
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "story")
    page.page.locator("#branches-box summary").click()
    page.page.locator(".watch").first.click()
    assert page.page.locator("#watched-name").is_visible()
    page.page.keyboard.press("End")
    told = page.page.locator("#story [aria-current=step]")
    assert told.is_visible()
    assert page.page.locator("#compared tbody tr").count()
    assert told.inner_text() == page.page.locator("#event").inner_text()
    page.page.get_by_role("button", name="Back to the fight as it stands").click()
    assert not page.page.locator("#watched-name").is_visible()
    assert page.page.locator("#compared-box").get_attribute("hidden") is not None
    assert [] == page.errors


def test_a_branch_says_where_it_ends_and_leads_back(page: Watched, tmp_path: Path) -> None:
    """It is compared with the fight at the same point, not with its end."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path)
    page.page.locator("#branches-box summary").click()
    page.page.locator(".watch").first.click()
    assert not page.page.locator("#compared table").count()
    page.page.locator("#compared-who").click()  # the tree, which stays open, hides it
    page.page.locator(".to-end").click()
    heads = page.page.locator("#compared thead th").all_text_contents()
    assert [
        "as it stands (Round 2 · the party's turn)",
        "this branch (Round 2 · the party's turn)",
    ] == heads
    assert "STA 7, TEK 15" not in (page.page.locator("#compared").text_content() or "")
    page.page.keyboard.press("End")
    ends = page.page.locator("#then-now")
    assert ends.inner_text().count("Captain Brasidas down (as it stands: up).") == 1
    assert (
        "This line does not count: undone by the referee: the mist blinds both" in ends.inner_text()
    )
    assert (
        "It ran 5 beats in Round 2 · the party's turn. The party: 31 points ahead"
        in ends.inner_text()
    )
    page.page.keyboard.press("ArrowRight")
    assert page.page.locator("#watched").is_visible()
    ends.get_by_role("button", name="Back to where you were").click()
    assert not page.page.locator("#watched").is_visible()


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_panes_to_read_share_the_room_with_the_field_on_phones(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """They all keep it in sight, and the controls stay where they are. A second tap gives them more
    (test_phone_room). On the smallest, numbers and recap have its room until the next step."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path)
    controls = page.page.locator("#controls")
    before = controls.bounding_box()
    for pane in ("log", "people", "numbers", "recap"):
        open_pane(page, pane)
        box = page.page.locator(f"#pane-{pane}").bounding_box()
        assert box and box["height"] > 0.25 * size[1]
        if size[0] < 390 and pane in ("numbers", "recap"):
            page.page.keyboard.press("ArrowRight")  # they have the whole room until then
        assert page.page.locator("#field").is_visible()
        now = controls.bounding_box()
        assert before and now
        assert abs(before["y"] - now["y"]) < 0.1
    open_pane(page, "story")
    assert page.page.locator("#field").is_visible()


def test_branches_have_whole_names_and_follow_each_other(
    page: Watched, history: History, tmp_path: Path
) -> None:
    """A name says when, and what came of it; beside it stand what was undone, who undid it, and
    why. From one that is watched the page goes on to the next, around."""
    page.open(render_page(history, audience="referee"), tmp_path)
    page.page.locator("#branches-box summary").click()
    names = page.page.locator(".watch")
    assert names.count() == len(set(names.all_text_contents()))
    assert "Round 7 · the foes' turn · everybody as it stands" in names.all_text_contents()
    assert "Cho was now dazed (sand)." in page.page.locator("#branches").inner_text()
    items = page.page.locator("#branches li:has(> .watch)").all_inner_texts()
    assert 1 < names.count() == len(set(items))
    fits = "(names) => names.every((each) => each.scrollWidth <= each.clientWidth)"
    assert names.evaluate_all(fits)
    names.first.click()
    seen = []
    for _ in range(names.count()):
        current = page.page.locator("#branches [aria-current]").text_content() or ""
        assert current.split(" · ")[0] in page.page.locator("#watched-name").inner_text()
        seen.append(current)
        page.page.get_by_role("button", name="The branch after it").click()
    assert sorted(seen) == sorted(names.all_text_contents())
    assert seen[0] == page.page.locator("#branches [aria-current]").text_content()
    page.page.get_by_role("button", name="The branch before it").click()
    assert seen[-1] == page.page.locator("#branches [aria-current]").text_content()
    assert [] == page.errors


def test_undone_beats_are_told_among_the_beats(
    page: Watched, history: History, tmp_path: Path
) -> None:
    """Struck through, with what undid them; the page goes on by beats. What no beat tells is shown
    event by event, and the switch says so."""
    page.open(render_page(history, audience="referee"), tmp_path)
    before = int(page.page.locator("#slider").get_attribute("max") or 0)
    page.page.locator("#undone").check()
    struck = page.page.locator("#story .beat:not(.round) del")
    assert struck.count() == sum(
        len([beat for beat in branch["beats"] if "h" not in beat])
        for branch in page_data(history)["story"]["branches"]
    )
    stops = int(page.page.locator("#slider").get_attribute("max") or 0)
    assert before < stops < len(history)
    assert not page.page.locator("#single").is_checked()
    struck.first.click()
    assert page.page.locator("#event del").is_visible()
    assert " by " in page.page.locator("#event .note").inner_text()
    page.page.locator("#undone").uncheck()
    assert not struck.count()
    assert str(before) == page.page.locator("#slider").get_attribute("max")
    moved = next(row.seq for row in history.rows if isinstance(row.event, HeadMoved))
    page.page.evaluate(f"() => {{ location.hash = 'seq={moved}'; }}")
    page.page.wait_for_function(f"() => document.querySelector('#event').dataset.seq === '{moved}'")
    assert page.page.locator("#single").is_checked()
    assert page.page.locator("#undone").is_checked()
    assert [] == page.errors


ON_ITS_LINE = """() => {
    const dot = document.querySelector("#strength .dot").getAttribute("d");
    const [, x, y] = dot.match(/^M(.+) (.+)h/);
    const path = document.querySelector("#strength .series.undone").getAttribute("d");
    return new RegExp(`(M${x} [0-9.]+|H${x}|M${x})V${y}H`).test(path);
}"""


def test_what_is_undone_has_a_line_of_its_own_in_the_graph(page: Watched, tmp_path: Path) -> None:
    """The dot of an undone beat does not hang in the air."""
    page.open(render_page(example("the-toll-at-the-ford"), audience="referee"), tmp_path)
    assert not page.page.locator("#strength .series.undone").count()
    page.page.locator("#undone").check()
    struck = page.page.locator("#story .beat:has(del)")
    for beat in struck.all():
        beat.locator("a").first.click()
        assert page.page.evaluate(ON_ITS_LINE)
    assert struck.count() > 2
    assert [] == page.errors


def test_what_is_found_in_an_undone_line_is_counted(page: Watched, tmp_path: Path) -> None:
    """It said that no entry was found, above the line that was."""
    page.open(render_page(example("the-toll-at-the-ford"), audience="referee"), tmp_path)
    page.page.locator("#search").fill("small, and it has its hands full")
    assert 1 == page.page.locator("#story .fork:visible").count()
    assert not page.page.locator("#story-nothing").is_visible()
    assert re.search(r"\b1 of \d", page.page.locator("#shown-words").inner_text())


def test_a_fight_that_has_only_begun_is_shown(page: Watched, tmp_path: Path) -> None:
    """There is no beat yet."""
    begun = History(example("hold-seven").rows[:1])
    page.open(render_page(begun, audience="referee"), tmp_path)
    assert "Hold seven" == page.page.locator("#title").inner_text()
    page.page.keyboard.press("ArrowRight")
    for pane in ("log", "people", "numbers", "recap"):
        open_pane(page, pane)
    assert [] == page.errors


def test_what_came_after_the_fight_stands_under_afterwards(page: Watched, tmp_path: Path) -> None:
    """In the story, beside the clock and in the lanes; the end itself belongs to its round."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    headings = page.page.locator("#story .beat.round").all_inner_texts()
    assert ["Round 1", "Round 2", "Round 3", "Round 4", "Afterwards"] == headings
    page.page.locator("#story a", has_text="So the fight ended").click()
    assert "Over" == page.page.locator("#where").inner_text()
    page.page.keyboard.press("ArrowRight")
    assert "Afterwards" == page.page.locator("#where").inner_text()
    assert page.page.locator("#clock").inner_text().endswith(" after it began")
    assert "Time went by" in page.page.locator("#story [aria-current=step]").inner_text()


def test_a_fall_in_the_story_leads_to_its_recap_and_back(page: Watched, tmp_path: Path) -> None:
    """Each of them, to what felled them."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    links = page.page.locator("#story .to-pane")
    data = page_data(example("hold-seven"))
    moments = [moment[0] for fall in data["recap"]["falls"] for moment in fall[1]]
    assert sorted(moments) == links.evaluate_all(
        "(links) => links.map((link) => Number(link.hash.slice(5)))"
    )
    links.last.click()
    fall = page.page.locator("#falls .fall p").filter(has_text="Died 1 h 10 min after the fight")
    assert fall.is_visible()
    fall.locator(".to-pane").click()
    assert "Tam died" in page.page.locator("#story [aria-current=step]").inner_text()
    assert page.page.locator("#pane-story").is_visible()
    assert [] == page.errors


def test_a_filtered_story_has_no_empty_rounds(page: Watched, tmp_path: Path) -> None:
    """A heading stays where something below it does."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path)
    page.page.locator("#whose").select_option(label="Phaidra")
    rows = page.page.locator("#story .beat:visible").evaluate_all(
        "(rows) => rows.map((row) => row.matches('.round'))"
    )
    assert not rows[-1]
    assert not any(one and other for one, other in pairwise(rows))


def test_story_and_log_are_searched(page: Watched, history: History, tmp_path: Path) -> None:
    """Only what has the words stays, under its round; a key in the field steps nowhere; a tap goes
    there."""
    page.open(render_page(history, audience="referee"), tmp_path)
    seq = page.page.locator("#event").get_attribute("data-seq")
    for pane, field, rows in (
        ("story", "#search", "#story .beat:not(.round):not(.corrected)"),
        ("log", "#search", "#log .row:not(.off, .context)"),
    ):
        open_pane(page, pane)
        page.page.locator(field).fill("")
        before = page.page.locator(f"{rows}:visible").count()
        page.page.locator(field).press_sequentially("elite soldier")
        assert seq == page.page.locator("#event").get_attribute("data-seq")
        found = page.page.locator(f"{rows}:visible")
        assert 0 < found.count() < before
        assert all("elite soldier" in each.lower() for each in found.all_inner_texts())
    found.last.locator("a").click()
    assert seq != page.page.locator("#event").get_attribute("data-seq")
    page.page.locator("#search").fill("")
    assert before == page.page.locator(f"{rows}:visible").count()


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_tree_is_watched_on_a_phone(
    page: Watched, history: History, tmp_path: Path, size: tuple[int, int]
) -> None:
    """By keyboard; the branch that is watched is marked, and begins behind its fork."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(history, audience="referee"), tmp_path)
    page.page.locator("#branches-box summary").press("Enter")
    story = page_data(history)["story"]
    branches = [*story["branches"], *story["mended"]]
    buttons = page.page.locator("#branches .watch")
    assert len(branches) == buttons.count()
    assert not [said for said in buttons.all_inner_texts() if said.startswith("#")]
    buttons.last.press("Enter")
    marked = page.page.locator("#branches button[aria-current]")
    assert buttons.last.inner_text() == marked.inner_text()
    seq = int(page.page.locator("#event").get_attribute("data-seq") or 0)
    assert max(each["from"] for each in branches) < seq
    page.page.locator("#back").press("Enter")
    assert not marked.count()


def test_a_correction_shows_then_and_now(page: Watched, tmp_path: Path) -> None:
    """Who stood how before it, and after."""
    shown = 0
    for history in recorded("golden-idol", 16, 17, 18, 19):
        beats = [beat for beat in page_data(history)["story"]["beats"] if "w" in beat]
        page.open(render_page(history, audience="referee"), tmp_path)
        for beat in beats:
            page.page.evaluate(f"() => {{ location.hash = 'seq={beat['c']}'; }}")
            page.page.wait_for_function(
                f"() => document.querySelector('#event').dataset.seq === '{beat['e']}'"
            )
            assert page.page.locator("#then-now").is_visible()
            assert page.page.locator("#then-now :is(tbody tr, p)").count()
            shown += 1
    assert shown
    assert [] == page.errors


def test_a_long_row_of_names_is_told_whole_on_a_tap(page: Watched, tmp_path: Path) -> None:
    """What else stands with the sentence stays."""
    page.open(render_page(crowd(40), audience="referee"), tmp_path)
    event = page.page.locator("#event")
    page.page.evaluate("() => document.querySelector('#event').append(' (kept)')")
    few = event.locator(".who").count()
    event.locator(".more").first.click()
    assert few < event.locator(".who").count()
    assert 0 == event.locator(".more").count()
    assert "(kept)" in (event.text_content() or "")


def test_the_dice_of_the_story_are_folded(page: Watched, tmp_path: Path) -> None:
    """They show at the present beat and where somebody falls; one switch shows all of them."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    every = page.page.locator("#story .thrown")
    folded = page.page.locator("#story .thrown:visible")
    assert 0 < folded.count() < every.count() / 2
    page.page.get_by_role("switch", name="Dice").check()
    assert every.count() == folded.count()
    page.page.get_by_role("switch", name="Dice").uncheck()
    row = page.page.locator("#story > .beat").filter(has_text="The mask priest lunged at Edo")
    assert not row.locator(".thrown").is_visible()
    row.locator("a").first.click()
    assert row.locator(".thrown").is_visible()


def test_the_aftermath_stands_in_the_story_alone(page: Watched, tmp_path: Path) -> None:
    """The stage has the outcome in its place, and no stop of its own for it."""
    history = example("bridge-ambush")
    beats = page_data(history)["story"]["beats"]
    seq = of_kind(history, "EndFight")[0]
    assert 2 == sum(beat["e"] == seq for beat in beats)
    page.open(render_page(history, audience="referee"), tmp_path, f"#seq={seq}")
    assert "So the fight ended: the bridge is theirs." == page.page.locator("#event").inner_text()
    assert page.page.locator("#story").get_by_text("still stood. Of the party, ").is_visible()
    page.page.keyboard.press("ArrowRight")
    assert "rested" in page.page.locator("#event").inner_text()


def test_a_correction_is_read_behind_what_it_corrects(page: Watched, tmp_path: Path) -> None:
    """In the list and in playback; nothing changes on the field with it."""
    page.open(render_page(example("hounds-on-the-causeway"), audience="referee"), tmp_path)
    page.page.locator("#story .corrected a").click()
    place = int(page.page.locator("#slider").input_value())
    assert "Corrected by the referee" in page.page.locator("#story .present").inner_text()
    assert page.page.locator("#then-now").is_visible()
    assert not page.page.locator(".token.changed").count()
    page.page.keyboard.press("ArrowLeft")
    assert place - 1 == int(page.page.locator("#slider").input_value())
    rows = page.page.locator("#story > .beat")
    order = rows.evaluate_all("(all) => all.map((row) => row.className)")
    at = next(at for at, name in enumerate(order) if "present" in name)
    assert "corrected" in order[at + 1]
    assert "thrust one spear each at Oswin" in rows.nth(at).inner_text()


def test_event_by_event_the_story_does_not_run_ahead(page: Watched, tmp_path: Path) -> None:
    """Until its last event an entry stands as what is still to come; while it plays, unseen."""
    history = example("hold-seven")
    page.open(render_page(history, audience="referee"), tmp_path)
    watch_events(page)
    open_pane(page, "story")
    beats = page_data(history)["story"]["beats"]
    ends = {beat["e"] for beat in beats}
    seen = set()
    for seq in range(min(ends) + 1, min(ends) + 40):
        go(page, seq)
        begun = page.page.locator("#story .begun")
        if present(page) != seq:
            continue  # what was undone is passed over
        assert (seq in ends) == (begun.count() == 0), seq
        seen.add(begun.count())
        if begun.count():
            entry = begun.locator("a")
            colors = [entry, page.page.locator("#story .present ~ .beat > a").last]
            assert 1 == len({each.evaluate("e => getComputedStyle(e).color") for each in colors})
    assert seen == {0, 1}
    assert entry.is_visible()
    page.page.evaluate("() => document.documentElement.classList.add('playing')")
    assert not entry.is_visible()
