"""The vocabulary of Paraverse, and the description of the game."""

from __future__ import annotations

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from events.store.memory import MemoryStore
from events.types.declarations import (
    Attack,
    Burden,
    CallMorale,
    Manoeuvre,
    Resolve,
    Retreat,
    TakeOver,
)
from events.types.outcomes import ControlPassed
from events.types.statements import Kill, SetTrait
from events.types.unions import Declaration
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.rulesets.paraverse.people import ROUND, fight, npc, pc
from tests.support.given import attack

GAME = load_game("paraverse")
RULES = load_ruleset("paraverse")


def test_the_game_is_described_in_words() -> None:
    """Each row has two texts, without brackets, keys or placeholders except those of options."""
    sections = dict(RULES.describe(GAME))
    assert {"Words", "Options", "Rounds and dice", "Skills", "Weapons", "Wounds"} < {*sections}
    rows = [
        text
        for section in sections.values()
        for row in section
        for text in row[row in sections["Options"] :]
    ]
    assert ["critical_hits", "stabilization_target"] == [*dict(sections["Options"])]
    assert "10" == dict(sections["Words"])["a stat left out"]
    assert [] == [text for text in rows if not text or set(text) & set("{}[]_")]
    creatures = dict(sections["Peoples and creatures"])
    assert (
        "Stamina 5, PHY 11, DEX 10, CON 10, WIL 11, COG 11, EMP 12, PER 9, armor 5, shield 2;"
        " Melee +3, Evasion +1; short spear 7" == creatures["Garrandine guard"]
    )


@pytest.mark.clause("PV-01", "PV-03", "PV-07")
def test_a_fight_is_said_in_lines() -> None:
    """The lines join combatants with skills, play a round, and rest for a watch."""
    campaign = Campaign(MemoryStore(), by="tester")
    session = Session(campaign, campaign.start("Bridge", "paraverse", dice="typed"))
    session.say("join Tor pc CON 14 WIL 10 Melee 4 Evasion 1 weapons longsword")
    session.say("join scythian raider x2")
    tor = session.fight.state.combatants["tor"]
    assert ({"Melee": 4, "Evasion": 1}, 7) == (tor.skills, tor.scores["Stamina"])
    for line in (
        "next",
        "a tor raider",
        "a raider 2 tor javelin",
        "go",
        *("10", "9", "4", "12", "5", "4"),
    ):
        session.say(line)
    assert "" == session.fight.state.phase
    session.say("watch")
    assert 1 == session.fight.state.clock


@pytest.mark.parametrize(
    ("weapons", "said", "dice"),
    [
        (["longbow"], attack("kit", "orc", weapons="longbow"), "d20+5"),
        (["dagger"], attack("kit", "orc", weapons="dagger", impaired="mud"), "2d20-1"),
    ],
)
def test_the_dice_of_an_action_are_known_beforehand(
    weapons: list[str], said: Attack, dice: str
) -> None:
    """They are shown once the action is declared."""
    given = fight(pc("Kit", *weapons, Marksman=5, Melee=-1), npc("Orc")).when(ROUND, said)
    assert dice == RULES.dice(given.state, said)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Burden("kit"), "full packs"),
        (CallMorale(("orc",)), "morale"),
        (Manoeuvre("kit", "lock on"), "manoeuvres"),
        (Retreat("kit", "the woods", versus="orc"), "against a retreat"),
        (SetTrait("kit", "scale", "detachment"), "no scale"),
        (SetTrait("kit", "leader", "yes"), "no leader"),
    ],
)
def test_what_other_games_have_is_refused(said: Declaration, words: str) -> None:
    """The refusal says so."""
    fight(pc("Kit"), npc("Orc")).when(ROUND).then_refused(words, said)


def test_all_sides_are_resolved_at_once() -> None:
    """No side can be named."""
    given = fight(pc("Kit"), npc("Orc")).when(ROUND)
    given.then_refused("All sides act at once", Resolve("foes"))


@pytest.mark.clause("ALL-01")
def test_the_player_of_somebody_dead_goes_on() -> None:
    """They take over another character."""
    given = fight(pc("Kit", player="Eve"), pc("Gil"), npc("Orc")).when(Kill("kit", "drowned"))
    given.when(TakeOver("kit", "gil")).then_told(ControlPassed, player="Eve", now="gil")
