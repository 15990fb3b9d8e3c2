"""A game in words, as `combatlog games show` has it."""

from __future__ import annotations

import pytest

from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game


@pytest.mark.parametrize("game", ["golden-idol", "thalassa", "plerion"])
def test_a_game_is_described_in_words(game: str) -> None:
    """Sections of two texts a row, with no brackets or placeholders left in them; options by the
    keys they are written with."""
    sections = dict(load_ruleset("cairn").describe(load_game(game)))
    craft = {
        "golden-idol": ["Craft", "What becomes of craft"],
        "thalassa": [],
        "plerion": ["Craft", "What becomes of craft", "Manoeuvres", "Posts aboard"],
    }[game]
    plain = ["Words", "Options", "Turns and dice", "Weapons", "Creatures"]
    assert [*plain, *craft, "Scars"] == [*sections]
    rows = [
        text
        for section in sections.values()
        for row in section
        for text in row[row in sections["Options"] :]
    ]
    assert {"npc_critical", "late_openers"} < {*dict(sections["Options"])}
    assert [] == [text for text in rows if not text or set(text) & set("{}[]_=")]
    assert 12 == len(sections["Scars"])


def test_a_description_has_the_numbers_that_are_not_written() -> None:
    """Defaults, attacks, effects, dice at once and later, and what they await."""
    thalassa = dict(dict(load_ruleset("cairn").describe(load_game("thalassa")))["Creatures"])
    assert (
        "STA 10, armor 2, KRA 10, TEK 10, THU 10; head d8 or heads d8, blast or tail d10"
        == thalassa["Lernaean Hydra"]
    )
    idol = {
        title: dict(rows)
        for title, rows in load_ruleset("cairn").describe(load_game("golden-idol"))
    }
    assert (
        "HP 4, STR 15, DEX 10, WIL 6; coils d6;"
        " on critical damage: held in its coils (incapacitated)" == idol["Creatures"]["Boa"]
    )
    assert (
        "broken limb: a broken leg, arm, rib or skull; at once d6 for the place (1-2 leg, 3-4 arm,"
        " 5 rib, 6 skull); awaits mending; then 2d6 for a higher maximum HP" == idol["Scars"]["4"]
    )


@pytest.mark.clause("CF-27")
def test_craft_are_described_with_what_becomes_of_them() -> None:
    """Their numbers, the table of effects by face, and each manoeuvre with its save."""
    plerion = {
        title: dict(rows) for title, rows in load_ruleset("cairn").describe(load_game("plerion"))
    }
    assert (
        "Hull 2, armor 3, INT 8, ENG 15, SYS 12; gun d10; a starship" == plerion["Craft"]["Courier"]
    )
    assert "Courier" not in plerion["Creatures"]
    assert (
        "fire: fire on board, d6 to all aboard, at each round's end until it is over"
        == plerion["What becomes of craft"]["3"]
    )
    assert (
        "controls: the controls explode, d6 to those with a post, unless DEX is saved on"
        == plerion["What becomes of craft"]["6"]
    )
    assert "SYS save; what comes of it is told" == plerion["Manoeuvres"]["torpedoes"]
    assert "boost weapons" == plerion["Posts aboard"]["gunner"]
    assert plerion["Posts aboard"]["any other word"].endswith("with a post are struck (controls)")
    assert plerion["Manoeuvres"]["dodge"].startswith("the target's SYS save (pilot: WIL); ")
    assert "600 seconds" == plerion["Turns and dice"]["a round with a starship"]
    idol = {t: dict(rows) for t, rows in load_ruleset("cairn").describe(load_game("golden-idol"))}
    assert {"a vehicle's failed INT save": "totaled in d20 minutes unless repaired"} == idol[
        "What becomes of craft"
    ]
