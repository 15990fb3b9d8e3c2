"""The courier run: Plerion's starships, and a crew that its own ship burns."""

from __future__ import annotations

import pytest

from combatlog.app.examples import find_example
from events.types.declarations import Manoeuvre
from events.types.outcomes import (
    AttackRolled,
    ConditionBegan,
    ConditionEnded,
    DamageDealt,
    EffectTold,
    Left,
    MaximumChanged,
    RoundBegan,
    SaveRolled,
    ScoreChanged,
    WoundTaken,
)
from events.types.rolls import Rolled
from tests.examples.given import Stands, everybody, telling, told, whole

RUN = "the-courier-run"
AWAY = "gone: retreated"


def saves(who: str) -> list[tuple[str, int, int, bool]]:
    """Somebody's saves: on what, against what, the die, the result."""
    return [
        (save.score, save.against, save.face, save.passed)
        for save in told(RUN, SaveRolled, who=who)
    ]


def losses(who: str) -> list[tuple[str, int, int]]:
    """What somebody's scores went through."""
    return [(change.score, change.was, change.now) for change in told(RUN, ScoreChanged, who=who)]


def attacks(by: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """What a ship fired with, the dice and their faces."""
    fired = told(RUN, AttackRolled, by=by)
    return [(shot.weapon, shot.dice, shot.faces) for shot in fired]


@pytest.mark.clause("CF-18", "CF-24", "CF-27")
def test_how_the_courier_run_ends() -> None:
    """The courier is through the gate without hull, its crew whole, Aniet the tougher; the
    fighter is a wreck, and the Marrow adrift."""
    state = whole(RUN).state
    assert {
        "Aniet": Stands("7/12/13/10", "7/12/13/10", AWAY, wounds=("walloped",)),
        "Bo": Stands("4/11/11/9", "4/11/11/9", AWAY),
        "Ines": Stands("2/9/12/13", "2/9/12/13", AWAY),
        "Doctor Osei": Stands("4/8/11/12", "4/8/11/12", AWAY),
        "Courier": Stands("0/6/15/12", "2/8/15/12", AWAY),
        "Vex": Stands("1/10/12/9", "4/10/12/9"),
        "Fighter": Stands(
            "0/3/13/14",
            "3/8/13/14",
            "in",
            ("out of action",),
            ("critical damage, awaits repair",),
        ),
        "Marrow": Stands("3/15/11/11", "5/15/11/11", "in", ("adrift",)),
    } == everybody(state)
    assert (5, True, 5 * 600 + 4 * 3600) == (state.round, state.ended, state.clock)


@pytest.mark.clause("CF-05", "CF-27")
def test_rounds_of_starships_last_ten_minutes_and_nobody_saves_after_an_ambush() -> None:
    """The clock is at 600 s when the second round begins."""
    clock = {
        fight.state.round: fight.state.clock
        for line, fight in telling(find_example(RUN))
        if line.startswith("next") and not fight.state.awaited
    }
    assert {1: 0, 2: 600, 4: 1800, 5: 2400} == clock
    assert [("party", "raiders")] * 5 == [event.order for event in told(RUN, RoundBegan)]
    assert [] == told(RUN, SaveRolled, purpose="opening")


@pytest.mark.clause("CF-10", "CF-27")
def test_locks_enhance_one_gun_each() -> None:
    """Courier and Marrow lock on with SYS, and have a d12 on the next turn, for that gun
    alone."""
    assert [("SYS", 12, 7, True), ("SYS", 12, 12, True)] == saves("courier")[:2]
    assert ("SYS", 11, 5, True) == saves("marrow")[0]
    assert ("gun", "d12", (11,)) == attacks("courier")[0]
    assert [("stern gun", "d10", (2,)), ("bow gun", "d12", (4,)), ("stern gun", "d10", (3,))] == (
        attacks("marrow")[:3]
    )
    assert ["courier", "marrow", "courier"] == [
        event.who for event in told(RUN, ConditionEnded) if "locked on" in event.condition
    ]


@pytest.mark.clause("CF-27")
def test_dodging_is_the_other_pilot_s_save() -> None:
    """Vex fails on WIL; the Marrow, whom nobody is named to fly, on her SYS: the attacks of
    both are impaired in that round."""
    assert [("WIL", 9, 15, False), ("DEX", 12, 14, False), ("WIL", 9, 7, True)] == saves("vex")
    assert ("SYS", 11, 17, False) == saves("marrow")[1]
    assert [("port gun and starboard gun", "d4", (4,))] == attacks("fighter")
    assert ("bow gun and stern gun", "d4", (3,)) == attacks("marrow")[-1]


@pytest.mark.clause("CF-09", "CF-27")
def test_all_guns_on_the_courier_are_one_pool() -> None:
    """The fighter's 4 counts and the Marrow's 2 is dropped; armor 3 counts once."""
    dealt = told(RUN, DamageDealt, to="courier")
    assert [
        ("fighter", 4, (2,), 1),
        ("marrow", 4, (3,), 1),
        ("marrow", 6, (), 3),
        ("marrow", 3, (), 0),
    ] == [(each.by, each.rolled, each.dropped, each.dealt) for each in dealt]
    assert [("Hull", 2, 1), ("Hull", 1, 0)] == losses("courier")[:2]


@pytest.mark.clause("CF-13", "CF-15", "CF-27")
def test_a_failed_int_save_puts_the_fighter_out_of_action_with_one_effect() -> None:
    """8 leaves 5 past its 3 Hull; 9 against INT 3: the controls explode, and Vex does not duck."""
    assert [("Hull", 3, 0), ("INT", 8, 3)] == losses("fighter")
    assert [("INT", 3, 9, False)] == saves("fighter")
    assert ["the controls explode"] == [e.text for e in told(RUN, EffectTold, who="fighter")]
    assert [("HP", 4, 1)] == losses("vex")


@pytest.mark.clause("CF-25")
def test_vex_alone_keeps_his_nerve() -> None:
    """The side's first casualty is a ship; the foe who has a will of his own saves on it, the
    Marrow does not."""
    assert ["vex"] == [save.who for save in told(RUN, SaveRolled, purpose="morale")]


@pytest.mark.clause("CF-17", "CF-23", "CF-27")
def test_fire_burns_everybody_aboard_at_the_round_s_end() -> None:
    """Exactly 0 Hull rolls an effect and no INT; the fire takes 3 of Aniet's 3 HP, which is a
    scar, and armor helps Bo."""
    assert ["fire on board"] == [event.text for event in told(RUN, EffectTold, who="courier")]
    assert [3, 2, 1, 2] == [roll.face for roll in told(RUN, Rolled, purpose="harm")][1:]
    burnt = [("aniet", 3), ("bo", 1), ("ines", 1), ("doctor-osei", 2)]
    dealt = [each for each in told(RUN, DamageDealt) if each.why.startswith("fire on board")]
    assert burnt == [(each.to, each.dealt) for each in dealt]
    assert [("aniet", 3)] == [
        (event.who, event.wound.row) for event in told(RUN, WoundTaken) if event.wound.row
    ]


@pytest.mark.clause("ALL-01", "CF-27")
def test_a_fire_that_is_out_burns_nobody() -> None:
    """The referee says that it is out, and the third round ends without dice."""
    assert ["Doctor Osei"] == [
        whole(RUN).state.combatants[save.who].name
        for save in told(RUN, SaveRolled, purpose="action")
    ]
    assert 5 == len(told(RUN, Rolled, purpose="harm"))


@pytest.mark.clause("CF-27")
def test_a_jury_rig_is_the_engineer_s_save() -> None:
    """Ines passes on WIL 13: 1 Hull for 2 rounds after this one, which the next hit takes."""
    assert [("WIL", 13, 6, True)] == saves("ines")
    (rig,) = told(RUN, ConditionBegan, condition="jury-rigged")
    assert 3 * 600 + 2 * 600 == rig.due
    assert ("Hull", 0, 1) == losses("courier")[2]


@pytest.mark.clause("CF-13", "CF-27")
def test_what_passes_the_hull_is_lost_from_int_and_saved_for() -> None:
    """3 takes the rigged point and 2 INT; 5 against INT 6 passes, and nothing more is rolled."""
    assert [("Hull", 1, 0), ("INT", 8, 6)] == losses("courier")[3:]
    assert ("INT", 6, 5, True) == saves("courier")[2]
    assert 1 == len(told(RUN, EffectTold, who="courier"))


@pytest.mark.clause("CF-10", "CF-27")
def test_a_precise_shot_is_impaired_past_armor_and_brings_its_effect() -> None:
    """A 2 on a d4 takes 2 of the Marrow's Hull, armor or not, and she answers no helm, though
    she has Hull left."""
    assert ["", "no manoeuvre"] == [
        event.choice for event in told(RUN, Manoeuvre, by="courier", what="lock on")
    ]
    assert ("gun", "d4", (2,)) == attacks("courier")[1]
    (damage,) = told(RUN, DamageDealt, to="marrow")
    assert (2, 0, 2) == (damage.rolled, damage.armor, damage.dealt)
    assert ["the ship no longer answers the helm"] == [
        event.text for event in told(RUN, EffectTold, who="marrow")
    ]


@pytest.mark.clause("CF-22")
def test_the_courier_gets_away_on_its_engines() -> None:
    """8 against ENG 15; everybody aboard is away with it."""
    assert ("ENG", 15, 8, True) == saves("courier")[-1]
    assert [
        (who, "retreated", "the gate") for who in ("courier", "aniet", "bo", "ines", "doctor-osei")
    ] == [(event.who, event.how, event.to) for event in told(RUN, Left)]


@pytest.mark.clause("CF-18")
def test_some_hours_later_aniet_can_take_more() -> None:
    """The walloped roll a d6, which is added: 3 + 4."""
    (change,) = told(RUN, MaximumChanged)
    assert ("aniet", "HP", 3, 7) == (change.who, change.score, change.was, change.now)
