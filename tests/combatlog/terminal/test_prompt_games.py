"""Completion, toolbar and help in each game."""

from __future__ import annotations

import pytest

from combatlog.app.session import Session
from combatlog.grammar.registry import complete_line
from combatlog.terminal.prompt.keyboard import render_toolbar
from combatlog.terminal.views.help import render_help
from combatlog.terminal.views.layout import dim
from combatlog.terminal.views.state import render_brief, render_headline, render_state
from rulesets.definitions.shipped import load_game
from tests.support.talk import CAVE, FORD, SHADOW, STOA, say, start_session

BRIDGE_, STAIRS = start_session(), start_session("thalassa", STOA)
TROLLS, SHIPS = start_session("brighter-worlds", CAVE), start_session("plerion", SHADOW)
RIVER = start_session("paraverse", FORD)
for line in ("area gate next to yard", "area yard"):
    RIVER.say(line)

OFFERED = [
    (STAIRS, "in", {"incantation"}),
    (STAIRS, "save althea ", {"KRA", "TEK", "THU"}),
    (STAIRS, "do althea ", {"save"}),
    (TROLLS, "next ", {"ambush", "ambushed", "versus"}),
    (TROLLS, "a sam troll ", {"dagger", "spear", "impaired", "enhanced", "save", "ward:"}),
    (TROLLS, "save sam ", {"STR", "DEX", "WIL", "versus"}),
    (TROLLS, "save sam dex versus ", {"Pete", "Troll", "Ogre"}),
    (TROLLS, "save sam dex versus troll ", {"STR", "DEX", "WIL"}),
    (TROLLS, "harm sam ", {"STR", "DEX", "WIL"}),
    (TROLLS, "set troll ner", {"nerve"}),
    (TROLLS, "sp", {"spell"}),
    (RIVER, "a kit ogre ", {"dagger", "javelin", "disadvantage", "advantage", "at melee"}),
    (RIVER, "ch", {"check"}),
    (RIVER, "check kit ", {"PHY", "Acrobatics", "versus"}),
    (RIVER, "do kit ", {"check"}),
    (RIVER, "do kit check ", {"Melee", "DEX"}),
    (RIVER, "move kit to ", {"gate", "yard"}),
    (RIVER, "place kit ", {"gate", "yard"}),
    (RIVER, "harm kit 3 at ", {"head", "torso", "arms", "legs"}),
    (RIVER, "skill kit ", {"Acrobatics", "Melee"}),
    (RIVER, "set kit sh", {"shield"}),
    (RIVER, "help wa", {"watch"}),
    (SHIPS, "man courier ", {"lock on", "dodge", "ram", "on", "with"}),
    (SHIPS, "a aniet bo ", {"at close", "at nearby", "at distant"}),
]

NOT_OFFERED = [
    (BRIDGE_, "", {"camp", "treat", "check", "skill", "special", "manoeuvre"}),
    (BRIDGE_, "a ada wolf ", {"save", "ward:", "advantage", "at close"}),
    (BRIDGE_, "set ada ", {"shield", "nerve"}),
    (BRIDGE_, "save ada ", {"versus"}),
    (TROLLS, "harm sam ", {"direct", "at"}),
    (TROLLS, "", {"camp", "crew", "engage", "disengage", "special"}),
    (RIVER, "", {"save", "rest", "aid", "special", "morale", "pack", "time", "manoeuvre"}),
    (RIVER, "next ", {"ambush", "ambushed", "versus"}),
    (RIVER, "a kit ogre ", {"enhanced", "impaired", "save"}),
    (RIVER, "harm kit 3 ", {"direct"}),
    (SHIPS, "", {"treat", "camp", "skill"}),
]


@pytest.mark.parametrize(("at", "line", "wanted"), OFFERED, ids=[line for _, line, _ in OFFERED])
def test_completion_uses_the_games_names(at: Session, line: str, wanted: set[str]) -> None:
    """For verbs, abilities, modifiers and places."""
    assert wanted <= {*complete_line(line, at.fight.state)[0]}


@pytest.mark.parametrize(
    ("at", "line", "unwanted"), NOT_OFFERED, ids=[f"“{line}”" for _, line, _ in NOT_OFFERED]
)
def test_completion_leaves_out_what_the_game_lacks(
    at: Session, line: str, unwanted: set[str]
) -> None:
    """Nothing is suggested that the game would refuse."""
    found = {*complete_line(line, at.fight.state)[0]}
    assert set() == unwanted & found


HELPED = {
    ("paraverse", "attack"): "attack (a)  WHO TARGET [WEAPON] [dis: why] [adv: why]",
    ("paraverse", "check"): "check  WHO[, WHO] SKILL NUMBER | … versus WHO [SKILL] [: why]",
    ("paraverse", "go"): "go (g)",
    ("paraverse", "move"): "move (m)  WHO [to WHERE] [during PHASE]",
    ("paraverse", "watch"): "watch  [WHO]",
    ("brighter-worlds", "harm"): "harm (dmg)  WHO[, WHO] [ATTRIBUTE] [: why]",
    ("brighter-worlds", "next"): "next (n)  [ambush | ambushed | versus WHO]",
    ("brighter-worlds", "recover"): "recover (heal)  WHO WOUND | WHO ATTRIBUTE | WHO NUMBER",
    ("golden-idol", "artifact"): "artifact  WHO [save ABILITY] WHAT",
    ("golden-idol", "harm"): "harm (dmg)  WHO[, WHO] [DICE] [direct ABILITY] [: why]",
    ("golden-idol", "next"): "next (n)  [ambush | ambushed]",
    ("thalassa", "rest"): "rest  [WHO] [extended]",
}


@pytest.mark.parametrize(("game", "verb"), HELPED)
def test_help_shows_the_syntax_of_the_game(game: str, verb: str) -> None:
    """Only the parts that the game has."""
    assert HELPED[game, verb] == render_help(load_game(game), (verb,))[0].strip()


def test_help_shows_only_examples_the_game_has() -> None:
    """Golden Idol has no save within an attack, Paraverse no blast."""
    told = {
        game: " ".join(render_help(load_game(game), ("attack",)))
        for game in ("golden-idol", "brighter-worlds", "paraverse")
    }
    assert {"brighter-worlds"} == {game for game in told if "or lost" in told[game]}
    assert {"golden-idol", "brighter-worlds"} == {game for game in told if "blast" in told[game]}
    assert {"paraverse"} == {game for game in told if "at melee" in told[game]}


def test_many_scores_move_the_weapons_to_the_next_line() -> None:
    """A line of Paraverse still fits the screen."""
    lines = [line.strip() for line in render_state(start_session("paraverse", FORD).fight.state)]
    assert "Kit   Stamina 5  PHY 10  DEX 10  CON 10  WIL 10  COG 10  EMP 10  PER 10" in lines
    can = "dagger 4, javelin 9 throwing · Melee +2, Evasion +1, Acrobatics +4"
    assert any(can in each for each in lines)


def test_headline_and_toolbar_name_the_phase() -> None:
    """Planning, the phase that awaits dice, and a round that has been played."""
    at = start_session("paraverse", FORD)
    at.say("next")
    assert "Test · Paraverse · round 1 · planning · typed dice" == render_headline(at.fight.state)
    for line in ("a kit ogre dagger", "go"):
        at.say(line)
    assert render_toolbar(at.fight.state) == (
        "round 1 · melee · typed dice · AWAITED: Kit d20 (melee), Ogre d20 (melee) · declared: Kit"
    )
    for line in ("9 2", "3"):
        at.say(line)
    assert "round 1 · all phases done; next is planning · typed dice" == render_toolbar(
        at.fight.state
    )


def test_a_wound_is_shown_once() -> None:
    """Its text is shown only where it adds something to its name."""
    at = start_session("paraverse", FORD)
    said = say(at, "harm ogre 15 at legs: a rock")
    assert "Ogre: fractured leg; awaits trauma treatment." in [
        each.split("  [")[0] for each in said
    ]
    at.say("harm ogre 15 at torso: a rock")
    lines = [line.strip() for line in render_state(at.fight.state)]
    assert any("fractured leg; awaits trauma treatment" in line for line in lines)
    assert any("bleeding from the torso; awaits trauma treatment" in line for line in lines)


def test_an_attribute_that_is_a_die_is_shown_as_one() -> None:
    """An attribute of Brighter Worlds is never a bare number."""
    at = start_session("brighter-worlds", CAVE)
    at.say("harm sam dex: a fall")
    assert any("Sam Grit 3, DEX d6/d8" in line for line in render_brief(at.fight.state))
    assert say(at, "why sam dex") == [
        "  d8  joined with d8   [#2]",
        "  d6  d8 → d6, a fall  [#7]",
        "      " + dim("Sam takes harm to DEX: a fall · by tester  [#6]"),
    ]
