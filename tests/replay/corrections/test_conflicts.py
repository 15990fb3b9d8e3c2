"""Later inputs that a correction makes impossible: skip them, keep them, or stop there."""

from __future__ import annotations

import pytest

from events.errors import Conflict, Refused
from events.types.declarations import Attack, BeginRound, Join, Resolve
from events.types.log_events import Skipped
from events.types.outcomes import Overruled
from events.types.rolls import Rolled
from events.types.statements import Kill, SetScore
from replay.corrections.plan import Correction, Rulings
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
    """Ada strikes a bear down to 4 HP, it strikes back, and she strikes again."""
    fight = given(
        "golden-idol", pc("Ada", "9/0/10/12/9", sword="d8"), npc("Bear", "9/0/6/8/6", claws="d8")
    )
    fight.when(BeginRound("ambush"), attack("ada", "bear"), Resolve()).rolls("ada d8=5")
    fight.when(attack("bear", "ada"), Resolve()).rolls("bear d8=4")
    return fight.when(BeginRound(), attack("ada", "bear"), Resolve()).rolls("ada d8=2")


DEAD = Kill("bear", "a trap")


def skipped(fight: Given) -> list[str]:
    return [
        each.event.why
        for each in fight.fight.history.on_line(fight.fight.history.position())
        if isinstance(each.event, Skipped)
    ]


def test_what_is_impossible_now_is_shown_with_the_reason(struck: Given) -> None:
    """Impossible inputs are listed in order, with whether the referee can overrule them and the
    ruling."""
    done = plan_correction(struck, "insert", find_seq(struck, Attack, by="bear"), DEAD)
    first = done.impossible[0]
    assert find_seq(struck, Attack, by="bear") == first.row.seq
    assert ("Bear is dead", True, "skip", False) == first[1:]


def test_what_is_impossible_is_skipped_and_stays_on_the_line(struck: Given) -> None:
    """The attack of a dead bear is skipped, and its die is left unused."""
    done = record_correction(struck, "insert", find_seq(struck, Attack, by="bear"), DEAD)
    struck.then("ada", HP=9).then("bear", HP=4, standing="dead")
    assert "Bear is dead" == skipped(struck)[0]
    assert 4 in [each.face for each in done.spared]


def test_what_was_skipped_is_tried_again_by_later_corrections(struck: Given) -> None:
    """When the bear lives after all, it strikes with its own die."""
    state, told = comparable_state(struck.fight), chronicle_without_corrections(struck.fight)
    record_correction(struck, "insert", find_seq(struck, Attack, by="bear"), DEAD)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=4)
    assert "Bear is dead" == skipped(struck)[0]
    done = record_correction(struck, "strike", find_seq(struck, Kill))
    assert Attack is type(done.revived[0].event.input)  # type: ignore[union-attr]
    struck.then("ada", HP=5)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=5)
    assert (state, told) == (
        comparable_state(struck.fight),
        chronicle_without_corrections(struck.fight),
    )


def test_what_was_skipped_is_shown_as_skipped_before(struck: Given) -> None:
    """An input that was skipped before and still is impossible is marked so, and the rule does not
    apply to it."""
    record_correction(struck, "insert", find_seq(struck, Attack, by="bear"), DEAD)
    for rule in ("skip", "keep", "stop"):
        done = plan_correction(
            struck, "amend", find_seq(struck, Rolled), face=4, rulings=Rulings(rule)
        )
        assert {(True, "skip")} == {(each.before, each.ruling) for each in done.impossible}


def test_the_referee_keeps_what_is_impossible(struck: Given) -> None:
    """An impossible input is kept by overruling, for the reason of the correction."""
    record_correction(
        struck,
        "insert",
        find_seq(struck, Attack, by="bear"),
        DEAD,
        why="a ghost",
        rulings=Rulings("keep"),
    )
    overruled = [
        each.event.why
        for each in struck.fight.history.on_line(struck.fight.history.position())
        if isinstance(each.event, Overruled)
    ]
    assert "a ghost" == overruled[0]


def test_what_was_kept_by_overruling_is_not_insisted_on_for_ever(struck: Given) -> None:
    """When the rules allow the input again, it is recorded without overruling."""
    state = comparable_state(struck.fight)
    record_correction(
        struck, "insert", find_seq(struck, Attack, by="bear"), DEAD, rulings=Rulings("keep")
    )
    record_correction(struck, "amend", find_seq(struck, Rolled), face=4)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=5)
    record_correction(struck, "strike", find_seq(struck, Kill))
    assert state == comparable_state(struck.fight)
    assert ["misheard"] == skipped(struck)


def test_what_cannot_be_overruled_is_skipped_all_the_same(struck: Given) -> None:
    """An attack on a combatant that does not exist is skipped even if it was to be kept."""
    done = record_correction(struck, "strike", find_seq(struck, Join, 2), rulings=Rulings("keep"))
    rulings = {(each.overrulable, each.ruling) for each in done.impossible}
    assert (False, "skip") in rulings
    assert (False, "keep") not in rulings


def test_the_fight_stops_at_what_is_impossible(struck: Given) -> None:
    """The inputs after it are left out and listed; their dice are left unused."""
    bite = find_seq(struck, Attack, by="bear")
    done = record_correction(struck, "insert", bite, DEAD, rulings=Rulings("stop"))
    assert bite == done.left[0].seq
    assert 1 == struck.state.round
    assert {2, 4} <= {each.face for each in done.spared}
    struck.then("ada", HP=9)
    struck.fight.undo()
    struck.then("ada", HP=5)


def test_rulings_one_by_one(struck: Given) -> None:
    """A ruling for one seq comes before the rule for the rest."""
    bite, last = find_seq(struck, Attack, by="bear"), find_seq(struck, Attack, 3)
    every = plan_correction(struck, "insert", bite, DEAD, rulings=Rulings("skip"))
    assert {bite, last} <= {each.row.seq for each in every.impossible}
    done = plan_correction(struck, "insert", bite, DEAD, rulings=Rulings("stop", {bite: "skip"}))
    assert ["skip", "stop"] == [each.ruling for each in done.impossible][:2]
    done = plan_correction(struck, "insert", bite, DEAD, rulings=Rulings("skip", {bite: "keep"}))
    assert "keep" == done.impossible[0].ruling
    assert {"skip"} == {each.ruling for each in done.impossible[1:]}


def test_somebody_has_recorded_meanwhile(struck: Given) -> None:
    """The correction is refused as a conflict, and nothing of it is recorded."""
    other = type(struck.fight)(struck.fight._store, "fight", by="ben")
    computed = plan_correction(struck, "amend", find_seq(struck, Rolled), face=4)
    other.declare(SetScore("bear", "HP", 1))
    with pytest.raises(Conflict, match="ben"):
        struck.fight.correct(computed)
    assert len(other.history) == len(struck.fight.history)
    struck.then("bear", HP=1)
    with pytest.raises(Conflict):
        struck.fight.correct(computed)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=4)


def test_the_same_key_corrects_once(struck: Given) -> None:
    """Sent again with its key, a correction returns what was recorded the first time."""
    correction = Correction("amend", find_seq(struck, Rolled), "misread", face=4)
    rows = struck.fight.correct(struck.fight.plan_correction(correction), key="k1")
    length = len(struck.fight.history)
    assert rows == struck.fight.correct(struck.fight.plan_correction(correction), key="k1")
    assert length == len(struck.fight.history)


def test_a_refused_correction_changes_nothing(struck: Given) -> None:
    """Neither the fight nor what can be corrected afterwards changes."""
    check_refused("Nobody here", struck, "amend", find_seq(struck, Attack), attack("ada", "fox"))
    with pytest.raises(Refused):
        plan_correction(struck, "amend", find_seq(struck, Rolled), face=9)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=4)
    struck.then("bear", HP=3)


def test_the_turn_of_a_side_that_is_gone_is_nobody_else_s() -> None:
    """When the only combatant of a side is struck out, the resolve of its turn is skipped, and the
    next side keeps its own."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/0/10/10/10", sword="d8"),
        npc("Bear", "9/0/9/9/9", claw="d6", side="wild"),
        npc("Cultist", "9/0/9/9/9", knife="d6", side="cult"),
    )
    fight.when(BeginRound("ambush"), attack("ada", "cultist"), Resolve()).rolls(3)
    fight.when(attack("bear", "ada"), Resolve()).rolls(4)
    fight.when(attack("cultist", "ada"), Resolve()).rolls(2)
    course = fight.fight.plan_correction(Correction("strike", 3, "there was none"))
    fight.fight.correct(course)
    assert ["Bear is not there", "the wild has no turn in this round"] == [
        each.why for each in course.impossible
    ]
    fight.then("ada", HP=7)
    fight.then("cultist", HP=6)
