"""BW-02: saves, opposed and not, and what hangs on them."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import Act, Attack, CallSave, Resolve, Retreat, Risk, Special
from events.types.outcomes import Acted, AttackRolled, CheckRolled, Ground, Lapsed
from events.types.statements import Remove, SetScore
from tests.rulesets.brighter.people import FIRE, fight, pete, sam, strikes, troll
from tests.support.given import Given, attack, npc, pc


@pytest.mark.clause("BW-02")
@pytest.mark.parametrize(("face", "passed"), [(3, False), (4, True), (8, True)])
def test_a_save_that_nobody_opposes_passes_on_a_four(face: int, passed: bool) -> None:
    """Four is enough."""
    on = fight(sam()).when(CallSave(("sam",), "DEX", "a ledge")).rolls(f"sam d8={face}")
    check = on.then_told(CheckRolled)
    assert ("DEX", "d8", (face,), 4, True, passed, "called", "a ledge") == (
        *(check.what, check.dice, check.faces, check.against, check.least),
        *(check.passed, check.purpose, check.why),
    )


@pytest.mark.clause("BW-02")
@pytest.mark.parametrize(("face", "passed"), [(3, False), (4, False), (5, True)])
def test_against_somebody_a_tie_is_lost(face: int, passed: bool) -> None:
    """Whoever is at risk has to roll higher; the opponent rolls the same attribute."""
    on = fight(sam(), troll()).when(CallSave(("sam",), "DEX", versus="troll"))
    on.rolls(f"sam d8={face}", "troll d6=4")
    check = on.then_told(CheckRolled)
    assert (4, False, passed, "troll") == (check.against, check.least, check.passed, check.versus)


@pytest.mark.clause("BW-02")
def test_a_zero_die_fails_without_a_roll() -> None:
    """Enhanced or not, and nobody rolls against it."""
    on = fight(pc("Sam", "3/0/8/0/6"), troll())
    on.when(CallSave(("sam",), "DEX", versus="troll", enhanced="a running start"))
    check = on.then_told(CheckRolled)
    assert ((), False, 0) == (check.faces, check.passed, check.value)


@pytest.mark.clause("BW-02")
def test_the_zero_die_of_an_opponent_counts_nothing() -> None:
    """It is not rolled, and any face is higher."""
    on = fight(sam(), npc("Statue", "3/0/8/0/6"))
    on.when(CallSave(("sam",), "DEX", versus="statue")).rolls("sam d8=1")
    check = on.then_told(CheckRolled)
    assert (0, False, True) == (check.against, check.least, check.passed)


@pytest.mark.clause("BW-02", "ALL-02")
@pytest.mark.parametrize(
    ("said", "rolls", "value", "modifier"),
    [
        ({"enhanced": "a rope"}, ("sam d8=2", "sam d12=7"), 7, "enhanced"),
        ({"enhanced": "a rope"}, ("sam d8=6", "sam d12=1"), 6, "enhanced"),
        ({"impaired": "mud"}, ("sam d4=3",), 3, "impaired"),
        ({"enhanced": "a rope", "impaired": "mud"}, ("sam d8=5",), 5, ""),
    ],
)
def test_a_save_enhanced_impaired_and_both(
    said: dict[str, Any], rolls: tuple[str, ...], value: int, modifier: str
) -> None:
    """A d12 as well, asked for last; a d4 instead; both cancel, and the grounds are kept."""
    on = fight(sam()).when(CallSave(("sam",), "DEX", **said)).rolls(*rolls)
    check = on.then_told(CheckRolled)
    assert (value, modifier, len(said)) == (check.value, check.modifier, len(check.grounds))


@pytest.mark.clause("BW-02")
def test_the_opponent_rolls_bare() -> None:
    """What modifies the save is no business of its die."""
    on = fight(sam(), troll())
    on.when(CallSave(("sam",), "DEX", versus="troll", enhanced="a rope"))
    on.then_asked("sam d8", "sam d12", "troll d6")


@pytest.mark.clause("BW-02")
def test_several_called_have_a_fresh_roll_each_against_them() -> None:
    """In the order they are named."""
    on = fight(sam(), pete(), troll()).when(CallSave(("pete", "sam"), "DEX", versus="troll"))
    on.then_asked("pete d6", "troll d6", "sam d8", "troll d6")


@pytest.mark.clause("BW-02", "BW-03")
@pytest.mark.parametrize("kind", [Act, Special])
def test_a_risky_action_takes_a_save(kind: type[Any]) -> None:
    """Passed it is done, failed it comes to nothing."""
    on = fight(sam(), troll())
    on.when(kind("sam", "a leap", "DEX", versus="troll"), Resolve())
    on.rolls("sam d8=5", "troll d6=2").then_told(Acted, what="a leap")
    on.when(kind("sam", "a leap", "DEX"), Resolve()).rolls("sam d8=3")
    assert "the DEX save failed" == on.then_told(Lapsed, what="a leap").why
    on.then_never(Acted)


@pytest.mark.clause("BW-02")
def test_a_failed_save_within_an_attack_exposes_the_attacker() -> None:
    """The attack goes on as it is; the opponent's next one on them is enhanced, and only that."""
    on = fight(sam("9/0/8/8/6"), pete(), troll("9/1/10/6/6"))
    on.when(attack("sam", "troll", risk=Risk("DEX")), Resolve())
    on.rolls("sam d8=4", "troll d6=4").then_asked("sam d6")
    on.rolls("sam d6=1").then("sam", has="exposed")
    strikes(on, attack("troll", "pete"), "troll d10=1").then("sam", has="exposed")
    on.when(attack("troll", "sam"), Resolve()).then_asked("troll d10", "troll d12")
    on.rolls("troll d10=1", "troll d12=2").then("sam", Grit=7, lacks="exposed")
    assert (Ground("enhanced", "Sam is exposed"),) == on.then_told(AttackRolled).grounds
    on.when(attack("troll", "sam"), Resolve()).then_asked("troll d10")


@pytest.mark.clause("BW-02")
def test_somebody_elses_attack_gains_nothing_from_it() -> None:
    """Sam lies open to the troll, not to its kin."""
    on = fight(sam("9/0/8/8/6"), troll("9/1/10/6/6"), npc("Kin", claws="d8"))
    on.when(attack("sam", "troll", risk=Risk("DEX")), Resolve())
    on.rolls("sam d8=1", "troll d6=4", "sam d6=1")
    on.when(attack("kin", "sam"), Resolve()).then_asked("kin d8")


@pytest.mark.clause("BW-02")
def test_exposed_twice_to_the_same_is_exposed_once() -> None:
    """And one attack spends it."""
    on = fight(sam("9/0/8/8/6"), troll("9/1/10/6/6"))
    for _ in range(2):
        on.when(attack("sam", "troll", risk=Risk("DEX")), Resolve())
        on.rolls("sam d8=1", "troll d6=4", "sam d6=1")
    assert 1 == len(on.one("sam").conditions)


@pytest.mark.clause("BW-02")
@pytest.mark.parametrize("passed", [True, False])
def test_an_attack_can_hang_on_its_save(passed: bool) -> None:
    """With `lost` a failed save costs the attack, and a passed one gains it nothing."""
    on = fight(sam(), troll())
    on.when(attack("sam", "troll", risk=Risk("WIL", failed="lost")), Resolve())
    on.rolls(f"sam d6={6 if passed else 1}", "troll d6=4")
    if passed:
        on.then_asked("sam d6").rolls("sam d6=1")
        assert "" == on.then_told(AttackRolled).modifier
    else:
        on.then("sam", lacks="exposed").then_never(AttackRolled)
        assert "the WIL save failed" == on.then_told(Lapsed).why


def risk_of(on: Given) -> Risk | None:
    """Return what the attack that is declared risks."""
    action = on.state.pending[0].action
    assert isinstance(action, Attack)
    return action.risk


@pytest.mark.clause("BW-02")
def test_the_stakes_of_a_save_within_an_attack_are_said_before_it() -> None:
    """Where nobody says them they are the text's, against the first target, and recorded."""
    on = fight(sam(), troll(), npc("Kin")).when(attack("sam", "troll", risk=Risk("dex")))
    assert Risk("DEX", "troll", passed="enhanced", failed="exposed") == risk_of(on)
    on.when(attack("sam", "troll", risk=Risk("DEX", "kin", failed="lost"), instead=True))
    assert Risk("DEX", "kin", failed="lost") == risk_of(on)


@pytest.mark.clause("BW-02")
def test_an_exposed_target_enhances_the_one_roll_of_a_blast() -> None:
    """For everybody in it, since there is one roll."""
    on = fight(sam("9/0/8/8/6"), pete("9/0/8/8/6"), npc("Drake", "9/0/8/6/6", weapons=(FIRE,)))
    on.when(attack("sam", "drake", risk=Risk("DEX")), Resolve())
    on.rolls("sam d8=1", "drake d6=4", "sam d6=1")
    strikes(on, attack("drake", "pete", "sam"), "drake d8=1", "drake d12=5")
    on.then("sam", Grit=4, lacks="exposed").then("pete", Grit=4)


@pytest.mark.clause("BW-02", "BW-03")
def test_an_opponent_who_has_gone_by_then_opposes_nobody() -> None:
    """The save is one like any other."""
    on = fight(sam(), troll(), npc("Kin"))
    on.when(Act("sam", "a leap", "DEX", versus="kin"), Remove("kin"), Resolve("party"))
    on.rolls("sam d8=4")
    assert (True, True) == (on.then_told(CheckRolled).least, on.told(CheckRolled)[0].passed)


@pytest.mark.clause("BW-02")
def test_an_opponent_rolls_on_what_fits() -> None:
    """Its own attribute where one is named, in a call, a deed, a spell and the save of an attack;
    a zero die of its own counts as 0."""
    on = fight(sam("3/0/8/8/6"), troll("9/1/10/6/4")).when(
        CallSave(("sam",), "DEX", versus="troll", opposing="wil")
    )
    on.rolls("sam d8=3", "troll d4=2")
    assert ("DEX", 2, True) == (
        on.then_told(CheckRolled).what,
        on.told(CheckRolled)[0].against,
        on.told(CheckRolled)[0].passed,
    )
    for said in (
        Act("sam", "a feint", "WIL", versus="troll", opposing="STR"),
        Special("sam", "a word", "WIL", versus="troll", opposing="str"),
    ):
        on.when(said, Resolve("party")).rolls("sam d6=6", "troll d10=5").then_told(Acted)
    on.when(attack("sam", "troll", risk=Risk("DEX", opposing="str")), Resolve("party"))
    on.rolls("sam d8=5", "troll d10=4", "sam d6=1", "sam d12=1")
    on.when(SetScore("troll", "WIL", 0), CallSave(("sam",), "DEX", versus="troll", opposing="WIL"))
    on.rolls("sam d8=1")
    assert (0, True) == (on.then_told(CheckRolled).against, on.told(CheckRolled)[0].passed)


@pytest.mark.clause("BW-02")
def test_what_an_opponent_cannot_roll_on_is_refused() -> None:
    """No attribute, nobody to roll it, nothing to save on."""
    on = fight(sam(), troll())
    on.then_refused(
        "no attribute “Grit”", CallSave(("sam",), "DEX", versus="troll", opposing="Grit")
    )
    on.then_refused("Say who rolls WIL", CallSave(("sam",), "DEX", opposing="WIL"), clause="BW-02")
    on.then_refused("Say who rolls WIL", Act("sam", "a leap", "DEX", opposing="WIL"))
    on.then_refused("Say what Sam saves on", Act("sam", "a leap", opposing="WIL"))


@pytest.mark.clause("BW-02")
def test_what_cannot_be_saved_on_or_against_is_refused() -> None:
    """Grit is no attribute, oneself no opponent, nor is who has left; a save has to be named."""
    on = fight(sam(), troll(), npc("Kin")).when(Remove("kin"))
    on.then_refused("no attribute “Grit”", CallSave(("sam",), "Grit"))
    on.then_refused("no attribute “luck”", Act("sam", "a leap", "luck"))
    on.then_refused("against themselves", CallSave(("sam",), "DEX", versus="sam"), clause="BW-02")
    on.then_refused("against themselves", Retreat("sam", "the gate", versus="sam"))
    on.then_refused("against themselves", attack("sam", "troll", risk=Risk("DEX", "sam")))
    on.then_refused("Say what Sam saves on", Act("sam", "a leap", versus="troll"), clause="BW-02")
    on.then_refused("cannot roll against anybody", CallSave(("sam",), "DEX", versus="kin"))
    on.then_refused("cannot roll against anybody", attack("sam", "troll", risk=Risk("DEX", "kin")))
    on.then_refused("knows no numbers to roll against", CallSave(("sam",), "DEX", target=5))
