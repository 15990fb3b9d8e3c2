"""Sentences of the clauses that other tests do not cover: each way of being downed, a foe's
announced intent, a side's own casualties, an undone statement."""

from __future__ import annotations

import pytest

from combatlog.terminal.views.state import describe_declared
from events.types.declarations import BeginRound, Burden, Resolve, Rest
from events.types.outcomes import AttackRolled, Lapsed, SaveRolled
from events.types.sheets import Effect
from events.types.statements import AddCondition, Kill, Remove, Rename, SetScore
from events.types.unions import Declaration
from tests.support.given import Given, attack, given, npc, pc, weapon

ROUND = BeginRound("ambush")


def hexed(*effects: Effect) -> Given:
    """Return a fight in which Cho's charm strikes whoever it is aimed at, friend or foe."""
    charm = weapon("charm", "d4", *effects)
    return given(
        "golden-idol",
        pc("Cho", weapons=(charm,)),
        pc("Ada", "1/0/9/9/9", sword="d8"),
        npc("Wolf", "4/0/9/9/9", bite="d6"),
        npc("Bear", "9/0/9/9/9"),
    )


DRAINED = {
    "paralysed": Effect("hit", "lose", "drained", "9", "DEX"),
    "delirious": Effect("hit", "lose", "drained", "9", "WIL"),
}


@pytest.mark.clause("CF-06", "CF-16")
@pytest.mark.parametrize("state", DRAINED)
def test_an_ability_lost_in_its_own_turn_comes_after_what_was_declared(state: str) -> None:
    """The blow counts; then the attacker can do nothing more."""
    fight = hexed(DRAINED[state]).when(ROUND, attack("cho", "ada"), attack("ada", "bear"))
    fight.when(Resolve()).rolls("cho d4=3", "ada d8=5", "ada d20=1")
    fight.then("bear", HP=4).then("ada", has=state)
    fight.then_refused(f"Ada is {state}", attack("ada", "bear"), clause="ALL-03")


@pytest.mark.clause("CF-06", "CF-14")
@pytest.mark.parametrize("effects", [(), (Effect("critical", "incapacitate", "bound"),)])
def test_critical_damage_in_its_own_turn_comes_after_what_was_declared(
    effects: tuple[Effect, ...],
) -> None:
    """Crawling and incapacity begin when the turn is over."""
    fight = hexed(*effects).when(ROUND, attack("cho", "ada"), attack("ada", "bear"), Resolve())
    fight.rolls("cho d4=3", "ada d8=5", "ada d20=20").then("bear", HP=4)
    fight.then("ada", has="incapacitated" if effects else "critical damage", STR=7)


@pytest.mark.clause("CF-06", "CF-16")
@pytest.mark.parametrize("state", DRAINED)
def test_an_ability_lost_before_its_turn_takes_the_action_along(state: str) -> None:
    """If the other side struck first, the action lapses."""
    fight = hexed(DRAINED[state]).when(ROUND, attack("wolf", "ada"), attack("cho", "wolf"))
    fight.when(Resolve()).rolls("cho d4=1").then("wolf", has=state, HP=3)
    fight.when(Resolve()).then_never(AttackRolled)
    assert fight.then_told(Lapsed, who="wolf").why.startswith(f"Wolf is {state}")


@pytest.mark.clause("CF-06")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Kill("wolf"), "Wolf is dead"),
        (Remove("wolf", "fled"), "Wolf is out of the fight (fled)"),
        (AddCondition("wolf", "netted", "everything"), "Wolf is netted"),
    ],
)
def test_whatever_takes_somebody_out_before_their_turn_takes_the_action_along(
    said: AddCondition | Kill | Remove, why: str
) -> None:
    """The action lapses, and the reason is reported."""
    fight = hexed().when(ROUND, attack("wolf", "ada"), attack("cho", "bear"), Resolve())
    fight.rolls("cho d4=1").when(said).when(Resolve()).then_never(AttackRolled)
    assert why == fight.then_told(Lapsed, who="wolf").why


@pytest.mark.clause("CF-03")
def test_what_a_foe_is_about_to_do_is_there_for_all_to_see() -> None:
    """It waits beside the players' declarations, and they can answer it."""
    fight = hexed().when(ROUND, attack("wolf", "ada"), attack("ada", "wolf"))
    assert ["Wolf attacks Ada with bite", "Ada attacks Wolf with sword"] == describe_declared(
        fight.state
    )


@pytest.mark.clause("CF-25")
def test_the_casualty_of_one_side_does_not_shake_another() -> None:
    """Each side counts its own."""
    fight = given(
        "golden-idol",
        pc("Ada", sword="d8"),
        npc("Wolf", "1/0/1/9/9", side="the wild"),
        npc("Bear", side="the wild"),
        npc("Cultist", side="the cult"),
        npc("Priest", side="the cult"),
    )
    fight.when(ROUND, attack("ada", "wolf"), Resolve()).rolls("ada d8=8", "bear d20=1")
    assert ["bear"] == [told.who for told in fight.told(SaveRolled, purpose="morale")]
    fight.then("wolf", standing="dead")


@pytest.mark.clause("CF-24")
@pytest.mark.parametrize(("game", "score"), [("golden-idol", "HP"), ("thalassa", "STA")])
def test_a_full_pack_is_stated_and_never_counted(game: str, score: str) -> None:
    """It has ten slots, or as many as KRA: the table knows when it is full."""
    fight = given(game, pc("Ada", "5/0/3/9/9")).then("ada", **{score: 5})  # type: ignore[arg-type]
    fight.when(Burden("ada")).then("ada", has="full pack", **{score: 0}).when(Rest())  # type: ignore[arg-type]
    fight.then("ada", **{score: 0}).when(Burden("ada", full=False), Rest())  # type: ignore[arg-type]
    fight.then("ada", **{score: 5})  # type: ignore[arg-type]


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    "said",
    [
        SetScore("wolf", "HP", now=1),
        AddCondition("wolf", "netted", "everything"),
        Kill("wolf"),
        Remove("wolf", "fled"),
        Rename("wolf", "Old Grey"),
    ],
)
def test_a_statement_is_taken_back_like_anything_else(said: Declaration) -> None:
    """After the undo the state is as before the statement."""
    fight = hexed()
    before = fight.state.copied()
    fight.when(said)
    assert before != fight.state
    fight.fight.undo()
    assert before.combatants == fight.state.combatants
