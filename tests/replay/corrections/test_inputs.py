"""Inputs that are struck out, put back or inserted, and combatants that join in the past."""

from __future__ import annotations

import pytest

from events.types.declarations import Attack, BeginRound, Join, Resolve
from events.types.log_events import Corrected, Skipped
from events.types.outcomes import DamageDealt
from events.types.statements import Rename, SetScore
from tests.support.corrections import (
    check_refused,
    chronicle_without_corrections,
    comparable_state,
    find_seq,
    plan_correction,
    record_correction,
)
from tests.support.given import Given, attack, given, npc, pc


@pytest.fixture
def struck() -> Given:
    """Ada strikes the second of two wolves, and it bites back."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/0/10/12/9", sword="d8"),
        npc("Wolf", "9/0/6/8/6", bite="d6"),
        npc("Wolf", "9/0/6/8/6", bite="d6"),
    )
    fight.when(BeginRound("ambush"), attack("ada", "wolf-2"), Resolve()).rolls("ada d8=5")
    return fight.when(attack("wolf-2", "ada"), Resolve()).rolls("wolf-2 d6=4")


def wolf(fight: Given, name: str = "Wolf") -> Join:
    return Join(npc(name, "9/0/6/8/6", bite="d6").sheet(fight.game))


def why(fight: Given) -> dict[int, str]:
    """Return the skipped inputs of the line, by first recording, with their reasons."""
    history = fight.fight.history
    return {
        history.origin(each.seq): each.event.why
        for each in history.on_line(history.position())
        if isinstance(each.event, Skipped)
    }


def test_what_is_struck_out_never_happened(struck: Given) -> None:
    """A struck input stays on the line as skipped, with the reason; its die is left unused."""
    seq = find_seq(struck, Attack)
    done = record_correction(struck, "strike", seq, why="she was not there")
    struck.then("wolf-2", HP=9).then("ada", HP=5)
    assert {seq: "she was not there"} == why(struck)
    assert [5] == [each.face for each in done.spared]
    check_refused("struck out already", struck, "strike", seq)


def test_what_is_struck_out_is_not_tried_again(struck: Given) -> None:
    """Later corrections do not try a struck input again."""
    record_correction(struck, "strike", find_seq(struck, Attack))
    record_correction(
        struck, "amend", find_seq(struck, Attack, by="wolf-2"), attack("wolf", "ada"), dice=[1]
    )
    struck.then("wolf-2", HP=9).then("ada", HP=8)


def test_what_is_struck_out_is_put_back(struck: Given) -> None:
    """Amending a struck input without a new declaration puts it back, with its die."""
    seq, state, told = (
        find_seq(struck, Attack),
        comparable_state(struck.fight),
        chronicle_without_corrections(struck.fight),
    )
    record_correction(struck, "strike", seq)
    done = record_correction(struck, "amend", seq)
    assert ([], ()) == (done.fresh, done.spared)
    assert (state, told) == (
        comparable_state(struck.fight),
        chronicle_without_corrections(struck.fight),
    )


def test_what_is_struck_out_is_put_back_otherwise(struck: Given) -> None:
    """Amended to something else, it is on the line again, with its die."""
    record_correction(struck, "strike", find_seq(struck, Attack))
    record_correction(struck, "amend", find_seq(struck, Skipped), attack("ada", "wolf"))
    struck.then("wolf", HP=4).then("wolf-2", HP=9)


def test_a_forgotten_input_is_put_in_before_another(struck: Given) -> None:
    """Whichever event is named, the insertion comes before the input that it refers to."""
    record_correction(struck, "insert", find_seq(struck, DamageDealt), SetScore("wolf-2", "HP", 6))
    struck.then("wolf-2", HP=1)
    kinds = [
        type(each.event) for each in struck.fight.history.on_line(struck.fight.history.position())
    ]
    assert kinds.index(SetScore) == kinds.index(Attack) - 1


def test_several_forgotten_inputs_are_put_in_together(struck: Given) -> None:
    """A whole round can be inserted before the first."""
    said = (attack("ada", "wolf"), Resolve("party"))
    record_correction(struck, "insert", find_seq(struck, BeginRound), *said, dice=[7])
    struck.then("wolf", HP=2).then("wolf-2", HP=4)


def test_what_was_put_in_is_struck_out_again(struck: Given) -> None:
    """Striking out an insertion gives the fight as it was."""
    state, told = comparable_state(struck.fight), chronicle_without_corrections(struck.fight)
    record_correction(struck, "insert", find_seq(struck, Attack), SetScore("wolf-2", "HP", 6))
    record_correction(struck, "strike", find_seq(struck, Corrected))
    assert (state, told) == (
        comparable_state(struck.fight),
        chronicle_without_corrections(struck.fight),
    )


def test_a_wolf_put_in_before_others_shifts_nobody(struck: Given) -> None:
    """The inserted wolf becomes the third; inputs about the second still mean the same one."""
    record_correction(struck, "insert", find_seq(struck, Join, 2), wolf(struck))
    struck.then("wolf-2", HP=4).then("wolf-3", HP=9)
    assert ["Ada", "Wolf 3", "Wolf", "Wolf 2"] == [
        one.name for one in struck.state.combatants.values()
    ]


def test_wolves_put_in_together_have_names_of_their_own(struck: Given) -> None:
    """Inserted wolves get names that nobody has, now or later."""
    record_correction(struck, "insert", find_seq(struck, Join), wolf(struck), wolf(struck))
    assert {"ada", "wolf", "wolf-2", "wolf-3", "wolf-4"} == {*struck.state.combatants}


def test_something_else_amended_to_a_wolf_shifts_nobody(struck: Given) -> None:
    """A new wolf does not take the id of one that joins later."""
    struck.when(wolf(struck), SetScore("wolf-3", "HP", 1))
    record_correction(struck, "amend", find_seq(struck, BeginRound), wolf(struck))
    assert 1 == struck.one("wolf-3").scores["HP"]
    assert "wolf-4" in struck.state.combatants


def test_whoever_joins_instead_is_meant_by_later_inputs(struck: Given) -> None:
    """The second wolf was a boar: it has the same id and another name, and it was struck."""
    record_correction(struck, "amend", find_seq(struck, Join, 3), wolf(struck, "Boar"))
    struck.then("wolf-2", HP=4)
    assert "Boar" == struck.one("wolf-2").name


def test_a_number_of_a_roster_is_amended(struck: Given) -> None:
    """With HP 12 instead of 9, damage is taken from 12."""
    twelve = Join(npc("Wolf", "12/0/6/8/6", bite="d6").sheet(struck.game))
    record_correction(struck, "amend", find_seq(struck, Join, 3), twelve)
    struck.then("wolf-2", HP=7)
    assert "Wolf 2" == struck.one("wolf-2").name


def test_whoever_never_joined_did_nothing(struck: Given) -> None:
    """Without the combatant, inputs by it and on it are skipped; put back, all of them return."""
    state = comparable_state(struck.fight)
    done = record_correction(struck, "strike", find_seq(struck, Join, 3))
    lost = [type(each.row.event) for each in done.impossible]
    assert [Attack, Attack] == lost[:2]
    back = record_correction(struck, "amend", find_seq(struck, Skipped))
    assert lost == [
        type(each.event.input) for each in back.revived if isinstance(each.event, Skipped)
    ]
    assert state == comparable_state(struck.fight)


def test_nobody_takes_the_name_of_somebody_who_may_be_put_back(struck: Given) -> None:
    """Neither a new combatant nor a rename takes its name, now or in the past; put back, it has its
    own name, inputs and dice again."""
    record_correction(struck, "strike", find_seq(struck, Join, 3))
    struck.when(wolf(struck), Rename("wolf", "Wolf 2"))
    record_correction(struck, "insert", find_seq(struck, BeginRound), wolf(struck))
    assert ["ada", "wolf", "wolf-4", "wolf-3"] == list(struck.state.combatants)
    assert "Wolf 2 2" == struck.one("wolf").name
    assert "Wolf 2 is not there" in why(struck).values()
    done = record_correction(struck, "amend", find_seq(struck, Skipped))
    assert ((), [], ()) == (done.missing, done.fresh, done.spared)
    struck.then("ada", HP=5).then("wolf-2", HP=4)
    assert "Wolf 2" == struck.one("wolf-2").name


def test_who_is_skipped_once_more_is_skipped_for_the_same_reason(struck: Given) -> None:
    """The reason keeps the name, though nobody has it any more."""
    record_correction(struck, "strike", find_seq(struck, Join, 3))
    reasons = why(struck)
    assert "Wolf 2 is not there" in reasons.values()
    record_correction(
        struck, "amend", find_seq(struck, Join), Join(pc("Ada", "8/0/10/12/9").sheet(struck.game))
    )
    assert reasons == why(struck)
    record_correction(struck, "amend", find_seq(struck, Skipped), SetScore("ada", "HP", 3))
    assert "Wolf 2 is not there" in why(struck).values()
    record_correction(
        struck, "amend", find_seq(struck, Join), Join(pc("Ada", "9/0/10/12/9").sheet(struck.game))
    )
    assert "Wolf 2 is not there" in why(struck).values()


def test_a_name_that_was_taken_comes_back_when_it_is_free(struck: Given) -> None:
    """A combatant renamed by a correction gets its entered name back when it is free."""
    struck.when(SetScore("ada", "HP", 9), Rename("wolf", "Grey"))
    seq = find_seq(struck, SetScore)
    record_correction(struck, "amend", seq, Rename("wolf-2", "Grey"))
    assert "Grey 2" == struck.one("wolf").name
    record_correction(struck, "amend", seq, SetScore("ada", "HP", 9))
    assert "Grey" == struck.one("wolf").name


def test_a_rename_in_the_past_leaves_ids_alone(struck: Given) -> None:
    """A new name that equals a later combatant's id takes nothing from it."""
    record_correction(struck, "insert", find_seq(struck, Join, 3), Rename("wolf", "Wolf 2"))
    struck.then("wolf-2", HP=4)


def test_what_is_put_in_must_be_possible(struck: Given) -> None:
    """An insertion that the rules refuse makes the whole correction refused."""
    check_refused(
        "Nobody here", struck, "insert", find_seq(struck, Attack), SetScore("fox", "HP", 6)
    )
    check_refused(
        "has started already",
        struck,
        "insert",
        find_seq(struck, Attack),
        struck.fight.history[1].event,  # type: ignore[arg-type]
    )
    assert (
        ()
        == plan_correction(
            struck, "insert", find_seq(struck, Attack), SetScore("ada", "HP", 6)
        ).missing
    )
