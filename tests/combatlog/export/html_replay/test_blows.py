"""A blow on the stage: who declared it, the dice that count, and those drawn large in a crowd."""

from __future__ import annotations

from pathlib import Path

from events.types.declarations import BeginRound, Resolve
from tests.combatlog.export.html_replay.reading import page_data, render_page
from tests.combatlog.export.html_replay.test_stage import crowd
from tests.support.browser import Watched
from tests.support.given import attack, given, npc, pc


def test_a_declaration_stands_at_the_token_of_who_declared_it(
    page: Watched, tmp_path: Path
) -> None:
    """Also where another one's name is the beginning of theirs."""
    goblins = [npc(f"Goblin{number}", "4/0/10/10/10", knife="d6") for number in ("", " 2")]
    fight = given("golden-idol", pc("Ada", "6/0/10/10/10", axe="d8"), *goblins).fight
    fight.declare(BeginRound(waived="ambush"))
    fight.declare(attack("goblin-2", "ada"))
    page.open(render_page(fight.history, audience="referee"), tmp_path)
    page.page.evaluate("() => document.querySelector('#single').click()")
    page.page.keyboard.press("End")
    planning = page.page.locator(".token:has(.marks:not(:empty)) .name")
    assert ["Goblin 2"] == planning.all_inner_texts()


def test_of_two_blows_at_one_target_the_lower_stands_back() -> None:
    """The page knows it from the damage, not from the faces."""
    people = [pc("Ada", "6/0/10/10/10", axe="d8"), pc("Ben", "6/0/10/10/10", axe="d8")]
    told = given("golden-idol", *people, npc("Wolf", "9/1/10/10/10", bite="d6"))
    told.when(BeginRound(waived="ambush"))
    told.when(attack("ada", "wolf"), attack("ben", "wolf"), Resolve())
    told.rolls("ada d8=3", "ben d8=7")
    data = page_data(told.fight.history)
    (beat,) = [beat for beat in data["story"]["beats"] if len(beat.get("r", ())) == 2]
    (outdone,) = beat["x"]
    by = data["rows"][outdone - 1][3]["a"]
    assert by == [0]


def test_in_a_crowd_those_who_act_are_drawn_large(page: Watched, tmp_path: Path) -> None:
    """On a small phone, too, and within the field."""
    page.page.set_viewport_size({"width": 320, "height": 568})
    page.open(render_page(crowd(40), audience="referee"), tmp_path)
    page.page.keyboard.press("ArrowRight")
    field = page.page.locator("#field").bounding_box()
    large = page.page.locator(".closeup")
    assert 2 <= large.count() <= 6
    assert field
    for nth in range(large.count()):
        box = large.nth(nth).bounding_box()
        assert box
        assert box["height"] >= 34
        assert field["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= field["y"] + field["height"] + 1
        assert field["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= field["x"] + field["width"] + 1
