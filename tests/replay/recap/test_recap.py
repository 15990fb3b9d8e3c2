"""Who fell, what would have saved them, the damage taken apart, the chances that were missed."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest
from click import unstyle
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.examples import Example, find_example, list_examples, play_example
from combatlog.app.fight import Fight
from combatlog.app.recap import describe_fall, list_falls
from combatlog.app.recap_as_data import convert_recap
from combatlog.app.rescue_words import describe_rescues, format_faces
from combatlog.app.session import Session
from combatlog.terminal.views.recap import render_recap
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.declarations import Act, BeginRound, Join, PassTime, Resolve
from events.types.outcomes import CheckRolled, SaveRolled
from projections.queries.breakdown import DIMENSIONS, NOBODY, list_blows, sum_blows
from projections.queries.rounds import Rounds
from projections.queries.statistics import compute_statistics
from projections.state.fight_state import FightState
from replay.odds.plays import list_plays
from replay.recap.falls import Fall, find_falls
from replay.recap.hindsight import Budget, Hindsight, TooMany, play_line_again
from replay.recap.missed import find_missed
from replay.recap.rescues import (
    AidRescue,
    ArmorRescue,
    Rescues,
    find_armor,
    find_dice,
    list_helpers,
)
from rulesets.core.registry import load_ruleset
from tests.support.given import Given, attack, given, npc, pc

NAMES = [example.name for example in list_examples()]
FELL = [name for name in NAMES if not name.startswith(("althea", "aniet"))]


def play(name: str) -> tuple[Campaign, Fight]:
    campaign = Campaign(MemoryStore())
    deque(play_example(find_example(name), campaign), 0)
    return campaign, campaign.fight("")


def go_back(name: str, fall: Fall) -> Session:
    """Return an example as it stood after the play that felled somebody."""
    campaign, fight = play(name)
    last = fall.play.events[-1][0] if fall.play.events else fall.play.start.seq
    if last < len(fight.history):
        fight.rewind(last)
    return Session(campaign, fight)


def correct(at: Session, line: str) -> FightState | None:
    """Return the fight as it would stand after a correction; None where a die is missing for it, or
    it is refused. Nothing is recorded."""
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


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("name", FELL)
def test_a_die_saves_as_a_correction_of_it_does(name: str) -> None:
    """Each face that is named, and no other face of that die: the history plays the same fight by
    its own way."""
    _, fight = play(name)
    compared = 0
    for fall in find_falls(list_plays(fight.history)):
        for found in {each for each in find_dice(fall)[:2] if each and each.chance == 1}:
            at = go_back(name, fall)
            for face in range(1, int(found.die.removeprefix("d")) + 1):
                state = correct(at, f"amend {found.seq} {face}")
                if face != found.face and state is not None:
                    compared += 1
                    assert (face in found.faces) == is_up(state, fall), (fall.who, face)
    assert compared


@pytest.mark.sampled
@pytest.mark.parametrize("example", list_examples(), ids=lambda each: each.name)
def test_a_failed_save_of_the_turn_that_felled_them_is_offered(example: Example) -> None:
    """Whatever else would have saved them, if any face of it would have."""
    _, fight = play(example.name)
    for told in list_falls(fight.history):
        failed = [
            event.who
            for _, event in told.fall.play.events
            if isinstance(event, SaveRolled | CheckRolled) and not event.passed
        ]
        if told.fall.who not in failed or told.rescues is None:
            continue
        dice = [die for die in (told.rescues.die, told.rescues.save) if die]
        (own,) = (die for die in dice if die.by == told.fall.who)
        said = describe_rescues(told)
        assert sum(f"(#{own.seq})" in each for each in said) == 1


@pytest.mark.slow
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
        at = go_back(name, fall)
        for armor in range(found.was + 1, found.armor + 1):
            state = correct(at, f"amend {join} armor {armor}")
            if state is not None:
                assert (armor == found.armor) == is_up(state, fall), (fall.who, armor)


@pytest.mark.parametrize("name", NAMES)
def test_the_damage_by_each_dimension_is_all_the_damage(name: str) -> None:
    """It adds up to the statistics, and round by round to the whole."""
    _, fight = play(name)
    events = list(fight.history.line_events())
    blows = list(list_blows(events))
    tallies = compute_statistics(events).combatants
    dealt = {share.name: share.dealt for share in sum_blows(blows, "source")}
    dealt = {id: number for id, number in dealt.items() if not id.startswith(NOBODY)}
    assert {id: tally.dealt for id, tally in tallies.items() if tally.dealt} == {
        id: number for id, number in dealt.items() if number
    }
    taken = {share.name: share.dealt for share in sum_blows(blows, "target") if share.dealt}
    assert {id: tally.taken for id, tally in tallies.items() if tally.taken} == taken
    for dimension in DIMENSIONS:
        assert sum(blow.dealt for blow in blows) == sum(
            share.dealt for share in sum_blows(blows, dimension)
        )
    last = fight.state.round
    parts = [blow for each in range(last + 1) for blow in list_blows(events, Rounds(each, each))]
    assert blows == parts


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


@pytest.mark.slow
def test_a_death_without_aid_names_who_could_have_given_it() -> None:
    """Tam lay there for two rounds, and two could have gone to him; Bix had a turn left."""
    _, fight = play("hold-seven")
    told = [each for each in list_falls(fight.history) if each.fall.who == "tam"]
    assert ["down", "dead"] == [each.fall.end for each in told]
    assert told[1].rescues is not None
    aid = told[1].rescues.aid
    assert aid is not None
    assert (3, ("sefa", "orlo"), Fraction(1)) == (aid.round, aid.by, aid.chance)
    after = "Tam, down since round 2 (#163), died 1 h 10 min after the fight (#246): "
    assert f"{after}critical damage, untreated" == describe_fall(told[1])
    assert () == told[1].fall.new_blows
    assert told[0].fall.blows[-1:] == told[1].fall.leading_blows
    missed = [(each.kind, each.round, each.who, each.whom) for each in find_missed(fight.history)]
    assert ("aid", 4, "bix", "tam") in missed


def fall_in_the_second_round() -> Given:
    """A wolf bites Ben past his HP, and kills him with the next bite."""
    people = (pc("Ben", "4/0/10/9/9"), npc("Wolf", "9/0/9/9/9", bite="d12"))
    fight = given("cairn", *people, morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(5, 2)
    fight.when(BeginRound(), Act("ben", "prays"), Resolve())
    return fight.when(attack("wolf", "ben"), Resolve()).rolls(9)


@pytest.mark.slow
def test_the_least_armor_may_ask_for_dice_that_never_fell() -> None:
    """With armor 1 the first bite leaves exactly no HP, and the die of a scar is asked for; on each
    of its faces the second leaves STR 2, and a save that never fell either."""
    history = fall_in_the_second_round().fight.history
    plays = list(list_plays(history))
    (fall,) = find_falls(plays)
    assert ArmorRescue(0, 1, Fraction(1)) == find_armor(history, plays, fall)
    join = next(row for row in history.rows if getattr(row.event, "sheet", None))
    assert isinstance(join.event, Join)
    worn = Hindsight(join.seq, Join(replace(join.event.sheet, armor=1)))
    span = join.seq, fall.play.start.seq
    after = play_line_again(history, plays, span, worn, Budget(100))
    passes = Fraction(2, 20)
    expected = [passes / 6] * 6 + [(1 - passes) / 6] * 6
    assert expected == sorted(chance for chance, _ in after)
    assert {2} == {state.combatants["ben"].scores["STR"] for _, state in after}
    with pytest.raises(TooMany):
        play_line_again(history, plays, span, worn, Budget(5))


def test_nothing_would_have_saved_only_as_far_as_it_was_tried() -> None:
    """In a sentence each."""
    history = fall_in_the_second_round().fight.history
    (told,) = list_falls(history)
    none = Rescues(None, None, None)
    (said,) = describe_rescues(told._replace(rescues=none))
    assert said.startswith("neither another face of one die, nor up to 3 more armor, nor aid would")
    first, second = describe_rescues(told._replace(rescues=none._replace(untried=("armor",))))
    assert first.startswith("neither another face of one die, nor aid would have")
    assert second.startswith("whether up to 3 more armor would have saved them cannot be told")


def test_aid_counts_only_where_it_would_have_saved_them() -> None:
    """Instead of waiting, Ada could have tended Ben, who bleeds to death an hour later; but not
    kept a second bite from him."""
    people = (pc("Ben", "1/0/9/9/9"), pc("Ada"), npc("Wolf", "9/0/9/9/9", bite="d6"))
    fight = given("cairn", *people, morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(4, 20)
    fight.when(BeginRound())
    assert ("ada",) == list_helpers(fight.state, "ben")
    fight.when(Act("ada", "waits"), Resolve())
    waits = next(row.seq for row in fight.fight.history.rows if isinstance(row.event, Act))
    fight.when(PassTime(3600, "an hour"))
    bled = list(list_falls(fight.fight.history))[-1]
    assert ("dead", "critical damage, untreated") == (bled.fall.end, bled.fall.how)
    assert bled.rescues is not None
    assert AidRescue(waits, 2, ("ada",), Fraction(1)) == bled.rescues.aid
    fight.fight.undo()
    fight.when(attack("wolf", "ben"), Resolve()).rolls(6)
    bitten = list(list_falls(fight.fight.history))[-1]
    assert "dead" == bitten.fall.end
    assert bitten.rescues is not None
    assert None is bitten.rescues.aid


def test_players_are_told_who_fell_and_no_hidden_number() -> None:
    """Nor what would have saved a stranger."""
    _, fight = play("hold-seven")
    for told in list_falls(fight.history, "players"):
        stranger = told.fall.who not in ("tam", "ines")
        assert stranger == (told.rescues is None)
        assert stranger == all(not blow.losses for blow in told.fall.blows)
    read = "\n".join(map(unstyle, render_recap(fight.history, "players")))
    assert "had rolled 3 or less instead of" in read
    assert "absorbed" not in read


@pytest.mark.sampled
@pytest.mark.parametrize("example", list_examples(), ids=lambda each: each.name)
def test_players_read_the_rescues_of_the_referee_or_none(example: Example) -> None:
    """Of the armor, which was worn against strangers from the start, they read nothing."""
    _, fight = play(example.name)
    referee = {told.fall.seq: told.rescues for told in list_falls(fight.history)}
    for told in list_falls(fight.history, "players"):
        if told.rescues is None:
            continue
        whole = referee[told.fall.seq]
        assert whole is not None
        assert told.rescues.armor is None
        assert told.rescues.die in (None, whole.die)
        assert told.rescues.save in (None, whole.save)
        assert told.rescues.aid in (None, whole.aid)


@pytest.mark.parametrize("more", [0, 1, 30])
def test_a_rescue_for_players_does_not_depend_on_a_stranger(more: int) -> None:
    """Whatever the wolf's hit points, armor and strength are."""
    wolf = npc("Wolf", f"{4 + more}/{min(3, more)}/{9 + more}/9/9", bite="d6")
    fight = given("cairn", pc("Ben", "2/0/9/9/9"), wolf, morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(6, 20)
    (told,) = list_falls(fight.fight.history, "players")
    assert told.rescues is not None and told.rescues.die is not None
    assert (20, (1, 2, 3, 4, 5)) == (told.rescues.die.face, told.rescues.die.faces)


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
        ((1, 2, 3, 14, 15, 16), "1 to 3 or 14 to 16"),
        ((1, 2, 5, 6, 7, 9), "1, 2, 5 to 7 or 9"),
    ):
        assert said == format_faces(faces)
