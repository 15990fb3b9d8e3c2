"""A fight of Paraverse as its commands report it, and as its chronicle tells it."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Aid, Disengage, Rest
from events.types.outcomes import CheckRolled
from events.types.statements import AddCondition, Engage
from projections.narrative.chronicle import write_chronicle
from projections.text.phrases import report_events
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc
from tests.support.given import Given, attack


def lines(given: Given) -> list[str]:
    """Return the lines reported since the last `when`."""
    return report_events(given.events(given.start), given.state)


def told(given: Given) -> str:
    """Return the whole chronicle."""
    rows = given.fight.history.rows
    return " ".join(
        passage.text for passage in write_chronicle((row.seq, row.event) for row in rows)
    )


def test_a_shot_is_one_line_of_dice_and_one_of_numbers() -> None:
    """Both rolls stand side by side; the place stands in the line of the blow."""
    given = fight(pc("Tor", CON=14, armor=5, Evasion=1), npc("Archer", "short bow", Ranged=5))
    given.when(ROUND, attack("archer", "tor"), GO).rolls(10, 3, 2)
    said = lines(given)
    assert "Archer d20+5 → 10 + 5 = 15 · Tor Evasion 3 + 1 = 4" in said
    assert "Tor: 3 × 7 − 5 armor = 16 to the torso, Stamina 7 → 3." in said
    text = told(given)
    assert "Archer raised the short bow and let fly at Tor. It was a critical wound for Tor" in text
    assert (
        "(Archer d20+5: 10 + 5 = 15 · Tor Evasion 3 + 1 = 4 against 15 or more, failed"
        " · 3 × 7 · Tor: armor 5 · Stamina 7 → 3" in text
    )
    assert "for Tor (bleeding from the torso), in need of trauma treatment." in text


def test_each_of_two_shots_at_one_target_is_told_with_its_own_blow() -> None:
    """One of them misses."""
    given = fight(
        pc("Tor"), npc("A", "longbow"), npc("B", "sling"), npc("C", "crossbow"), npc("D", "sling")
    )
    given.when(ROUND, *(attack(who, "tor") for who in "abcd"), GO)
    given.rolls(9, 5, 4, 5, 9, 9, 5, 4, 3, 9)
    text = told(given)
    assert "A let fly at Tor with the longbow." in text
    assert "C let fly at Tor with the crossbow. It caught Tor's legs." in text
    assert " · Tor: Stamina 5 → 3) C " in text
    assert "(B d20: 5 · Tor Evasion 9 against 5 or more, passed)" in text
    assert "was struck by" not in text
    assert "B d20 → 5 · Tor Evasion 9, avoided" in lines(given)


def test_a_skirmish_is_one_line_of_rolls() -> None:
    """Each roll has its skill, and the winner is named."""
    given = fight(pc("Fay", "dagger", Melee=5), npc("Orc", "dagger", Melee=4))
    given.when(ROUND, attack("fay", "orc"), GO).rolls(8, 3, 4)
    said = lines(given)
    assert "Fay Melee 8 + 5 = 13 · Orc Melee 3 + 4 = 7" in said
    assert "Fay wins by 6 and strikes Orc." in said
    assert "Orc: 2 × 4 = 8 to the legs, Stamina 5 → 3." in said
    text = told(given)
    assert "Fay met Orc and came out ahead. Fay drove the dagger into Orc's legs." in text
    assert (
        "(Fay Melee 8 + 5 = 13 · Orc Melee 3 + 4 = 7 · by 6 · 2 × 4 · Orc: Stamina 5 → 3)" in text
    )


def test_getting_away_and_warding_off_strike_no_blow() -> None:
    """A draw strikes none either."""
    given = fight(pc("Gil"), npc("Orc", "dagger"))
    given.when(ROUND, Engage("gil", ("orc",)), Disengage("gil"), GO).rolls(8, 8)
    assert "Between Gil and Orc nothing was settled. (Gil Evasion 8 · Orc Melee 8" in told(given)
    given.when(ROUND, Disengage("gil"), GO).rolls(9, 8)
    assert "Gil broke away from Orc. (Gil Evasion 9 · Orc Melee 8 · by 1)" in told(given)
    assert "free of the fight" not in told(given)


def test_a_watch_is_told_with_what_was_tried_in_it() -> None:
    """Checks have the game's word, and the combatants who rested are named."""
    given = fight(pc("Tor", Stamina=2), pc("Gil"))
    given.when(AddCondition("tor", "bleeding"), AddCondition("tor", "unconscious"))
    given.when(Aid("gil", "tor"), Rest()).rolls("gil d20=19")
    text = told(given)
    assert "Gil stabilized Tor. Tor was no longer bleeding. " in text
    assert "(Gil Stabilization 19 against 15, passed)" in text
    given.when(ROUND, Act("gil", "climbs", "PHY", target=5), GO).rolls("gil d20=9")
    assert "Gil climbed, and it worked. (Gil PHY 9 against 5, passed)" in told(given)
    assert "Round 1." in lines(given)


@pytest.mark.clause("PV-15", "PV-07")
def test_a_defence_says_what_the_shield_has_added() -> None:
    """A defence without a shield says nothing of it."""
    given = fight(pc("Tor", shield=2), pc("Gil"), npc("Archer", "short bow"))
    given.when(ROUND, attack("archer", "tor"), GO).rolls(3, 9)
    assert "shield 2" == given.then_told(CheckRolled, who="tor").why
    given.when(ROUND, attack("archer", "gil"), GO).rolls(3, 9)
    assert "" == given.then_told(CheckRolled, who="gil").why


@pytest.mark.clause("PV-18")
def test_a_death_check_says_how_many_there_have_been() -> None:
    """It also says how many there can be."""
    given = fight(pc("Tor", Stamina=-3), pc("Gil")).when(AddCondition("tor", "bleeding"))
    given.when(AddCondition("tor", "unconscious"), Rest(("gil",))).rolls(2)
    assert "1 of 3" == given.then_told(CheckRolled, purpose="death").why
    given.when(Rest(("gil",))).rolls(19)
    assert "2 of 3" == given.then_told(CheckRolled, purpose="death").why
