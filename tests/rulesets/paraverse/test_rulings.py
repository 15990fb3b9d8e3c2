"""Rulings hold only for what they were given for, and statements made after a declaration count
(ALL-01, PV-03, PV-05, PV-06, PV-16)."""

from __future__ import annotations

import msgspec
import pytest

from events.types.base import get_tag
from events.types.declarations import Act, Area, Attack, Disengage, Move
from events.types.outcomes import (
    Acted,
    AttackRolled,
    CheckRolled,
    ContestFormed,
    ContestRolled,
    DamageDealt,
    EngagementEnded,
    Lapsed,
    Moved,
    Overruled,
)
from events.types.sheets import Bars
from events.types.statements import AddCondition, Engage, HandOver, Kill, Place, Remove, SetTrait
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc
from tests.support.given import Given, attack

YARD = (Area("gate", ("yard",)), Area("yard", ("hall",)), Area("hall"))


def crowd(*weapons: str) -> Given:
    """Return a fight of two characters and two opponents at the gate of a yard, with a round
    open."""
    given = fight(pc("Kit", *weapons), pc("Fay", "dagger"), npc("Orc", "dagger"), npc("Elf"))
    return given.when(*YARD, ROUND)


@pytest.mark.clause("PV-05", "ALL-01")
def test_a_ruling_about_the_crowd_is_none_about_the_distance() -> None:
    """Two on the orc was allowed; that it was two areas away by then was not."""
    given = crowd("dagger").when(attack("kit", "orc"), attack("fay", "orc", overrule="flanking"))
    given.then_told(Overruled, clause="PV-05")
    given.when(Place("orc", "hall"), GO)
    assert ["kit", "fay"] == [each.who for each in given.told(Lapsed)]
    given.then_never(ContestFormed)


@pytest.mark.clause("PV-05", "ALL-01")
def test_a_ruling_against_nothing_allows_nothing() -> None:
    """Nothing spoke against the attack when it was declared."""
    given = crowd("dagger").when(attack("kit", "orc", overrule="whatever comes"))
    given.then_never(Overruled)
    given.when(Place("orc", "hall"), GO)
    assert "not next to gate" in given.then_told(Lapsed, who="kit").why


@pytest.mark.clause("PV-06", "ALL-01")
def test_a_shot_allowed_for_its_range_is_not_shot_by_the_engaged() -> None:
    """Engagement is another problem."""
    given = crowd("longbow").when(Place("orc", "hall"))
    given.when(attack("kit", "orc", overrule="through the window"), Engage("kit", ("elf",)), GO)
    assert "engaged and cannot shoot" in given.then_told(Lapsed, who="kit").why
    given.then_never(AttackRolled)


@pytest.mark.clause("PV-16", "ALL-01")
def test_a_move_allowed_for_its_length_is_not_made_by_the_engaged() -> None:
    """A move that was allowed despite engagement is made."""
    given = crowd().when(Move("kit", to="hall", overrule="he runs"), Engage("kit", ("elf",)), GO)
    assert "engaged and cannot leave" in given.then_told(Lapsed, who="kit").why
    given = crowd().when(Move("kit", to="hall", overrule="he runs"), GO)
    assert "hall" == given.then_told(Moved, who="kit").to


@pytest.mark.clause("PV-02", "PV-03")
@pytest.mark.parametrize("out", [Kill("elf"), Remove("elf"), AddCondition("elf", "unconscious")])
def test_a_check_against_somebody_who_is_out_lapses(out: AddCondition | Kill | Remove) -> None:
    """They roll nothing any more."""
    given = crowd().when(Act("kit", "sneaks", "Stealth", versus="elf"), out, GO)
    assert "Elf is" in given.then_told(Lapsed, who="kit").why
    given.then_never(CheckRolled).then_never(Acted)


@pytest.mark.clause("PV-02", "ALL-01")
def test_a_check_against_the_unconscious_is_rolled_where_it_was_ruled() -> None:
    """The ruling was about this problem."""
    given = crowd().when(AddCondition("elf", "unconscious"))
    sneak = Act("kit", "sneaks", "Stealth", versus="elf", overrule="it dreams lightly")
    given.when(sneak, GO).rolls("kit d20=9", "elf d20=8").then_told(CheckRolled, versus="elf")


@pytest.mark.clause("PV-16", "ALL-01")
def test_who_is_put_elsewhere_is_engaged_no_longer() -> None:
    """They lose the opponents they leave behind; those in the same area stay engaged."""
    given = crowd().when(Engage("kit", ("orc", "elf")), Place("kit", "yard"))
    given.then_told(EngagementEnded, who="kit", why="away")
    assert ((), ()) == (given.one("kit").engaged, given.one("orc").engaged)
    given = crowd().when(Place("elf", "yard"), Engage("kit", ("orc", "elf")), Place("kit", "yard"))
    assert (("elf",), ()) == (given.one("kit").engaged, given.one("orc").engaged)
    given.when(Place("kit", "yard", "a better spot")).then_never(EngagementEnded)


@pytest.mark.clause("PV-16", "ALL-01")
@pytest.mark.parametrize("out", [Kill("orc"), Remove("orc"), AddCondition("orc", "unconscious")])
@pytest.mark.parametrize("said", [Engage("kit", ("elf", "orc")), Engage("orc", ("kit",))])
def test_nobody_is_engaged_with_somebody_who_is_out(
    out: AddCondition | Kill | Remove, said: Engage
) -> None:
    """Stating such an engagement is refused; stating that it ends is not."""
    given = crowd().when(out).then_refused("engaged with nobody", said, clause="PV-16")
    given.when(Engage("orc", ()))


@pytest.mark.clause("PV-16", "ALL-01")
@pytest.mark.parametrize(
    "said", [SetTrait("orc", "side", "party"), HandOver("orc", "Una", "party")]
)
def test_who_changes_sides_is_engaged_with_none_of_their_own(said: HandOver | SetTrait) -> None:
    """Engagements with those who are enemies now remain."""
    given = crowd().when(Engage("orc", ("kit", "elf")), said)
    assert (("elf",), ()) == (given.one("orc").engaged, given.one("kit").engaged)


@pytest.mark.clause("PV-04", "ALL-03")
@pytest.mark.parametrize(
    ("bars", "said", "words"),
    [
        ("moving", Move("kit", to="yard"), "barely move"),
        ("all but crawling", attack("kit", "orc"), "can only crawl"),
        ("everything", attack("kit", "orc"), "Kit is bound"),
        ("everything", Act("kit", "shouts"), "Kit is bound"),
    ],
)
@pytest.mark.parametrize("overrule", ["", "come what may"])
def test_what_is_stated_after_declaring_counts(
    bars: Bars, said: Act | Attack | Move, words: str, overrule: str
) -> None:
    """It counts whatever was overruled before."""
    said = msgspec.structs.replace(said, overrule=overrule)
    given = crowd("dagger").when(said, AddCondition("kit", "bound", bars), GO)
    assert words in given.then_told(Lapsed, who="kit").why
    given.then_never(Moved).then_never(ContestFormed).then_never(Acted)


@pytest.mark.clause("PV-05", "ALL-03")
def test_who_can_barely_move_does_not_attack_into_the_next_area() -> None:
    """The attack is refused, or lapses if the condition comes later; in their own area they can
    attack."""
    held = AddCondition("kit", "hamstrung", "moving")
    given = crowd("dagger").when(Place("orc", "yard"), held)
    given.then_refused("barely move", attack("kit", "orc"), clause="ALL-03")
    given.when(attack("kit", "elf"), GO).then_told(ContestFormed, place="gate")
    given = crowd("dagger").when(Place("orc", "yard"), attack("kit", "orc"), held, GO)
    assert "barely move" in given.then_told(Lapsed, who="kit").why
    given.then_never(Moved)


@pytest.mark.clause("PV-09", "ALL-03")
def test_who_can_only_crawl_evades() -> None:
    """They do not strike back, whatever they roll."""
    given = crowd("dagger").when(AddCondition("orc", "crippled", "all but crawling"))
    given.when(attack("kit", "orc"), GO).rolls("kit d20=5", "orc d20=15")
    given.then_never(DamageDealt).then_told(ContestRolled, who="orc", what="Evasion")


@pytest.mark.clause("PV-09", "ALL-03")
def test_who_crawls_away_evades_too() -> None:
    """Crawling is a move, and they are attacked while they do it."""
    given = crowd("dagger").when(AddCondition("orc", "crippled", "all but crawling"))
    given.then_refused("can only crawl", Disengage("orc"))
    given.when(Move("orc", to="yard"), attack("kit", "orc"), GO)
    assert ["orc", "kit"] == [each.who for each in given.told(Moved)]
    given.rolls("kit d20=5", "orc d20=15").then_told(ContestRolled, who="orc", what="Evasion")


@pytest.mark.clause("PV-16", "ALL-03")
def test_who_is_bound_disengages_where_it_was_ruled() -> None:
    """With the winning roll they get away."""
    given = crowd("dagger").when(
        Engage("kit", ("orc",)), AddCondition("kit", "bound", "everything")
    )
    given.then_refused("Kit is bound", Disengage("kit"), clause="ALL-03")
    given.when(Disengage("kit", overrule="she rolls away"), GO).rolls("kit d20=15", "orc d20=5")
    given.then_told(EngagementEnded, who="kit", why="disengaged")


BESIDES = "is in one skirmish a round, and has declared something else for it"


@pytest.mark.clause("PV-04", "PV-16")
def test_who_is_allowed_to_disengage_besides_disengages() -> None:
    """Declared second, after an action that is done as well."""
    given = crowd("dagger").when(Engage("kit", ("orc",)), Act("kit", "shouts"))
    given.when(Disengage("kit", overrule="in one breath"), GO)
    given.rolls("kit d20=15", "orc d20=2").then_told(EngagementEnded, who="kit")
    given.then_told(Acted, who="kit")
    given.then_never(Lapsed)


@pytest.mark.clause("PV-04", "PV-05", "PV-16")
@pytest.mark.parametrize(
    ("first", "second", "skill"),
    [
        (attack("kit", "orc"), attack("kit", "elf", overrule="he whirls"), "Melee"),
        (attack("kit", "orc"), Disengage("kit", overrule="he backs off"), "Melee"),
        (Disengage("kit"), attack("kit", "elf", overrule="he whirls"), "Evasion"),
    ],
)
def test_of_two_things_for_one_skirmish_the_first_is_fought(
    first: Attack | Disengage, second: Attack | Disengage, skill: str
) -> None:
    """The other lapses, and the report says why."""
    given = crowd("dagger").when(Engage("kit", ("orc",)), first, second, GO)
    assert Lapsed("kit", get_tag(second), f"Kit {BESIDES}") == given.then_told(Lapsed)
    assert [(("kit",), ("orc",))] == [each.sides for each in given.told(ContestFormed)]
    given.rolls("kit d20=9", "orc d20=9")
    assert skill == given.then_told(ContestRolled, who="kit").what


@pytest.mark.clause("PV-03", "PV-04", "PV-05")
def test_a_second_attack_is_fought_where_the_first_cannot_be() -> None:
    """The first target is out by then."""
    given = crowd("dagger").when(attack("kit", "orc"), attack("kit", "elf", overrule="or the elf"))
    given.when(Kill("orc", "a rock"), GO)
    assert "Orc is dead" == given.then_told(Lapsed).why
    assert [(("kit",), ("elf",))] == [each.sides for each in given.told(ContestFormed)]


@pytest.mark.clause("PV-04", "PV-16")
def test_a_disengagement_from_nobody_gives_way_to_an_attack() -> None:
    """There is nobody left to get away from, so the attack declared after it is fought."""
    given = crowd("dagger").when(Engage("kit", ("orc",)), Disengage("kit"))
    given.when(attack("kit", "elf", overrule="or the elf"), Kill("orc", "a rock"), GO)
    assert "there is nobody to get away from" == given.then_told(Lapsed).why
    given.then_asked("kit d20", "elf d20")


@pytest.mark.clause("PV-05", "PV-08")
@pytest.mark.parametrize(("version", "asked"), [(2, ["kit", "orc"]), (1, ["kit", "orc", "orc"])])
def test_what_hinders_the_defence_against_an_attack_not_fought_does_not_count(
    version: int, asked: list[str]
) -> None:
    """Kit's second attack on the orc is not fought. Under version 1 of the rules it hindered."""
    people = pc("Kit", "dagger"), pc("Fay", "dagger"), npc("Orc", "dagger"), npc("Elf")
    given = fight(*people, version=version).when(ROUND, attack("kit", "orc"))
    given.when(attack("kit", "orc", bane="from behind", overrule="again"), GO)
    given.then_asked(*(f"{who} d20" for who in asked))


@pytest.mark.clause("PV-06", "ALL-03")
@pytest.mark.parametrize("sight", [(), ("tower",)])
def test_a_shot_overruled_for_want_of_sight_is_overruled_for_its_distance(
    sight: tuple[str, ...],
) -> None:
    """The refusal names both, so a line of sight that opens later does not lapse it."""
    given = fight(pc("Kit", "longbow"), npc("Orc", "dagger"))
    given.when(Area("gate"), Area("tower"), Place("orc", "tower"), ROUND)
    given.then_refused(
        "tower is not in sight of gate; tower is further from gate than the next area.",
        attack("kit", "orc"),
        clause="PV-06",
    )
    given.when(attack("kit", "orc", overrule="through the window"))
    assert ["unseen:kit:gate:tower", "far:kit:gate:tower"] == [
        each.bar for each in given.told(Overruled)
    ]
    given.when(Area("gate", sight=sight), GO).then_asked("kit d20", "orc d20")
