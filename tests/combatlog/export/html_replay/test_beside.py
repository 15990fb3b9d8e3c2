"""A line that is watched beside the fight as it stands: who stands otherwise, its place in the
tree, and its numbers and falls with those of the fight."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.types.declarations import Resolve
from events.types.statements import EndCondition, SetScore
from tests.combatlog.export.html_replay.looking import open_pane, open_tree
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import Watched
from tests.support.given import attack, given, npc, pc


@pytest.fixture
def page(page: Watched) -> Watched:
    page.page.emulate_media(reduced_motion="reduce")
    return page


def test_a_blow_that_is_still_to_fall_here_does_not_count(page: Watched, tmp_path: Path) -> None:
    """As it stands, steam hurt Tam before Orlo; on the undone line it is the other way round. Until
    it has hurt Tam there as well, Tam does not stand otherwise."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path, "#seq=122")
    who = page.page.locator("#compared-who")
    assert "Different here: Orlo" == who.inner_text()
    page.page.keyboard.press("ArrowRight")
    assert "Different here: Orlo, Tam" == who.inner_text()


def test_a_death_has_the_arrow_of_its_blow(page: Watched, tmp_path: Path) -> None:
    """Pale and without an amount, since the blow was told before."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path, "#seq=109")
    assert "died" in page.page.locator("#event").inner_text()
    assert 1 == page.page.locator(".links .past .blow.past").count()
    assert not page.page.locator(".links .amount").count()


def test_the_tree_says_where_one_is(page: Watched, tmp_path: Path) -> None:
    """At the fight as it stands, until a line is watched; then at that alone."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    here = page.page.locator("#branches [aria-current]")
    assert ["as it stands"] == here.all_text_contents()
    open_tree(page)
    line = page.page.locator("#branches .watch").first
    line.click()
    assert [line.text_content()] == here.all_text_contents()
    assert "you are here" == line.get_attribute("data-here")
    page.page.keyboard.press("Escape")
    assert ["as it stands"] == here.all_text_contents()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_tree_has_room_on_a_phone(page: Watched, tmp_path: Path, size: tuple[int, int]) -> None:
    """While a line is watched, too. It left two lines of it in sight."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, "#seq=100")
    open_tree(page)
    tree, field, tabs = (
        page.page.locator(each).bounding_box() for each in ("#branches-box", "#field", "#tabs")
    )
    assert tree and field and tabs
    assert tree["height"] > 0.33 * size[1]
    assert tree["y"] + 1 >= field["y"] + field["height"]
    assert tree["y"] + tree["height"] <= tabs["y"] + 1


@pytest.mark.slow
def test_who_stands_otherwise_leaves_the_sentence_in_sight(page: Watched, tmp_path: Path) -> None:
    """On the smallest phone the open table covered it."""
    page.page.set_viewport_size({"width": 320, "height": 568})
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path, "#seq=122")
    page.page.locator("#compared-who").click()
    event, box = (page.page.locator(each).bounding_box() for each in ("#event", "#compared-box"))
    assert event and box
    assert event["y"] + event["height"] <= box["y"] + 1
    assert page.page.locator("#compared td").last.is_visible()


def test_numbers_stand_beside_those_of_the_fight(page: Watched, tmp_path: Path) -> None:
    """In brackets where they are others; without them for a part of the fight."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, "#seq=100")
    open_pane(page, "numbers")
    assert "as it stands: Reaver crew, 28" in page.page.locator("#glance").inner_text()
    crew = page.page.locator("#numbers tr", has_text="Reaver crew").first
    assert "(28)" == crew.locator(".there").first.inner_text()
    assert "9" == crew.locator(".share b").first.inner_text()
    page.page.locator("#last-round").select_option(index=1)
    assert 0 == page.page.locator(":is(#glance, #numbers) .there").count()
    page.page.keyboard.press("Escape")
    assert 0 == page.page.locator(":is(#glance, #numbers) .there").count()


def test_falls_stand_beside_those_of_the_fight(page: Watched, tmp_path: Path) -> None:
    """Who did not fall on the watched line, but as it stands; and who fell on it alone."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, "#seq=100")
    open_pane(page, "recap")
    told = page.page.locator("#overview li").all_inner_texts()
    assert any(
        "Phaidra did not fall here" in each and "as it stands: dead, round 2" in each
        for each in told
    )
    assert not any("Harpyia" in each and "as it stands" in each for each in told)
    page.page.locator("#back").click()
    open_pane(page, "recap")
    assert 0 == page.page.locator("#overview .there").count()


def test_who_fell_twice_is_compared_by_the_last_fall(page: Watched, tmp_path: Path) -> None:
    """Ada went down and was up again; then she died, and on the undone line went down once more."""
    fight = given("golden-idol", pc("Ada", "1/0/10/10/10"), npc("Wolf", "9/1/16/8/6", fang="d6"))
    fight.when(attack("wolf", "ada"), Resolve()).rolls("wolf d6=6", "ada d20=19")
    (down,) = fight.one("ada").conditions
    fight.when(EndCondition("ada", down.name), SetScore("ada", "STR", 10))
    before = len(fight.fight.history)
    fight.when(attack("wolf", "ada"), Resolve()).rolls("wolf d6=6", "ada d20=19")
    undone = len(fight.fight.history)
    fight.fight.rewind(before)
    fight.when(SetScore("ada", "STR", 5), attack("wolf", "ada"), Resolve()).rolls("wolf d6=5")
    assert "dead" == fight.one("ada").standing
    html = render_page(fight.fight.history, audience="referee")
    page.open(html, tmp_path, f"#seq={undone}")
    open_pane(page, "recap")
    first, last = page.page.locator("#overview li").all_inner_texts()
    assert "as it stands" not in first and "as it stands: dead" in last
