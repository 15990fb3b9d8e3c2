"""Worked examples of the rules, die for die."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Disengage, Rest
from events.types.outcomes import CheckRolled, ContestDecided, DamageDealt, Died, WoundTaken
from events.types.statements import AddCondition
from projections.state.fight_state import Combatant
from tests.rulesets.paraverse.people import GO, ROUND, RosterEntry, fight, npc, pc
from tests.support.given import attack


def engaged(one: Combatant, *others: str) -> bool:
    """Return whether a combatant is engaged with exactly these."""
    return set(others) == set(one.engaged)


@pytest.mark.clause("PV-01", "PV-07", "PV-10", "PV-11", "PV-12", "PV-13", "PV-14")
def test_pv_v01_the_damage_of_the_text() -> None:
    """A difference of 11 counts the base three times; the torso bleeds in the same round."""
    given = fight(
        pc("Tor", CON=14, WIL=10, armor=5, Evasion=1),
        npc("Archer", "short bow", Marksman=5),
    )
    assert 7 == given.one("tor").maxima["Stamina"]
    given.when(ROUND, attack("archer", "tor"), GO)
    given.rolls("archer d20=10", "tor d20=3", "archer d4=2")
    dealt = given.then_told(DamageDealt)
    assert (21, 5, 16, 3) == (dealt.rolled, dealt.armor, dealt.dealt, dealt.multiplier)
    wound = given.then_told(WoundTaken).wound
    assert ("critical", "torso") == (wound.grade, wound.place)
    given.then("tor", has="bleeding", lacks="unconscious, dying", Stamina=2)


@pytest.mark.clause("PV-18", "PV-02")
@pytest.mark.parametrize(
    ("left", "faces", "passed", "standing"),
    [
        (4, (10, 11, 12), [False, False, True], "in"),
        (4, (10, 11, 5), [False, False, False], "dead"),
        (-6, (20, 1, 19), [True, False, False], "in"),
    ],
)
def test_pv_v03_three_death_checks(
    left: int, faces: tuple[int, ...], passed: list[bool], standing: str
) -> None:
    """A check passes over 15 or on a natural 20; three checks with any of them passed mean
    stable."""
    given = fight(pc("Tor", CON=10, Stamina=left))
    given.when(AddCondition("tor", "bleeding"), AddCondition("tor", "unconscious"))
    start = len(given.fight.history)
    for face in faces:
        given.fight.declare(Rest())
        given.rolls(f"tor d20={face}")
    assert passed == [check.passed for check in given.told(CheckRolled, since=start)]
    given.then("tor", standing=standing, Stamina=left)
    if standing == "in":
        given.then("tor", has="unconscious", lacks="bleeding, dying, death check failed")


@pytest.mark.clause("PV-05", "PV-08", "PV-11", "PV-12", "PV-16")
def test_pv_v05_three_on_one() -> None:
    """The best rolls are compared; among the lowest naturals the lower total is struck."""
    given = fight(
        pc("H1", Melee=4),
        pc("H2", Melee=2),
        pc("H3", Melee=0, armor=2),
        npc("Ogre", "claymore", Melee=8),
    )
    given.when(ROUND, *(attack(who, "ogre") for who in ("h1", "h2", "h3")), GO)
    given.rolls("h1 d20=12", "h2 d20=5", "h3 d20=5", "ogre d20=9", "ogre d4=4")
    decided = given.then_told(ContestDecided)
    assert ("ogre", "h3", 1) == (decided.winner, decided.loser, decided.margin)
    assert 8 == given.then_told(DamageDealt, multiplier=1).dealt
    assert "legs" == given.then_told(DamageDealt, to="h3").place
    given.then_never(WoundTaken).then("h3", Stamina=3).then("h2", Stamina=5)
    assert engaged(given.one("ogre"), "h1", "h2", "h3")
    assert all(engaged(given.one(who), "ogre") for who in ("h1", "h2", "h3"))


V07 = {
    "a": ((8, 15, 9), ("gil", "", 5), ["fay"], None),
    "b": ((14, 3, 10), ("fay", "orc", 5), ["fay", "gil"], 2),
    "c": ((10, 12, 16), ("orc", "fay", 5), ["fay", "gil"], 2),
    "d": ((13, 2, 18), ("orc", "gil", 4), ["fay", "gil"], 2),
}


@pytest.mark.clause("PV-08", "PV-16")
@pytest.mark.parametrize("case", V07)
def test_pv_v07_a_disengager_among_fighters(case: str) -> None:
    """Only the winning roll gets away; the victim is the lowest natural of the losers."""
    (fay, gil, orc), decided, still, place = V07[case]
    given = fight(
        pc("Fay", "dagger", Melee=5),
        pc("Gil", "dagger", Evasion=3),
        npc("Orc", "dagger", Melee=4),
    )
    given.when(ROUND, attack("fay", "orc"), attack("gil", "orc"), GO)
    given.rolls("fay d20=1", "gil d20=1", "orc d20=1", "fay d4=2")
    given.when(ROUND, attack("fay", "orc"), Disengage("gil"), GO)
    given.rolls(f"fay d20={fay}", f"gil d20={gil}", f"orc d20={orc}")
    if place:
        given.rolls(place)
    found = given.then_told(ContestDecided)
    assert decided == (found.winner, found.loser, found.margin)
    assert engaged(given.one("orc"), *still)
    assert (1 if place else 0) == len(given.told(DamageDealt))
    assert all(each.multiplier == 1 for each in given.told(DamageDealt))


@pytest.mark.clause("PV-03", "PV-13", "PV-14", "PV-17", "PV-18")
def test_pv_v09_one_location_twice_in_a_phase() -> None:
    """There is no second critical wound in a place, and the dying without Stamina bleed no
    further."""
    given = fight(
        pc("T", armor=8),
        npc("Longbow", "longbow", Marksman=4),
        npc("Crossbow", "heavy crossbow", Marksman=4),
    )
    given.when(ROUND, attack("longbow", "t"), attack("crossbow", "t"), GO)
    given.rolls("longbow d20=10", "t d20=6", "longbow d4=2")
    given.rolls("crossbow d20=12", "t d20=8", "crossbow d4=2")
    assert [12, 14] == [each.dealt for each in given.told(DamageDealt)]
    given.then_told(WoundTaken)
    given.then("t", has="unconscious, bleeding, dying", Stamina=-1)
    given.when(Rest()).rolls("t d20=16")
    assert -1 == given.then_told(CheckRolled, purpose="death", passed=False).bonus


def _kit_and_orc() -> tuple[RosterEntry, RosterEntry]:
    kit = pc("Kit", Fatigue=2, Evasion=2, Acrobatics=1, conditions=["fractured arm"])
    return kit, npc("Orc", "dagger", Melee=4)


@pytest.mark.clause("PV-02", "PV-08", "PV-09", "PV-14", "PV-16")
def test_pv_v11_an_interrupted_climb() -> None:
    """Two grounds make one disadvantage; the climb fails by little."""
    given = fight(*_kit_and_orc())
    given.when(ROUND, Act("kit", "climbs", "Acrobatics", target=10), attack("orc", "kit"), GO)
    given.rolls("orc d20=4", "kit d20=15", "kit d20=6")
    decided = given.then_told(ContestDecided)
    assert ("kit", "", 0) == (decided.winner, decided.loser, decided.margin)
    given.rolls("kit d20=18", "kit d20=9")
    climb = given.then_told(CheckRolled)
    assert (8, False, True, -1) == (climb.value, climb.passed, climb.partial, climb.bonus)
    assert ["attacked meanwhile", "fractured arm"] == [each.why for each in climb.grounds]
    given.then_never(DamageDealt).then("kit", Stamina=3)
    assert engaged(given.one("kit"), "orc")


@pytest.mark.clause("PV-02")
def test_pv_v11_b_an_interrupted_climb_fails() -> None:
    """A failure by 6 is not partial."""
    given = fight(*_kit_and_orc())
    given.when(ROUND, Act("kit", "climbs", "Acrobatics", target=10), attack("orc", "kit"), GO)
    given.rolls("orc d20=4", "kit d20=15", "kit d20=6", "kit d20=18", "kit d20=5")
    climb = given.then_told(CheckRolled)
    assert (4, False, False) == (climb.value, climb.passed, climb.partial)


@pytest.mark.clause("PV-18")
def test_the_fourteen_of_the_text_fails() -> None:
    """A 10 with Stamina 4 makes 14, which is not over 15."""
    given = fight(pc("Tor", CON=10, Stamina=4))
    given.when(AddCondition("tor", "bleeding"), AddCondition("tor", "unconscious"))
    given.when(Rest()).rolls("tor d20=10")
    check = given.then_told(CheckRolled)
    assert (14, 15, False) == (check.value, check.against, check.passed)
    given.then_never(Died).then("tor", has="dying, death check failed", Stamina=4)
