"""What an awaited die has to show."""

from __future__ import annotations

from events.types.declarations import BeginRound, Resolve
from replay.odds.targets import find_targets
from tests.rulesets.brighter.people import fight, sam, troll
from tests.support.given import Given, attack, given, npc, pc


def list_targets(on: Given) -> list[tuple[str, str, int, bool]]:
    """Return of whom each awaited save is, on what, and what passes."""
    found = find_targets(on.fight.history)
    return [(asked.by, each.score, each.bound, each.high) for asked, each in found.items()]


def test_a_save_of_the_cairn_family_is_passed_from_below() -> None:
    """Against what the blow has left of the score. Dice of damage have no target."""
    on = given("golden-idol", pc("Ben", "1/0/9/9/11"), npc("Wolf", "4/1/6/8/6", bite="d6"))
    on.when(attack("wolf", "ben"), Resolve())
    assert [] == list_targets(on)
    on.rolls("wolf d6=3")
    assert [("ben", "STR", 7, False)] == list_targets(on)
    before = len(on.fight.history)
    on.rolls("ben d20=7").then("ben", STR=7)
    assert before < len(on.fight.history)
    assert [] == list_targets(on)


def test_saves_that_are_rolled_together_have_their_own_targets() -> None:
    """Each is decided by its own die."""
    on = given("golden-idol", pc("Ada", "6/0/9/12/9"), pc("Ben", "6/0/9/9/9"), npc("Wolf"))
    on.when(BeginRound())
    assert [("ada", "DEX", 12, False), ("ben", "DEX", 9, False)] == list_targets(on)


def test_a_save_of_brighter_worlds_is_passed_from_above() -> None:
    """Over the damage that the blow has left."""
    on = fight(sam("0/0/8/8/8"), troll())
    on.when(attack("troll", "sam"), Resolve())
    on.rolls(f"troll {on.state.awaited[0].die}=3")
    assert [("sam", "STR", 4, True)] == list_targets(on)
