"""The toll at the ford: a long Paraverse fight, and the watches after it."""

from __future__ import annotations

import pytest

from combatlog.app.examples import find_example
from events.types.declarations import Attack
from events.types.log_events import HeadMoved, Noted
from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    ConditionBegan,
    ContestDecided,
    ContestRolled,
    DamageDealt,
    Died,
    EngagementEnded,
    Moved,
    Overruled,
    ScoreChanged,
    WoundClosed,
    WoundTaken,
)
from tests.examples.given import Stands, everybody, fresh, recorded, telling, told, whole

TOLL = "the-toll-at-the-ford"


def stamina(who: str) -> list[tuple[int, int]]:
    """How somebody's Stamina changed."""
    changes = told(TOLL, ScoreChanged, who=who, score="Stamina")
    return [(change.was, change.now) for change in changes]


def contest(number: int) -> dict[str, tuple[str, tuple[int, ...], int]]:
    """What everybody rolled in a round's skirmish: skill, faces, result."""
    rolls = told(TOLL, ContestRolled)
    starts = [at for at, roll in enumerate(rolls) if roll.who == "ogre"]
    begin = starts[number - 2] + 1 if number > 1 else 0
    return {
        roll.who: (roll.what, roll.faces, roll.value)
        for roll in rolls[begin : starts[number - 1] + 1]
    }


def damage(to: str) -> list[tuple[str, int, int, str]]:
    """What struck somebody: whose blow, counted how often, how much, where."""
    dealt = told(TOLL, DamageDealt, to=to)
    return [(each.by, each.multiplier, each.dealt, each.place) for each in dealt]


@pytest.mark.clause("PV-01", "PV-17", "PV-19")
def test_how_the_toll_at_the_ford_ends() -> None:
    """The travellers have all their Stamina, but for Wren, whose wound does not bleed any more;
    the ogre is dead, the raider tied up with a broken leg."""
    state = whole(TOLL).state
    assert {
        "Wren": Stands(
            "3/13/13/8/10/8/10/14",
            "4/13/13/8/10/8/10/14",
            wounds=("bleeding, awaits trauma treatment",),
        ),
        "Tor": fresh("7/12/8/14/12/13/8/7"),
        "Gil": fresh("5/11/10/10/11/11/12/9"),
        "Mira": fresh("6/8/13/11/10/10/12/11"),
        "Ogre": Stands(
            "-2/16/10/14/11/6/10/10",
            "7/16/10/14/11/6/10/10",
            "dead",
            ("fractured arm", "bleeding", "unconscious", "dying"),
            ("fractured arm, awaits trauma treatment", "bleeding, awaits trauma treatment"),
        ),
        "Raider": Stands(
            "1/10/11/11/10/9/9/12",
            "6/10/11/11/10/9/9/12",
            "in",
            ("fractured leg", "bound"),
            ("fractured leg, awaits trauma treatment",),
        ),
    } == everybody(state)
    assert (6, True, 5) == (state.round, state.ended, state.clock)
    assert {"wren": "bank", "tor": "ford", "gil": "ford", "mira": "bank"} == {
        one.id: one.area for one in state.combatants.values() if one.kind == "pc"
    }


@pytest.mark.clause("PV-03", "PV-07", "PV-10", "PV-11", "PV-12", "PV-13")
def test_two_archers_fell_each_other_in_one_phase() -> None:
    """23 against 7 and 18 against 11: both are struck, both have a critical wound, and both are
    unconscious only when the phase ends."""
    shots = told(TOLL, AttackRolled)
    assert [("wren", 23), ("raider", 18)] == [(shot.by, shot.value) for shot in shots]
    assert [("raider", 7, 23), ("wren", 11, 18)] == [
        (check.who, check.value, check.against)
        for check in told(TOLL, CheckRolled, purpose="defence")
    ]
    assert [("wren", 3, 29, "legs")] == damage("raider")
    assert [("raider", 2, 20, "torso")] == damage("wren")
    assert ((6, 0), (4, 0)) == (stamina("raider")[0], stamina("wren")[0])
    wounds = [(event.who, event.wound.name) for event in told(TOLL, WoundTaken)]
    assert [("raider", "fractured leg"), ("wren", "bleeding")] == wounds[:2]
    out = [event.who for event in told(TOLL, ConditionBegan, condition="unconscious")]
    assert ["raider", "wren"] == out[:2]


@pytest.mark.clause("PV-08", "PV-11")
def test_a_tie_goes_to_the_higher_natural_roll() -> None:
    """14 against 14, 10 against 8: Tor's mace counts once."""
    first = contest(1)
    assert ("Melee", (10,), 14) == first["tor"]
    assert ("Melee", (8,), 14) == first["ogre"]
    decided = told(TOLL, ContestDecided)[0]
    assert ("tor", "ogre", 0) == (decided.winner, decided.loser, decided.margin)
    assert ("tor", 1, 3, "torso") == damage("ogre")[0]


@pytest.mark.clause("PV-08", "PV-13")
def test_the_lowest_natural_roll_takes_the_blow() -> None:
    """The ogre's 21 is 9 over Mira's 12, the best against it; Gil, whom it had not attacked,
    has the lowest die and a broken leg."""
    second = contest(2)
    assert {"tor": 11, "gil": 5, "mira": 12, "ogre": 21} == {
        who: value for who, (_, _, value) in second.items()
    }
    decided = told(TOLL, ContestDecided)[1]
    assert ("ogre", "gil", 9) == (decided.winner, decided.loser, decided.margin)
    assert [("ogre", 2, 18, "legs")] == damage("gil")
    assert (5, 2) == stamina("gil")[0]
    aimed = [each.targets[0].target for each in told(TOLL, Attack, by="ogre")]
    assert "tor" == aimed[1]


@pytest.mark.clause("PV-02", "PV-14")
def test_a_broken_leg_or_arm_is_disadvantage_from_the_next_phase_on() -> None:
    """Gil rolls two dice from the third round on, the ogre from the fifth, and the lower one
    counts."""
    gil = [contest(number)["gil"] for number in range(1, 7)]
    assert [
        (5,),
        (3,),
        (4, 5),
        (12, 2),
        (15, 13),
        (9, 6),
    ] == [faces for _, faces, _ in gil]
    assert [7, 5, 6, 4, 15, 8] == [value for _, _, value in gil]
    ogre = [contest(number)["ogre"] for number in range(1, 7)]
    assert [1, 1, 1, 1, 2, 2] == [len(faces) for _, faces, _ in ogre]
    assert [14, 21, 11, 9, 9, 8] == [value for _, _, value in ogre]


@pytest.mark.clause("PV-16")
def test_mira_disengages_with_the_winning_roll() -> None:
    """Her Evasion's 19 beats the ogre's 11: she is away, and no blow falls on either side; in
    the next round she can move."""
    assert ("Evasion", (17,), 19) == contest(3)["mira"]
    decided = told(TOLL, ContestDecided)[2]
    assert ("mira", "", 8) == (decided.winner, decided.loser, decided.margin)
    assert ("mira", "disengaged") == next(
        (event.who, event.why) for event in told(TOLL, EngagementEnded)
    )
    assert ["wren", "raider", "tor", "ogre", "tor", "gil", "tor"] == [
        hit.by for hit in told(TOLL, DamageDealt)
    ]
    assert [("mira", "bank")] == [(event.who, event.to) for event in told(TOLL, Moved)]


@pytest.mark.clause("PV-16", "ALL-01")
def test_a_ruling_against_engagement_is_taken_back() -> None:
    """On the line that was left Mira was let go by overruling and Gil lay unconscious; on the
    one that goes on nothing is overruled."""
    assert [("PV-16", "she is small, and it has its hands full")] == [
        (event.clause, event.why) for event in recorded(TOLL, Overruled)
    ]
    assert [] == told(TOLL, Overruled)
    assert "Mira is engaged, like the others" in [e.why for e in recorded(TOLL, HeadMoved)]
    gil = [
        fight.state.combatants["gil"].scores["Stamina"]
        for line, fight in telling(find_example(TOLL))
        if line.startswith(("undo", "disengage"))
    ]
    assert [2, 2] == gil
    left, current = whole(TOLL).list_branches()
    assert (False, True) == (left.current, current.current)
    before = whole(TOLL).compute_state(left.tip).combatants["gil"]
    assert (-1, True) == (before.scores["Stamina"], before.has("unconscious"))


@pytest.mark.clause("PV-10", "PV-12", "PV-13", "PV-14")
def test_the_ogre_is_worn_down() -> None:
    """Torso, arms, head (a 1 and a 2), torso: two critical wounds, 7 Stamina to −2, and no
    bleeding below 0."""
    assert [
        ("tor", 1, 3, "torso"),
        ("tor", 3, 15, "arms"),
        ("gil", 2, 11, "head"),
        ("tor", 3, 15, "torso"),
    ] == damage("ogre")
    assert [(7, 6), (6, 3), (3, 1), (1, -2)] == stamina("ogre")
    assert ["fractured arm", "bleeding"] == [
        event.wound.name for event in told(TOLL, WoundTaken, who="ogre")
    ]


@pytest.mark.clause("PV-16")
def test_nobody_is_engaged_with_the_unconscious() -> None:
    """When the ogre is down, those who fought it are free."""
    assert [[], []] == [list(whole(TOLL).state.combatants[who].engaged) for who in ("tor", "gil")]


@pytest.mark.clause("PV-02", "PV-19")
def test_stabilization_fails_in_part_and_is_tried_again() -> None:
    """14 misses 15 by less than 5; a watch later 16 ends the bleeding."""
    rolled = told(TOLL, CheckRolled, what="Stabilization")
    assert [(14, False, True), (16, True, False)] == [
        (check.value, check.passed, check.partial) for check in rolled
    ]
    wren = {
        number: fight.state.combatants["wren"].has("dying")
        for number, (line, fight) in enumerate(telling(find_example(TOLL)))
        if line in ("9 10", "13")
    }
    assert [True, False] == list(wren.values())


@pytest.mark.clause("PV-18", "PV-19")
def test_the_dying_roll_once_a_watch() -> None:
    """Wren fails her first check and needs no second; the ogre fails three, at Stamina −2, and
    is dead in the first watch of the camp."""
    rolled = told(TOLL, CheckRolled, purpose="death")
    assert [
        ("wren", 9, False),
        ("ogre", 8, False),
        ("ogre", 10, False),
        ("ogre", 5, False),
    ] == [(check.who, check.value, check.passed) for check in rolled]
    assert [("ogre", "bleeding")] == [(event.who, event.of) for event in told(TOLL, Died)]
    assert not whole(TOLL).state.combatants["wren"].has("death check failed")


@pytest.mark.clause("PV-17", "PV-19")
def test_the_stable_wake_when_their_stamina_rises() -> None:
    """The raider does not bleed and wakes after one watch, with a point that the others' rest
    adds nothing to."""
    assert [(6, 0), (0, 1)] == stamina("raider")
    assert not whole(TOLL).state.combatants["raider"].has("unconscious")


@pytest.mark.clause("PV-19")
def test_a_camp_heals_one_leg_and_costs_one_failure() -> None:
    """Mira's 16 heals Gil; Tor's 12 costs Wren a point, which the camp does not give back."""
    rolled = told(TOLL, CheckRolled, what="Trauma treatment")
    assert [("mira", 16, True), ("tor", 12, False)] == [
        (check.who, check.value, check.passed) for check in rolled
    ]
    assert [("gil", "fractured leg")] == [
        (event.who, event.wound) for event in told(TOLL, WoundClosed)
    ]
    assert [(4, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 3)] == stamina("wren")


def test_the_note_is_kept() -> None:
    """What is written beside the fight stands in the log, whatever is undone."""
    assert ["Wilma asks who has Wren's bow; it lies on the bank."] == [
        note.text for note in recorded(TOLL, Noted)
    ]
