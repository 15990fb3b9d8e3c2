"""Consciousness, dying, watches and camps (PV-17 to PV-19)."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import Act, Aid, EndFight, Harm, PassTime, Recover, Rest, Treat
from events.types.outcomes import (
    CheckRolled,
    ConditionEnded,
    Died,
    Lapsed,
    PhaseEnded,
    Rested,
    ScoreChanged,
    WoundClosed,
    WoundTended,
)
from events.types.statements import AddCondition, EndCondition, Revive, SetScore
from tests.rulesets.paraverse.people import ROUND, fight, npc, pc
from tests.support.given import Given

CAMP = Rest(extended=True)


def wounded(place: str = "torso", amount: str = "12", **options: Any) -> Given:
    """Return a fight of Tor, who has this wound, and Gil, who can help."""
    given = fight(pc("Tor", CON=12), pc("Gil"), npc("Orc"), **options)
    return given.when(Harm(("tor",), amount, place=place))


def dying(left: int = 2, **options: Any) -> Given:
    """Return a fight in which Tor bleeds to death, with this Stamina."""
    given = fight(pc("Tor", CON=12, Stamina=left), pc("Gil", COG=12), **options)
    return given.when(AddCondition("tor", "bleeding"), AddCondition("tor", "unconscious"))


@pytest.mark.clause("PV-17", "ALL-01")
def test_stamina_stated_at_0_fells_and_at_1_wakes() -> None:
    """This holds whatever the cause was."""
    given = fight(pc("Tor")).when(SetScore("tor", "Stamina", 0)).then("tor", has="unconscious")
    given.then_refused("Tor is unconscious", Act("tor", "shouts"), clause="ALL-03")
    given.when(SetScore("tor", "Stamina", 1)).then("tor", lacks="unconscious")


@pytest.mark.clause("PV-17")
def test_who_bleeds_does_not_wake() -> None:
    """Unconscious and bleeding means dying, even with Stamina left."""
    given = dying().then("tor", has="dying", Stamina=2)
    given.when(SetScore("tor", "Stamina", 5)).then("tor", has="unconscious, dying")
    given.when(EndCondition("tor", "bleeding")).then("tor", has="unconscious", lacks="dying")


@pytest.mark.clause("PV-17", "PV-19")
def test_the_stable_wake_with_the_next_point() -> None:
    """The wound's other effects stay until it is treated."""
    given = wounded("head").then("tor", has="dying", Stamina=3)
    given.when(EndCondition("tor", "bleeding")).then("tor", has="unconscious", Stamina=3)
    given.when(Rest(("gil",))).then("tor", has="skull fracture", lacks="unconscious", Stamina=4)


@pytest.mark.clause("PV-17")
def test_the_stable_with_all_their_stamina_wake_all_the_same() -> None:
    """Resting wakes them, though there is no point to regain."""
    given = fight(pc("Tor")).when(AddCondition("tor", "unconscious"), Rest())
    given.then("tor", lacks="unconscious", Stamina=5)


@pytest.mark.clause("PV-17")
def test_no_fatigue_by_itself_kills() -> None:
    """Stamina far below 0 without bleeding is stable and regains 1 a watch."""
    given = fight(pc("Tor")).when(SetScore("tor", "Stamina", -20), Rest())
    given.then("tor", has="unconscious", lacks="dying", Stamina=-19)


@pytest.mark.clause("PV-17", "ALL-01")
def test_dying_is_never_stated() -> None:
    """It follows from being unconscious and bleeding."""
    dying().then_refused("unconscious and bleeding", EndCondition("tor", "dying"))
    fight(pc("Tor")).when().then_refused("unconscious and bleeding", AddCondition("tor", "dying"))


@pytest.mark.clause("PV-19")
def test_a_watch_is_a_point_of_stamina_and_one_on_the_clock() -> None:
    """Those who rest regain 1 up to Endurance; those who are awake and not named do not."""
    given = fight(pc("Tor", Fatigue=2), pc("Gil"), npc("Orc", Fatigue=1)).when(Rest())
    given.then("tor", Stamina=4).then("gil", Stamina=5).then("orc", Stamina=4)
    assert ["tor", "gil"] == [each.who for each in given.told(Rested)]
    assert 1 == given.state.clock
    given.when(Rest(("orc",))).then("orc", Stamina=5).then("tor", Stamina=4)


@pytest.mark.clause("PV-19")
def test_a_camp_is_three_watches_and_all_stamina() -> None:
    """The rest is recorded once."""
    given = fight(pc("Tor", Fatigue=9)).when(CAMP).then("tor", lacks="unconscious", Stamina=5)
    assert 3 == given.state.clock
    given.then_told(Rested, extended=True)


@pytest.mark.clause("PV-18", "PV-19")
def test_a_camp_is_three_death_checks() -> None:
    """There is one each watch; the dying regain nothing."""
    given = dying().when(CAMP).rolls("tor d20=2", "tor d20=3", "tor d20=19")
    given.then("tor", has="unconscious", lacks="dying, bleeding", Stamina=2)


@pytest.mark.clause("PV-18")
def test_three_failed_are_death() -> None:
    """After that, no more checks are made for the dead."""
    given = dying().when(CAMP).rolls(2, 3, 4)
    given.then("tor", standing="dead").then_told(Died, who="tor")
    given.when(Rest(("gil",))).then_never(CheckRolled)
    given.when(Revive("tor")).then("tor", has="dying", lacks="death check failed")
    given.when(Rest(("gil",))).rolls("tor d20=2").then("tor", has="death check failed")


@pytest.mark.clause("PV-19")
@pytest.mark.parametrize(
    ("face", "has", "lacks"),
    [
        (14, "unconscious", "bleeding, dying, beyond medicine"),
        (13, "bleeding, dying", "beyond medicine"),
        (9, "bleeding, dying", "beyond medicine"),
        (8, "bleeding, dying, beyond medicine", ""),
    ],
)
def test_stabilization(face: int, has: str, lacks: str) -> None:
    """A COG roll over 15 succeeds; a partial failure can be tried again next watch; after any other
    failure medicine cannot help."""
    given = dying().when(Aid("gil", "tor"), Rest())
    given.rolls(f"gil d20={face}")
    if "dying" in has:
        given.rolls("tor d20=2")
    given.then("tor", has=has, lacks=lacks, Stamina=2)
    assert [] == given.state.pending
    if "beyond" in has:
        given.then_refused("no longer be stabilized", Aid("gil", "tor"), clause="PV-19")


@pytest.mark.clause("PV-19")
def test_the_text_of_the_skill_has_10() -> None:
    """The target is an option of the table."""
    given = dying(stabilization_target=10).when(Aid("gil", "tor"), Rest())
    given.rolls("gil d20=9").then("tor", lacks="bleeding")


@pytest.mark.clause("PV-18", "PV-19")
def test_stabilizing_comes_before_the_death_checks_and_resets_them() -> None:
    """Two had failed; a new bleeding has three of its own."""
    given = dying().when(Rest()).rolls(2)
    given.when(Rest()).rolls(2)
    given.when(Aid("gil", "tor"), Rest()).rolls("gil d20=15")
    given.then("tor", lacks="death check failed", Stamina=2)
    given.when(AddCondition("tor", "bleeding"), Rest()).rolls("tor d20=2").then("tor", has="dying")


@pytest.mark.clause("PV-19")
def test_each_wound_has_its_own_bleeding() -> None:
    """Dying lasts until none bleeds; a declaration can name the wound."""
    given = fight(pc("Tor", CON=12), pc("Gil"))
    given.when(Harm(("tor",), "12", place="torso"), Harm(("tor",), "12", place="head"))
    given.when(Aid("gil", "tor", wound="skull fracture"), Rest()).rolls("gil d20=18", "tor d20=2")
    assert "skull fracture" == given.then_told(WoundTended).wound
    given.then("tor", has="dying").when(Aid("gil", "tor"), Rest()).rolls("gil d20=18")
    given.then("tor", lacks="dying, bleeding")


@pytest.mark.clause("PV-19")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Aid("tor", "tor"), "somebody else"),
        (Aid("gil", "orc"), "does not bleed"),
        (Aid("gil", "tor", wound="toe"), "bleeding wound"),
        (Treat("gil", "orc"), "no wound that can be treated"),
        (Treat("gil", "tor", "toe"), "that can be treated"),
        (PassTime(10), "in watches"),
    ],
)
def test_help_that_cannot_be_given_is_refused(said: Aid | PassTime | Treat, words: str) -> None:
    """The refusal names the reason."""
    wounded().then_refused(words, said)


@pytest.mark.clause("PV-19", "PV-03")
def test_help_takes_a_watch_and_not_a_round() -> None:
    """In a round it is refused, and so is resting."""
    given = wounded().when(ROUND)
    given.then_refused("takes a watch", Aid("gil", "tor"), clause="PV-19")
    given.then_refused("takes a watch", Treat("gil", "tor"))
    given.then_refused("No watch passes while a round is open", Rest())


@pytest.mark.clause("PV-19")
def test_after_the_fight_there_is_still_help() -> None:
    """Nothing else can be declared then."""
    given = wounded().when(EndFight(), Aid("gil", "tor"), Rest()).rolls("gil d20=18")
    given.then("tor", lacks="bleeding")


@pytest.mark.clause("PV-13", "PV-19")
def test_trauma_treatment_waits_for_a_camp_and_heals() -> None:
    """The wound ends with its effects and its bleeding; the place can be wounded again."""
    given = wounded().when(Treat("gil", "tor"), Rest()).then_never(CheckRolled)
    assert 1 == len(given.state.pending)
    given.when(CAMP).rolls("gil d20=16").then("tor", lacks="bleeding", Stamina=6)
    assert given.then_told(WoundClosed, who="tor").healed
    assert [] == given.one("tor").wounds
    given.when(Harm(("tor",), "12", place="torso")).then("tor", has="bleeding")


@pytest.mark.clause("PV-19")
def test_a_treatment_that_fails_is_fatigue() -> None:
    """Any failure costs the patient 1 Stamina, which the same camp does not give back."""
    given = wounded().when(Treat("gil", "tor"), CAMP).rolls("gil d20=15")
    given.then_told(ScoreChanged, who="tor", was=6, now=5, why="treatment failed")
    given.then("tor", has="bleeding", Stamina=5)


@pytest.mark.clause("PV-19")
def test_supercritical_wounds_need_a_temple() -> None:
    """Trauma treatment cannot heal them, but the referee's `recover` does."""
    given = wounded("arms", "36").then_refused("no wound that can be treated", Treat("gil", "tor"))
    given.when(Recover("tor", "severed arm")).then("tor", lacks="fractured arm, bleeding, dying")
    assert [] == given.one("tor").wounds
    given.then_told(ConditionEnded, condition="fractured arm", source="severed arm")


@pytest.mark.clause("PV-19", "PV-02")
def test_a_deed_of_a_watch_is_done_in_it() -> None:
    """Fatigue counts against it; a declaration waits for the watch."""
    given = fight(pc("Gil", Fatigue=2)).when(Act("gil", "digs", "PHY", target=5), Rest())
    given.rolls("gil d20=7")
    assert -2 == given.then_told(CheckRolled, passed=False).bonus
    assert 1 == len(given.then_told(PhaseEnded, phase="watch").done)
    given.then("gil", Stamina=4)


@pytest.mark.clause("PV-19", "PV-03")
def test_what_waited_for_a_watch_lapses_when_a_round_begins() -> None:
    """A round leaves no quiet for it."""
    given = wounded().when(Aid("gil", "tor"), ROUND)
    given.then_told(Lapsed, who="gil")
    assert [] == given.state.pending


@pytest.mark.clause("PV-17", "ALL-01")
def test_only_a_raise_wakes() -> None:
    """A statement that lowers Stamina, or repeats it, does not wake the unconscious."""
    given = wounded("head").when(EndCondition("tor", "bleeding")).then("tor", Stamina=3)
    for less in (3, 2):
        given.when(SetScore("tor", "Stamina", less)).then("tor", has="unconscious", Stamina=less)
    given.when(SetScore("tor", "Stamina", 3)).then("tor", lacks="unconscious", Stamina=3)
    given.then_told(ConditionEnded, who="tor", condition="unconscious")


@pytest.mark.clause("PV-19")
@pytest.mark.parametrize(
    ("wound", "left"), [("bleeding", "skull fracture"), ("skull fracture", "bleeding")]
)
def test_the_bleeding_that_is_meant_is_stanched(wound: str, left: str) -> None:
    """A wound is named by its label, though the condition of each is called bleeding."""
    given = wounded("head").when(Harm(("tor",), "12", place="torso"))
    given.when(Aid("gil", "tor", wound=wound), Rest()).rolls("gil d20=18", "tor d20=2")
    assert wound == given.then_told(WoundTended).wound
    assert [left] == [
        each.source for each in given.one("tor").conditions if each.name == "bleeding"
    ]


@pytest.mark.clause("PV-14")
def test_a_conscious_bleeder_loses_nothing_outside_rounds() -> None:
    """A watch costs no Stamina and gives 1."""
    given = wounded().then("tor", has="bleeding", lacks="dying", Stamina=3)
    given.when(Rest()).then("tor", has="bleeding", Stamina=4).then_never(CheckRolled)


@pytest.mark.clause("PV-19")
def test_a_partial_failure_is_tried_again_in_the_next_watch() -> None:
    """It may pass then."""
    given = dying().when(Aid("gil", "tor"), Rest()).rolls("gil d20=10", "tor d20=2")
    assert given.then_told(CheckRolled, what="Stabilization").partial
    given.when(Aid("gil", "tor"), Rest()).rolls("gil d20=15").then("tor", lacks="dying, bleeding")


@pytest.mark.clause("PV-17", "PV-19")
def test_a_stable_foe_has_their_point_while_others_rest() -> None:
    """A combatant regains 1 for resting or for being stable, not for both; an opponent who is awake
    regains none."""
    given = fight(pc("Gil"), npc("Orc", Stamina=-1), npc("Elf", Fatigue=1)).when(Rest())
    given.then("orc", has="unconscious", Stamina=0).then("elf", Stamina=4)
    given.when(Rest()).then("orc", lacks="unconscious", Stamina=1)


@pytest.mark.clause("PV-19")
def test_who_is_stabilized_in_the_first_watch_of_a_camp_rests_in_the_others() -> None:
    """They were dying as it began, so they regain not all Stamina but 1 in each later watch."""
    given = dying().when(Aid("gil", "tor"), CAMP).rolls("gil d20=15")
    given.then("tor", lacks="dying, unconscious", Stamina=4)
    given.then_never(CheckRolled, purpose="death")


@pytest.mark.clause("PV-18")
def test_three_checks_with_one_passed_are_told_with_what_ends() -> None:
    """The bleeding ends, and the dying with it."""
    given = dying().when(CAMP).rolls(2, 19, 3)
    ended = [each.condition for each in given.told(ConditionEnded, who="tor")]
    assert ["bleeding", "dying"] == [each for each in ended if "check" not in each]
