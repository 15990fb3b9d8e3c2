"""Morale of the opponents, when a turn is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.types import declarations as d, statements as s
from events.types.declarations import Act, Aid, BeginRound, Burden, EndFight, Harm, Resolve, Retreat
from events.types.outcomes import Died, Left, MoraleTested, SaveRolled, TurnEnded
from events.types.sheets import Effect
from events.types.statements import AddCondition, HandOver, Kill, Remove, SetScore, SetTrait
from tests.support.given import Given, Person, attack, follower, given, mob, npc, pc

ROUND = BeginRound("ambush")
FRAIL = "1/0/1/9/9"


def against(*foes: Person, **options: Any) -> Given:
    return given(
        "golden-idol", pc("Ada", "9/0/9/9/9", sword="d8", bomb="d8 blast"), *foes, **options
    )


def pack(count: int = 4, **more: Any) -> tuple[Given, list[str]]:
    """So many wolves of hit protection 1 and strength 1."""
    names = ["wolf", *(f"wolf-{number}" for number in range(2, count + 1))]
    return against(*[npc("Wolf", FRAIL, **more) for _ in names]), names


def kill(fight: Given, *who: str) -> Given:
    """Ada kills these in one turn."""
    fight.when(attack("ada", *who, weapons="bomb"), Resolve("party"))
    return fight.rolls(*([8] * len(who)))


@pytest.mark.clause("CF-25")
def test_the_first_casualty_has_the_others_save_on_will() -> None:
    """Each who can still act saves for itself, and who fails flees."""
    fight, _ = pack()
    kill(fight, "wolf").then_asked("wolf-2 d20", "wolf-3 d20", "wolf-4 d20").rolls(9, 10, 1)
    fight.then("wolf-2", standing="in").then("wolf-3", standing="gone").then("wolf-4")
    assert "fled" == fight.then_told(Left).how
    assert {"WIL"} == {save.score for save in fight.told(SaveRolled, purpose="morale")}
    assert ("first casualty",) == fight.then_told(MoraleTested).grounds


@pytest.mark.clause("CF-25")
def test_between_the_first_casualty_and_half_nobody_saves() -> None:
    """Of five, the second is neither."""
    fight, _ = pack(5)
    kill(fight, "wolf").rolls(1, 1, 1, 1)
    kill(fight, "wolf-2").then_never(MoraleTested).then("wolf-3")


@pytest.mark.clause("CF-25")
def test_half_of_them_lost_has_the_others_save_again() -> None:
    """Half of all who ever joined, and only once."""
    fight, _ = pack(5)
    kill(fight, "wolf").rolls(1, 1, 1, 1)
    kill(fight, "wolf-2")
    kill(fight, "wolf-3").then_asked("wolf-4 d20", "wolf-5 d20").rolls(1, 1)
    assert ("half of them lost",) == fight.then_told(MoraleTested).grounds
    kill(fight, "wolf-4").then_never(MoraleTested).then("wolf-5")


@pytest.mark.clause("CF-25")
def test_who_joined_later_counts_for_the_half() -> None:
    """Two of six are not half."""
    fight, _ = pack(4)
    kill(fight, "wolf").rolls(1, 1, 1)
    fight.joins(npc("Bear")).joins(npc("Bear"))
    kill(fight, "wolf-2").then_never(MoraleTested)
    kill(fight, "wolf-3").then_asked("wolf-4 d20", "bear d20", "bear-2 d20")


@pytest.mark.clause("CF-25")
def test_who_fled_still_counts_among_those_who_joined() -> None:
    """Flight is no casualty, and does not shrink the side either."""
    fight, _ = pack(4)
    kill(fight, "wolf").rolls(1, 1, 20).then("wolf-4", standing="gone")
    kill(fight, "wolf-2").then_asked("wolf-3 d20")


@pytest.mark.clause("CF-25")
def test_however_many_grounds_it_is_one_save_a_turn() -> None:
    """Two of four at one blow are the first casualty and the half."""
    fight, _ = pack()
    kill(fight, "wolf", "wolf-2").then_asked("wolf-3 d20", "wolf-4 d20").rolls(1, 1)
    assert ("first casualty", "half of them lost") == fight.then_told(MoraleTested).grounds


@pytest.mark.clause("CF-25", "CF-28")
def test_morale_is_rolled_when_the_turn_is_done() -> None:
    """After deaths have taken hold, before the turn ends."""
    fight, _ = pack()
    kill(fight, "wolf").rolls(1, 1, 1)
    kinds = [type(event) for event in fight.events(fight.start)]
    assert kinds.index(Died) < kinds.index(MoraleTested) < kinds.index(TurnEnded)


@pytest.mark.clause("CF-25", "CF-15")
def test_out_of_action_is_a_casualty_and_cannot_save() -> None:
    """It lies there, and the others see it."""
    fight = against(npc("Wolf", "1/0/9/9/9"), *[npc("Wolf", FRAIL) for _ in range(3)])
    fight.when(attack("ada", "wolf", weapons="sword"), Resolve()).rolls(3, "wolf d20=20")
    fight.then_asked("wolf-2 d20", "wolf-3 d20", "wolf-4 d20")


@pytest.mark.clause("CF-25", "CF-20")
@pytest.mark.parametrize("damage", ["2", "20"])
def test_a_routed_or_destroyed_detachment_is_a_casualty(damage: str) -> None:
    """The individuals beside it save."""
    fight = against(mob("Mob", "1/0/9/9/9"), npc("Bear"), npc("Wolf"))
    fight.when(Harm(("mob",), damage)).rolls(*([20] * len(fight.state.awaited)))
    fight.when(Act("ada", "shout"), Resolve()).then_asked("bear d20", "wolf d20")


@pytest.mark.clause("CF-25", "CF-22")
@pytest.mark.parametrize("how", ["retreat", "removed"])
def test_who_leaves_alive_is_no_casualty(how: str) -> None:
    """Nobody saves for those who ran."""
    fight, _ = pack(2)
    if how == "retreat":
        fight.when(Retreat("wolf", "the woods"), Resolve()).rolls(1)
    else:
        fight.when(Remove("wolf", "tamed"), Act("ada", "bow"), Resolve())
    fight.then_asked().then_never(MoraleTested)


@pytest.mark.clause("CF-25")
def test_who_cannot_act_does_not_save() -> None:
    """Incapacitated or paralysed, it neither stands nor flees."""
    fight, _ = pack()
    fight.when(AddCondition("wolf-2", "netted", "everything"), SetScore("wolf-3", "DEX", now=0))
    kill(fight, "wolf").then_asked("wolf-4 d20")


@pytest.mark.clause("CF-25")
def test_a_foe_alone_saves_when_its_hit_protection_falls_to_nothing() -> None:
    """From above 0 to exactly 0."""
    fight = against(npc("Bear", "5/0/9/9/9"))
    fight.when(attack("ada", "bear", weapons="sword"), Resolve()).rolls(5)
    fight.then_asked("bear d20").rolls(10).then("bear", standing="gone")


@pytest.mark.clause("CF-25", "CF-13")
def test_a_foe_alone_saves_when_the_blow_goes_past_nothing_too() -> None:
    """After the save against critical damage."""
    fight = against(npc("Bear", "5/0/9/9/9"))
    fight.when(attack("ada", "bear", weapons="sword"), Resolve()).rolls(6, "bear d20=1")
    fight.then_asked("bear d20").rolls(1).then("bear", STR=8)
    fight.when(attack("ada", "bear", weapons="sword"), Resolve()).rolls(1, "bear d20=1")
    fight.then_never(MoraleTested).then("bear", STR=7)


@pytest.mark.clause("CF-25")
def test_a_foe_in_company_does_not_save_at_nothing() -> None:
    """It is not alone."""
    fight = against(npc("Bear", "5/0/9/9/9"), npc("Cub"))
    fight.when(attack("ada", "bear", weapons="sword"), Resolve()).rolls(5).then("bear", HP=0)
    fight.then_never(MoraleTested)


@pytest.mark.clause("CF-25")
@pytest.mark.parametrize("how", ["dead", "fled", "out of action"])
def test_a_foe_whose_company_is_lost_is_alone(how: str) -> None:
    """The dead, the fled and the fallen are no company."""
    fight = against(npc("Bear", "5/0/9/9/9"), npc("Cub"), npc("Cub"), npc("Cub"))
    fight.when(Remove("cub-2"), Remove("cub-3"))
    if how == "fled":
        fight.when(Remove("cub", "fled"))
    elif how == "dead":
        fight.when(Kill("cub"), Act("ada", "a"), Resolve()).rolls(1)
    else:
        fight.when(Harm(("cub",), "6")).rolls(20).when(Act("ada", "a"), Resolve()).rolls(1)
    fight.when(attack("ada", "bear", weapons="sword"), Resolve()).rolls(5).then_asked("bear d20")


@pytest.mark.clause("CF-25")
def test_harm_outside_a_turn_is_a_ground_for_the_next_turn_s_end() -> None:
    """A lone foe that fell to 0 saves when a turn is done."""
    fight = against(npc("Bear", "5/0/9/9/9")).when(Harm(("bear",), "5")).then_asked()
    fight.when(Act("ada", "a"), Resolve()).then_asked("bear d20")


@pytest.mark.clause("CF-25", "CF-24")
def test_a_pack_that_weighs_a_lone_foe_down_does_not_frighten_it() -> None:
    """That is no damage."""
    fight = against(npc("Bear", "5/0/9/9/9")).when(Burden("bear"), Act("ada", "a"), Resolve())
    fight.then("bear", HP=0).then_never(MoraleTested)


@pytest.mark.clause("CF-25")
@pytest.mark.parametrize(("face", "standing"), [(9, "in"), (10, "gone")])
def test_a_leader_saves_once_for_all(face: int, standing: str) -> None:
    """By its will they stay or flee."""
    fight = against(npc("Alpha", leader=True), *[npc("Wolf", FRAIL) for _ in range(4)])
    fight.when(SetScore("alpha", "WIL", now=9))
    kill(fight, "wolf").then_asked("alpha d20").rolls(face)
    for who in ("alpha", "wolf-2", "wolf-3", "wolf-4"):
        fight.then(who, standing=standing)


@pytest.mark.clause("CF-25")
def test_without_its_leader_each_saves_for_itself() -> None:
    """A leader that no longer acts answers for nobody."""
    fight = against(npc("Alpha", FRAIL, leader=True), *[npc("Wolf", FRAIL) for _ in range(3)])
    kill(fight, "alpha").then_asked("wolf d20", "wolf-2 d20", "wolf-3 d20")


@pytest.mark.clause("CF-25")
@pytest.mark.parametrize("how", ["sheet", "word"])
def test_who_fails_surrenders_at_the_referee_s_word(how: str) -> None:
    """Instead of fleeing."""
    choices = {"morale": "surrenders"} if how == "sheet" else {}
    fight, _ = pack(3, choices=choices)
    if how == "word":
        fight.when(*(SetTrait(who, "morale", "surrenders") for who in ("wolf-2", "wolf-3")))
    kill(fight, "wolf").rolls(20, 20)
    assert ["surrendered", "surrendered"] == [left.how for left in fight.told(Left)]


@pytest.mark.clause("CF-25")
def test_flight_brings_no_second_save() -> None:
    """Those who ran are no casualties."""
    fight, _ = pack(5)
    kill(fight, "wolf").rolls(20, 20, 1, 1)
    fight.when(Act("ada", "shout"), Resolve()).then_never(MoraleTested).then("wolf-4")


@pytest.mark.clause("CF-25")
@pytest.mark.parametrize("kind", [follower, pc])
def test_not_for_player_characters_or_their_followers(kind: Callable[..., Any]) -> None:
    """Their players decide."""
    fight = given(
        "golden-idol", pc("Ada"), kind("Dov", FRAIL), follower("Eli"), npc("Bear", claws="d8")
    )
    fight.when(attack("bear", "dov"), Resolve()).rolls(8).then("dov", standing="dead")
    fight.then_never(MoraleTested)


@pytest.mark.clause("CF-25")
def test_option_morale_off() -> None:
    """Then nobody ever saves for it."""
    fight = against(*[npc("Wolf", FRAIL) for _ in range(2)], morale=False)
    kill(fight, "wolf").then_never(MoraleTested).then("wolf-2")


@pytest.mark.clause("CF-25")
def test_a_side_with_nobody_left_has_nothing_to_roll() -> None:
    """The ground is spent all the same."""
    fight, _ = pack(1)
    kill(fight, "wolf").then("wolf", standing="dead")
    fight.then_told(MoraleTested)


@pytest.mark.clause("CF-25", "ALL-01")
def test_a_death_the_referee_states_is_a_casualty() -> None:
    """The others save when the next turn is done."""
    fight, _ = pack(3)
    fight.when(Kill("wolf"), Act("ada", "shout"), Resolve()).then_asked("wolf-2 d20", "wolf-3 d20")


@pytest.mark.clause("CF-25", "CF-03")
def test_a_late_action_resolved_by_itself_ends_with_morale_too() -> None:
    """It is a turn of its own."""
    fight, _ = pack(3)
    fight.when(ROUND, Resolve(), attack("ada", "wolf", weapons="sword", overrule="she hesitated"))
    fight.rolls(8).then_asked("wolf-2 d20", "wolf-3 d20")


@pytest.mark.clause("CF-15", "CF-25")
def test_a_foe_that_kills_its_own_companion_frightens_the_rest() -> None:
    """Whoever did it."""
    fight = against(npc("Spore", FRAIL, effects=(Effect("killed", text="bursts"),)), npc("Bear"))
    fight.when(attack("bear", "spore", weapons="d6"), Resolve()).rolls(6).then_asked("bear d20")


@pytest.mark.clause("CF-25")
def test_a_follower_in_the_hands_of_the_foes_makes_no_save_for_them() -> None:
    """Once a follower of the party, never one of theirs."""
    fight, _ = pack()
    fight.joins(follower("Dov")).when(HandOver("dov", "", side="foes"))
    kill(fight, "wolf").then_asked("wolf-2 d20", "wolf-3 d20", "wolf-4 d20")


@pytest.mark.clause("CF-25")
def test_a_follower_alone_with_the_foes_does_not_shake_them() -> None:
    """At 0 hit protection it is no foe at its wits' end."""
    fight = against(npc("Wolf")).joins(follower("Dov", "3/0/9/9/9"))
    fight.when(HandOver("dov", "", side="foes"), Remove("wolf"), Harm(("dov",), "3"))
    fight.when(Act("ada", "shout"), Resolve()).then_never(MoraleTested).then("dov", HP=0)


@pytest.mark.clause("CF-14", "CF-25")
def test_nobody_saves_once_the_fight_is_over() -> None:
    """Aid is a turn of its own then, and brings none of it."""
    fight, _ = pack()
    fight.joins(pc("Ben", "1/0/9/9/9")).when(Harm(("ben",), "2")).rolls(20)
    fight.when(Kill("wolf"), EndFight(), Aid("ada", "ben")).then_never(MoraleTested).then("ben")


@pytest.mark.clause("CF-25")
def test_the_referee_calls_for_morale_at_once() -> None:
    """Each of those named saves on will for itself, whatever the turn; failed, it leaves."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"), npc("Boar"), npc("Bear"))
    fight.when(d.CallMorale(("wolf", "boar"), "fire all round"))
    fight.rolls("wolf d20=11", "boar d20=10")
    fight.then("wolf", standing="gone").then("boar").then("bear")
    saves = fight.told(SaveRolled)
    assert {("WIL", "morale", "fire all round")} == {(s.score, s.purpose, s.why) for s in saves}
    assert ["fled"] == [left.how for left in fight.told(Left)]


@pytest.mark.clause("CF-25")
def test_who_would_surrender_does_so_when_morale_is_called_for() -> None:
    """The referee's standing answer holds here, too."""
    fight = given("golden-idol", pc("Ada"), npc("Thug", choices={"morale": "surrenders"}))
    fight.when(d.CallMorale(("thug",))).rolls("thug d20=20")
    assert "surrendered" == fight.then_told(Left).how


@pytest.mark.clause("CF-25", "ALL-03")
def test_morale_is_for_foes_who_can_act() -> None:
    """Player characters, followers, the helpless and the absent have none to test, unless the
    referee insists."""
    fight = given("golden-idol", pc("Ada"), follower("Dov"), npc("Wolf"), npc("Bear"))
    fight.when(s.Kill("wolf"), s.AddCondition("bear", "netted", "everything"))
    for who, words in (
        ("ada", "Ada is no foe"),
        ("dov", "Dov is no foe"),
        ("wolf", "Wolf is dead"),
        ("bear", "Bear cannot act"),
    ):
        fight.then_refused(words, d.CallMorale((who,)))
    fight.then_refused("Say who", d.CallMorale(()))
    fight.when(d.CallMorale(("dov",), overrule="he saw it, too")).rolls("dov d20=9")
    fight.then("dov", standing="gone")


@pytest.mark.clause("CF-15", "CF-25")
def test_death_by_the_referee_s_word_or_by_the_clock_is_a_casualty_like_any() -> None:
    """It shakes the side at the end of the next turn."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"), npc("Bear"), npc("Boar"))
    fight.when(s.Kill("wolf", "a rockfall"), d.Act("ada", "watch"), d.Resolve("party"))
    fight.then_asked("bear d20", "boar d20")
