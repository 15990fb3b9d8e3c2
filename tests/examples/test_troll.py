"""Sam, Pete and the troll: the Brighter Worlds text's fight, and how it goes on."""

from __future__ import annotations

import pytest

from combatlog.app.examples import find_example
from events.types.declarations import Attack, CallMorale, Join
from events.types.log_events import HeadMoved
from events.types.outcomes import (
    Aided,
    AttackRolled,
    CheckRolled,
    ConditionBegan,
    ConditionEnded,
    DamageDealt,
    Died,
    Ground,
    Left,
    RoundBegan,
    ScoreChanged,
    WoundTaken,
)
from events.types.rolls import Rolled
from tests.examples.given import (
    Stands,
    everybody,
    fresh,
    recorded,
    telling,
    told,
    whole,
)

TROLL = "sam-pete-and-the-troll"
RULING = "undo: the club does not reach the ledge"


def losses(who: str) -> list[tuple[str, int, int]]:
    """What somebody's scores went through."""
    return [(change.score, change.was, change.now) for change in told(TROLL, ScoreChanged, who=who)]


def checks(who: str, purpose: str) -> list[tuple[int, int, bool]]:
    """Somebody's saves: what they rolled, against what, and whether it was enough."""
    rolled = told(TROLL, CheckRolled, who=who, purpose=purpose)
    return [(save.value, save.against, save.passed) for save in rolled]


@pytest.mark.clause("BW-08", "BW-10", "BW-14", "BW-15")
def test_how_the_troll_fight_ends() -> None:
    """The party is whole again; the troll has fled on a d4, and the butterfly's hour ran out."""
    state = whole(TROLL).state
    assert {
        "Sam": fresh("4/6/8/6"),
        "Pete": fresh("2/8/6/4"),
        "Nan": fresh("1/6/4/6"),
        "Troll": Stands("0/4/6/6", "6/10/6/6", "gone: fled"),
        "Incubus Butterfly": Stands(
            "0/0/8/10",
            "2/4/8/10",
            "dead",
            ("incapacitated",),
            ("incapacitating wound, awaits first aid",),
        ),
    } == everybody(state)
    assert (4, True, 40 + 7 * 24 * 3600) == (state.round, state.ended, state.clock)


@pytest.mark.clause("BW-16")
def test_the_text_s_dice_are_rolled_in_its_order() -> None:
    """Sam's save and the troll's die against it, dagger and d12, the troll's save, Pete's bow,
    and the one morale save."""
    assert [
        ("sam", "d8", 5),
        ("troll", "d6", 4),
        ("sam", "d6", 3),
        ("sam", "d12", 10),
        ("troll", "d10", 6),
        ("pete", "d10", 9),
        ("troll", "d6", 4),
    ] == [(roll.by, roll.die, roll.face) for roll in told(TROLL, Rolled)[:7]]


@pytest.mark.clause("BW-02", "BW-05", "BW-06", "BW-07", "BW-09", "BW-16")
def test_the_text_s_attacks_take_the_troll_from_d10_to_d6() -> None:
    """10 less 1 armor leaves 7 past its 2 Grit, which its 6 does not beat; Pete's 8 fill the d8
    without a save and leave nothing over."""
    sam, pete = told(TROLL, DamageDealt, to="troll")[:2]
    assert (10, 1, 9) == (sam.rolled, sam.armor, sam.dealt)
    assert (9, 1, 8) == (pete.rolled, pete.armor, pete.dealt)
    assert [("Grit", 2, 0), ("STR", 10, 8), ("STR", 8, 6)] == losses("troll")[:3]
    assert (6, 7, False) == checks("troll", "critical")[0]


@pytest.mark.clause("BW-02", "BW-06", "BW-16")
def test_a_passed_save_enhances_the_stab_it_was_for() -> None:
    """5 beats the troll's 4: a d12 as well, and the highest counts."""
    stab = told(TROLL, AttackRolled, by="sam")[0]
    assert ("d6+d12", (3, 10), 10) == (stab.dice, stab.faces, stab.value)
    assert (Ground("enhanced", "DEX save"),) == stab.grounds


@pytest.mark.clause("BW-02", "BW-06")
def test_a_tie_lays_sam_open_to_the_troll_s_next_blow() -> None:
    """3 against 3 fails: her own attack is what it is, and the club has a d12 beside its die,
    once."""
    assert [(5, 4, True), (3, 3, False)] == checks("sam", "action")
    assert ("d6", "") == (
        told(TROLL, AttackRolled, by="sam")[1].dice,
        told(TROLL, AttackRolled, by="sam")[1].modifier,
    )
    _, blow, later = told(TROLL, AttackRolled, by="troll")
    assert ("d8+d12", (6, 11), 11) == (blow.dice, blow.faces, blow.value)
    assert ("d8", ()) == (later.dice, later.grounds)
    assert ["troll"] == [event.about for event in told(TROLL, ConditionBegan, condition="exposed")]
    assert ["sam"] == [event.who for event in told(TROLL, ConditionEnded, condition="exposed")]


@pytest.mark.clause("BW-09", "BW-10")
def test_the_club_takes_sam_s_str_to_zero_without_a_save() -> None:
    """11 fill her d6, the 5 left fill the d4, the last 1 is ignored: down, with an hour from
    then."""
    assert [("Grit", 4, 0), ("STR", 6, 4), ("STR", 4, 0)] == losses("sam")[:3]
    assert [(4, 1, True)] == checks("sam", "critical")
    (wound,) = [event.wound for event in told(TROLL, WoundTaken, who="sam")]
    assert ("incapacitating wound", 10 + 3600) == (wound.name, wound.due)


@pytest.mark.clause("BW-10")
def test_first_aid_puts_sam_on_her_feet_at_zero_str() -> None:
    """She is no longer incapacitated and attacks in the fourth round; her STR waits for a
    week."""
    assert [("sam", "nan")] == [(event.who, event.by) for event in told(TROLL, Aided)]
    sam = {
        line: (
            fight.state.combatants["sam"].scores["STR"],
            fight.state.combatants["sam"].conditions,
        )
        for line, fight in telling(find_example(TROLL))
        if line in ("3 3", "rest", "recover sam")
    }
    assert {"3 3": (0, []), "rest": (0, []), "recover sam": (6, [])} == sam
    assert 3 == len(told(TROLL, AttackRolled, by="sam"))


@pytest.mark.clause("BW-07", "BW-12")
def test_the_dust_is_one_roll_against_wil() -> None:
    """A 4 for both: 1 gets through to Pete's mind, who resists; 3 to Nan's, who does not."""
    (dust,) = told(TROLL, AttackRolled, by="incubus-butterfly")
    assert (4,) == dust.faces
    dealt = told(TROLL, DamageDealt, by="incubus-butterfly")
    assert [("pete", 3), ("nan", 4)] == [(each.to, each.dealt) for each in dealt]
    assert {"WIL"} == {
        save.what for who in ("pete", "nan") for save in told(TROLL, CheckRolled, who=who)
    } - {"STR"}
    assert (3, 1, True) == checks("pete", "critical")[0]
    assert [(2, 3, False)] == checks("nan", "critical")
    assert ("WIL", 6, 4) == losses("nan")[1]


@pytest.mark.clause("BW-09", "BW-10")
def test_damage_that_fills_a_d4_exactly_is_no_save_and_no_death() -> None:
    """4 past its Grit take the butterfly down; it dies of the hour, not of the spear."""
    assert [("Grit", 2, 0), ("STR", 4, 0)] == losses("incubus-butterfly")
    assert [] == told(TROLL, CheckRolled, who="incubus-butterfly")
    assert [("incubus-butterfly", "incapacitating wound, untreated")] == [
        (event.who, event.of) for event in told(TROLL, Died)
    ]
    standing = {
        line: fight.state.combatants["incubus-butterfly"].standing
        for line, fight in telling(find_example(TROLL))
        if line in ("rest", "time 7 days: under a roof in the village")
    }
    assert ["in", "dead"] == list(standing.values())


@pytest.mark.clause("BW-07")
def test_pete_beats_seven_with_an_eight() -> None:
    """Higher than the Direct Damage is enough."""
    assert (8, 7, True) == checks("pete", "critical")[1]


@pytest.mark.clause("BW-14")
def test_the_troll_s_morale_is_tried_three_times() -> None:
    """By its first Critical Damage, by its companion's fall and, impaired, by the GM: 4, 5 and
    a 2 on a d4; then it flees. Its later Critical Damage is no ground."""
    saves = told(TROLL, CheckRolled, who="troll", purpose="morale")
    assert [
        ("first critical damage", "d6", 4, True),
        ("a companion is down", "d6", 5, True),
        ("the tide has turned", "d4", 2, False),
    ] == [(save.why, save.dice, save.value, save.passed) for save in saves]
    assert [("troll", "fled")] == [(event.who, event.how) for event in told(TROLL, Left)]


@pytest.mark.clause("BW-14")
def test_a_hireling_saves_like_any_npc_and_where_much_is_asked_of_her() -> None:
    """Once for Sam's fall and her own Critical Damage, and again for the way to Sam: a 4 on her d4
    each time."""
    saves = told(TROLL, CheckRolled, who="nan", purpose="morale")
    assert [
        ("a companion is down, first critical damage", "d4", 4, True),
        ("out under the club, for Sam", "d4", 4, True),
    ] == [(save.why, save.dice, save.value, save.passed) for save in saves]
    calls = told(TROLL, CallMorale)
    assert [("nan",), ("troll",)] == [call.who for call in calls]


@pytest.mark.clause("BW-03", "BW-12", "ALL-01")
def test_a_ruling_is_taken_back_and_the_dice_are_kept() -> None:
    """On the line that was left Pete is on a d6; on the one that goes on the club has the same
    5, Sam the same 4, and he is not struck."""
    fights = {
        line: fight.state.combatants["pete"].scores["STR"]
        for line, fight in telling(find_example(TROLL))
        if line in ("5 4 2", RULING)
    }
    assert {"5 4 2": 6, RULING: 8} == fights
    assert RULING.endswith(recorded(TROLL, HeadMoved)[0].why)
    thrown = [(roll.by, roll.die, roll.face) for roll in recorded(TROLL, Rolled)]
    assert [("troll", "d8", 5), ("sam", "d6", 4)] == thrown[7:9] == thrown[10:12]
    assert ("pete", "d8", 2) == thrown[9]
    first, again = recorded(TROLL, Attack)[2:4]
    assert ["sam", "pete"] == [aim.target for aim in first.targets]
    assert ["sam"] == [aim.target for aim in again.targets]


@pytest.mark.clause("BW-04")
def test_where_it_is_plain_nobody_saves_to_be_first() -> None:
    """Four rounds, the players' side first in each, and no opening save."""
    assert [("party", "foes")] * 4 == [event.order for event in told(TROLL, RoundBegan)]
    assert [] == told(TROLL, CheckRolled, purpose="opening")


@pytest.mark.clause("ALL-01")
def test_the_butterfly_joins_between_two_rounds() -> None:
    """It was not there when the fight began, and acts on the foes' side from then on."""
    joined = [event.sheet.name for event in told(TROLL, Join)]
    assert ["Sam", "Pete", "Nan", "Troll", "Incubus Butterfly"] == joined
    assert "foes" == whole(TROLL).state.combatants["incubus-butterfly"].side
