"""Assignment: where targets will be, how many may attack one, who gets away (PV-05, PV-09,
PV-16)."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Area, Disengage, Move
from events.types.outcomes import (
    CheckRolled,
    ContestDecided,
    ContestFormed,
    ContestRolled,
    DamageDealt,
    Lapsed,
    Moved,
)
from events.types.statements import AddCondition, Engage, Place
from tests.rulesets.paraverse.people import GO, ROUND, RosterEntry, fight, npc, pc
from tests.support.given import Given, attack

YARD = (Area("gate", ("yard",)), Area("yard", ("hall",)), Area("hall"))


def four(*extra: RosterEntry) -> Given:
    """Return a fight of two characters and two opponents, with a round open."""
    people = (pc("Gil", "dagger"), pc("Fay", "dagger"), npc("Orc", "dagger"), npc("Elf", "dagger"))
    return fight(*people, *extra).when(ROUND)


def formed(given: Given) -> list[tuple[tuple[str, ...], ...]]:
    """Return the skirmishes as they were formed."""
    return [each.sides for each in given.told(ContestFormed)]


@pytest.mark.clause("PV-16", "PV-05")
def test_two_disengagers_are_each_where_they_were_drawn_in() -> None:
    """Gil and Fay are both engaged with both opponents; each gets away from their own attacker."""
    given = four().when(Engage("gil", ("orc", "elf")), Engage("fay", ("orc", "elf")))
    given.when(attack("orc", "gil"), attack("elf", "fay"), Disengage("gil"), Disengage("fay"), GO)
    given.rolls("orc d20=5", "gil d20=15", "elf d20=5", "fay d20=15")
    assert [(("orc",), ("gil",)), (("elf",), ("fay",))] == formed(given)
    assert all(() == given.one(who).engaged for who in ("gil", "fay", "orc", "elf"))


@pytest.mark.clause("PV-16")
def test_a_disengager_fights_all_who_are_engaged_with_them() -> None:
    """Everyone rolls, though only the orc attacked; the best roll has to be beaten."""
    for orders in ((), (attack("orc", "gil"),)):
        given = four().when(Engage("gil", ("orc", "elf")), *orders, Disengage("gil"), GO)
        given.then_told(ContestFormed)
        rolls = {"gil": 12, "orc": 4, "elf": 13}
        for asked in list(given.state.awaited):
            given.rolls(f"{asked.by} d20={rolls[asked.by]}")
        assert {"gil", "orc", "elf"} == {each.who for each in given.told(ContestRolled)}
        assert "elf" == given.then_told(ContestDecided).winner
        given.rolls("elf d4=4")
        assert {"orc", "elf"} == set(given.one("gil").engaged)


@pytest.mark.clause("PV-16")
def test_only_those_in_the_area_hold_a_disengager() -> None:
    """The elf waits elsewhere, and the orc is unconscious."""
    given = four().when(*YARD, Place("elf", "yard"), Engage("gil", ("orc", "elf")))
    given.when(Disengage("gil"), GO)
    assert [(("gil",), ("orc",))] == formed(given)
    given = four().when(Engage("gil", ("orc", "elf")), Disengage("gil"))
    given.when(AddCondition("orc", "unconscious"), GO)
    assert [(("gil",), ("elf",))] == formed(given)


@pytest.mark.clause("PV-16", "PV-08")
def test_a_disengager_joins_those_who_fight_the_same_enemy() -> None:
    """There is no other enemy; the lowest natural roll is struck, whatever it was for."""
    given = four().when(AddCondition("elf", "unconscious"), Engage("gil", ("orc",)))
    given.when(attack("fay", "orc"), Disengage("gil"), GO)
    given.rolls("fay d20=9", "gil d20=3", "orc d20=16", "orc d4=4")
    assert [(("fay", "gil"), ("orc",))] == formed(given)
    assert "gil" == given.then_told(DamageDealt).to


@pytest.mark.clause("PV-08", "PV-09")
@pytest.mark.parametrize(
    ("rolls", "winner", "loser"), [((15, 9, 4, 12), "kit", "orc"), ((5, 18, 16, 2), "orc", "")]
)
def test_an_evader_beside_a_fighting_ally(rolls: tuple[int, ...], winner: str, loser: str) -> None:
    """The lowest natural roll is struck though it was evading; an evader's best roll strikes
    nobody, though an ally fought."""
    given = fight(pc("Kit", "dagger"), npc("Orc"), npc("Elf", "dagger"))
    given.when(ROUND, Act("orc", "sings"), attack("kit", "orc"), attack("elf", "kit"), GO)
    kit, high, low, elf = rolls
    given.rolls(f"kit d20={kit}", f"orc d20={high}", f"orc d20={low}", f"elf d20={elf}")
    assert [(("kit",), ("orc", "elf"))] == formed(given)
    assert (winner, loser) == (
        (found := given.then_told(ContestDecided)).winner,
        found.loser,
    )


@pytest.mark.clause("PV-09", "PV-16")
def test_who_is_only_being_left_is_not_attacked() -> None:
    """Neither evasion nor another action is harder, because a disengager does not attack."""
    given = four().when(Engage("gil", ("orc",)), Act("orc", "sings", "EMP", target=8))
    given.when(Disengage("gil"), GO).rolls("gil d20=4", "orc d20=9", "orc d20=12")
    assert () == given.then_told(ContestRolled, who="orc").grounds
    assert () == given.then_told(CheckRolled, who="orc").grounds


@pytest.mark.clause("PV-09")
def test_a_deed_is_harder_after_a_blow() -> None:
    """An attack hand to hand, hit or not, makes the action harder; evading was harder, too."""
    given = four().when(Act("orc", "sings", "EMP", target=8), attack("gil", "orc"), GO)
    given.rolls("gil d20=19", "orc d20=9", "orc d20=15", "gil d4=4", "orc d20=12", "orc d20=10")
    assert ["busy: sings"] == [
        each.why for each in given.then_told(ContestRolled, who="orc").grounds
    ]
    check = given.then_told(CheckRolled, who="orc")
    assert ("impaired", ["attacked meanwhile"]) == (check.modifier, [g.why for g in check.grounds])


@pytest.mark.clause("PV-05")
def test_a_target_on_its_way_is_judged_where_it_will_be() -> None:
    """A target that will come within reach can be attacked; one that will be out of reach
    cannot."""
    given = four().when(*YARD, Place("orc", "hall"))
    given.then_refused("hall, which is not next to gate", attack("gil", "orc"), clause="PV-05")
    given.when(Move("orc", to="yard"), attack("gil", "orc"), GO)
    assert ["orc", "gil"] == [each.who for each in given.told(Moved)]
    given.then_told(ContestFormed, place="yard")
    given = four().when(*YARD, Place("orc", "yard"), Move("orc", to="hall"))
    given.then_refused("hall, which is not next to gate", attack("gil", "orc"), clause="PV-05")


@pytest.mark.clause("PV-05")
def test_a_move_after_the_melee_does_not_count_for_it() -> None:
    """The orc stays where it is until the magic phase."""
    given = four().when(*YARD, Place("orc", "yard"), Move("orc", to="hall", phase="magic"))
    given.when(attack("gil", "orc"), GO).then_told(ContestFormed, place="yard")


@pytest.mark.clause("PV-05")
def test_an_enemy_on_its_way_is_as_good_as_there() -> None:
    """It has to be fought before two may attack one."""
    given = four().when(*YARD, Place("elf", "yard"), Move("elf", to="gate"), attack("gil", "orc"))
    given.then_refused("Elf is there", attack("fay", "orc"), clause="PV-05")


@pytest.mark.clause("PV-05")
def test_an_attack_that_was_accepted_stays_so_when_an_enemy_walks_up() -> None:
    """How many may attack one is judged when the attack is declared."""
    given = four().when(*YARD, Place("elf", "yard"), attack("gil", "orc"), attack("fay", "orc"))
    given.when(Move("elf", to="gate"), GO).then_never(Lapsed)
    assert [(("gil", "fay"), ("orc",))] == formed(given)


@pytest.mark.clause("PV-05")
def test_an_attack_that_was_accepted_stays_so_when_another_plans_otherwise() -> None:
    """Fay was to fight the elf, and then declares something else."""
    given = four().when(attack("fay", "elf"), attack("gil", "orc"))
    given.when(attack("elf", "fay"), attack("fay", "orc", instead=True, overrule="now!"))
    given.when(GO).then_never(Lapsed)


@pytest.mark.clause("PV-05")
def test_a_foe_that_comes_after_them_counts_when_it_has_said_so() -> None:
    """The elf has declared an attack from the yard: two on the orc would make it two against
    two."""
    given = four().when(*YARD, Place("elf", "yard"), attack("elf", "gil"), attack("gil", "orc"))
    given.then_refused("several against several", attack("fay", "orc"), clause="PV-05")
    given.when(attack("fay", "orc", overrule="let them"), GO)
    assert [(("gil", "fay"), ("orc", "elf"))] == formed(given)


@pytest.mark.clause("PV-16", "PV-14")
def test_a_fracture_hinders_a_disengager() -> None:
    """Evasion is a Physical skill."""
    given = four().when(AddCondition("gil", "fractured leg"), Engage("gil", ("orc",)))
    given.when(Disengage("gil"), GO).rolls("gil d20=15", "gil d20=4", "orc d20=9", "orc d4=4")
    assert 4 == given.then_told(ContestRolled, who="gil").value


@pytest.mark.clause("PV-15")
def test_a_shield_is_armor_in_melee() -> None:
    """It takes 2 off the damage in addition to armor, and changes no roll."""
    given = fight(pc("Kit", "claymore"), npc("Orc", shield=2, armor=3))
    given.when(ROUND, attack("kit", "orc"), GO).rolls("kit d20=12", "orc d20=11", "kit d4=3")
    dealt = given.then_told(DamageDealt)
    assert (10, 5, 5) == (dealt.rolled, dealt.armor, dealt.dealt)
    assert 0 == given.then_told(ContestRolled, who="orc").bonus


@pytest.mark.clause("PV-20")
@pytest.mark.parametrize(("on", "winner", "rolled"), [(False, "orc", 5), (True, "gil", 8)])
def test_a_critical_hit_in_a_fight(on: bool, winner: str, rolled: int) -> None:
    """With the option, a natural 20 wins 20 against 24, and the dagger counts twice."""
    given = fight(pc("Gil", "dagger"), npc("Orc", "club", Melee=9), critical_hits=on)
    given.when(ROUND, attack("gil", "orc"), GO)
    given.rolls("gil d20=20", "orc d20=15", f"{winner} d4=4")
    assert (winner, rolled) == (
        (dealt := given.then_told(DamageDealt)).by,
        dealt.rolled,
    )
