"""Dice typed at the table: they are checked, marked as typed, and asked for in the order of the
clauses."""

from __future__ import annotations

import pytest

from events.errors import Refused
from events.types.declarations import Act, CallSave, ChooseDice, Resolve
from events.types.rolls import Rolled
from tests.support.given import Given, attack, given, npc, pc


def waiting() -> Given:
    fight = given("golden-idol", pc("Ada", pair="d6+d8"), pc("Ben"), npc("Wolf"))
    return fight.when(attack("ada", "wolf"), Resolve())


@pytest.mark.clause("ALL-02")
@pytest.mark.parametrize("face", [0, 7, -1, 20])
def test_a_face_the_die_has_not_is_refused(face: int) -> None:
    """A seven on a d6 is refused, and nothing is recorded."""
    fight = waiting()
    length = len(fight.fight.history)
    with pytest.raises(Refused, match="A d6 shows 1 to 6") as refused:
        fight.fight.roll(face)
    assert ("ALL-02", length) == (refused.value.clause, len(fight.fight.history))
    fight.then_asked("ada d6", "ada d8")


@pytest.mark.clause("ALL-02")
def test_typed_faces_are_marked_as_typed() -> None:
    """They have no draw number in the sealed series."""
    fight = waiting().rolls(5)
    rolled = fight.then_told(Rolled)
    assert (5, None, "damage") == (rolled.face, rolled.draw, rolled.purpose)


@pytest.mark.clause("ALL-02")
def test_a_die_nobody_typed_is_drawn_by_the_engine() -> None:
    """A roll without a face draws the die, with a draw number."""
    fight = waiting()
    fight.fight.roll()
    assert 0 == fight.then_told(Rolled).draw


@pytest.mark.clause("ALL-02")
def test_engine_and_table_can_be_chosen_in_the_fight() -> None:
    """With digital dice nothing is waited for."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf")).when(ChooseDice("digital"))
    fight.when(CallSave(("ada",), "DEX")).then_asked().then_told(Rolled)
    fight.when(ChooseDice("typed"), CallSave(("ada",), "DEX")).then_asked("ada d20")
    fight = given("golden-idol", pc("Ada"))
    fight.then_refused("typed already", ChooseDice("typed"), clause="ALL-02")


@pytest.mark.clause("ALL-02")
def test_dice_of_one_roll_are_asked_for_as_the_record_lists_them() -> None:
    """The smaller die comes first if it is written first."""
    waiting().then_asked("ada d6", "ada d8")


@pytest.mark.clause("ALL-02")
def test_awaited_dice_may_fall_in_any_order() -> None:
    """Roller and die identify which one was typed."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf", "9/0/9/9/9"))
    fight.when(attack("ada", "wolf"), attack("ben", "wolf"), Resolve())
    fight.rolls(("ben", 1)).then_asked("ada d4").rolls(("ada", 4)).then("wolf", HP=5)


@pytest.mark.clause("ALL-02")
def test_nothing_else_is_declared_while_dice_are_awaited() -> None:
    """The refusal names the awaited dice."""
    waiting().then_refused("Dice are awaited: Ada d6 (damage), Ada d8", Act("ben", "shout"))


@pytest.mark.clause("ALL-02")
def test_a_die_that_is_not_awaited_is_refused() -> None:
    """A roll by another combatant, or without awaited dice, is refused."""
    fight = waiting()
    with pytest.raises(Refused, match="No Ben is awaited"):
        fight.fight.roll(3, by="ben")
    fight.rolls(1, 1)
    with pytest.raises(Refused, match="No dice are awaited"):
        fight.fight.roll(3)


@pytest.mark.clause("ALL-02", "CF-29")
def test_a_roll_is_skipped_only_where_a_clause_says_so() -> None:
    """The dying still make the save against the stun that hit them."""
    fight = given("plerion", pc("Ada", gun="d8 stun"), npc("Floater", "1/0/1/9/9"), npc("Drone"))
    fight.when(attack("ada", "floater"), Resolve()).rolls(3).then_asked("floater d20")
