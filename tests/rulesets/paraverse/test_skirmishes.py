"""Areas, assignment to skirmishes, and the results of contests (PV-05, PV-08, PV-16, PV-20)."""

from __future__ import annotations

from typing import cast

import pytest

from events.types.declarations import Aim, Area, Disengage, Move, Retreat
from events.types.outcomes import (
    ContestDecided,
    ContestFormed,
    ContestRolled,
    DamageDealt,
    EngagementEnded,
    Lapsed,
    Moved,
    Overruled,
)
from events.types.statements import AddCondition, Engage, Kill, Place, Remove
from projections.state.fight_state import Combatant
from rulesets.definitions.shipped import load_game
from rulesets.paraverse.contest import Contestant, Intent, decide_contest
from rulesets.paraverse.definition import definition
from tests.rulesets.paraverse.people import GO, ROUND, RosterEntry, fight, npc, pc
from tests.support.given import Given, attack, variant

YARD = (Area("gate", ("yard",)), Area("yard", ("hall",)), Area("hall"))


def crowd(*extra: RosterEntry) -> Given:
    """Return a fight of two characters and two orcs with daggers, and further combatants."""
    return fight(
        pc("Kit", "dagger"), pc("Fay", "dagger"), npc("Orc", "dagger"), npc("Elf", "dagger"), *extra
    )


def formed(given: Given) -> list[tuple[tuple[str, ...], ...]]:
    """Return the skirmishes as they were formed."""
    return [each.sides for each in given.told(ContestFormed)]


@pytest.mark.clause("PV-05")
def test_melee_needs_the_same_area_or_the_next() -> None:
    """An attack may take the attacker into the adjacent area, but no further."""
    given = crowd().when(*YARD, Place("orc", "yard"), Place("elf", "hall"), ROUND)
    given.then_refused("not next to gate", attack("kit", "elf"), clause="PV-05")
    given.when(attack("kit", "orc"), GO)
    assert ("kit", "yard") == ((moved := given.then_told(Moved)).who, moved.to)
    assert "yard" == given.then_told(ContestFormed).place
    assert "yard" == given.one("kit").area


@pytest.mark.clause("PV-05")
def test_who_was_never_placed_is_in_the_first_area() -> None:
    """Without areas everyone is in one place."""
    given = crowd().when(*YARD, Place("orc", "gate"), ROUND, attack("kit", "orc"), GO)
    assert [(("kit",), ("orc",))] == formed(given)
    given.then_never(Moved)


@pytest.mark.clause("PV-05")
def test_a_target_that_has_moved_out_of_reach_is_not_struck() -> None:
    """Moves take effect before; a target in the adjacent area is followed."""
    given = crowd().when(*YARD, Place("orc", "yard"), ROUND)
    given.when(attack("kit", "orc"), Move("orc", to="hall"), GO)
    assert "not next to" in given.then_told(Lapsed, who="kit").why
    given = crowd().when(*YARD, ROUND, Move("orc", to="yard"), attack("kit", "orc"), GO)
    assert ["orc", "kit"] == [each.who for each in given.told(Moved)]
    given.then_told(ContestFormed, place="yard")


@pytest.mark.clause("PV-05")
def test_player_characters_are_assigned_first() -> None:
    """The orc declared first and attacks Fay, but by then Kit and Fay are assigned."""
    given = crowd().when(ROUND, attack("orc", "fay"), attack("kit", "orc"), attack("fay", "elf"))
    given.when(GO)
    assert [(("kit",), ("orc",))] == formed(given)
    given.rolls(10, 10)
    assert [(("kit",), ("orc",)), (("fay",), ("elf",))] == formed(given)


@pytest.mark.clause("PV-05")
def test_several_on_one_only_while_no_enemy_is_free() -> None:
    """While the elf is free, a second attacker is refused, unless overruled."""
    given = crowd().when(ROUND, attack("kit", "orc"))
    given.then_refused("Elf is there", attack("fay", "orc"), clause="PV-05")
    given.when(attack("fay", "orc", overrule="they flank it")).then_told(Overruled, clause="PV-05")
    given.when(GO)
    assert [(("kit", "fay"), ("orc",))] == formed(given)


@pytest.mark.clause("PV-05")
@pytest.mark.parametrize(
    "busy",
    [
        AddCondition("elf", "unconscious"),
        Engage("elf", ("kit",)),
        Kill("elf"),
        Remove("elf"),
        AddCondition("elf", "bound", "everything"),
    ],
)
def test_who_is_engaged_or_out_is_not_free(busy: AddCondition | Engage | Kill | Remove) -> None:
    """Several may then attack one."""
    given = crowd().when(busy, ROUND, attack("kit", "orc"), attack("fay", "orc"), GO)
    assert [(("kit", "fay"), ("orc",))] == formed(given)


@pytest.mark.clause("PV-05")
def test_an_enemy_in_another_area_is_not_nearby() -> None:
    """Only the area of the target counts."""
    given = crowd().when(*YARD, Place("elf", "yard"), ROUND)
    given.when(attack("kit", "orc"), attack("fay", "orc"), GO)
    assert [(("kit", "fay"), ("orc",))] == formed(given)


@pytest.mark.clause("PV-05")
def test_several_on_both_sides_only_by_overruling() -> None:
    """Two fight the orc, and the elf comes to help it."""
    given = crowd().when(ROUND, attack("kit", "orc"), attack("fay", "orc", overrule="flanking"))
    given.then_refused("several against several", attack("elf", "kit"), clause="PV-05")
    given.when(attack("elf", "kit", overrule="it leaps in"), GO)
    assert [(("kit", "fay"), ("orc", "elf"))] == formed(given)


@pytest.mark.clause("PV-05", "PV-08")
def test_who_is_drawn_in_fights_there_with_what_they_meant_to_fight_with() -> None:
    """The orc declared an attack on Fay with its claymore, and wins against Kit with it."""
    given = fight(pc("Kit"), pc("Fay", "longbow"), npc("Orc", "claymore", "dagger"))
    given.when(ROUND, attack("orc", "fay", weapons="claymore"), attack("kit", "orc"), GO)
    given.rolls("kit d20=5", "orc d20=9", "orc d4=4")
    assert ("kit", 10) == ((dealt := given.then_told(DamageDealt)).to, dealt.rolled)
    given.then_never(Lapsed)


@pytest.mark.clause("PV-08")
def test_who_has_declared_nothing_fights_back() -> None:
    """They use their first melee weapon, else bare hands, but not a bow."""
    given = fight(pc("Kit"), npc("Orc", "longbow", "mace"), npc("Elf", "longbow"))
    given.when(ROUND, attack("kit", "orc"), GO).rolls(5, 9, "orc d4=4")
    given.then_told(DamageDealt, weapon="mace", attack=0)
    given = fight(pc("Kit"), npc("Elf", "longbow"))
    given.when(ROUND, attack("kit", "elf"), GO).rolls(5, 9, "elf d4=4")
    assert 2 == given.then_told(DamageDealt, weapon="fists").rolled


@pytest.mark.clause("PV-08")
def test_equal_totals_go_to_the_highest_natural_of_a_side() -> None:
    """The difference is then 0 and the base damage counts once."""
    given = fight(pc("Kit", "dagger", Melee=2), npc("Orc", "mace"))
    given.when(ROUND, attack("kit", "orc"), GO).rolls("kit d20=10", "orc d20=12", "orc d4=4")
    assert ("orc", "kit", 0) == (
        (found := given.then_told(ContestDecided)).winner,
        found.loser,
        found.margin,
    )
    assert (6, 1) == ((dealt := given.then_told(DamageDealt)).rolled, dealt.multiplier)


@pytest.mark.clause("PV-08", "PV-16")
def test_equal_in_all_nothing_happens() -> None:
    """Nobody disengages either."""
    given = fight(pc("Gil"), npc("Orc", "dagger"))
    given.when(ROUND, Engage("gil", ("orc",)), Disengage("gil"), GO).rolls(10, 10)
    assert "" == given.then_told(ContestDecided).winner
    given.then_never(EngagementEnded).then_never(DamageDealt)
    assert ("orc",) == given.one("gil").engaged


@pytest.mark.clause("PV-08", "PV-02")
def test_the_natural_roll_is_the_die_that_is_kept() -> None:
    """With disadvantage it is the lower die, which is then the lowest of its side."""
    given = crowd().when(AddCondition("elf", "unconscious"), ROUND)
    aim = Aim("orc", impaired="mud")
    given.when(attack("kit", aim), attack("fay", "orc"), GO)
    given.rolls("kit d20=19", "kit d20=4", "fay d20=5", "orc d20=15", "orc d4=4")
    assert "kit" == given.then_told(ContestDecided).loser
    assert 4 == given.then_told(ContestRolled, who="kit").value


@pytest.mark.clause("PV-08")
def test_a_shield_is_no_help_to_evasion_in_melee() -> None:
    """It helps only the defence against ranged attacks."""
    given = fight(pc("Gil", shield=3, Evasion=1), npc("Orc"))
    given.when(ROUND, Engage("gil", ("orc",)), Disengage("gil"), GO).rolls(10, 10)
    given.then_told(ContestRolled, who="gil", bonus=1)


def member(
    id: str, side: int, natural: int, value: int, way: Intent = "fight", declared: int = 0
) -> Contestant:
    """Return a contestant who is only an id with a roll."""
    return Contestant(cast(Combatant, id), side, way, None, natural, value, declared)


@pytest.mark.clause("PV-08")
def test_ties_for_dealer_and_victim() -> None:
    """Dealer: higher natural, then first declared. Victim: lower total, then first declared."""
    rules = definition(load_game("paraverse"))
    found = decide_contest(
        rules,
        [
            member("late", 0, 12, 15, declared=9),
            member("first", 0, 12, 15, declared=4),
            member("lower", 0, 10, 15, declared=1),
            member("x", 1, 5, 8, declared=7),
            member("y", 1, 5, 8, declared=6),
            member("z", 1, 5, 9, declared=2),
        ],
    )
    assert found is not None
    assert ("first", "y") == (found.winner.combatant, found.victim.combatant)  # type: ignore[comparison-overlap]


@pytest.mark.clause("PV-08")
def test_the_lowest_natural_is_struck_and_not_the_lowest_total() -> None:
    """Skill does not save a combatant who rolled badly."""
    rules = definition(load_game("paraverse"))
    found = decide_contest(
        rules, [member("a", 0, 18, 20), member("b", 1, 4, 14), member("c", 1, 6, 6)]
    )
    assert found is not None
    assert ("b", 6) == (found.victim.combatant, found.margin)  # type: ignore[comparison-overlap]


@pytest.mark.clause("PV-11")
@pytest.mark.parametrize(
    ("difference", "times"), [(0, 1), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (30, 3)]
)
def test_the_multiplier_of_a_difference(difference: int, times: int) -> None:
    """Up to 5 it is once, up to 10 twice, above that three times."""
    assert times == definition(load_game("paraverse")).multiplier(difference)


@pytest.mark.clause("PV-20")
@pytest.mark.parametrize(
    ("on", "faces", "winner", "multiplier"),
    [
        (False, (20, 15), "b", 1),
        (True, (20, 15), "a", 2),
        (True, (20, 20), "b", 2),
        (True, (12, 14), "b", 2),
    ],
)
def test_a_critical_hit_is_the_tables_option(
    on: bool, faces: tuple[int, ...], winner: str, multiplier: int
) -> None:
    """It beats a side without one and counts at least twice; on both sides it changes nothing."""
    rules = definition(variant("paraverse", critical_hits=on))
    a, b = faces
    found = decide_contest(rules, [member("a", 0, a, a), member("b", 1, b, b + 6)])
    assert found is not None
    assert (winner, multiplier) == (found.winner.combatant, found.multiplier)  # type: ignore[comparison-overlap]


@pytest.mark.clause("PV-16")
def test_the_engaged_cannot_leave() -> None:
    """They cannot move, retreat or attack in the adjacent area, unless overruled."""
    given = crowd().when(*YARD, Place("elf", "yard"), ROUND, Engage("kit", ("orc",)))
    for said in (Move("kit", to="yard"), Retreat("kit", "the woods")):
        given.then_refused("engaged and cannot leave", said, clause="PV-16")
    given.then_refused("cannot leave gate", attack("kit", "elf"), clause="PV-16")
    given.when(Move("kit", to="yard", overrule="over the wall"), GO)
    assert ("yard", ()) == (given.one("kit").area, given.one("kit").engaged)
    given = crowd().when(*YARD, Place("elf", "yard"), ROUND, Engage("kit", ("orc",)))
    given.when(attack("kit", "elf", overrule="over the wall"), GO).rolls("kit d20=5", "elf d20=5")
    assert (("elf",), ()) == (given.one("kit").engaged, given.one("orc").engaged)


@pytest.mark.clause("PV-16")
def test_engagement_lasts_until_one_of_them_is_out() -> None:
    """It ends when one is dead, incapacitated or away."""
    for out in (Kill("orc"), Remove("orc"), AddCondition("orc", "unconscious")):
        given = crowd().when(Engage("kit", ("orc", "elf")), out)
        given.then_told(EngagementEnded, who="orc")
        assert ("elf",) == given.one("kit").engaged


@pytest.mark.clause("PV-16")
def test_disengaging_is_for_the_engaged() -> None:
    """A combatant who got away can move in the next round."""
    given = crowd().when(*YARD, ROUND)
    given.then_refused("engaged with nobody", Disengage("kit"), clause="PV-16")
    given.when(Engage("kit", ("orc",)), Disengage("kit"), GO).rolls("kit d20=15", "orc d20=3")
    given.then_told(EngagementEnded, who="kit")
    given.when(ROUND, Move("kit", to="yard"), GO)
    assert "yard" == given.one("kit").area


@pytest.mark.clause("PV-16")
def test_with_nobody_left_to_get_away_from_it_lapses() -> None:
    """The orc fell to an arrow before."""
    given = fight(pc("Gil"), pc("Kit", "longbow", Marksman=9), npc("Orc", Stamina=1))
    given.when(ROUND, Engage("gil", ("orc",)), Disengage("gil"), attack("kit", "orc"), GO)
    given.rolls("kit d20=15", "orc d20=2", "kit d4=4")
    assert "nobody to get away from" in given.then_told(Lapsed, who="gil").why
