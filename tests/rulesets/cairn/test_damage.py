"""Damage past hit protection, and abilities at 0."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import Act, Harm, Resolve, Rest
from events.types.outcomes import Died, SaveRolled, ScoreChanged
from events.types.sheets import Effect
from events.types.statements import SetScore
from tests.support.given import Given, attack, given, mob, npc, pc


def struck(block: str, face: int, **more: Any) -> Given:
    """Return a fight in which Ada attacks a bear of this block with a d12 that shows this face."""
    fight = given("golden-idol", pc("Ada", axe="d12"), npc("Bear", block, **more), npc("Cub"))
    return fight.when(attack("ada", "bear"), Resolve()).rolls(face)


@pytest.mark.clause("CF-13")
def test_damage_within_hit_protection_asks_for_nothing() -> None:
    """There is no save, even at exactly 0."""
    struck("6/0/10/10/8", 6).then("bear", HP=0, STR=10).then_never(SaveRolled)


@pytest.mark.clause("CF-13")
def test_what_is_left_comes_off_the_body_and_the_save_is_against_the_rest() -> None:
    """Nine less six leaves three. The body is then ten less three: a roll of seven passes, higher
    fails."""
    fight = struck("6/0/9/10/8", 9).then_asked("bear d20").rolls(6).then("bear", HP=0, STR=6)
    save = fight.then_told(SaveRolled, purpose="critical")
    assert ("STR", 6, True) == (save.score, save.against, save.passed)
    fight.then("bear", lacks="out of action")


@pytest.mark.clause("CF-13")
def test_the_save_fails_above_the_reduced_body() -> None:
    """The roll would have passed before the loss."""
    struck("6/0/9/10/8", 9).rolls(7, "cub d20=1").then("bear", has="out of action")


@pytest.mark.clause("CF-13")
def test_who_passes_fights_on_with_nothing_left() -> None:
    """The next damage goes to the body at once."""
    fight = struck("6/0/9/10/8", 9).rolls(6).when(attack("bear", "ada"), Resolve()).rolls(1)
    fight.then("ada", HP=5).when(attack("ada", "bear"), Resolve()).rolls(2, 1)
    fight.then("bear", HP=0, STR=4)


@pytest.mark.clause("CF-13", "CF-16")
def test_a_body_at_nothing_is_death_without_a_save() -> None:
    """Both scores stop at 0."""
    fight = struck("2/0/3/10/8", 12).then_asked("cub d20").rolls(1)
    fight.then("bear", HP=0, STR=0, standing="dead").then_never(SaveRolled, purpose="critical")
    fight.then_told(Died, who="bear", of="Ada's axe")
    assert [(2, 0), (3, 0)] == [(each.was, each.now) for each in fight.told(ScoreChanged)]


@pytest.mark.clause("CF-16")
@pytest.mark.parametrize(("score", "condition"), [("DEX", "paralysed"), ("WIL", "delirious")])
@pytest.mark.parametrize("who", ["ada", "bear", "mob"])
def test_agility_or_will_at_nothing_keeps_from_acting(score: str, condition: str, who: str) -> None:
    """This holds for characters, foes and crowds."""
    fight = given("golden-idol", pc("Ada"), npc("Bear"), mob("Mob"))
    fight.when(Harm((who,), "12", direct=score)).then(who, **{score: 0}, has=condition)  # type: ignore[arg-type]
    fight.then_refused(f"{condition} ({score} 0)", Act(who, "shout"), clause="ALL-03")


@pytest.mark.clause("CF-16", "CF-24")
def test_extended_rest_ends_them() -> None:
    """The score comes back, and with it the ability to act."""
    fight = given("golden-idol", pc("Ada"), npc("Bear"))
    fight.when(Harm(("ada",), "12", direct="DEX"), Harm(("ada",), "12", direct="WIL"))
    fight.then("ada", has="paralysed, delirious").when(Rest(("ada",)))
    fight.then("ada", has="paralysed, delirious").when(Rest(("ada",), extended=True))
    fight.then("ada", DEX=10, WIL=10, lacks="paralysed, delirious").when(Act("ada", "stand up"))


@pytest.mark.clause("CF-16", "ALL-01")
def test_extraordinary_means_end_them_as_well() -> None:
    """Anything that raises the score above 0 does, as the referee states."""
    fight = given("golden-idol", pc("Ada")).when(Harm(("ada",), "12", direct="DEX"))
    fight.when(SetScore("ada", "DEX", now=1, why="the spring of youth"))
    fight.then("ada", DEX=1, lacks="paralysed")


@pytest.mark.clause("CF-16", "CF-18")
def test_a_head_wound_that_raises_the_score_ends_them() -> None:
    """The total of three dice is above 0."""
    fight = given("golden-idol", pc("Ada", "6/0/10/9/9"), npc("Wolf", bite="d6"))
    fight.when(Harm(("ada",), "9", direct="DEX"), attack("wolf", "ada"), Resolve())
    fight.rolls(6, 3, 1, 2, 1).then("ada", DEX=4, max={"DEX": 9}, lacks="paralysed")


@pytest.mark.clause("CF-16", "ALL-01")
@pytest.mark.parametrize(
    ("score", "has", "standing"),
    [("STR", "", "dead"), ("DEX", "paralysed", "in"), ("WIL", "delirious", "in")],
)
def test_a_score_stated_at_nothing_means_the_same(score: str, has: str, standing: str) -> None:
    """How the score came to 0 makes no difference."""
    fight = given("golden-idol", pc("Ada")).when(SetScore("ada", score, now=0))
    fight.then("ada", has=has, standing=standing, **{score: 0})  # type: ignore[arg-type]


@pytest.mark.clause("CF-16")
def test_who_joins_with_nothing_left_is_as_that_makes_them() -> None:
    """A combatant who joins with a score of 0 has its condition."""
    fight = given("golden-idol", pc("Ada", "6/0/10/0/9"), pc("Ben", "6/0/10/9/0"))
    fight.then("ada", has="paralysed").then("ben", has="delirious")


@pytest.mark.clause("CF-15", "CF-16")
def test_a_drained_body_is_death_by_who_drained_it() -> None:
    """What happens when the victim is killed strikes the one who drained it."""
    drain = Effect("hit", "lose", "it drinks", dice="d4", score="STR")
    burst = Effect("killed", "damage", "it bursts", dice="d6")
    fight = given(
        "golden-idol",
        npc("Leech", "9/0/9/9/9", mouth="d4", effects=(drain,)),
        pc("Ada", "9/0/3/9/9", effects=(burst,)),
    )
    fight.when(attack("leech", "ada"), Resolve()).rolls("leech d4=1", "leech d4=4", "ada d6=5")
    fight.then("ada", STR=0, HP=8, standing="dead").then("leech", HP=4)
