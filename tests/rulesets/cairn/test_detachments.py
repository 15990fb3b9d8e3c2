"""Detachments: one combatant for a crowd."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import Act, Harm, PassTime, Resolve
from events.types.outcomes import AttackRolled, EffectTold, Left, SaveRolled, WoundTaken
from events.types.sheets import Effect
from events.types.statements import SetTrait
from tests.support.given import Given, attack, given, mob, npc, pc


def battle(*, choices: dict[str, str] | None = None, **options: Any) -> Given:
    """Return a fight of a mob with one point of hit protection, and a guard beside it."""
    return given(
        "golden-idol",
        pc("Ada", "9/0/9/9/9", bomb="d12 blast", sword="d8"),
        mob("Mob", "1/0/12/9/9", clubs="d6", choices=choices or {}),
        *[npc(f"Guard {number}", "9/0/9/9/9") for number in (1, 2, 3)],
        **options,
    )


def break_up(fight: Given, face: int = 3) -> Given:
    fight.when(attack("ada", "mob", weapons="bomb"), Resolve()).rolls(face, "mob d20=20")
    return fight.rolls(*([1] * len(fight.state.awaited)))


@pytest.mark.clause("CF-20")
def test_critical_damage_routs_a_detachment() -> None:
    """It is out of the fight, alive, without a save or a clock."""
    fight = break_up(battle()).then("mob", standing="gone", STR=10)
    assert "routed" == fight.then_told(Left).how
    fight.then_never(WoundTaken).when(PassTime(9999)).then("mob", standing="gone")
    fight.then_refused("routed", Act("mob", "howl"), clause="ALL-03")


@pytest.mark.clause("CF-20")
@pytest.mark.parametrize("how", ["option", "sheet", "word"])
def test_the_referee_can_have_it_weakened(how: str) -> None:
    """The table's option, the sheet or a statement can say so."""
    options = {"broken_detachment": "weakened"} if how == "option" else {}
    fight = battle(choices={"broken": "weakened"} if how == "sheet" else None, **options)
    if how == "word":
        fight.when(SetTrait("mob", "broken", "weakened"))
    break_up(fight).then("mob", has="weakened", standing="in").then_never(Left)


@pytest.mark.clause("CF-20", "CF-21")
def test_weakened_it_counts_as_an_individual() -> None:
    """One individual's attack on it is not impaired, and its own is not enhanced."""
    fight = break_up(battle(broken_detachment="weakened"))
    fight.when(attack("ada", "mob", weapons="sword"), Resolve()).then_asked("ada d8").rolls(1, 1)
    fight.when(attack("mob", "ada"), Resolve()).then_asked("mob d6").rolls(1)
    fight.joins(pc("Ben")).then_refused("one target at a time", attack("mob", "ada", "ben"))


@pytest.mark.clause("CF-20")
def test_the_next_critical_routs_a_weakened_one() -> None:
    """The option makes no difference."""
    fight = break_up(break_up(battle(broken_detachment="weakened")), 2)
    fight.then("mob", standing="gone")


@pytest.mark.clause("CF-15", "CF-20")
def test_two_criticals_in_one_turn_weaken_and_rout() -> None:
    """The second one counts as the next."""
    fight = battle(broken_detachment="weakened")
    fight.joins(
        npc("Bear", side="wild", claws="d8", effects=(Effect("critical", "damage", dice="4"),))
    )
    fight.when(attack("bear", "mob", enhanced="it charges"), Resolve("wild"))
    fight.rolls("bear d8=3", "mob d20=20", "mob d20=20")
    fight.rolls(*([1] * len(fight.state.awaited))).then("mob", standing="gone", STR=6)


@pytest.mark.clause("CF-20")
def test_a_body_at_nothing_destroys_it() -> None:
    """There is no save and no rout."""
    fight = battle().when(Harm(("mob",), "13"))
    fight.then("mob", STR=0, standing="dead").then_never(SaveRolled).then_never(Left)


@pytest.mark.clause("CF-17", "CF-20")
def test_a_detachment_has_no_scars() -> None:
    """This holds also for one that a player leads."""
    fight = given("golden-idol", pc("Legion", "3/0/9/9/9", scale="detachment"))
    fight.when(Harm(("legion",), "3")).then("legion", HP=0).then_never(WoundTaken)
    fight.when(Harm(("legion",), "3")).rolls(20).then("legion", standing="gone")


@pytest.mark.clause("CF-15", "CF-20")
def test_its_critical_sets_off_what_it_carries() -> None:
    """It is routed, and calls for backup."""
    fight = battle()
    fight.joins(mob("Band", "1/0/9/9/9", effects=(Effect("own-critical", text="calls backup"),)))
    fight.when(Harm(("band",), "2")).rolls(20).then("band", standing="gone")
    assert "band" == fight.then_told(EffectTold).who


@pytest.mark.clause("CF-10", "CF-21")
def test_a_detachment_strikes_individuals_and_a_detachment_at_once() -> None:
    """The attack is a blast, and each target has its own modifier."""
    fight = battle().joins(mob("Rabble", "6/0/9/9/9", side="party"))
    fight.when(attack("mob", "ada", "rabble", "guard-1"), Resolve())
    fight.then_asked("mob d12", "mob d6", "mob d12").rolls(2, 3, 1)
    assert ["enhanced", "", "enhanced"] == [each.modifier for each in fight.told(AttackRolled)]
    fight.then("ada", HP=7).then("rabble", HP=3).then("guard-1", HP=8)


@pytest.mark.clause("CF-12", "CF-21")
def test_a_detachment_strikes_one_detachment_at_a_time() -> None:
    """Between detachments an attack is no blast by itself."""
    fight = battle().joins(mob("Rabble")).joins(mob("Rabble"))
    fight.then_refused("one target at a time", attack("mob", "rabble", "rabble-2"), clause="CF-12")
