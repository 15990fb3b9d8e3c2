"""Shots and throws (PV-06, PV-07, PV-15)."""

from __future__ import annotations

import pytest

from events.types.declarations import Aim, Area
from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    ContestFormed,
    ContestRolled,
    DamageDealt,
)
from events.types.statements import Engage, Place, SetTrait
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc
from tests.support.given import Given, attack

YARD = (Area("gate", ("yard",), ("tower",)), Area("yard", ("hall",)), Area("tower"), Area("hall"))


def archery(where: str = "gate", weapon: str = "longbow") -> Given:
    """Return a fight with Kit at the gate, an orc in some area, and a round open."""
    given = fight(pc("Kit", weapon), npc("Orc", "dagger"))
    given.when(*YARD, Place("kit", "gate"), Place("orc", where), ROUND)
    return given


@pytest.mark.clause("PV-07")
@pytest.mark.parametrize(("defence", "hits"), [(9, True), (10, False), (11, False)])
def test_higher_hits_and_a_tie_misses(defence: int, hits: bool) -> None:
    """Fatigue counts on neither side."""
    given = fight(pc("Kit", "longbow", Fatigue=2, Marksman=3), npc("Orc", Evasion=3, Fatigue=2))
    given.when(ROUND, attack("kit", "orc"), GO).rolls("kit d20=10", f"orc d20={defence}")
    rolled = given.then_told(AttackRolled)
    assert (13, (10,)) == (rolled.value, rolled.faces)
    assert (not hits) == given.then_told(CheckRolled, purpose="defence", least=True).passed
    given.then_asked(*["kit d4"] * hits)


@pytest.mark.clause("PV-07")
def test_each_attack_meets_a_fresh_defence() -> None:
    """Two arrows meet two defences."""
    given = fight(pc("Kit", "longbow"), pc("Fay", "longbow"), npc("Orc"))
    given.when(ROUND, attack("kit", "orc"), attack("fay", "orc"), GO)
    given.rolls("kit d20=5", "orc d20=9", "fay d20=5", "orc d20=6")
    assert [9, 6] == [each.value for each in given.told(CheckRolled)]


@pytest.mark.clause("PV-15")
def test_a_shield_adds_to_the_defence_and_is_armor() -> None:
    """It adds 2 to the d20, and takes 2 off the damage in addition to armor."""
    given = fight(pc("Kit", "longbow"), npc("Orc", shield=2, armor=3, Evasion=1))
    given.when(ROUND, attack("kit", "orc"), GO).rolls("kit d20=12", "orc d20=8", "kit d4=3")
    assert 3 == given.then_told(CheckRolled).bonus
    assert (10, 5, 5) == (
        (dealt := given.then_told(DamageDealt)).rolled,
        dealt.armor,
        dealt.dealt,
    )


@pytest.mark.clause("PV-15", "ALL-01")
def test_a_shield_is_stated_like_any_number() -> None:
    """A shield that splits is stated as 0."""
    given = fight(npc("Orc", shield=2)).when(SetTrait("orc", "shield", "0", "it split"))
    assert 0 == given.one("orc").shield


@pytest.mark.clause("PV-06")
def test_a_marksman_reaches_the_own_area_and_the_next() -> None:
    """A longer shot is refused, in sight or not, unless overruled."""
    archery("gate").fight.declare(attack("kit", "orc"))
    archery("yard").fight.declare(attack("kit", "orc"))
    archery("tower").then_refused("further than the next", attack("kit", "orc"), clause="PV-06")
    given = archery("hall").then_refused("not in sight", attack("kit", "orc"), clause="PV-06")
    given.when(attack("kit", "orc", overrule="through the window"), GO)
    given.then_asked("kit d20", "orc d20")


@pytest.mark.clause("PV-06")
def test_who_is_engaged_cannot_shoot_but_throw() -> None:
    """Engagement is judged as the round begins."""
    given = archery().when(Engage("kit", ("orc",)))
    given.then_refused("engaged and cannot shoot", attack("kit", "orc"), clause="PV-06")
    given = archery(weapon="javelin").when(Engage("kit", ("orc",)), attack("kit", "orc"), GO)
    given.then_never(ContestFormed).then_asked("kit d20", "orc d20")


@pytest.mark.clause("PV-06")
def test_a_throw_stays_within_the_area() -> None:
    """The next area is too far, unless overruled."""
    given = archery("yard", "javelin")
    given.then_refused("thrown within one area", attack("kit", "orc"), clause="PV-06")
    given.when(attack("kit", "orc", overrule="from the wall"), GO).then_asked("kit d20", "orc d20")


@pytest.mark.clause("PV-06")
def test_a_target_in_a_skirmish_is_shot_at_without_risk_to_the_rest() -> None:
    """It rolls a defence of its own though engaged, and only the target can be struck."""
    given = fight(pc("Kit", "longbow"), pc("Fay", "dagger"), npc("Orc", "dagger"))
    given.when(ROUND, Engage("fay", ("orc",)), attack("kit", "orc"), GO)
    given.rolls("kit d20=12", "orc d20=3", "kit d4=3").then("fay", Stamina=5)


@pytest.mark.clause("PV-02", "PV-07")
def test_grounds_stand_for_the_attack_and_for_the_defence() -> None:
    """The archer has advantage and the target disadvantage, each with its reason."""
    given = fight(pc("Kit", "longbow"), npc("Orc"))
    aim = Aim("orc", impaired="smoke", bane="on a ledge")
    given.when(ROUND, attack("kit", aim), GO)
    given.rolls("kit d20=9", "kit d20=15", "orc d20=14", "orc d20=10")
    rolled = given.then_told(AttackRolled)
    assert (9, "impaired", "smoke") == (rolled.value, rolled.modifier, rolled.grounds[0].why)
    assert (10, "impaired") == (
        given.then_told(CheckRolled).value,
        given.then_told(CheckRolled).modifier,
    )


@pytest.mark.clause("PV-06", "PV-08")
def test_a_throwing_weapon_can_be_fought_on_with() -> None:
    """Hand to hand it makes a skirmish on Throwing; a bow cannot be used so."""
    given = fight(pc("Kit", "javelin", "longbow", Throwing=4), npc("Orc", "dagger"))
    given.when(ROUND)
    given.then_refused("hand to hand", attack("kit", "orc", weapons="longbow", band="melee"))
    given.when(attack("kit", "orc", weapons="javelin", band="melee"), GO)
    given.rolls("kit d20=10", "orc d20=5", "kit d4=4")
    assert 18 == given.then_told(DamageDealt, weapon="javelin").rolled
    given.then_never(AttackRolled).then_told(ContestRolled, who="kit", what="Throwing")


@pytest.mark.clause("PV-05", "PV-06")
def test_the_next_area_may_be_out_of_sight() -> None:
    """Areas can be laid out as unseen, in either direction; they can still be entered."""
    given = fight(pc("Kit", "longbow", "dagger"), npc("Orc", "dagger"))
    given.when(Area("gate", ("yard",)), Area("yard", unseen=("GATE",)), Place("orc", "yard"), ROUND)
    assert ([], ["yard"]) == (given.state.seen_from("gate"), given.state.neighbours("gate"))
    given.then_refused("not next to itself", Area("hall", unseen=("hall",)))
    shot = attack("kit", "orc", weapons="longbow")
    given.then_refused("yard is not in sight of gate", shot, clause="PV-06")
    given.when(attack("kit", "orc", weapons="dagger"), GO).then_told(ContestFormed, place="yard")
