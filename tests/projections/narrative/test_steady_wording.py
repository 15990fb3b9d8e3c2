"""A correction does not reword what it does not touch, and its notes stand in the round of what it
changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict

from combatlog.app.examples import find_example
from combatlog.app.fight import Fight
from events.types.base import get_tag
from events.types.declarations import EndFight
from events.types.log_events import Corrected, Noted, Skipped, Spared
from events.types.rolls import Rolled
from projections.narrative.chronicle import write_chronicle
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.prose import plain_text
from replay.corrections.plan import Correction
from replay.text.correction_notes import write_footnotes
from rulesets.definitions.shipped import GAMES
from tests.examples.given import begun, script
from tests.projections.narrative.given import Line
from tests.support.corrections import plan_with_dice
from tests.support.random_corrections import fights, plan_random_correction, play_fight, some
from tests.support.talk import start_session

_POSITIONS = ("attack", "input", "done", "seq")
"""Fields of events that hold positions in the log, which a correction moves."""


def read_line(fight: Fight) -> Line:
    """Return the line of a fight without the marks of corrections."""
    aside = (Corrected, Skipped, Spared, Noted)
    history = fight.history
    return [
        (seq, event)
        for seq, event in history.interleave_notes(len(history))
        if not isinstance(event, aside)
    ]


def list_signed_passages(line: Line) -> Iterator[tuple[str, str]]:
    """Yield each passage with all that it tells: who is there, in which state, and the events. The
    end of a fight also tells what all of it has cost."""
    events = dict(line)
    ends = [seq for seq, event in line if isinstance(event, EndFight)]
    for passage in write_chronicle(line):
        state = FightState()
        for seq in (seq for seq in events if seq < passage.first):
            fold(state, seq, (events[seq],))
        there = [
            (one.name, one.side, one.kind, one.standing, _strip(tuple(one.conditions)))
            for one in state.combatants.values()
        ]
        told = [
            (
                get_tag(event),
                {k: _strip(v) for k, v in asdict(event).items() if k not in _POSITIONS},
            )
            for seq, event in line
            if passage.first <= seq <= passage.last
        ]
        if any(passage.first <= seq <= passage.last for seq in ends):
            told = [(get_tag(event), asdict(event)) for _, event in line]
        yield repr((passage.heading, there, state.clock, told)), passage.text


def _strip(value: Any) -> Any:
    """Return a value of a field without the positions in it."""
    if isinstance(value, tuple):
        return tuple(_strip(each) for each in value)
    if not hasattr(value, "__struct_fields__"):
        return value
    return {k: _strip(v) for k, v in asdict(value).items() if k not in ("since", *_POSITIONS)}


@pytest.mark.slow
@fights
@some
def test_a_passage_that_a_correction_leaves_alone_keeps_its_words(
    seed: int, game: str, mode: Any
) -> None:
    """Whatever was corrected before it."""
    fight = play_fight(seed, game, mode)
    before = dict(list_signed_passages(read_line(fight)))
    fight.correct(plan_random_correction(fight, Random(seed)))
    for told, text in list_signed_passages(read_line(fight)):
        assert text == before.get(told, text)


@pytest.mark.slow
def test_many_passages_are_left_alone() -> None:
    """The comparison above compares something."""
    kept = 0
    for seed, game in enumerate(GAMES * 2):
        fight = play_fight(seed, game, "digital")
        before = dict(list_signed_passages(read_line(fight)))
        fight.correct(plan_random_correction(fight, Random(seed)))
        kept += sum(told in before for told, _ in list_signed_passages(read_line(fight)))
    assert kept > 20


def test_beats_beside_a_corrected_die_keep_their_words() -> None:
    """At the bridge, the rhinoceros's 5 was a 3: only what follows for Ada is told otherwise."""
    example = find_example("bridge-ambush")
    at = begun(example)
    for said in script(example):
        at.say(said)
    fight = at.fight
    was = list_stories(fight)
    (die,) = (
        row.seq
        for row in fight.history.on_line(len(fight.history))
        if isinstance(row.event, Rolled) and (row.event.by, row.event.face) == ("rhinoceros", 5)
    )
    fight.correct(plan_with_dice(fight, Correction("amend", die, "the 5 was a 3", face=3)))
    now = list_stories(fight)
    gone = [story for story in was if story not in now]
    assert gone and all("Ada" in story for story in gone)


def list_stories(fight: Fight) -> list[str]:
    """Return the story of every beat."""
    told = write_chronicle(read_line(fight))
    return [plain_text(beat.story) for passage in told for beat in passage.beats]


def test_a_note_on_a_struck_attack_stays_in_its_round() -> None:
    """Also when play goes on for rounds."""
    at = start_session(dice="typed")
    for line in ("next ambush", "a ada wolf knife", "go", "1", "go", "next"):
        at.say(line)
    at.say("a ada wolf knife")
    seq = at.fight.history.rows[-1].seq
    at.say(f"strike {seq}: she never did")
    for line in ("yes", "go", "go", "next", "a ada wolf knife", "go", "2"):
        at.say(line)
    history = at.fight.history
    events = history.interleave_notes(len(history))
    (noted,) = (each for each in write_chronicle(events, write_footnotes(history)) if each.notes)
    assert "Round 2" == noted.heading
