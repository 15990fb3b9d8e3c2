"""Queries over a line: timeline, reasons, chronicle, changes, the view for programs."""

from __future__ import annotations

import pytest

from combatlog.app.fight import Fight
from events.types.sheets import Condition, Wound
from events.types.unions import AnyEvent
from projections.narrative.chronicle import write_chronicle
from projections.queries.carry_over import carry_sheet
from projections.queries.causes import explain_score
from projections.queries.state_diff import describe_changes
from projections.queries.timeline import list_moments
from projections.state.fight_state import dump_state
from projections.text.words import describe_side, format_duration, join_words, possessive
from tests.support.talk import start_session


def line_of(*lines: str) -> tuple[list[tuple[int, AnyEvent]], Fight]:
    """Return the events of a fight after these lines, and the fight."""
    at = start_session()
    for line in lines:
        at.say(line)
    history = at.fight.history
    return [(row.seq, row.event) for row in history.on_line(len(history))], at.fight


def test_the_timeline_says_when_what_changed() -> None:
    """Round, side and clock of each moment; between turns there is no side."""
    events, _ = line_of(
        "next ambush", "a ada wolf knife", "go", "4", "go", "next", "harm ben 3: hail"
    )
    moments = [m for m in list_moments(events) if m.changed]
    told = [(m.round, m.side, m.clock, m.said) for m in moments]
    assert (1, "party", 0, "Wolf's HP 4 → 1") in told
    assert (2, "", 10, "Ben's HP 6 → 4: hail") in told


def test_why_leads_from_joining_to_the_present() -> None:
    """Damage by whom and with what, rest, and the referee's word with its reason."""
    events, _ = line_of(
        "a wolf ben", "go", "5", "harm ben 2: hail", "rest", "set ben hp 2: a curse"
    )
    assert [(reason.value, reason.said) for reason in explain_score(events, "ben", "HP")] == [
        (6, "joined with 6"),
        (2, "6 → 2, Wolf's bite: 5 − 1 armor = 4"),
        (1, "2 → 1, hail"),
        (6, "1 → 6, rest"),
        (2, "set: a curse"),
    ]


def test_the_chronicle_goes_by_rounds() -> None:
    """It has a heading for each round, and one for what came afterwards."""
    events, _ = line_of("next ambush", "a ada wolf knife", "go", "4", "go", "next", "end", "rest")
    passages = write_chronicle(events)
    assert ["", "Round 1", "Round 2", "Afterwards"] == list(
        dict.fromkeys(p.heading for p in passages)
    )
    assert (
        "Ada jabbed at the first wolf with the knife. Enough of it came through the armor."
        " (Ada d6: 4 · Wolf: armor 1 · HP 4 → 1)" == passages[1].text
    )
    assert passages[-1].text.startswith("Ada, Ben and Dov ")


def test_a_note_stands_where_it_was_written() -> None:
    """Also if the events around it were undone."""
    at = start_session()
    for line in ("kill wolf: an arrow", "note A raven watches.", "u", "kill wolf 2: an arrow"):
        at.say(line)
    history = at.fight.history
    told = " ".join(
        passage.text for passage in write_chronicle(history.interleave_notes(len(history)))
    )
    assert "(Note: A raven watches.)" in told
    assert "The second wolf died (an arrow)." in told
    assert "Wolf was dead" not in told


def test_changes_name_every_difference() -> None:
    """Numbers, conditions, deaths, departures and arrivals are named."""
    at = start_session()
    before = at.fight.state.copied()
    for line in ("harm ben 3: hail", "condition ada blinded", "kill wolf", "join bear"):
        at.say(line)
    after = at.fight.state
    assert ["Ada blinded", "Ben HP 6 → 4", "Wolf dead", "Bear here"] == describe_changes(
        before, after
    )
    back = ["Ada no longer blinded", "Ben HP 4 → 6", "Wolf in the fight", "Bear no longer here"]
    assert back == describe_changes(after, before)


def test_a_wounds_clock_runs_on_into_the_next_fight() -> None:
    """The time that is left goes on the sheet."""
    _, fight = line_of("harm ben 9: a rock", "15", "time 50 min")
    ben = fight.state.combatants["ben"]
    sheet = carry_sheet(ben, "there/ben", fight.state.clock)
    assert [3600 - 3000] == [wound.due for wound in sheet.wounds]
    assert isinstance(sheet.wounds[0], Wound)
    assert [Condition("critical damage", "all but crawling", "critical damage")] == list(
        sheet.conditions
    )


def test_the_state_as_json_has_no_internal_fields() -> None:
    """It has all that people see, and nothing of dice to come."""
    _, fight = line_of("next ambush")
    plain = dump_state(fight.state)
    assert {"id": "golden-idol", "name": "Golden Idol", "version": 2} == plain["game"]
    assert plain["combatants"]["ada"]["scores"]["HP"] == 4
    assert not {"draws", "strays"} & set(plain)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (50, "50 s"), (200, "3 min 20 s"), (3600, "1 h"), (90061, "1 d 1 h")],
)
def test_a_duration_has_two_units_at_most(seconds: int, words: str) -> None:
    """The two largest units that are not 0."""
    assert words == format_duration(seconds)


def test_small_words() -> None:
    """Lists, sides and possessives as people say them."""
    assert ["", "a", "a and b", "a, b and c"] == [
        join_words(x) for x in ([], ["a"], ["a", "b"], ["a", "b", "c"])
    ]
    assert ["the foes", "the cult", "Red Hand"] == [
        describe_side(x) for x in ("foes", "the cult", "Red Hand")
    ]
    assert ["Ada's", "the foes'"] == [possessive(x) for x in ("Ada", "the foes")]
