"""A game in words, as `combatlog games show` has it."""

from __future__ import annotations

import pytest

from rulesets.registry import load_game, ruleset


@pytest.mark.parametrize("game", ["golden-idol", "thalassa", "plerion"])
def test_a_game_is_described_in_words(game):
    """Sections of two texts a row, with no brackets, keys or placeholders left in them."""
    sections = dict(ruleset("cairn").describe(load_game(game)))
    assert ["Words", "Options", "Turns and dice", "Weapons", "Creatures", "Scars"] == [*sections]
    rows = [text for section in sections.values() for row in section for text in row]
    assert [] == [text for text in rows if not text or set(text) & set("{}[]_=")]
    assert 12 == len(sections["Scars"])


def test_a_description_has_the_numbers_that_are_not_written():
    """Defaults, attacks, effects, dice at once and later, and what they await."""
    thalassa = dict(dict(ruleset("cairn").describe(load_game("thalassa")))["Creatures"])
    assert (
        "STA 10, armor 2, KRA 10, TEK 10, THU 10; head d8 or heads d8, blast or tail d10"
        == thalassa["Lernaean Hydra"]
    )
    idol = {
        title: dict(rows) for title, rows in ruleset("cairn").describe(load_game("golden-idol"))
    }
    assert (
        "HP 4, STR 15, DEX 10, WIL 6; coils d6;"
        " on critical damage: held in its coils (incapacitated)" == idol["Creatures"]["Boa"]
    )
    assert (
        "broken limb: a broken leg, arm, rib or skull; at once d6 for the place (1-2 leg, 3-4 arm,"
        " 5 rib, 6 skull); awaits mending; then 2d6 for a higher maximum HP" == idol["Scars"]["4"]
    )
