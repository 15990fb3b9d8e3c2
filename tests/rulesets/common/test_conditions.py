"""Conditions end as they began, with what they came of and what they are about."""

from __future__ import annotations

import msgspec
import pytest

from events.types.declarations import Join, Recover, Rest
from events.types.outcomes import ConditionEnded
from events.types.sheets import Condition, Wound
from tests.rulesets.paraverse.people import fight, pc as somebody
from tests.support.given import Given, given, pc

NUMB = Condition("numb", "", "cut", about="left hand")


@pytest.mark.clause("CF-14")
def test_what_came_of_a_wound_ends_with_it_whatever_it_is_about() -> None:
    """Rest heals tended critical damage, and the hand it made numb."""
    cut = Wound("cut", "critical damage", awaits="rest")
    on = given("golden-idol", pc("Ada", wounds=(cut,), conditions=(NUMB,)))
    on.when(Rest())
    assert ConditionEnded("ada", "numb", "cut", "left hand") == on.then_told(ConditionEnded)
    on.then("ada", lacks="numb")


def _kit(*conditions: Condition, wounds: tuple[Wound, ...] = ()) -> Given:
    on = fight()
    sheet = somebody("Kit").sheet(on.game)
    brought = msgspec.structs.replace(sheet, conditions=conditions, wounds=wounds)
    return on.when(Join(brought))


@pytest.mark.clause("PV-19")
def test_what_came_of_a_wound_ends_with_it_in_paraverse_too() -> None:
    """A temple heals the wound, and nothing of it is left."""
    cut = Wound("cut", "deep cut", place="arms", grade="critical", awaits="treatment")
    on = _kit(NUMB, wounds=(cut,))
    on.when(Recover("kit", "cut")).then("kit", lacks="numb")


@pytest.mark.clause("PV-14")
def test_a_condition_that_the_rules_know_keeps_what_it_is_about() -> None:
    """Brought along from elsewhere, it is written as the rules do, and otherwise as it was."""
    on = _kit(Condition("Fractured ARM", about="left", due=40))
    assert [Condition("fractured arm", about="left", due=40)] == on.one("kit").conditions
