"""Who fell, what would have saved them, the damage taken apart, the chances that were missed."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest
from click import unstyle

from combatlog.app.campaign import Campaign
from combatlog.app.examples import find_example, list_examples, play_example
from combatlog.app.fight import Fight
from combatlog.app.recap import convert_recap, describe_fall, format_faces, list_falls
from combatlog.app.session import Session
from combatlog.terminal.views.recap import render_recap
from events.errors import Refused
from events.store.memory import MemoryStore
from projections.queries.breakdown import DIMENSIONS, list_hits, sum_hits
from projections.queries.rounds import Rounds
from projections.queries.statistics import compute_statistics
from projections.state.fight_state import FightState
from replay.odds.plays import list_plays
from replay.recap.falls import Fall, find_falls
from replay.recap.missed import find_missed
from replay.recap.rescues import find_armor, find_die
from rulesets.core.registry import load_ruleset

NAMES = [example.name for example in list_examples()]
FELL = [name for name in NAMES if not name.startswith(("althea", "aniet"))]


def play(name: str) -> tuple[Campaign, Fight]:
    campaign = Campaign(MemoryStore())
    deque(play_example(find_example(name), campaign), 0)
    return campaign, campaign.fight("")


def correct_back_then(name: str, fall: Fall, line: str) -> FightState | None:
    """Return the fight as it stood after the play that felled somebody, had this correction been
    made then; None where a die is missing for it, or it is refused."""
    campaign, fight = play(name)
    last = fall.play.events[-1][0] if fall.play.events else fall.play.start.seq
    if last < len(fight.history):
        fight.rewind(last)
    at = Session(campaign, fight)
    try:
        plan = at.say(f"{line}; why: what if").plan
    except Refused:
        return None
    assert plan is not None
    return None if plan.missing else plan.state


def is_up(state: FightState, fall: Fall) -> bool:
    one = state.combatants[fall.who]
    felled = load_ruleset(state.game.rules).lexicon(state.game).felled
    down = bool(one.find_felling(felled)) and fall.end == "down"
    return one.standing != "dead" and not down


@pytest.mark.sampled
@pytest.mark.parametrize("name", FELL)
def test_a_die_saves_as_a_correction_of_it_does(name: str) -> None:
    """Each face that is named, and no other face of that die: the history plays the same fight by
    its own way."""
    _, fight = play(name)
    compared = 0
    for fall in find_falls(list_plays(fight.history)):
        found = find_die(fall)
        if found is None or found.chance != 1:
            continue
        for face in range(1, int(found.die.removeprefix("d")) + 1):
            state = correct_back_then(name, fall, f"amend {found.seq} {face}")
            if face != found.face and state is not None:
                compared += 1
                assert (face in found.faces) == is_up(state, fall), (fall.who, face)
    assert compared


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["hold-seven", "black-sails", "hounds-on-the-causeway"])
def test_armor_saves_as_a_correction_of_the_sheet_does(name: str) -> None:
    """Worn from the start, the least of it, and not a point less."""
    _, fight = play(name)
    history = fight.history
    plays = list(list_plays(history))
    for fall in find_falls(plays):
        found = find_armor(history, plays, fall)
        if found is None or found.chance != 1:
            continue
        join = next(
            row.seq
            for row in history.rows
            if getattr(getattr(row.event, "sheet", None), "id", "") == fall.who
        )
        for armor in range(found.was + 1, found.armor + 1):
            state = correct_back_then(name, fall, f"amend {join} armor {armor}")
            if state is not None:
                assert (armor == found.armor) == is_up(state, fall), (fall.who, armor)


@pytest.mark.parametrize("name", NAMES)
def test_the_damage_by_each_dimension_is_all_the_damage(name: str) -> None:
    """It adds up to the statistics, and round by round to the whole."""
    _, fight = play(name)
    events = list(fight.history.line_events())
    hits = list(list_hits(events))
    tallies = compute_statistics(events).combatants
    dealt = {share.name: share.dealt for share in sum_hits(hits, "source") if share.name}
    assert {id: tally.dealt for id, tally in tallies.items() if tally.dealt} == {
        id: number for id, number in dealt.items() if number
    }
    taken = {share.name: share.dealt for share in sum_hits(hits, "target") if share.dealt}
    assert {id: tally.taken for id, tally in tallies.items() if tally.taken} == taken
    for dimension in DIMENSIONS:
        assert sum(hit.dealt for hit in hits) == sum(
            share.dealt for share in sum_hits(hits, dimension)
        )
    last = fight.state.round
    parts = [hit for each in range(last + 1) for hit in list_hits(events, Rounds(each, each))]
    assert hits == parts


def test_statistics_of_rounds_add_up() -> None:
    """Each number of each combatant, in every span."""
    _, fight = play("bridge-ambush")
    events = list(fight.history.line_events())
    whole = compute_statistics(events).combatants
    for cut in range(fight.state.round):
        before = compute_statistics(events, Rounds(0, cut)).combatants
        after = compute_statistics(events, Rounds(cut + 1)).combatants
        for id, tally in whole.items():
            for field in ("dealt", "taken", "kills", "passed", "failed"):
                parts = [part[id] for part in (before, after) if id in part]
                assert getattr(tally, field) == sum(getattr(part, field) for part in parts)


def test_a_death_without_aid_names_who_could_have_given_it() -> None:
    """Tam lay there for two rounds, and two could have gone to him; Bix had a turn left."""
    _, fight = play("hold-seven")
    told = [each for each in list_falls(fight.history) if each.fall.who == "tam"]
    assert ["down", "dead"] == [each.fall.end for each in told]
    assert told[1].rescues is not None
    aid = told[1].rescues.aid
    assert aid is not None
    assert (3, ("sefa", "orlo")) == (aid.round, aid.by)
    assert "Tam died in round 4" in describe_fall(told[1])
    missed = [(each.kind, each.round, each.who, each.whom) for each in find_missed(fight.history)]
    assert ("aid", 4, "bix", "tam") in missed


def test_players_are_told_who_fell_and_no_hidden_number() -> None:
    """Not what would have saved them: that comes from everybody's numbers."""
    _, fight = play("hold-seven")
    for told in list_falls(fight.history, "players"):
        assert told.rescues is None
        stranger = told.fall.who not in ("tam", "ines")
        assert stranger == all(not blow.losses for blow in told.fall.blows)
    read = "\n".join(map(unstyle, render_recap(fight.history, "players")))
    assert "would have saved" not in read
    assert "absorbed" not in read


def test_a_span_without_a_fall_says_nobody() -> None:
    """And its damage is that of these rounds alone."""
    _, fight = play("hold-seven")
    lines = [unstyle(line) for line in render_recap(fight.history, rounds=Rounds(1, 1))]
    assert ["Who fell", "  Nobody."] == lines[:2]
    data = convert_recap(fight.history, rounds=Rounds(1, 1))
    assert ["1"] == [share["id"] for share in data["damage"]["round"]]


def test_faces_in_words() -> None:
    for faces, said in (
        ((1, 2, 3), "3 or less"),
        ((18, 19, 20), "18 or more"),
        ((2, 3), "2 to 3"),
        ((2, 4, 5), "2, 4 or 5"),
        ((7,), "7"),
    ):
        assert said == format_faces(faces)
    assert Fraction(1) == 1
