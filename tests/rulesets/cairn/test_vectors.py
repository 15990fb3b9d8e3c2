"""The worked fights of the games, die for die."""

from __future__ import annotations

import pytest

from events.types.declarations import (
    Act,
    Aid,
    BeginRound,
    EndFight,
    Harm,
    Move,
    PassTime,
    Recover,
    Resolve,
    Rest,
    Retreat,
)
from events.types.outcomes import (
    AttackRolled,
    DamageDealt,
    EffectTold,
    Lapsed,
    Left,
    Overruled,
    SaveRolled,
)
from events.types.sheets import Effect
from tests.support.given import (
    Given,
    attack,
    condition,
    follower as companion,
    given,
    mob,
    npc,
    pc,
    weapon,
)

FAILS = Effect("critical", "fail", "the save fails by itself")
ROUND = BeginRound("ambush")


@pytest.mark.clause("CF-04", "CF-05", "ALL-03")
def test_gi_01_who_passes_the_opening_save_acts_before_the_wolves() -> None:
    """A save at the score passes, a natural 20 fails, and the assistant rolls nothing."""
    fight = given(
        "golden-idol",
        pc("Ada", "4/0/10/12/9"),
        pc("Ben", "4/0/10/9/9"),
        pc("Cho", "4/0/10/14/9"),
        companion("Dov"),
        npc("Wolf", "4/1/6/8/6", bite="d6"),
        npc("Wolf", "4/1/6/8/6", bite="d6"),
    )
    fight.when(BeginRound()).rolls("ada d20=12", "ben d20=10", "cho d20=20")
    assert [True, False, False] == [save.passed for save in fight.told(SaveRolled)]
    assert ("party", "foes") == fight.state.order
    for slow in ("ben", "cho"):
        fight.then_refused("lost round 1", Act(slow, "shout"), clause="ALL-03")
    fight.when(Act("ada", "shout"), Act("dov", "run"), Resolve(), Resolve(), BeginRound())
    fight.when(*(Act(who, "shout") for who in ("ada", "ben", "cho", "dov")))
    assert 4 == len(fight.state.pending)
    assert ("party", "foes") == fight.state.order


@pytest.mark.clause("CF-09", "CF-13", "CF-14", "CF-15")
def test_gi_03_of_equal_dice_the_first_declared_lands_with_its_own_effects() -> None:
    """The boa's five is kept, so Ben is held by it and not dragged under by the crocodile."""
    fight = given(
        "golden-idol",
        pc("Ben", "1/1/9/9/11"),
        npc(
            "Boa",
            "4/0/15/10/6",
            coils="d6",
            effects=(Effect("critical", "incapacitate", "held in its coils"),),
        ),
        npc(
            "Crocodile", "8/3/12/6/6", jaws="d8", effects=(Effect("critical", text="drags under"),)
        ),
    )
    fight.when(attack("boa", "ben"), attack("crocodile", "ben"), Resolve("foes"))
    fight.rolls("boa d6=5", "crocodile d8=5", "ben d20=7")
    fight.then("ben", HP=0, STR=6, has="critical damage, incapacitated")
    assert 3600 == fight.one("ben").wounds[0].due
    assert "boa" == fight.then_told(DamageDealt).by
    assert ["held in its coils"] == [told.text for told in fight.told(EffectTold)]
    assert [0] == [wound.row for wound in fight.one("ben").wounds]


@pytest.mark.clause("CF-12", "CF-17", "CF-18", "CF-21")
def test_gi_05_a_mob_on_two_people_breaks_a_limb_at_exactly_nothing() -> None:
    """The mob rolls a d12 for each; Ada's damage equals her hit protection, Ben's armor holds."""
    fight = given(
        "golden-idol", pc("Ada", "4/1/10/12/9"), pc("Ben", "6/2/12/9/11"), mob("Mob", clubs="d6")
    )
    fight.when(attack("mob", "ada", "ben"), Resolve())
    fight.rolls("mob d12=5", "mob d12=2", "ada d6=3")
    fight.then("ada", HP=0, STR=10, max={"HP": 4}).then("ben", HP=6)
    wound = fight.one("ada").wounds[0]
    assert (4, "a broken arm", "mending") == (wound.row, wound.text, wound.awaits)
    fight.then_never(SaveRolled)
    fight.when(Recover("ada", "broken limb")).rolls("ada d6=3", "ada d6=4")
    fight.then("ada", HP=0, max={"HP": 7})


@pytest.mark.clause("CF-17", "CF-18")
@pytest.mark.parametrize(
    ("faces", "now", "most"), [((5, 4, 5), 14, 14), ((4, 4, 4), 12, 13), ((3, 4, 4), 11, 13)]
)
def test_gi_07_a_head_wound_is_compared_with_the_present_score(
    faces: tuple[int, ...], now: int, most: int
) -> None:
    """Three dice above the present score become it; the maximum rises only if exceeded."""
    fight = given(
        "golden-idol",
        pc("Cho", "6/0/10/11/9", max={"DEX": 13}),
        npc("Wolf", "4/1/6/8/6", bite="d6"),
    )
    fight.when(attack("wolf", "cho"), Resolve())
    fight.rolls("wolf d6=6", "cho d6=4", *(f"cho d6={face}" for face in faces))
    fight.then("cho", HP=0, DEX=now, max={"DEX": most})


def in_the_third_round() -> Given:
    """Ben is struck down in round 3 and hit again in round 5; the fight is closed at 50 s."""
    fight = given("golden-idol", pc("Ben", "0/0/9/9/9"), npc("Wolf", "4/1/6/8/6", bite="d6"))
    fight.when(ROUND, BeginRound(), BeginRound(), Resolve(), attack("wolf", "ben"), Resolve())
    assert 20 == fight.state.clock
    fight.rolls("wolf d6=2", "ben d20=15").then("ben", STR=7, has="critical damage")
    fight.when(BeginRound(), BeginRound(), Resolve(), attack("wolf", "ben"), Resolve())
    assert 40 == fight.state.clock
    fight.rolls("wolf d6=2", "ben d20=11").then("ben", HP=0, STR=5)
    assert [3620] == [wound.due for wound in fight.one("ben").wounds]
    fight.when(EndFight())
    assert 50 == fight.state.clock
    return fight.when(PassTime(3540)).then("ben", standing="in")


@pytest.mark.clause("CF-01", "CF-14")
def test_gi_09_the_hour_runs_from_the_first_critical_damage() -> None:
    """A second critical does not restart it; when the clock gets there, Ben is dead."""
    in_the_third_round().when(PassTime(30)).then("ben", standing="dead")


@pytest.mark.clause("CF-01", "CF-14")
def test_gi_09_aid_in_the_last_minute_stops_the_hour() -> None:
    """With aid Ben lives beyond the hour, crawling until he rests."""
    fight = in_the_third_round().joins(pc("Ada"))
    fight.when(Aid("ada", "ben"), PassTime(30)).then("ben", has="critical damage")
    fight.when(Rest(("ben",))).then("ben", lacks="critical damage")


@pytest.mark.clause("CF-05", "CF-07")
def test_th_01_althea_is_too_slow_for_the_kyklops() -> None:
    """A failed opening save gives the first blow to the Kyklôps: five less four less armor one."""
    fight = given(
        "thalassa", pc("Althea", "5/1/10/13/10"), npc("Kyklôps", "8/0/18/8/12", club="d10")
    )
    fight.when(BeginRound()).rolls("althea d20=14")
    assert "foes" == fight.state.side_to_act
    fight.when(attack("kyklops", "althea"), Resolve()).rolls("kyklops d10=4")
    fight.then("althea", STA=2)
    fight.when(BeginRound())
    assert "party" == fight.state.side_to_act


@pytest.mark.clause("CF-15", "CF-18")
def test_th_03_the_doomed_die_of_a_save_that_fails_by_itself() -> None:
    """Against the Cetus no die is rolled, and doom makes the failure death."""
    fight = given(
        "thalassa",
        pc("Kleon", "5/2/11/10/9", conditions=(condition("doomed"),)),
        npc("Cetus", "10/3/18/4/18", maw="d20", effects=(FAILS,)),
    )
    fight.when(attack("cetus", "kleon"), Resolve()).rolls("cetus d20=9")
    fight.then("kleon", STA=0, KRA=9, standing="dead")
    fight.then_told(SaveRolled, face=0, passed=False)


def beside_the_minotauros() -> Given:
    return given(
        "thalassa",
        pc("Althea", "5/1/10/13/10", fire_pot="d6 blast"),
        pc("Kleon", "2/0/9/10/9", kopis="d6"),
        npc("Minôtauros", "8/0/14/12/12", axe="d8"),
        npc("Kyklôps", "8/0/18/8/12", club="d10"),
    )


@pytest.mark.clause("CF-06", "CF-09", "CF-12", "CF-28")
def test_th_05_a_friend_felled_in_the_same_turn_still_strikes() -> None:
    """The fire pot is in the Minôtauros's pool and fells Kleon, whose blow counts all the same."""
    fight = beside_the_minotauros()
    fight.when(attack("althea", "minotauros", "kleon"), attack("kleon", "minotauros"), Resolve())
    fight.rolls("althea d6=4", "althea d6=5", "kleon d6=6", "kleon d20=15")
    fight.then("minotauros", STA=2).then("kleon", STA=0, KRA=6, has="critical damage")
    fight.then_told(DamageDealt, to="minotauros", rolled=6, dropped=(4,))


@pytest.mark.clause("CF-06", "CF-28")
def test_th_05_b_felled_by_the_other_side_before_his_declaration_lapses() -> None:
    """Whoever the opponents fell before its turn does not act in it."""
    fight = beside_the_minotauros()
    fight.when(attack("kyklops", "kleon"))
    fight.when(attack("althea", "minotauros", "kleon"), attack("kleon", "minotauros"))
    fight.when(Resolve("foes")).rolls("kyklops d10=5", "kleon d20=15")
    fight.when(Resolve("party")).then_asked("althea d6", "althea d6")
    fight.rolls(4, 1, "kleon d20=1").then("minotauros", STA=4)
    assert "kleon" == fight.then_told(Lapsed).who


@pytest.mark.clause("CF-10", "CF-11")
def test_th_07_two_knives_and_an_impaired_sling_keep_one_die() -> None:
    """Six and four and three: six less armor two, and nothing is ever summed."""
    fight = given(
        "thalassa",
        pc("Althea", "5/1/10/13/10", kopides="d6+d6"),
        pc("Kleon", "2/0/9/10/9", sling="d4"),
        npc("Skylla", "10/2/14/8/12", jaws="d10"),
    )
    fight.when(attack("althea", "skylla"), attack("kleon", "skylla", impaired="bound"), Resolve())
    fight.rolls("althea d6=4", "althea d6=6", "kleon d4=3").then("skylla", STA=6)


@pytest.mark.clause("CF-16", "CF-23", "ALL-03")
def test_th_09_ability_loss_paralyses_until_extended_rest() -> None:
    """Direct loss goes to zero and not below, past armor and without a save or a scar."""
    fight = given("thalassa", pc("Kleon", "7/2/11/3/9"))
    fight.when(Harm(("kleon",), "1d6", direct="TEK")).rolls("kleon d6=5")
    fight.then("kleon", TEK=0, STA=7, KRA=11, has="paralysed").then_never(SaveRolled)
    assert [] == fight.one("kleon").wounds
    fight.then_refused("paralysed (TEK 0)", Act("kleon", "shout"), clause="ALL-03")
    fight.when(Rest(extended=True), Act("kleon", "shout")).then("kleon", TEK=3, lacks="paralysed")


def mortally_wounded() -> Given:
    fight = given(
        "thalassa",
        pc("Althea", "11/0/10/13/10"),
        pc("Kleon"),
        npc("Kyklôps", "8/0/18/8/12", club="d10"),
    )
    fight.when(attack("kyklops", "althea", enhanced="from above"), Resolve())
    fight.rolls("kyklops d12=11").then("althea", STA=0, has="deprived, mortally wounded")
    return fight.then_refused("mortally wounded", Move("althea"), clause="ALL-03")


@pytest.mark.clause("CF-14", "CF-18")
def test_th_11_a_mortal_wound_kills_in_an_hour() -> None:
    """Nobody helps, and Althea is dead when the hour is over."""
    fight = mortally_wounded().when(PassTime(3599)).then("althea", standing="in")
    fight.when(PassTime(1)).then("althea", standing="dead")


@pytest.mark.clause("CF-14", "CF-18", "CF-24")
def test_th_11_a_mortal_wound_healed_sets_the_maximum() -> None:
    """Aid stops the clock; healing rolls two dice that are the maximum, even if lower."""
    fight = mortally_wounded().when(PassTime(1800), Aid("kleon", "althea"), Resolve())
    fight.when(PassTime(7200), Rest()).then("althea", STA=0, has="deprived")
    fight.when(Recover("althea", "mortal wound")).rolls("althea d6=2", "althea d6=3")
    fight.then("althea", STA=0, max={"STA": 5}, lacks="deprived, mortally wounded")
    fight.when(Rest()).then("althea", STA=5)


@pytest.mark.clause("CF-05", "CF-07")
def test_pl_01_aniet_is_too_slow_for_the_black_destroyer() -> None:
    """A failed opening save, four on the claws, armor one: two hit points left."""
    fight = given(
        "plerion",
        pc("Aniet", "5/1/12/13/10"),
        npc("Black Destroyer", "6/0/12/16/16", claws="d6"),
    )
    fight.when(BeginRound()).rolls("aniet d20=14")
    fight.when(attack("black-destroyer", "aniet"), Resolve()).rolls("black-destroyer d6=4")
    fight.then("aniet", HP=2)


@pytest.mark.clause("CF-10", "CF-11")
def test_pl_03_an_impaired_rifle_keeps_its_bonus() -> None:
    """Two and one against armor three is nothing, and nothing calls for no save."""
    fight = given(
        "plerion",
        pc("Aniet", "5/1/12/13/10", weapons=(weapon("energy rifle", "3d10+1"),)),
        npc("Robot", "5/3/14/12/10", gun="d8"),
    )
    fight.when(attack("aniet", "robot", impaired="smoke"), Resolve()).rolls("aniet d4=2")
    fight.then("robot", HP=5).then_never(SaveRolled)
    assert 0 == fight.then_told(DamageDealt).dealt


@pytest.mark.clause("CF-21")
def test_pl_05_a_unit_against_a_swarm_is_neither_better_nor_worse() -> None:
    """Detachment against detachment rolls its own dice and keeps the highest."""
    fight = given(
        "plerion", mob("Hivers", "6/2/12/14/12", rifles="3d10"), mob("Vermids", "6/3/12/10/8")
    )
    fight.when(attack("hivers", "vermids"), Resolve())
    fight.rolls("hivers d10=2", "hivers d10=6", "hivers d10=3").then("vermids", HP=3)


@pytest.mark.clause("CF-12", "CF-21")
def test_pl_05_b_a_unit_against_two_people_rolls_a_twelve_for_each() -> None:
    """Detachment against individuals is enhanced and strikes an area."""
    fight = given(
        "plerion",
        pc("Aniet", "5/1/12/13/10"),
        pc("Bo", "4/2/11/11/9"),
        mob("Hivers", "6/2/12/14/12", rifles="3d10"),
    )
    fight.when(attack("hivers", "aniet", "bo"), Resolve())
    fight.rolls("hivers d12=8", "hivers d12=4", "aniet d20=11")
    fight.then("aniet", HP=0, STR=10, has="critical damage").then("bo", HP=2)


@pytest.mark.clause("CF-26")
def test_pl_07_beyond_its_band_a_pistol_is_refused_unless_the_referee_insists() -> None:
    """A nearby weapon does not reach what is distant; the overruling is an event."""
    fight = given(
        "plerion",
        pc("Aniet", weapons=(weapon("energy pistol", "d8", range="nearby"),)),
        npc("Floater", "8/3/12/16/18"),
    )
    shot = attack("aniet", "floater", band="distant")
    fight.then_refused("reaches nearby, not distant", shot, clause="CF-26")
    why = "clear line from the gantry"
    fight.when(attack("aniet", "floater", band="distant", overrule=why), Resolve())
    assert why == fight.then_told(Overruled).why
    fight.rolls("aniet d8=5").then("floater", HP=6)


@pytest.mark.clause("CF-22")
def test_pl_11_a_retreat_needs_a_place_and_a_save() -> None:
    """Without a place it is refused and nothing is spent; failed it is spent; passed she is out."""
    fight = given(
        "plerion",
        pc("Aniet", "5/1/12/13/10"),
        npc("Black Destroyer", "6/0/12/16/16", claws="d6"),
    )
    fight.when(ROUND).then_refused("safe destination", Retreat("aniet"), clause="CF-22")
    assert (0, []) == (fight.one("aniet").acted, fight.state.pending)
    fight.when(Retreat("aniet", "the shuttle"), Resolve()).rolls("aniet d20=14")
    fight.then("aniet", standing="in")
    assert 1 == fight.one("aniet").acted
    fight.when(BeginRound(), Retreat("aniet", "the shuttle"), attack("black-destroyer", "aniet"))
    fight.when(Resolve()).rolls("aniet d20=13")
    fight.then("aniet", HP=5, standing="gone")
    assert "retreated" == fight.then_told(Left).how
    fight.when(Resolve()).then_never(AttackRolled)
    assert "black-destroyer" == fight.then_told(Lapsed).who
