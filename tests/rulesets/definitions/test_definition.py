"""Definitions are checked on reading: dice that do not exist are refused with their key."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulesets.cairn.definition import definition
from rulesets.definitions.shipped import load_game

NONSENSE: dict[str, tuple[dict[str, Any], str]] = {
    "a die that does not exist": ({"enhanced_die": "d7"}, r"enhanced_die"),
    "dice nobody can read": ({"unarmed_dice": "a fist"}, r"unarmed_dice"),
    "a scar of odd dice": (
        {"scars": [{"row": 1, "name": "x", "text": "x", "now": [{"dice": "d3"}]}]},
        r"scars.*dice",
    ),
    "places that no face shows": (
        {"scars": [{"row": 1, "name": "x", "text": "x", "now": [{"dice": "d6", "place": ["a"]}]}]},
        r"a d6 needs 6 places, not 1 .*scars",
    ),
    "a key nobody knows": ({"enhansed_die": "d12"}, r"enhansed_die"),
    "a scale nobody knows": ({"scores": {"starhip": {}}}, r"starhip|scores"),
    "no individuals": ({"round_seconds": {"vehicle": 10}}, r"round_seconds needs individual"),
    "craft without scores": ({"craft": {"starship": {}}}, r"craft.starship needs scores"),
    "effects for no die": (
        {"craft": {"vehicle": {"effects": [{"name": "x", "text": "x"}]}}},
        r"no die has 1 faces for the effects .*craft",
    ),
    "an effect that burns nobody": (
        {"craft": {"vehicle": {"effects": [{"name": "x", "text": "x", "dice": "d6"}] * 6}}},
        r"x: dice are rolled for a crew",
    ),
    "an effect that lasts without a name for it": (
        {"craft": {"vehicle": {"effects": [{"name": "x", "text": "x", "holds": True}] * 6}}},
        r"x: what lasts needs a condition",
    ),
    "effects nobody can tell apart": (
        {"craft": {"vehicle": {"effects": [{"name": "x", "text": "x"}] * 6}}},
        r"two effects have the same name",
    ),
    "a ram into nothing": (
        {"craft": {"vehicle": {"manoeuvres": [{"name": "x", "save": "body", "does": "ram"}]}}},
        r"x: ram needs a target .*manoeuvres",
    ),
    "a lock without a weapon": (
        {
            "craft": {
                "vehicle": {
                    "manoeuvres": [{"name": "x", "save": "will", "does": "lock", "target": "must"}]
                }
            }
        },
        r"x: lock needs a weapon",
    ),
    "a manoeuvre with a key nobody knows": (
        {"craft": {"vehicle": {"manoeuvres": [{"name": "x", "save": "will", "sav": 1}]}}},
        r"unknown field `sav`",
    ),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_a_definition_that_makes_no_sense_is_refused_with_its_key(what: str) -> None:
    """No fight can come to a die that does not exist."""
    change, words = NONSENSE[what]
    game = load_game("golden-idol")
    forged = msgspec.structs.replace(game, definition={**game.definition, **change})
    with pytest.raises(msgspec.ValidationError, match=words):
        definition(forged)


@pytest.mark.parametrize("game", ["golden-idol", "thalassa", "plerion"])
def test_every_game_that_comes_along_is_readable(game: str) -> None:
    """The games of the Cairn family have their twelve scars."""
    assert 12 == len(definition(load_game(game)).scars)
