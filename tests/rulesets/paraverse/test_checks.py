"""Checks (PV-02)."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, CallSave, Special
from events.types.outcomes import Acted, CheckRolled, Lapsed
from events.types.statements import AddCondition
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc


@pytest.mark.clause("PV-02")
@pytest.mark.parametrize(
    ("face", "target", "passed", "partial"),
    [
        (10, 9, True, False),
        (10, 10, False, True),  # a tie is missed by 0
        (10, 14, False, True),
        (10, 15, False, False),
        (20, 24, True, False),  # outright
        (20, 25, False, False),
        (20, 22, True, False),
        (1, 0, False, False),  # outright, though 1 is more
        (1, 3, False, False),
    ],
)
def test_a_check_has_to_beat_its_target(
    face: int, target: int, passed: bool, partial: bool
) -> None:
    """The total exceeds the target; a 20 passes below 25, a 1 fails; a failure by less than 5 is
    partial."""
    given = fight(pc("Kit"))
    given.when(CallSave(("kit",), "PHY", target=target)).rolls(f"kit d20={face}")
    check = given.then_told(CheckRolled)
    assert (passed, partial) == (check.passed, check.partial)


@pytest.mark.clause("PV-02")
def test_a_natural_20_has_to_earn_it_against_25() -> None:
    """With enough modifier, it passes like any other roll."""
    given = fight(pc("Kit", Athletics=6))
    given.when(CallSave(("kit",), "Athletics", target=25)).rolls("kit d20=20")
    assert given.then_told(CheckRolled).passed


@pytest.mark.clause("PV-02")
def test_fatigue_counts_against_checks() -> None:
    """Each point is 1 less; outside combat this holds for fighting skills, too."""
    given = fight(pc("Kit", Fatigue=2, Evasion=3))
    given.when(CallSave(("kit",), "Evasion", target=10)).rolls("kit d20=10")
    assert 1 == given.then_told(CheckRolled).bonus
    given.when(ROUND, CallSave(("kit",), "Evasion", target=10)).rolls("kit d20=10")
    assert 3 == given.then_told(CheckRolled).bonus


@pytest.mark.clause("PV-02")
@pytest.mark.parametrize(
    ("enhanced", "impaired", "faces", "kept"),
    [
        ("rope", "", (4, 17), 17),
        ("", "rain", (4, 17), 4),
        ("rope", "rain", (11,), 11),
    ],
)
def test_advantage_and_disadvantage_keep_one_of_two(
    enhanced: str, impaired: str, faces: tuple[int, ...], kept: int
) -> None:
    """The higher or the lower die is kept; both modifiers together cancel to one die."""
    given = fight(pc("Kit"))
    given.when(CallSave(("kit",), "PHY", target=10, enhanced=enhanced, impaired=impaired))
    given.rolls(*(f"kit d20={face}" for face in faces))
    assert kept == given.then_told(CheckRolled).value


@pytest.mark.clause("PV-02", "PV-14")
def test_disadvantages_do_not_stack() -> None:
    """A reason and two fractures are one disadvantage; an advantage cancels them."""
    given = fight(pc("Kit", conditions=["fractured arm", "fractured leg"]))
    given.when(CallSave(("kit",), "Athletics", target=10, impaired="rain"))
    given.rolls("kit d20=9", "kit d20=8")
    assert 3 == len(given.then_told(CheckRolled, value=8).grounds)
    given.when(CallSave(("kit",), "Athletics", target=10, enhanced="rope")).rolls("kit d20=9")
    assert "" == given.then_told(CheckRolled).modifier


@pytest.mark.clause("PV-02")
def test_an_opponent_rolls_on_the_same_and_the_higher_wins() -> None:
    """In a tie the opponent wins."""
    given = fight(pc("Kit", Stealth=2), npc("Orc", Stealth=1))
    given.when(CallSave(("kit",), "Stealth", versus="orc")).rolls("kit d20=9", "orc d20=10")
    check = given.then_told(CheckRolled)
    assert (11, 11, False, "orc") == (check.value, check.against, check.passed, check.versus)
    given.when(CallSave(("kit",), "Stealth", versus="orc")).rolls("kit d20=10", "orc d20=10")
    assert given.then_told(CheckRolled).passed


@pytest.mark.clause("PV-02")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (CallSave(("kit",), "PHY"), "Say what the check is against"),
        (CallSave(("kit",), "PHY", target=5, versus="orc"), "not both"),
        (CallSave(("kit",), "PHY", target=500), "0 to 99"),
        (CallSave(("kit",), "Juggling", target=5), "Juggling"),
        (CallSave(("kit",), "PHY", versus="kit"), "themselves"),
        (Act("kit", "climbs", "Acrobatics"), "Say what the check is against"),
        (Act("kit", "climbs", target=10), "Say what is rolled"),
        (Act("kit", "climbs", opposing="Melee"), "Say what is rolled"),
    ],
)
def test_a_check_that_is_not_said_whole_is_refused(said: Act | CallSave, words: str) -> None:
    """It needs a skill or stat, and a target or an opponent."""
    fight(pc("Kit"), npc("Orc")).when().then_refused(words, said)


@pytest.mark.clause("PV-02", "PV-04")
def test_a_failed_check_is_an_action_that_comes_to_nothing() -> None:
    """After a passed check the action happens, after a failed one it does not."""
    given = fight(pc("Kit", Athletics=2)).when(
        ROUND, Act("kit", "climbs", "Athletics", target=10), GO
    )
    given.rolls("kit d20=9")
    assert "climbs" == given.then_told(Acted).what
    given.when(ROUND, Act("kit", "climbs", "Athletics", target=10), GO).rolls("kit d20=2")
    assert "climbs" == given.then_never(Acted).then_told(Lapsed).what


@pytest.mark.clause("PV-14")
@pytest.mark.parametrize(
    ("wound", "what", "dice"),
    [
        ("skull fracture", "COG", 2),
        ("skull fracture", "WIL", 2),
        ("skull fracture", "Stabilization", 2),
        ("skull fracture", "Melee", 1),
        ("fractured arm", "Melee", 2),
        ("fractured arm", "Marksman", 2),
        ("fractured arm", "Evasion", 2),
        ("fractured arm", "Lockpicking", 2),
        ("fractured arm", "COG", 1),
        ("fractured leg", "Melee", 2),
        ("fractured leg", "Throwing", 2),
        ("fractured leg", "Acrobatics", 2),
        ("fractured leg", "Lockpicking", 1),
        ("bleeding", "Melee", 1),
    ],
)
def test_wounds_hinder_what_they_hinder(wound: str, what: str, dice: int) -> None:
    """The hindrance goes by the skill's group, or by its stat."""
    given = fight(pc("Kit")).when(AddCondition("kit", wound))
    given.when(CallSave(("kit",), what, target=10)).then_asked(*["kit d20"] * dice)


@pytest.mark.clause("PV-03")
def test_a_spell_is_rolled_in_its_own_phase() -> None:
    """Once its check is passed, its effect is what the referee states."""
    given = fight(pc("Kit")).when(ROUND, Special("kit", "light", "WIL", target=8), GO)
    given.rolls("kit d20=9")
    assert "light" == given.then_told(Acted).what


@pytest.mark.clause("PV-02")
@pytest.mark.parametrize(
    ("skill", "own", "others", "passed"),
    [(0, 20, 18, False), (0, 20, 14, True), (9, 1, 4, True), (9, 1, 5, False), (9, 2, 20, False)],
)
def test_a_natural_20_or_1_is_nothing_special_against_an_opponent(
    skill: int, own: int, others: int, passed: bool
) -> None:
    """The higher result passes; the opponent adds 5."""
    given = fight(pc("Kit", Stealth=skill), npc("Orc", Stealth=5))
    given.when(CallSave(("kit",), "Stealth", versus="orc"))
    given.rolls(f"kit d20={own}", f"orc d20={others}")
    assert passed == given.then_told(CheckRolled).passed


@pytest.mark.clause("PV-02")
def test_an_opponent_may_roll_on_something_else() -> None:
    """It has to be something that the opponent can roll on, and there has to be an opponent."""
    given = fight(pc("Kit", Stealth=2), npc("Orc", PER=13))
    given.when(CallSave(("kit",), "Stealth", versus="orc", opposing="per"))
    given.rolls("kit d20=10", "orc d20=9")
    assert 12 == given.then_told(CheckRolled, versus="orc", passed=False).against
    for said in (
        CallSave(("kit",), "Stealth", target=9, opposing="PER"),
        Act("kit", "sneaks", "Stealth", target=9, opposing="PER"),
    ):
        given.then_refused("Say who rolls PER", said)
    given.then_refused("Nose", CallSave(("kit",), "Stealth", versus="orc", opposing="Nose"))
