"""Who is winning on the page: the lines of the halves, the words, the turning points; and what
stands beside a branch and a correction."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.recap import list_falls
from combatlog.app.turning_points import describe_turning_point, find_turning_points
from tests.combatlog.export.html_replay.looking import open_pane, open_tree
from tests.combatlog.export.html_replay.reading import example, page_data, recorded, render_page
from tests.combatlog.export.html_replay.test_stage_moments import list_stops, open_page
from tests.combatlog.export.html_replay.test_stage_texts import SHOW
from tests.support.browser import Watched

DOTS = """() => Object.fromEntries([...document.querySelectorAll("#strength-legend li")]
    .map((it) => [it.firstChild.textContent, parseInt(it.lastChild.textContent)]))"""


@pytest.mark.parametrize("audience", ["referee", "players"])
@pytest.mark.parametrize("name", ["black-sails", "hounds-on-the-causeway"])
def test_the_words_are_the_distance_of_the_thick_lines(
    page: Watched, tmp_path: Path, name: str, audience: Any
) -> None:
    """At every moment; sides of one half have a line together. Where the lead turns, the words
    before and behind it are those of the turning point; a slide begins with an earlier beat."""
    history = example(name)
    page.open(render_page(history, audience=audience), tmp_path)
    leads: dict[int, int] = {}
    before = 0
    begun: dict[int, int] = {}
    found = {turn.seq: turn for turn in find_turning_points(history.line_events(), audience)}
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        shares = page.page.evaluate(DOTS)
        foes = shares.get("the reavers and the harpies", shares.get("the foes"))
        said = page.page.locator("#strength-lead").inner_text()
        lead = shares["the party"] - foes
        number = re.search(r"\d+", said)
        assert (abs(lead) if abs(lead) > 1 else 0) == (int(number[0]) if number else 0)
        assert not number or said.startswith(("The party", "At the end, the party")) == (lead > 0)
        seq = int(page.page.locator("#event").get_attribute("data-seq") or 0)
        leads[seq] = lead
        begun[seq] = before
        if turn := found.get(seq):
            sign = 1 if turn.sides == ("party",) else -1
            begin = begun[turn.first] if turn.first else before
            assert (sign * begin, sign * lead) == (turn.before, turn.after)
        before = lead
    assert set(found) <= set(leads)
    thick = page.page.locator("#strength path.series:not(.minor)")
    assert 2 == thick.count()
    assert (2 if name == "black-sails" else 0) == page.page.locator("path.minor").count()


def test_a_turning_point_stands_in_story_graph_and_numbers(page: Watched, tmp_path: Path) -> None:
    """In the same words; each leads to its moment, and a change of the leader has a sign of its
    own."""
    history = example("black-sails")
    open_page(page, history, tmp_path, (1280, 800))
    turns = find_turning_points(history.line_events())
    words = [describe_turning_point(turn) for turn in turns]
    told = page.page.locator("#story .turned").all_text_contents()
    assert [f"Turning point: {each}" for each in words] == told
    marks = page.page.locator("#strength .turn")
    signs = ["⇅" if turn.took else "▲" if "party" in turn.sides else "▼" for turn in turns]
    assert signs == marks.all_text_contents()
    assert words == marks.evaluate_all("(all) => all.map((it) => it.title)")
    marks.first.click()
    seq = page.page.locator("#event").get_attribute("data-seq")
    assert str(turns[0].seq) == seq
    open_pane(page, "numbers")
    rows = page.page.locator("#turns li a").all_text_contents()
    assert [f"R{turn.round} · {each}" for turn, each in zip(turns, words, strict=True)] == rows


def test_a_turning_point_says_what_came_of_its_beat(page: Watched, tmp_path: Path) -> None:
    """Who fell, left or lost something by it; else its sentence, as when a spell is broken."""
    open_page(page, example("hold-seven"), tmp_path, (1280, 800))
    open_pane(page, "numbers")
    causes = page.page.locator("#turns .cause").all_inner_texts()
    assert len(causes) == page.page.locator("#turns li").count()
    assert any("Drone 2" in each and "down" in each for each in causes)
    assert "The queen was no longer spellbound (Ines has lost her hold)." in causes


def test_a_slide_says_who_fell_by_it(page: Watched, tmp_path: Path) -> None:
    """Those whose side it cost, not only by its last blow."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    open_pane(page, "numbers")
    slide = page.page.locator("#turns li", has_text="from 41 to 9 points behind")
    cause = slide.locator(".cause").inner_text()
    assert "Phaidra−10dying" in cause
    assert "Dion−9down" in cause


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_each_side_of_a_half_has_a_line_of_its_colour(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Thin, beside the thick one of all of them; the key names it, on phones the bars."""
    open_page(page, example("black-sails"), tmp_path, size)
    lines = page.page.locator("#strength path.series.minor")
    assert 2 == lines.count()
    ink = "(all) => all.map((it) => getComputedStyle(it).getPropertyValue('--line'))"
    assert lines.evaluate_all(ink) == page.page.locator("#strength-legend .of-half").evaluate_all(
        ink
    )
    assert lines.first.is_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_the_page_says_what_strength_is(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Behind a button beside the graph; its words lie over no line, and the names of the rounds
    stand below."""
    open_page(page, example("black-sails"), tmp_path, size)
    about = page.page.locator("#strength-about")
    assert not about.is_visible()
    page.page.locator("#strength-why").click()
    assert "everybody counts the same" in about.inner_text()
    counts = about.get_by_text("Each counts a half while able to act")
    assert not counts.is_visible()
    about.locator("summary").click()
    assert counts.is_visible()
    page.page.keyboard.press("Escape")
    assert not about.is_visible()
    picture = page.page.locator("#strength svg").bounding_box()
    words = page.page.locator("#strength-lead").bounding_box()
    assert picture and words
    assert words["y"] + words["height"] <= picture["y"] + 1 or (
        words["x"] + words["width"] <= picture["x"]
    )
    for name in page.page.locator(".round-name:visible").all():
        box = name.bounding_box()
        assert box
        assert box["y"] >= picture["y"] + picture["height"] - 1


def test_a_branch_stands_beside_the_fight(page: Watched, tmp_path: Path) -> None:
    """The fight's own line goes on behind it, dotted, for both sides; a table says who stands
    otherwise at this moment. Until somebody does, it says what is different first, and who stands
    otherwise at the end only when asked, or once the end was seen."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    assert 0 == page.page.locator("#strength .kept").count()
    page.page.locator(".split").click()
    assert 2 == page.page.locator("#strength .kept").count()
    who = page.page.locator("#compared-who")
    table, head = page.page.locator("#compared"), page.page.locator("#watched-name")
    assert "Nobody stands otherwise yet" == who.text_content()
    assert "first: Theron laid into Captain Brasidas" in table.inner_text()
    assert "down" not in table.inner_text() and "down" not in (head.text_content() or "")
    page.page.get_by_role("button", name="Show who stands otherwise at its end").click()
    assert "at its end: Captain Brasidas" in (who.text_content() or "")
    assert "down" in table.inner_text()
    for _ in range(3):
        page.page.keyboard.press("ArrowRight")
    assert "Different here: Captain Brasidas" == who.text_content()
    row = page.page.locator("#compared tbody tr")
    assert ["Captain Brasidas", "STA 1, KRA 12"] == row.locator("th, td").all_text_contents()[:2]
    page.page.locator("#back").click()
    assert not page.page.locator("#compared-box").is_visible()
    assert 0 == page.page.locator("#strength .kept").count()


_DRAWN = """() => {
  const ends = (kind) => [...document.querySelectorAll(`#strength .series:not(.minor)${kind}`)]
    .map((path) => Number(/[^H]*$/.exec(path.getAttribute("d"))[0]));
  const begin = /^M([^ ]+)/.exec(document.querySelector(".series.kept").getAttribute("d"));
  return { line: ends(":not(.kept)"), kept: ends(".kept"), first: Number(begin[1]) };
}"""
"""Where in the graph, 600 wide, the watched line ends; where the fight itself begins and ends."""


@pytest.mark.parametrize("single", [False, True])
def test_a_branch_has_the_scale_of_the_fight(page: Watched, tmp_path: Path, single: bool) -> None:
    """What both share stays where it was in the graph and on the slider. A line that is shorter
    ends where it ends; the fight as it stands goes on to the right end."""
    open_page(page, example("the-toll"), tmp_path, (1280, 800))
    if single:
        page.page.locator("#single").check()
    slider = page.page.locator("#slider")
    most = slider.get_attribute("max")
    page.page.locator(".split").first.click()
    assert most == slider.get_attribute("max")
    page.page.keyboard.press("End")
    count = int((page.page.locator("#place").text_content() or "").split("/")[1])
    assert count - 1 == int(slider.input_value()) < int(most or 0)
    drawn = page.page.evaluate(_DRAWN)
    end = 600 * (count - 1) / int(most or 1)
    assert drawn["line"] == pytest.approx([end, end], abs=0.1)
    assert drawn["kept"] == [600, 600]
    assert drawn["first"] < end
    slider.focus()
    page.page.keyboard.press("ArrowRight")  # there is nothing behind the end
    assert count - 1 == int(slider.input_value())
    assert not page.errors


def test_the_graph_says_where_a_line_leaves_the_fight(page: Watched, tmp_path: Path) -> None:
    """A sign stands there. The rounds behind its end are named; they are those of the fight."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800), 92)  # its first beat
    box, sign = (page.page.locator(each).bounding_box() for each in ("#strength svg", ".fork-sign"))
    assert box and sign
    slider = page.page.locator("#slider")
    first = int(slider.input_value())
    place = box["x"] + box["width"] * first / int(slider.get_attribute("max") or 1)
    assert sign["x"] + sign["width"] == pytest.approx(place, abs=1)
    assert ["R1", "R2", "R3", "R4"] == page.page.locator(".round-name").all_text_contents()
    page.page.locator("#back").click()
    assert not page.page.locator(".fork-sign").count()
    assert not page.errors


def test_the_tree_stays_open_while_a_line_is_watched(page: Watched, tmp_path: Path) -> None:
    """It marks that line and has it in sight. Whoever asks who stands otherwise gets its room."""
    open_page(page, example("hold-seven"), tmp_path, (1280, 800))
    open_tree(page)
    box = page.page.locator("#branches-box")
    for line in (".might-watch >> nth=-1", ".watch"):
        page.page.locator(line).click()
        assert box.get_attribute("open") is not None
        now = page.page.locator("#branches [aria-current]")
        assert page.page.locator(line).inner_text() == now.inner_text()
        one, whole = now.bounding_box(), box.bounding_box()
        assert one and whole and whole["y"] <= one["y"]
        assert one["y"] + one["height"] <= whole["y"] + whole["height"] + 1
    page.page.keyboard.press("End")
    assert not page.page.locator("#compared").is_visible()
    page.page.locator("#compared-who").click()
    assert page.page.locator("#compared").is_visible()
    assert box.get_attribute("open") is None
    open_tree(page)
    page.page.locator("#widen").click()  # both have room there
    assert page.page.locator("#compared").is_visible()
    story, tree = (page.page.locator(each).bounding_box() for each in ("#story", "#branches-box"))
    assert story and tree and story["x"] + story["width"] <= tree["x"] + 1
    assert not page.errors


def test_the_tree_says_for_whom_a_line_is_better(page: Watched, tmp_path: Path) -> None:
    """By more than a point, which counts as level elsewhere, too."""
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    page.page.locator("#branches-box summary").click()
    gains = page.page.locator("#branches .gain").all_text_contents()
    better = "10 points for the party"
    assert [better, better, "10 points for the wild and the cult"] == sorted(gains)
    undone = page.page.locator("#branches li:has(> .watch) > .branch-about .ahead").first
    said = re.sub(r"\d+", "#", undone.text_content() or "")
    assert (
        "# points for the wild and the cult · At the end, the wild and the cult: # points" in said
    )


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_head_of_a_branch_is_whole_on_a_phone(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Who took it back, why, where, and how long it is; the way onto it is large enough to tap."""
    open_page(page, example("black-sails"), tmp_path, size)
    fork = page.page.locator(".fork-watch")
    box = fork.bounding_box()
    assert box
    assert box["height"] >= 44
    fork.click()
    name = page.page.locator("#watched-name")
    assert "undone by the referee: the mist blinds both · Round 2" in (name.text_content() or "")
    assert name.evaluate("(it) => it.scrollHeight <= it.clientHeight + 1")


def test_a_correction_is_marked_on_slider_graph_and_tree(page: Watched, tmp_path: Path) -> None:
    """Each mark leads to what it changed; and what stood before it can be watched as a branch, from
    the story and from the correction, which has one mark with it."""
    open_page(page, example("hounds-on-the-causeway"), tmp_path, (1280, 800))
    assert ["✎"] == page.page.locator(".split").all_text_contents()
    page.page.locator("a.split").click()
    assert page.page.locator("#then-now").is_visible()
    page.page.get_by_role("button", name="Watch it as it was").click()
    assert page.page.locator("#watched").is_visible()
    page.page.locator("#back").click()
    page.page.locator("#end").click()
    page.page.locator("#branches-box summary").click()
    page.page.locator("#branches a").click()
    assert page.page.locator("#then-now").is_visible()
    fork = page.page.locator(".fork-watch")
    assert "Before the correction, 2 beats" in fork.inner_text()
    fork.click()
    assert "what was corrected by the referee: it lay against the bowl" in (
        page.page.locator("#watched-name").inner_text()
    )
    row = page.page.locator("#compared tbody tr").first.locator("th, td")
    assert ["Oswin", "HP 4", "HP 2"] == row.all_text_contents()
    assert [] == page.errors


@pytest.mark.slow
@pytest.mark.parametrize("game", ["golden-idol", "paraverse"])
def test_lines_before_corrections_are_there_once(game: str) -> None:
    """Each left the present line, and is part of no branch that was undone."""
    found = 0
    for history in recorded(game, 16, 17, 18, 19):
        story = page_data(history)["story"]
        line = {row.seq for row in history.on_line(history.position())}
        tips = [each["tip"] for each in story["mended"]]
        assert len(tips) == len(set(tips))
        for each in story["mended"]:
            seqs = [row.seq for row in history.on_line(each["tip"])]
            assert each["from"] == max(seq for seq in seqs if seq in line)
            assert all(each["from"] < beat["e"] <= each["tip"] for beat in each["beats"])
            for branch in story["branches"]:
                assert each["tip"] not in {row.seq for row in history.on_line(branch["tip"])}
            found += 1
    assert found or game == "paraverse"


CLASSES = "(all) => all.map((it) => it.className)"
PHONES = [(390, 844), (320, 568)]
SIZES = [(1280, 800), (700, 900), (844, 390), *PHONES]


@pytest.mark.parametrize("size", SIZES)
def test_each_number_stands_at_its_name_where_a_half_has_several_sides(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """“69 % the reavers”, with less between the two than to what stands beside them."""
    open_page(page, example("black-sails"), tmp_path, size)
    gaps = page.page.locator(".half-1 .words").evaluate_all(
        """(all) => all.map((words) => {
            const [left, right] = [words.querySelector("b"), words.querySelector(".whose")]
                .map((each) => each.getBoundingClientRect());
            return [left.left, left.right, right.left, right.right];
        })"""
    )
    (_, one_right, name, one_end), (other, *_) = gaps
    assert name - one_right < other - one_end
    assert name - one_right < 12


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["black-sails", "bridge-ambush"])
def test_graph_and_slider_have_one_scale(
    page: Watched, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    """The present moment stands in the graph just above the thumb of the slider, at every stop; on
    a phone the graph is the slider. A turning point stands over its stop. Both parts are in
    sight."""
    open_page(page, example(name), tmp_path, size)
    count = len(list_stops(page))
    slider = page.page.locator("#slider").bounding_box()
    picture = page.page.locator("#strength svg").bounding_box()
    assert slider and picture
    if size in PHONES:
        assert slider["y"] <= picture["y"] + 1
        assert picture["y"] + picture["height"] <= slider["y"] + slider["height"] + 1
    else:
        assert picture["y"] + picture["height"] <= slider["y"] + 1
    assert picture["height"] >= (44 if size[1] > 480 else 24)
    for at in range(0, count, 5):
        page.page.evaluate(SHOW, at)
        cursor = page.page.locator("#strength .cursor").bounding_box()
        assert cursor
        thumb = slider["x"] + 8 + (slider["width"] - 16) * at / (count - 1)
        assert abs(cursor["x"] + cursor["width"] / 2 - thumb) <= 1.5
    mark = page.page.locator("#strength .turn").first
    mark.click()
    box, cursor = mark.bounding_box(), page.page.locator("#strength .cursor").bounding_box()
    assert box and cursor
    assert abs(box["x"] + box["width"] / 2 - cursor["x"] - cursor["width"] / 2) <= 1.5


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_graph_is_tapped_and_dragged(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    open_page(page, example("hold-seven"), tmp_path, size)
    slider = page.page.locator("#slider")
    most = int(slider.get_attribute("max") or 0)
    box = page.page.locator("#strength svg").bounding_box()
    assert box
    y = box["y"] + box["height"] - 2
    page.page.mouse.move(box["x"] + box["width"] / 4, y)
    page.page.mouse.down()
    assert round(most / 4) == int(slider.input_value())
    page.page.mouse.move(box["x"] + box["width"] * 0.6, y)
    assert round(most * 0.6) == int(slider.input_value())
    page.page.mouse.up()
    page.page.mouse.move(box["x"], y)
    assert round(most * 0.6) == int(slider.input_value())


SPLITS = """() => [...document.querySelectorAll(".split")]
    .map((it) => it.getBoundingClientRect()).map((box) => [box.left, box.right])"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_the_marks_on_the_slider_stand_apart(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    (history,) = recorded("golden-idol", 16)
    open_page(page, history, tmp_path, size)
    places = page.page.evaluate(SPLITS)
    assert 4 <= len(places)
    assert all(before[1] <= after[0] + 0.5 for before, after in pairwise(sorted(places)))


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_tree_lies_over_the_story_on_a_phone(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """It is opened from the other controls and read below the field, says who was ahead at the end
    of a branch, and gives way to what is chosen. The story behind it keeps its place."""
    (history,) = recorded("golden-idol", 16)
    open_page(page, history, tmp_path, size)
    for _ in range(12):
        page.page.keyboard.press("ArrowRight")
    place = "() => document.querySelector('#pane-story').scrollTop"
    before = page.page.evaluate(place)
    assert before > 0
    page.page.locator("#more").click()
    page.page.locator("#branches-open").click()
    tree = page.page.locator("#branches")
    assert tree.is_visible()
    box = page.page.locator("#branches-box").bounding_box()
    field = page.page.locator("#field").bounding_box()
    assert box and field
    assert box["height"] > 0.35 * size[1]
    assert field["y"] + field["height"] <= box["y"] + 2
    assert " ahead" in tree.inner_text()
    page.page.locator("#branches-box summary").click()
    assert before == page.page.evaluate(place)
    page.page.locator("#more").click()
    page.page.locator("#branches-open").click()
    page.page.locator(".watch").nth(1).click()
    assert page.page.locator("#field").is_visible()
    assert page.page.locator("#watched").is_visible()
    assert page.page.locator("#story .present").is_visible()
    assert [] == page.errors


def test_a_branch_is_beside_the_same_point_of_the_round(page: Watched, tmp_path: Path) -> None:
    """At each stop behind the parting: behind the same blow, where the fight has it; else the
    moment of the fight is named."""
    (history,) = recorded("golden-idol", 16)
    story = page_data(history)["story"]
    lines = (*story["branches"], *story.get("mended", ()))
    blows = {
        beat["e"]: (beat["b"], beat.get("o"))
        for beat in (*story["beats"], *(beat for line in lines for beat in line["beats"]))
        if beat.get("b")
    }
    open_page(page, history, tmp_path, (1280, 800))
    found = set()
    for nth in range(page.page.locator(".watch").count()):
        open_tree(page)
        page.page.locator(".watch").nth(nth).click()
        open_tree(page, is_open=False)  # it hides the table
        if (show := page.page.locator(".to-end")).count():
            show.click()
        for _ in range(8):
            if page.page.locator("#compared table").count():
                said = page.page.locator("#compared caption").inner_text()
                found.add(re.sub("#[0-9]+", "#", said))
                if same := re.match(r"Both behind the same blow \(#(\d+) ", said):
                    at = page.page.locator("#event").get_attribute("data-seq")
                    is_later = "at its end" in page.page.locator("#compared-who").inner_text()
                    assert is_later or blows[int(same[1])] == blows[int(at or 0)]
            if page.page.locator("#end").get_attribute("aria-disabled") == "true":
                break
            page.page.keyboard.press("ArrowRight")
    assert "Both behind the same blow (# as it stands)." in found
    assert found <= {
        "Both behind the same blow (# as it stands).",
        "Compared with # as it stands.",
        "The fight as it stands never came to this turn.",
    }
    assert [] == page.errors


def test_a_blow_that_fell_again_is_compared_with_itself(page: Watched, tmp_path: Path) -> None:
    """Although another save stands before it as it stands: Ben is hurt by the same blow on both
    lines, and does not stand otherwise."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path, "#seq=128")
    assert "Different here: Cho" == page.page.locator("#compared-who").inner_text()
    said = page.page.locator("#compared caption")
    assert "Both behind the same blow (#150 as it stands)." == said.inner_text()
    page.page.keyboard.press("ArrowRight")
    assert "Compared with #150 as it stands." == said.inner_text()
    assert "Cho died" in page.page.locator("#event").inner_text()
    assert not page.page.locator(".links .amount").count()  # the blow was told before
    page.page.locator("#branches-box summary").click()
    story, tree = (page.page.locator(each).bounding_box() for each in ("#story", "#branches-box"))
    assert story and tree
    assert story["height"] > 1.4 * tree["height"]
    panes = page.page.locator(".panes").bounding_box()
    assert panes and story["height"] >= panes["height"] / 2
    about = page.page.locator(".branch-about").first.bounding_box()
    assert about and about["height"] < 110  # whole, in as many lines as that takes
    assert "Different here: Cho" == page.page.locator("#compared-who").inner_text()


def test_the_graph_is_read_where_the_pointer_is(page: Watched, tmp_path: Path) -> None:
    """The round, the beat, what both halves have left, and who is ahead; so at the focused slider,
    too."""
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    said = page.page.locator("#strength .read-out")
    assert not said.is_visible()
    box = page.page.locator("#strength svg").bounding_box()
    assert box
    page.page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 30)
    assert said.is_visible()
    count = len(list_stops(page))
    words = said.inner_text()
    assert f"{count} / {count} · the party " in words
    assert "% · the wild and the cult " in words
    assert words.endswith(" ahead")
    page.page.mouse.move(5, 5)
    assert not said.is_visible()
    page.page.locator("#slider").focus()
    page.page.keyboard.press("ArrowRight")
    assert said.is_visible()
    assert f" / {count} · the party " in said.inner_text()


def test_a_name_of_the_key_shows_the_sides_of_a_half_in_strong_lines(
    page: Watched, tmp_path: Path
) -> None:
    """Until it is tapped, they are faint beside those of the halves."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    strong = "(all) => all.filter((it) => getComputedStyle(it).opacity === '1').length"
    lines = page.page.locator("#strength .series")
    assert 2 == lines.evaluate_all(strong)
    page.page.locator("#strength-legend label").click()
    page.page.mouse.move(5, 5)
    assert 4 == lines.evaluate_all(strong)


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
@pytest.mark.parametrize("name", ["hold-seven", "black-sails", "hounds-on-the-causeway"])
def test_marks_of_the_graph_do_not_touch(
    page: Watched, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    """They stand beside or below each other, within the graph; of those with one sign at one place,
    one tells of all."""
    open_page(page, example(name), tmp_path, size)
    marks = page.page.locator("#strength .mark")
    boxes = [box for mark in marks.all() if (box := mark.bounding_box())]
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + (6 if "turn" in name else box["height"] / 2))
        for box, name in zip(boxes, marks.evaluate_all(CLASSES), strict=True)
    ]
    assert len(middles) > 3
    for (x, y), (left, top) in combinations(middles, 2):
        assert abs(x - left) >= 12 or abs(y - top) >= 10
    picture = page.page.locator("#strength svg").bounding_box()
    assert picture
    assert all(picture["y"] - 4 <= y <= picture["y"] + picture["height"] + 4 for _, y in middles)
    told = " ".join(marks.evaluate_all("(all) => all.map((it) => it.title)"))
    history = example(name)
    fell = {told.fall.who for told in list_falls(history)}
    people = history.state(len(history)).combatants
    assert fell and all(people[who].name in told for who in fell)


def test_a_craft_that_leaves_with_its_crew_is_not_counted(page: Watched, tmp_path: Path) -> None:
    """Four got away, as the verdict says; their ship is no fifth."""
    page.open(render_page(example("the-courier-run"), audience="referee"), tmp_path)
    left = page.page.locator("#strength .mark.felled", has_text="↗")
    assert ["↗4"] == left.all_text_contents()
    assert "Courier" not in (left.get_attribute("title") or "")


@pytest.mark.parametrize("name", ["bridge-ambush", "hold-seven"])
def test_who_is_ahead_has_room_in_a_narrow_window(page: Watched, tmp_path: Path, name: str) -> None:
    """In short, beside the graph, at every moment."""
    open_page(page, example(name), tmp_path, (900, 700))
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        head = page.page.locator(".winning > h2")
        room, lead = head.bounding_box(), page.page.locator("#strength-lead").bounding_box()
        assert room and lead
        assert lead["y"] + lead["height"] <= room["y"] + room["height"] + 1, head.inner_text()
        assert " of the " not in (head.text_content() or "")
