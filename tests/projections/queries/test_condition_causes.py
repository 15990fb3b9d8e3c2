"""Causes of conditions, wounds, deaths and absence; causes of a score after a correction."""

from __future__ import annotations

from events.types.declarations import Attack, BeginRound, Resolve
from events.types.log_events import Skipped
from projections.queries.causes import explain_score
from projections.queries.condition_causes import explain_condition, list_all_conditions
from tests.support.corrected_fights import find_seq, record_correction
from tests.support.given import attack, given, npc, pc
from tests.support.talk import start_session


def explain(name: str, who: str, *lines: str) -> list[tuple[int, str]]:
    """Return the reasons for a condition after these lines, in Golden Idol."""
    at = start_session()
    for line in lines:
        at.say(line)
    events = [(row.seq, row.event) for row in at.fight.history.on_line(len(at.fight.history))]
    return [(reason.value, reason.said) for reason in explain_condition(events, who, name)]


def test_a_condition_has_reasons_for_its_beginning_and_end() -> None:
    """Stated, or by the rules."""
    assert [(1, "Ada is blinded: sand"), (0, "Ada is no longer blinded: water")] == explain(
        "blinded", "ada", "condition ada blinded: sand", "clear ada blinded: water"
    )


def test_a_wound_has_reasons_from_taken_to_tended() -> None:
    """It is found by its label."""
    said = explain("critical damage", "ben", "harm ben 9: a rock", "15", "aid ada ben", "go")
    assert [1, 1, 1] == [value for value, _ in said]
    assert "Ben's critical damage is tended; it awaits rest" == said[-1][1]


def test_death_and_absence_have_reasons() -> None:
    """Each has its own values."""
    lines = ("kill wolf: an arrow", "revive wolf: a scratch", "remove wolf: it ran")
    assert [1, 0, 0] == [value for value, _ in explain("dead", "wolf", *lines)]
    assert [0, 0, 1] == [value for value, _ in explain("gone", "wolf", *lines)]
    assert [] == explain("dead", "ada", *lines)


def test_all_past_conditions_are_listed() -> None:
    """A condition that is over is still there."""
    at = start_session()
    for line in ("condition ada blinded", "clear ada blinded", "harm ben 9: a rock", "15"):
        at.say(line)
    events = [(row.seq, row.event) for row in at.fight.history.on_line(len(at.fight.history))]
    assert (["blinded"], ["critical damage"]) == (
        list_all_conditions(events, "ada"),
        list_all_conditions(events, "ben"),
    )


def test_a_blow_that_was_struck_out_stands_among_the_reasons() -> None:
    """A skipped attack changes nothing, and its reason says why."""
    on = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6", bite="d6"))
    on.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls("ada d8=5")
    record_correction(on.fight, "strike", find_seq(on.fight, Attack), "out of reach")
    events = [(row.seq, row.event) for row in on.fight.history.on_line(len(on.fight.history))]
    reasons = explain_score(events, "wolf", "HP")
    assert [9, 9] == [reason.value for reason in reasons]
    assert (find_seq(on.fight, Skipped), "struck out: out of reach") == (
        reasons[1].seq,
        reasons[1].said,
    )
