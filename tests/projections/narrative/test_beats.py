"""The beats of a replay: the chronicle in the order of the events, with the dice of each."""

from __future__ import annotations

import pytest

from events.types import outcomes as o
from projections.narrative.beats import StageBeat, list_stage_beats
from projections.narrative.chronicle import write_chronicle
from projections.narrative.passage import Beat, BeatPart
from projections.text.prose import plain_text
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.examples.given import whole
from tests.golden import golden_fights, read_back


def recorded(game: str) -> list[History]:
    """Return recorded fights of a game."""
    found = []
    for each in list(golden_fights(game, 2))[::3]:
        store, fight = read_back(each.lines)
        found.append(History(store.read(fight)))
    return found


def beats_of(history: History) -> list[StageBeat]:
    """Return the beats of the present line."""
    return list_stage_beats(history.interleave_notes(len(history)))


def list_parts(beat: Beat) -> tuple[BeatPart, ...]:
    """Return what a beat tells, event by event."""
    return beat.parts or (BeatPart(0, beat.story),)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_beats_tell_the_chronicle_word_for_word(game: str) -> None:
    """In the order of the log, nothing twice and nothing left out; but for what is told after
    another beat, which may have other words."""
    for history in recorded(game):
        beats = beats_of(history)
        assert [beat.seq for beat in beats] == sorted(beat.seq for beat in beats)
        passages = write_chronicle(history.interleave_notes(len(history)))
        told = "".join(plain_text(beat.story) for beat in beats).replace(" ", "")
        sentences = []
        parts = (part for each in passages for beat in each.beats for part in list_parts(beat))
        for part in parts:
            words = [plain_text(each).replace(" ", "") for each in (part.story, part.apart)]
            assert any(each in told for each in words), words
            sentences.append(next(each for each in words if each in told))
            until = plain_text(part.until).replace(" ", "")
            sentences.append(until if sentences[-1] + until in told else "")
        assert len("".join(sentences)) == len(told)


@pytest.mark.slow
def test_what_is_told_after_another_beat_says_who_it_is_about() -> None:
    """Not “It killed Ada”, where another blow was told in between."""
    apart = 0
    for history in (history for game in GAMES for history in recorded(game)):
        beats = [plain_text(beat.story) for beat in beats_of(history)]
        assert not [
            said for said in beats if said.startswith(("It killed", "It left", "That was the"))
        ]
        apart += sum(" died: " in said for said in beats)
    assert apart > 3


def test_a_killing_blow_says_so_before_the_next_blow() -> None:
    """The death itself is recorded, and told, at the end of the turn."""
    history = whole("black-sails").history
    told = [plain_text(beat.story) for beat in beats_of(history)]
    at = next(at for at, said in enumerate(told) if said.startswith("Phaidra died"))
    blow, between = told[at - 3], told[at - 2]
    assert "the reaver crew jabbed at Phaidra" in blow
    assert blow.endswith("Phaidra could not take that.")
    assert "Dion" in between and "Phaidra" not in between
    chronicle = " ".join(
        plain_text(beat.story)
        for passage in write_chronicle(history.interleave_notes(len(history)))
        for beat in passage.beats
    )
    assert "could not take that" not in chronicle


def test_who_struck_and_falls_with_the_same_event_is_told_in_one_beat() -> None:
    """The raider has shot, and lies there as Wren does."""
    beats = beats_of(whole("the-toll-at-the-ford").history)
    told = next(beat for beat in beats if "raised the longbow" in plain_text(beat.story))
    assert plain_text(told.story).endswith(" The raider lost consciousness.")
    assert 1 == sum("raider lost" in plain_text(beat.story) for beat in beats)


def test_one_opponent_who_was_quicker_is_named() -> None:
    """“The others” would be many."""
    told = [plain_text(beat.story) for beat in beats_of(whole("althea-and-the-kyklops").history)]
    assert any("the kyklôps" in said.casefold() and "Althea" in said for said in told[1:2]), told
    assert not any("others" in said for said in told)


def test_an_end_tells_which_craft_was_lost() -> None:
    """Also where its crew stands."""
    told = [plain_text(beat.story) for beat in beats_of(whole("the-courier-run").history)]
    end = next(said for said in told if "still stood" in said)
    assert "the fighter" in end and "out of action" in end


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_a_beat_shows_dice_that_have_fallen(game: str) -> None:
    """And never one that another beat has shown before."""
    shown = 0
    for history in recorded(game):
        seen: set[int] = set()
        for beat in beats_of(history):
            assert all(seq <= beat.seq for seq in beat.rolls)
            assert not seen.intersection(beat.rolls)
            seen.update(beat.rolls)
        shown += len(seen)
    assert shown > 50


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_every_round_begins_with_a_beat(game: str) -> None:
    """It has the heading and nothing else. So does what came after the fight."""
    for history in recorded(game):
        line = history.line_events()
        rounds = [seq for seq, event in line if isinstance(event, o.RoundBegan)]
        told = beats_of(history)
        beats = [beat for beat in told if beat.heading or not beat.story]
        after = [beat for beat in beats if beat.heading == "Afterwards"]
        assert rounds == [beat.seq for beat in beats if beat not in after]
        assert not any(beat.story for beat in beats)
        for beat in after:
            behind = told[told.index(beat) + 1 :]
            assert behind and all(beat.seq <= each.seq and not each.heading for each in behind)
