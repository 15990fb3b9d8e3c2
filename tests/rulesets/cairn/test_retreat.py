"""Retreat: a save, and a safe destination."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Aid, BeginRound, Resolve, Retreat
from events.types.outcomes import Died, Lapsed, Left, SaveRolled
from events.types.statements import Kill, Remove
from tests.support.given import Given, attack, given, mob, npc, pc

ROUND = BeginRound("ambush")


def skirmish() -> Given:
    return given(
        "golden-idol",
        pc("Ada", "3/0/9/12/9", bomb="d8 blast"),
        pc("Ben", "9/0/9/9/9", bomb="d8 blast"),
        npc("Wolf", "4/0/9/8/9"),
    ).when(ROUND)


@pytest.mark.clause("CF-22")
@pytest.mark.parametrize("place", ["", "   "])
def test_a_retreat_without_a_destination_is_refused(place: str) -> None:
    """Always: no reason of the referee's makes up for it."""
    skirmish().then_refused(
        "safe destination", Retreat("ada", place, overrule="she just runs"), clause="CF-22"
    )


@pytest.mark.clause("CF-22")
def test_a_passed_save_leads_out_of_the_fight_alive() -> None:
    """As the side's turn ends, on agility."""
    fight = skirmish().when(Retreat("ada", "the gate"), Resolve()).rolls("ada d20=12")
    fight.then("ada", standing="gone", HP=3)
    assert Left("ada", "retreated", "the gate") == fight.then_told(Left)
    fight.then_told(SaveRolled, score="DEX", purpose="retreat")
    fight.when(BeginRound()).then_refused("out of the fight", Act("ada", "shout"), clause="ALL-03")


@pytest.mark.clause("CF-22", "CF-02")
def test_a_failed_save_spends_the_action() -> None:
    """They stay, and can be attacked."""
    fight = skirmish().when(Retreat("ada", "the gate"), Resolve()).rolls("ada d20=13")
    fight.then("ada", standing="in").then_never(Left)
    assert 1 == fight.one("ada").acted
    fight.when(attack("wolf", "ada"), Resolve()).rolls(1).then("ada", HP=2)


@pytest.mark.clause("CF-22", "CF-06")
@pytest.mark.parametrize(
    ("faces", "standing", "has"), [((2,), "gone", ""), ((5, 20), "gone", "critical damage")]
)
def test_who_is_struck_in_the_same_turn_still_gets_away(
    faces: tuple[int, ...], standing: str, has: str
) -> None:
    """Friendly fire hits before they are out, and what it does goes with them."""
    fight = skirmish().when(Retreat("ada", "the gate"), attack("ben", "wolf", "ada"), Resolve())
    fight.rolls("ada d20=1", 1, *faces).then("ada", standing=standing, has=has)


@pytest.mark.clause("CF-22", "CF-06")
def test_the_dead_do_not_get_away() -> None:
    """Killed in the same turn is killed."""
    fight = skirmish().when(Retreat("ada", "the gate"))
    fight.when(attack("ben", "wolf", "ada", enhanced="packed with nails"), Resolve())
    fight.rolls("ada d20=1", "ben d12=1", "ben d12=12").then("ada", standing="dead")
    fight.then_told(Died, who="ada")
    fight.then_never(Left)


@pytest.mark.clause("CF-22")
def test_a_foe_retreats_by_the_same_rule() -> None:
    """Its own agility, its own place."""
    fight = skirmish().when(Retreat("wolf", "the woods"), Resolve(), Resolve())
    fight.rolls("wolf d20=8").then("wolf", standing="gone")


@pytest.mark.clause("CF-22")
def test_a_rout_needs_no_save() -> None:
    """Nor a place to go to."""
    fight = given("golden-idol", pc("Ada", bomb="d8 blast"), mob("Mob", "1/0/9/9/9"))
    fight.when(attack("ada", "mob"), Resolve()).rolls(2, 20).then("mob", standing="gone")
    fight.then_never(SaveRolled, purpose="retreat")


@pytest.mark.clause("CF-22", "CF-25")
def test_flight_by_failed_morale_needs_no_save() -> None:
    """Beyond the one for morale."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "4/0/9/8/9"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(4, "wolf d20=20")
    fight.then("wolf", standing="gone")
    assert ["morale"] == [save.purpose for save in fight.told(SaveRolled)]


@pytest.mark.clause("CF-22")
def test_who_is_gone_is_not_tended() -> None:
    """Aid for somebody who got away lapses."""
    fight = skirmish().when(Retreat("ada", "the gate"), Resolve()).rolls(1).when(BeginRound())
    fight.then_refused("out of the fight", Aid("ben", "ada"), clause="ALL-03")
    fight.then_never(Lapsed)


@pytest.mark.clause("CF-22", "CF-25", "ALL-03")
@pytest.mark.parametrize("how", [Kill("wolf", "a trap"), Remove("wolf", "routed")])
def test_overruling_a_retreat_revives_nobody(how: Kill | Remove) -> None:
    """The dead stay dead and the routed routed, though the save is passed; so they stay casualties,
    too, and nobody saves for morale a second time."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"), npc("Bear"), npc("Fox")).when(ROUND, how)
    was = fight.one("wolf").copied()
    fight.when(Resolve()).rolls("bear d20=1", "fox d20=1")
    fight.when(Retreat("wolf", "the den", overrule="it is dragged off"), Resolve())
    fight.rolls("wolf d20=1").then_asked().then_never(Left)
    assert (was.standing, was.how) == (fight.one("wolf").standing, fight.one("wolf").how)
    assert fight.then_told(Lapsed).why.startswith("Wolf is ")


@pytest.mark.clause("CF-22")
def test_in_a_fight_of_the_first_version_the_dead_got_away() -> None:
    """Logs of that time keep what they say."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"), npc("Bear"), version=1).when(ROUND)
    fight.when(Kill("wolf"), Resolve()).rolls("bear d20=1")
    fight.when(Retreat("wolf", "the den", overrule="so be it"), Resolve())
    fight.rolls("wolf d20=1").then("wolf", standing="gone")


@pytest.mark.clause("CF-20", "CF-22")
def test_routed_and_away_in_one_turn_is_routed() -> None:
    """The blow fell first: a crowd that its own side breaks up does not retreat besides."""
    fight = given("golden-idol", pc("Ada"), mob("Mob", "1/0/9/9/9"), npc("Ogre", fist="d12"))
    fight.when(ROUND, Resolve(), Retreat("mob", "the hills"))
    fight.when(attack("ogre", "mob", enhanced="from behind"), Resolve())
    fight.rolls("mob d20=1", "ogre d12=5", "mob d20=20", "ogre d20=1")
    fight.then("mob", standing="gone")
    assert "routed" == fight.then_told(Left, who="mob").how
