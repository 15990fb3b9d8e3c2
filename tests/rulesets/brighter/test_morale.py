"""BW-14: morale."""

from __future__ import annotations

import pytest

from events.types.declarations import BeginRound, CallMorale, EndFight, Harm, PassTime, Resolve
from events.types.outcomes import CheckRolled, Lapsed, Left, MoraleShaken, MoraleTested, TurnBegan
from events.types.sheets import Wound
from events.types.statements import AddCondition, Kill, Remove, SetScore, SetTrait
from tests.rulesets.brighter.people import FIRE, fight, pete, sam, strikes, troll
from tests.support.given import Given, Person, attack, follower, npc, pc


def wolves(block: str = "0/0/8/6/6") -> tuple[Person, Person]:
    """Two of them."""
    return npc("Wolf", block, bite="d6"), npc("Wolf", block, bite="d6")


@pytest.mark.clause("BW-14")
@pytest.mark.parametrize(("face", "standing"), [(3, "gone"), (4, "in")])
def test_a_foe_saves_the_first_time_it_takes_critical_damage(face: int, standing: str) -> None:
    """On WIL, four or more; failed, it flees."""
    on = fight(pete(), troll("0/0/10/6/6"))
    strikes(on, attack("pete", "troll"), "pete d10=10", f"troll d6={face}")
    on.then("troll", STR=8, standing=standing)
    assert (["fled"] if face < 4 else []) == [left.how for left in on.told(Left)]


@pytest.mark.clause("BW-14")
def test_the_second_time_it_does_not() -> None:
    """Its ground is spent."""
    on = fight(pete(), troll("0/0/12/6/6"))
    strikes(on, attack("pete", "troll"), "pete d10=10", "troll d12=3", "troll d6=5")
    strikes(on, attack("pete", "troll"), "pete d10=10").then("troll", STR=8)
    on.then_never(MoraleShaken)


@pytest.mark.clause("BW-14")
def test_all_that_happens_in_a_turn_is_one_save() -> None:
    """Its own critical damage and its companion's fall, and both are spent with it."""
    on = fight(sam(), pete(), *wolves("0/0/4/6/6")).when(SetScore("wolf", "STR", 6))
    on.when(attack("sam", "wolf"), attack("pete", "wolf-2"), Resolve())
    on.rolls("sam d6=6", "pete d10=4").then_asked("wolf d6").rolls("wolf d6=4")
    on.then("wolf", STR=4).then("wolf-2", has="incapacitated")
    tested = on.then_told(MoraleTested, who="wolf")
    assert ("first critical damage", "a companion is down") == tested.grounds
    assert 1 == len(on.told(CheckRolled, purpose="morale"))


@pytest.mark.clause("BW-14")
def test_a_companion_killed_shakes_those_beside_it_once() -> None:
    """The first one that falls; the next does not, and who joins later has not seen it."""
    on = fight(pete(), npc("Rat", "0/0/0/6/6"), npc("Mouse", "0/0/0/6/6"), npc("Kin", "9/0/8/6/6"))
    strikes(on, attack("pete", "rat"), "pete d10=1").then_asked("kin d6").rolls("kin d6=6")
    strikes(on, attack("pete", "mouse"), "pete d10=1").then("mouse", standing="dead")
    on.then_never(MoraleTested, who="kin")


@pytest.mark.clause("BW-14")
def test_who_cannot_act_saves_on_nothing() -> None:
    """And its grounds are spent all the same."""
    on = fight(pete(), *wolves("0/0/4/6/6"))
    strikes(on, attack("pete", "wolf"), "pete d10=4", "wolf-2 d6=6")
    on.then("wolf", has="incapacitated").then_told(MoraleTested, who="wolf")
    assert ["wolf-2"] == [check.who for check in on.told(CheckRolled, purpose="morale")]
    assert () == on.one("wolf").shaken


@pytest.mark.clause("BW-14")
def test_those_who_save_do_so_in_the_order_they_joined() -> None:
    """Whatever order they were struck in; the dead do not."""
    on = fight(pc("Sam", weapons=(FIRE,)), *wolves(), npc("Rat", "0/0/0/6/6"))
    strikes(on, attack("sam", "rat", "wolf-2", "wolf"), "sam d8=8")
    on.then_asked("wolf d6", "wolf-2 d6").rolls("wolf d6=6", "wolf-2 d6=1")
    on.then("wolf", standing="in").then("wolf-2", standing="gone").then("rat", standing="dead")


@pytest.mark.clause("BW-14")
def test_flight_shakes_nobody() -> None:
    """It is not being incapacitated or killed."""
    on = fight(pete(), troll("0/0/10/6/6"), npc("Kin"))
    strikes(on, attack("pete", "troll"), "pete d10=10", "troll d6=1").then("troll", standing="gone")
    on.then_never(MoraleShaken, who="kin")


@pytest.mark.clause("BW-14")
def test_one_who_surrenders_does_so_by_the_referees_word() -> None:
    """Default is flight."""
    on = fight(pete(), troll("0/0/10/6/6")).when(SetTrait("troll", "morale", "surrenders"))
    strikes(on, attack("pete", "troll"), "pete d10=10", "troll d6=1")
    assert "surrendered" == on.then_told(Left).how


@pytest.mark.clause("BW-14")
@pytest.mark.parametrize(
    ("nerve", "rolls"), [("enhanced", ("d6=1", "d12=4")), ("impaired", ("d4=4",))]
)
def test_nerve_modifies_every_morale_save(nerve: str, rolls: tuple[str, ...]) -> None:
    """Until it is plain again."""
    on = fight(pete(), troll("0/0/10/6/6")).when(SetTrait("troll", "nerve", nerve))
    strikes(on, attack("pete", "troll"), "pete d10=10", *(f"troll {roll}" for roll in rolls))
    check = on.then_told(CheckRolled, purpose="morale")
    assert (nerve, "nerve", True) == (check.modifier, check.grounds[0].why, check.passed)
    on.when(SetTrait("troll", "nerve", "plain"), CallMorale(("troll",))).then_asked("troll d6")


@pytest.mark.clause("BW-14")
def test_hirelings_save_like_any_npc_and_player_characters_never() -> None:
    """Whoever is on the players' side and no player's: by their own critical damage, by a fall
    beside them, and when the referee calls."""
    on = fight(
        sam("0/0/4/8/6"),
        pete(),
        follower("Dov", "0/0/8/6/6"),
        npc("Guide", "0/0/8/6/6", side="party"),
        troll(),
    )
    strikes(on, attack("troll", "guide"), "troll d10=8", "guide d6=4").then("guide", STR=6)
    strikes(on, attack("troll", "sam"), "troll d10=4").then_asked("dov d6", "guide d6")
    on.rolls("dov d6=4", "guide d6=3").then("dov").then("guide", standing="gone")
    assert ["dov", "guide"] == [shaken.who for shaken in on.told(MoraleShaken)]
    on.when(CallMorale(("dov",), "first through the door")).rolls("dov d6=3")
    on.then("dov", standing="gone")


@pytest.mark.clause("BW-14")
def test_the_referee_may_ask_for_it_at_once() -> None:
    """With reasons, in the middle of a round; what shook them before is spent with it."""
    on = fight(sam(), troll()).when(BeginRound())
    said = CallMorale(("troll",), "the tide turns", "its chief watches", "its kin are dead")
    on.when(said).rolls("troll d6=4").then("troll")
    check = on.then_told(CheckRolled)
    assert ("the tide turns", "", 2) == (check.why, check.modifier, len(check.grounds))
    assert ("the tide turns",) == on.then_told(MoraleTested, who="troll").grounds


@pytest.mark.clause("BW-14")
def test_a_call_takes_the_grounds_that_wait_along() -> None:
    """One save, and the turn brings no other."""
    on = fight(sam(), troll()).when(BeginRound())
    on.when(Harm(("troll",), ""), CallMorale(("troll",), "the pit")).rolls("troll d6=4")
    assert ("first critical damage", "the pit") == on.then_told(MoraleTested).grounds
    on.when(Resolve()).then("troll").then_never(MoraleTested)


@pytest.mark.clause("BW-14")
def test_nobody_is_called_who_cannot_run() -> None:
    """Nor a player character."""
    on = fight(sam(), troll(), npc("Rat", "0/0/0/6/6"), npc("Kin", "3/0/8/0/6")).when(
        Remove("troll")
    )
    on.then_refused("Sam is a player character", CallMorale(("sam",)), clause="BW-14")
    on.then_refused("Troll is out of the fight", CallMorale(("troll",)))
    on.then_refused("Rat is down", CallMorale(("rat",)))
    on.then_refused("Kin is paralysed", CallMorale(("kin",)))
    on.then_refused("Say who", CallMorale(()))


@pytest.mark.clause("BW-04", "BW-14")
def test_who_is_surprised_can_run_all_the_same() -> None:
    """To lose a round is not to be out of it."""
    on = fight(sam(), follower("Dov", "0/0/8/6/6"), troll()).when(BeginRound("ambushed"))
    on.when(CallMorale(("dov",), "teeth")).rolls("dov d6=1").then("dov", standing="gone")


@pytest.mark.clause("BW-14")
def test_a_table_can_do_without() -> None:
    """Then only a call brings a save."""
    on = fight(pete(), troll("0/0/10/6/6"), morale=False)
    strikes(on, attack("pete", "troll"), "pete d10=10").then("troll").then_never(MoraleShaken)
    on.when(CallMorale(("troll",))).then_asked("troll d6")


@pytest.mark.clause("BW-14")
def test_with_zero_wil_morale_fails_without_a_roll() -> None:
    """One catatonic does not run; one who only saves badly does."""
    on = fight(pete(), troll("0/0/10/6/0"))
    strikes(on, attack("pete", "troll"), "pete d10=10").then("troll").then_never(CheckRolled)


@pytest.mark.clause("BW-14")
def test_a_fight_that_is_over_shakes_nobody_any_more() -> None:
    """The grounds are told, and no save."""
    on = fight(sam(), troll()).when(EndFight())
    on.when(Harm(("troll",), "")).then("troll", STR=8).then_never(MoraleTested)


def left_over(*more: Person) -> Given:
    """Sam has killed the rat that Pete meant as well: he may still declare another attack."""
    on = fight(sam(), pete(), npc("Rat", "0/0/0/6/6"), npc("Kin", "3/0/8/6/6"), *more)
    on.when(BeginRound(), attack("sam", "rat"), attack("pete", "rat"), Resolve())
    return on.rolls("sam d6=1").then("pete", has="attack left").then("rat", standing="dead")


@pytest.mark.clause("BW-11", "BW-14")
def test_a_side_with_an_attack_left_is_not_done() -> None:
    """Kin saves once, for the rat's death and for what Pete has done to it after that."""
    on = left_over().then_never(MoraleTested, who="kin")
    on.when(attack("pete", "kin")).rolls("pete d10=10", "kin d8=1", "kin d6=4")
    tested = on.then_told(MoraleTested, who="kin")
    assert ("a companion is down", "first critical damage") == tested.grounds
    on.then("kin", STR=6).when(Resolve()).then_never(MoraleTested)


@pytest.mark.clause("BW-11", "BW-14")
@pytest.mark.parametrize("waiting", [[], ["kin"]])
def test_an_attack_left_that_is_let_go_makes_way_for_morale(waiting: list[str]) -> None:
    """Before the other side's turn, so that who runs has lost it."""
    on = left_over().when(*(attack(who, "sam", weapons="d6") for who in waiting), Resolve())
    on.then_asked("kin d6").rolls("kin d6=3").then("kin", standing="gone")
    on.then("pete", lacks="attack left")
    assert waiting == [lapsed.who for lapsed in on.told(Lapsed)]
    told = [type(event) for event in on.events(on.start)]
    assert told.index(Left) < told.index(TurnBegan)


@pytest.mark.clause("BW-11", "BW-14")
def test_an_attack_left_ends_with_the_round_or_the_fight() -> None:
    """Then morale is tested before the next round; a fight that is over has none."""
    on = left_over().when(BeginRound(overrule="at once")).rolls("kin d6=6").then("kin")
    on.then("pete", lacks="attack left").then_told(MoraleTested, who="kin")
    on = left_over().when(EndFight()).then("pete", lacks="attack left").then_never(MoraleTested)


@pytest.mark.clause("BW-11", "BW-14")
def test_who_can_no_longer_act_is_not_waited_for() -> None:
    """Pete is down with his attack left; another late one of the side ends the wait."""
    on = left_over().when(Harm(("pete",), "", "the roof"), Harm(("pete",), ""), Harm(("pete",), ""))
    on.then("pete", has="incapacitated")
    on.when(attack("sam", "kin", overrule="quick as she is")).rolls("sam d6=1", "kin d6=5")
    on.then_told(MoraleTested, who="kin")


@pytest.mark.clause("BW-11", "BW-14", "ALL-03")
def test_who_attacked_by_the_referees_word_alone_has_no_attack_left() -> None:
    """Pete is webbed: that he strikes at the rat was allowed, and Kin saves without waiting."""
    on = fight(sam(), pete(), npc("Rat", "0/0/0/6/6"), npc("Kin", "3/0/8/6/6"))
    on.when(AddCondition("pete", "webbed", "everything"), BeginRound(), attack("sam", "rat"))
    on.when(attack("pete", "rat", overrule="with his teeth"), Resolve())
    on.rolls("sam d6=1", "kin d6=5").then("pete", lacks="attack left")
    assert "Rat is dead" == on.then_told(Lapsed, who="pete").why


@pytest.mark.clause("BW-10", "BW-14")
def test_who_dies_in_one_step_of_the_clock_is_not_shaken_by_the_other_deaths() -> None:
    """Two wolves die of their wounds together; only Kin is shaken, once."""
    wound = Wound("bite", "bite", 0, "it festers", "first aid", 3600)
    dying = [npc("Wolf", "3/0/8/6/6", wounds=(wound,)) for _ in range(2)]
    on = fight(pete(), *dying, npc("Kin", "3/0/8/6/6")).when(PassTime(3600)).rolls("kin d6=5")
    on.then("wolf", standing="dead").then("wolf-2", standing="dead")
    assert ["kin"] == [each.who for each in on.told(MoraleShaken)]


@pytest.mark.clause("BW-14")
def test_what_shakes_in_between_waits_for_the_attack_left_too() -> None:
    """Harm outside a turn, with no turn to come in the round."""
    on = fight(
        npc("Rat", "0/0/0/6/6"), npc("Kin", "3/0/8/6/6"), sam(side="foes"), pete(side="foes")
    )
    on.when(BeginRound(), attack("sam", "rat"), attack("pete", "rat"), Resolve())
    on.rolls("sam d6=1").then("pete", has="attack left")
    on.when(Harm(("kin",), "")).then("kin", STR=6).then_never(MoraleTested)
    on.when(attack("pete", "kin")).rolls("pete d10=3").then_asked("kin d6")


@pytest.mark.clause("BW-10", "BW-14")
def test_a_companion_who_dies_of_the_clock_or_by_word_is_a_companion_killed() -> None:
    """When a round's turns are done or there is none, at once."""
    on = fight(npc("Rat", "0/0/0/6/6"), npc("Kin")).when(PassTime(3600)).rolls("kin d10=6")
    on.then("rat", standing="dead").then_told(MoraleTested, who="kin")
    on = fight(sam(), npc("Rat"), npc("Kin")).when(Kill("rat")).rolls("kin d10=6")
    assert ("a companion is down",) == on.then_told(MoraleTested, who="kin").grounds
    on = fight(sam(), npc("Rat"), npc("Kin")).when(BeginRound(), Kill("rat"))
    on.then_never(MoraleTested).when(Resolve()).then_asked("kin d10")


@pytest.mark.clause("BW-14", "ALL-01")
def test_str_at_zero_by_word_or_on_a_sheet_shakes_companions() -> None:
    """Once: who was down already is not seen to fall again. The newcomer's side waits for the
    end of a turn."""
    on = fight(sam(), npc("Rat"), npc("Kin")).when(SetScore("rat", "STR", 0)).rolls("kin d10=6")
    on.joins(npc("Late")).when(SetScore("rat", "STR", 0)).then("late").then_never(MoraleShaken)
    on = fight(sam(), npc("Kin"), npc("Rat", "0/0/0/6/6")).then("kin")
    assert ("a companion is down",) == on.one("kin").shaken
    on.when(Resolve("party")).rolls("kin d10=6").then_told(MoraleTested, who="kin")


@pytest.mark.clause("BW-14")
def test_dex_or_wil_at_zero_is_no_incapacitation() -> None:
    """Nobody is shaken by a companion who cannot act for that."""
    on = fight(sam(), npc("Rat"), npc("Kin")).when(SetScore("rat", "DEX", 0))
    on.then("rat", has="paralysed").then_never(MoraleShaken)


@pytest.mark.clause("BW-14")
def test_morale_that_is_called_for_without_a_reason_is_the_gm_s_call() -> None:
    """By the game's own word."""
    on = fight(sam(), npc("Kin")).when(CallMorale(("kin",))).rolls("kin d10=6")
    assert ("as the GM calls",) == on.then_told(MoraleTested, who="kin").grounds
