"""Blows: where they strike, how much, and their effects (PV-10 to PV-14, PV-21)."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import BeginRound, Harm, Resolve
from events.types.outcomes import ContestFormed, DamageDealt, Died, Lapsed, ScoreChanged, WoundTaken
from events.types.statements import AddCondition
from rulesets.paraverse.harm import grade_wound
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc
from tests.support.given import Given, attack

LABELS = {
    ("critical", "head"): ("skull fracture", "skull fracture, bleeding, unconscious, dying"),
    ("critical", "torso"): ("bleeding", "bleeding"),
    ("critical", "arms"): ("fractured arm", "fractured arm"),
    ("critical", "legs"): ("fractured leg", "fractured leg"),
    ("supercritical", "arms"): ("severed arm", "fractured arm, bleeding, unconscious, dying"),
    ("supercritical", "legs"): ("severed leg", "fractured leg, bleeding, unconscious, dying"),
}


def struck(*said: BeginRound | Harm | Resolve, **fields: Any) -> Given:
    """Return a fight in which Tor, whom no pain exhausts, has been harmed like this."""
    return fight(pc("Tor", WIL=99, **fields)).when(*said)


@pytest.mark.clause("PV-10")
@pytest.mark.parametrize(
    ("faces", "place"),
    [
        ((1, 1), "head"),
        ((1, 2), "head"),
        ((1, 3), "torso"),
        ((1, 4), "torso"),
        ((2,), "torso"),
        ((3,), "arms"),
        ((4,), "legs"),
    ],
)
def test_a_d4_says_where(faces: tuple[int, ...], place: str) -> None:
    """After a 1, a second d4 decides between head and torso."""
    given = struck(Harm(("tor",), "1", "a stone")).rolls(*(f"tor d4={face}" for face in faces))
    given.then_told(DamageDealt, to="tor", place=place)


@pytest.mark.clause("PV-12")
@pytest.mark.parametrize(("wil", "pain"), [(10, 2), (11, 1)])
def test_the_pain_of_the_text(wil: int, pain: int) -> None:
    """6 damage are 2 pain at Fortitude 5, and 1 at 6."""
    given = fight(pc("Tor", WIL=wil)).when(Harm(("tor",), "6", place="arms"))
    given.then("tor", Stamina=5 - pain)


@pytest.mark.clause("PV-11", "PV-12")
def test_damage_is_never_below_0_and_nothing_is_no_pain() -> None:
    """The armor exceeds the damage."""
    given = fight(pc("Tor", armor=9), npc("Orc", "dagger"))
    given.when(ROUND, attack("orc", "tor"), GO).rolls("orc d20=9", "tor d20=5", "orc d4=2")
    assert 0 == given.then_told(DamageDealt).dealt
    given.then_never(ScoreChanged).then_never(WoundTaken).then("tor", Stamina=5)


@pytest.mark.clause("PV-13")
@pytest.mark.parametrize(
    ("dealt", "con", "grade"),
    [
        (9, 10, None),
        (10, 10, "critical"),
        (29, 10, "critical"),
        (30, 10, "supercritical"),
        (0, 0, None),
    ],
)
def test_how_bad_a_wound_is(dealt: int, con: int, grade: str | None) -> None:
    """The limits are CON and three times CON."""
    assert grade == grade_wound(dealt, con)


@pytest.mark.clause("PV-13", "PV-14")
@pytest.mark.parametrize(("grade", "place"), LABELS)
def test_each_wound_with_its_effects(grade: str, place: str) -> None:
    """The effects follow from grade and place."""
    given = struck(Harm(("tor",), "10" if grade == "critical" else "30", place=place))
    label, conditions = LABELS[grade, place]
    wound = given.then_told(WoundTaken, who="tor").wound
    assert (label, grade, place) == (wound.label, wound.grade, wound.place)
    given.then("tor", has=conditions)
    assert set(conditions.split(", ")) == {each.name for each in given.one("tor").conditions}


@pytest.mark.clause("PV-14")
@pytest.mark.parametrize(("place", "of"), [("head", "severed head"), ("torso", "crushed torso")])
def test_two_wounds_kill(place: str, of: str) -> None:
    """They are a severed head and a crushed torso."""
    given = struck(Harm(("tor",), "30", place=place))
    given.then("tor", standing="dead").then_told(Died, who="tor", of=of)


@pytest.mark.clause("PV-13")
def test_one_critical_wound_a_place() -> None:
    """The pain still counts; another place takes another wound."""
    given = struck(Harm(("tor",), "10", place="arms"), Harm(("tor",), "12", place="arms"))
    assert 1 == len(given.told(WoundTaken))
    given.then("tor", Stamina=3)
    given.when(Harm(("tor",), "10", place="legs")).then_told(WoundTaken)


@pytest.mark.clause("PV-13")
def test_a_supercritical_wound_is_still_possible_and_only_one() -> None:
    """A second one has no effect, not even as a critical wound."""
    given = struck(*[Harm(("tor",), amount, place="arms") for amount in ("10", "30", "30")])
    assert ["critical", "supercritical"] == [each.wound.grade for each in given.told(WoundTaken)]


@pytest.mark.clause("PV-13")
def test_a_first_critical_wound_after_a_supercritical_one() -> None:
    """There was no critical wound in that place before."""
    given = struck(*[Harm(("tor",), amount, place="arms") for amount in ("30", "10", "10")])
    assert ["severed arm", "fractured arm"] == [each.wound.label for each in given.told(WoundTaken)]


@pytest.mark.clause("PV-14")
def test_bleeding_costs_one_point_a_round_however_many_wounds() -> None:
    """It lasts until none bleeds; two wounds cost as much as one."""
    given = fight(pc("Tor", Fatigue=3))
    given.when(AddCondition("tor", "bleeding"), AddCondition("tor", "bleeding"), ROUND, GO)
    given.then("tor", Stamina=1).when(ROUND, GO).then("tor", has="unconscious, dying", Stamina=0)
    given.when(ROUND, GO).then_never(ScoreChanged).then("tor", Stamina=0)


@pytest.mark.clause("PV-14")
def test_the_dying_bleed_on_while_they_have_stamina() -> None:
    """A skull fracture made them unconscious with Stamina left."""
    given = struck(Harm(("tor",), "10", place="head"), ROUND, GO).then("tor", has="dying")
    assert 3 == given.one("tor").scores["Stamina"]


@pytest.mark.clause("PV-21")
@pytest.mark.parametrize("overrule", ["", "they insist"])
def test_an_attack_on_the_unconscious_is_refused(overrule: str) -> None:
    """They have no defence, so the referee states the result."""
    given = fight(pc("Kit", "dagger"), npc("Orc")).when(AddCondition("orc", "unconscious"), ROUND)
    given.then_refused(
        "harm orc 12 at head", attack("kit", "orc", overrule=overrule), clause="PV-21"
    )
    given.when(Harm(("orc",), "30", "a cut throat", place="head")).then("orc", standing="dead")


@pytest.mark.clause("PV-21", "PV-15")
def test_stated_damage_is_what_it_is() -> None:
    """Armor and shield do not count; without a place a d4 decides."""
    given = fight(pc("Tor", armor=5, shield=2)).when(Harm(("tor",), "6", "a fall"))
    given.rolls("tor d4=3").then_told(DamageDealt, dealt=6, armor=0, why="a fall")


@pytest.mark.clause("PV-21")
def test_of_several_stated_dice_the_highest_counts() -> None:
    """The combatant who is hurt rolls them."""
    given = fight(pc("Tor")).when(Harm(("tor",), "2d6", place="legs"))
    given.rolls("tor d6=2", "tor d6=5").then_told(DamageDealt, dealt=5)


@pytest.mark.clause("PV-21")
@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (Harm(("tor",), "much"), "is no damage"),
        (Harm(("tor",), "5", place="tail"), "place on the body"),
        (Harm(("tor",), "5", direct="WIL"), "no direct harm"),
    ],
)
def test_harm_that_makes_no_sense_is_refused(harm: Harm, words: str) -> None:
    """Nothing happens."""
    fight(pc("Tor")).when().then_refused(words, harm)


@pytest.mark.clause("PV-21", "PV-03")
def test_stated_damage_in_an_open_round_lapses_what_was_planned() -> None:
    """It applies at once, with its bleeding to follow; an attack on the unconscious lapses."""
    given = fight(pc("Kit", "dagger"), npc("Orc", "dagger")).when(ROUND)
    given.when(attack("kit", "orc"), attack("orc", "kit"))
    given.when(Harm(("orc",), "12", "a stone", place="head")).then("orc", has="dying", Stamina=2)
    given.when(GO)
    assert ["kit", "orc"] == [each.who for each in given.told(Lapsed)]
    given.then_never(ContestFormed).then("orc", Stamina=1)
