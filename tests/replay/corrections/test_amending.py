"""Amending an input of the past: what follows is played again."""

from __future__ import annotations

import pytest

from events.types.declarations import Attack, BeginRound, Join, Resolve
from events.types.log_events import Corrected, Spared
from events.types.outcomes import DamageDealt, Overruled, RoundBegan, ScoreChanged
from events.types.rolls import Rolled
from events.types.statements import SetScore
from events.types.unions import Declaration
from tests.support.corrections import (
    check_refused,
    chronicle_without_corrections,
    comparable_state,
    find_seq,
    plan_correction,
    record_correction,
)
from tests.support.given import Given, attack, given, npc, pc


def sword(target: str, impaired: str = "") -> Attack:
    return attack("ada", target, weapons="sword", impaired=impaired)


@pytest.fixture
def struck() -> Given:
    """Ada strikes a wolf, and a bear bites her."""
    fight = given(
        "golden-idol",
        pc("Ada", "6/1/10/12/9", sword="d8", knife="d6"),
        npc("Wolf", "9/1/6/8/6", bite="d6"),
        npc("Bear", "9/0/6/8/6", claws="d8"),
    )
    fight.when(BeginRound("ambush"), sword("wolf"), Resolve()).rolls("ada d8=5")
    return fight.when(attack("bear", "ada"), Resolve()).rolls("bear d8=4")


def test_another_target_takes_the_same_die(struck: Given) -> None:
    """The 5 was thrown by the same roller for the same attack, so it strikes the bear instead."""
    record_correction(struck, "amend", find_seq(struck, Attack, by="ada"), sword("bear"))
    struck.then("wolf", HP=9).then("bear", HP=4).then("ada", HP=3)


def test_another_weapon_with_another_die_needs_that_die(struck: Given) -> None:
    """The d8 is left unused and the d6 is thrown; what the bear rolled stays."""
    knife = attack("ada", "wolf", weapons="knife")
    assert ["d6"] == [
        each.die
        for each in plan_correction(struck, "amend", find_seq(struck, Attack), knife).missing
    ]
    done = record_correction(struck, "amend", find_seq(struck, Attack), knife, dice=[3])
    struck.then("wolf", HP=7).then("ada", HP=3)
    assert [("d8", 5)] == [(each.die, each.face) for each in done.spared]
    assert [("d6", 3)] == [(each.die, each.face) for each in done.fresh]


def test_an_attack_that_was_impaired_after_all(struck: Given) -> None:
    """A forgotten modifier is added to the attack it belongs to."""
    mud = sword("wolf", "mud")
    record_correction(struck, "amend", find_seq(struck, Attack), mud, dice=[2])
    struck.then("wolf", HP=8)


def test_armor_on_the_roster_was_another(struck: Given) -> None:
    """A number on a sheet is amended where the combatant joined."""
    record_correction(
        struck, "amend", find_seq(struck, Join, 2), joining(struck, "Wolf", "9/3/6/8/6")
    )
    struck.then("wolf", HP=7)


def joining(fight: Given, name: str, block: str) -> Join:
    return Join(npc(name, block, bite="d6").sheet(fight.game))


def test_a_stated_fact_is_stated_otherwise(struck: Given) -> None:
    """Later statements stand; what follows from rules is derived again."""
    struck.when(SetScore("bear", "HP", 2), SetScore("wolf", "HP", 8))
    record_correction(struck, "amend", find_seq(struck, SetScore), SetScore("bear", "HP", 3))
    struck.then("bear", HP=3).then("wolf", HP=8)


def test_amending_to_what_it_was_changes_nothing(struck: Given) -> None:
    """State and chronicle are equal; each input on the line repeats its first recording."""
    state, told = comparable_state(struck.fight), chronicle_without_corrections(struck.fight)
    for kind in (Join, BeginRound, Attack, Resolve):
        seq = find_seq(struck, kind)
        said = struck.fight.history[seq].event
        done = record_correction(struck, "amend", seq, said)  # type: ignore[arg-type]
        assert ((), [], ()) == (done.missing, done.fresh, done.spared)
        assert (state, told) == (
            comparable_state(struck.fight),
            chronicle_without_corrections(struck.fight),
        )


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        (DamageDealt, Attack),
        (ScoreChanged, Resolve),
        (RoundBegan, BeginRound),
        (Rolled, Rolled),
    ],
)
def test_an_outcome_means_its_cause_and_a_roll_its_die(
    struck: Given, named: type, meant: type
) -> None:
    """An outcome of an attack refers to the attack, an outcome of a resolve to the resolve."""
    seq = find_seq(struck, named)
    said: dict[type, Declaration] = {
        Attack: sword("bear"),
        Resolve: Resolve(),
        BeginRound: BeginRound("ambush"),
    }
    if meant is Rolled:
        done = plan_correction(struck, "amend", seq, face=6)
    else:
        done = plan_correction(struck, "amend", seq, said[meant])
    assert find_seq(struck, meant) == done.target.seq


def test_a_superseded_seq_means_what_it_is_now(struck: Given) -> None:
    """A seq from before a correction still refers to the same input."""
    seq = find_seq(struck, Attack)
    record_correction(struck, "amend", seq, sword("bear"))
    assert (
        find_seq(struck, Attack) == plan_correction(struck, "amend", seq, sword("wolf")).target.seq
    )
    record_correction(struck, "amend", seq, sword("wolf"))
    struck.then("wolf", HP=5).then("bear", HP=9)


def test_amending_a_correction_amends_its_input(struck: Given) -> None:
    """A correction, and the dice it left unused, refer to the input that it changed."""
    record_correction(struck, "amend", find_seq(struck, Attack), sword("bear"))
    knife = attack("ada", "wolf", weapons="knife")
    record_correction(struck, "amend", find_seq(struck, Corrected), knife, dice=[3])
    for kind in (Corrected, Spared):
        seq = find_seq(struck, kind)
        assert (
            find_seq(struck, Attack)
            == plan_correction(struck, "amend", seq, sword("wolf")).target.seq
        )


def test_a_correction_says_why(struck: Given) -> None:
    """A correction without a reason, or of something that cannot be corrected, is refused."""
    check_refused("Say why", struck, "amend", find_seq(struck, Attack), sword("bear"), why=" ")
    check_refused("There is no #99", struck, "amend", 99, sword("bear"))
    check_refused("starts the fight", struck, "strike", 1)
    check_refused("Say what replaces", struck, "amend", find_seq(struck, Attack))
    check_refused("Say what to insert", struck, "insert", find_seq(struck, Attack))
    check_refused("is not a die", struck, "amend", find_seq(struck, Attack), face=3)
    check_refused(
        "replaced by one other only",
        struck,
        "amend",
        find_seq(struck, Attack),
        Resolve(),
        Resolve(),
    )


def test_what_the_rules_refuse_cannot_be_said_in_the_past_either(struck: Given) -> None:
    """The game refuses an amended input as it would refuse a new one; the referee can overrule
    it."""
    nobody = sword("fox")
    check_refused("Nobody here is called", struck, "amend", find_seq(struck, Attack), nobody)
    bite = find_seq(struck, Attack, by="bear")
    check_refused("too late", struck, "amend", bite, sword("bear"))
    insists = attack("ada", "bear", weapons="sword", overrule="she is quick")
    done = plan_correction(struck, "amend", bite, insists)
    assert {"she is quick"} == {
        each.event.why for each in done.entries if isinstance(each.event, Overruled)
    }


def test_what_was_undone_cannot_be_corrected(struck: Given) -> None:
    """An undone input is not part of the fight, so it cannot be corrected."""
    seq = find_seq(struck, Attack, 2)
    struck.fight.undo(3)
    check_refused("is not part of the fight", struck, "strike", seq)
    struck.fight.note("hm")
    check_refused("is not an input", struck, "strike", len(struck.fight.history))
