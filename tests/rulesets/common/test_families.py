"""Every family of rules has the modules that are found by name."""

from __future__ import annotations

from random import Random

import pytest

from docs.generators.book import options_of
from events.types.base import Game
from rulesets.core.registry import (
    RULES,
    load_definition_type,
    load_notes,
    load_ruleset,
)
from rulesets.definitions.playability import check_definition
from rulesets.definitions.shipped import GAMES, load_game

FAMILIES = [pytest.param(name, id=name) for name in GAMES]


@pytest.mark.parametrize("rules", RULES)
def test_a_family_says_what_the_keys_of_its_definition_are(rules: str) -> None:
    """Among them its words, its weapons and its creatures."""
    assert {"words", "weapons", "creatures"} <= set(load_notes(rules))
    assert len(set(load_notes(rules)) & set(load_definition_type(rules).__struct_fields__)) > 5


@pytest.mark.parametrize("game", FAMILIES)
def test_a_family_checks_that_a_definition_can_be_played(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of a definition from outside asks the family, too."""
    loaded = load_game(game)
    checked: list[Game] = []
    monkeypatch.setattr(
        type(load_ruleset(loaded.rules)), "check_playable", staticmethod(checked.append)
    )
    check_definition(loaded)
    assert [loaded] == checked


@pytest.mark.parametrize("game", FAMILIES)
def test_a_family_can_be_simulated(game: str) -> None:
    """It has people for a random fight, and evidence for clauses of its own and of every game."""
    loaded = load_game(game)
    rules = load_ruleset(loaded.rules)
    assert {"pc", "npc"} <= {sheet.kind for sheet in rules.cast(loaded, Random(1))}
    clauses = rules.evidence(loaded)
    assert "ALL-01" in clauses
    assert any(not clause.startswith("ALL-") for clause in clauses)


def test_the_options_of_a_definition_are_documented() -> None:
    """The generator finds them by the name of the module."""
    assert "morale" in options_of("cairn")
    assert "morale" in options_of("brighter")
