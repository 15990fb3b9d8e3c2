"""Saves: when they are called, and what passes."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, BeginRound, CallSave, EndFight, Resolve
from events.types.outcomes import Acted, Lapsed, SaveRolled
from events.types.statements import Kill, Remove
from tests.support.given import Given, attack, given, npc, pc


def party() -> Given:
    return given(
        "golden-idol",
        pc("Ada", "4/0/10/12/9", axe="d8 clumsy"),
        pc("Ben", "4/0/7/9/0"),
        npc("Wolf", "4/1/6/8/6"),
    )


@pytest.mark.clause("CF-04")
@pytest.mark.parametrize(
    ("who", "score", "face", "passed"),
    [
        ("ada", "STR", 10, True),
        ("ada", "STR", 11, False),
        ("ben", "WIL", 1, True),
        ("ben", "WIL", 2, False),
        ("wolf", "DEX", 8, True),
    ],
)
def test_a_die_at_most_the_score_passes(who: str, score: str, face: int, passed: bool) -> None:
    """A natural 1 passes even at a score of 0."""
    fight = party().when(CallSave((who,), score, "the bridge sways")).rolls(f"{who} d20={face}")
    save = fight.then_told(SaveRolled)
    assert (passed, face, "the bridge sways") == (save.passed, save.face, save.why)


@pytest.mark.clause("CF-04")
def test_a_natural_twenty_always_fails() -> None:
    """Even where the score is 20 or more."""
    fight = given("golden-idol", pc("Ada", "4/0/21/12/9"))
    fight.when(CallSave(("ada",), "STR")).rolls(20)
    assert not fight.then_told(SaveRolled).passed


@pytest.mark.clause("CF-04")
def test_a_save_is_against_the_present_score() -> None:
    """What was lost counts, the maximum does not."""
    fight = given("golden-idol", pc("Ada", "4/0/5/12/9", max={"STR": 15}))
    fight.when(CallSave(("ada",), "STR")).rolls(6)
    fight.then_told(SaveRolled, against=5, passed=False)


@pytest.mark.clause("CF-04")
@pytest.mark.parametrize("before", [(), (BeginRound("ambush"),), (EndFight(),)])
def test_the_referee_calls_for_a_save_at_any_time(
    before: tuple[BeginRound | EndFight, ...],
) -> None:
    """Before, in and after a round, of several and of foes as well."""
    fight = party().when(*before).when(CallSave(("ada", "wolf"), "DEX"))
    fight.rolls("ada d20=3", "wolf d20=9")
    assert [True, False] == [save.passed for save in fight.told(SaveRolled)]


@pytest.mark.clause("CF-04")
def test_who_risks_most_rolls_and_nobody_opposes() -> None:
    """A risky action has one die, its own save; failed, nothing comes of the action."""
    fight = party().when(Act("ada", "wrestle the wolf", save="STR"), Resolve())
    fight.then_asked("ada d20").rolls(11)
    assert not fight.then_told(SaveRolled, purpose="action").passed
    assert "wrestle the wolf" == fight.then_told(Lapsed).what
    fight.then_never(Acted)


@pytest.mark.clause("CF-04", "CF-10")
@pytest.mark.parametrize("modifier", ["enhanced", "impaired"])
def test_modifiers_do_not_change_a_save(modifier: str) -> None:
    """The save before a clumsy attack stays one d20 against the bare score."""
    fight = party().when(attack("ada", "wolf", **{modifier: "the slope"}), Resolve())
    fight.then_asked("ada d20").rolls(10)
    fight.then_told(SaveRolled, against=10, passed=True)


@pytest.mark.clause("CF-04")
def test_a_save_is_on_an_ability() -> None:
    """Hit protection is none."""
    party().then_refused("no ability “HP”", CallSave(("ada",), "HP"))
    party().then_refused("Say who", CallSave((), "DEX"))


@pytest.mark.clause("CF-04", "ALL-03")
def test_a_save_can_be_called_for_who_has_left_alive() -> None:
    """Out of the fight, not out of the world; the dead are."""
    fight = party().when(Remove("ben", "he drives ahead"), CallSave(("ben",), "DEX", "the bridge"))
    fight.then_asked("ben d20").rolls(9).then_told(SaveRolled, who="ben", passed=True)
    fight.when(Kill("ben")).then_refused("Ben is dead", CallSave(("ben",), "DEX"), clause="ALL-03")
