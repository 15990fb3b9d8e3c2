"""Players read no hidden number and no note in the chronicle."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from events.types import outcomes as o
from events.types.log_events import Noted
from projections.narrative.chronicle import Passage, write_chronicle
from projections.queries.visibility import sees_numbers
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.prose import plain_text
from projections.text.words import format_score
from rulesets.definitions.shipped import GAMES
from tests.projections.narrative.given import Line, fight, passages, simulated, stories, told

DAMAGE = o.DamageDealt("wolf", 16, 3, 13, "ada", "rifle")


def is_known(state: FightState, who: str) -> bool:
    """Return whether players know the numbers of a combatant."""
    return sees_numbers(state, who, "players")


def hidden(line: Line, passage: Passage) -> Iterator[str]:
    """Return every form in which a passage could give away a hidden number: a changed score, the
    armor behind a blow, a target number, a bonus."""
    state = FightState()
    for seq, event in line:
        fold(state, seq, (event,))
        if not passage.first <= seq <= passage.last:
            continue
        match event:
            case o.ScoreChanged() | o.MaximumChanged() if not is_known(state, event.who):
                was, now = (
                    format_score(state.game, event.score, n) for n in (event.was, event.now)
                )
                yield f"{event.score} {was} → {now}"
            case o.SaveRolled() if not is_known(state, event.who):
                yield f"{event.face} against {event.against}"
            case o.CheckRolled() if event.faces and not is_known(state, event.who):
                yield f"{event.value} against {event.against}"
            case o.CheckRolled() if event.versus and not is_known(state, event.versus):
                yield f"{event.value} against {event.against}"
            case o.ContestRolled() if event.bonus and not is_known(state, event.who):
                yield f"{event.what} {event.faces[0]} + {event.bonus}"


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_players_read_no_number_of_a_stranger(game: str) -> None:
    """In random fights of every game; the referee reads many of them."""
    read = 0
    for line, _ in simulated(game):
        whole = {each.first: each.text for each in passages(line)}
        for passage in passages(line, "players"):
            kept = {*hidden(line, passage)}
            mine = {*shown_of_the_known(line, passage)}
            for number in kept - mine:
                said = re.compile(rf"(?<!\d){re.escape(number)}(?!\d)")
                assert not said.search(passage.text), (number, passage.text)
                read += bool(said.search(whole.get(passage.first, "")))
    assert read > 20


def shown_of_the_known(line: Line, passage: Passage) -> Iterator[str]:
    """Return the same for open numbers, which may be equal by chance."""
    state = FightState()
    for seq, event in line:
        fold(state, seq, (event,))
        if not passage.first <= seq <= passage.last:
            continue
        match event:
            case o.ScoreChanged() | o.MaximumChanged() if is_known(state, event.who):
                was, now = (
                    format_score(state.game, event.score, n) for n in (event.was, event.now)
                )
                yield f"{event.score} {was} → {now}"
            case o.SaveRolled() if is_known(state, event.who):
                yield f"{event.face} against {event.against}"
            case o.CheckRolled() if is_known(state, event.who):
                yield f"{event.value} against {event.against}"
            case o.ContestRolled() if event.faces and is_known(state, event.who):
                yield f"{event.what} {event.faces[0]} + {event.bonus}"


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_armor_of_a_stranger_is_never_named(game: str) -> None:
    """Nor is any other armor in the same beat; the referee reads it."""
    read = 0
    for line, _ in simulated(game):
        state = FightState()
        for seq, event in line:
            fold(state, seq, (event,))
            if not isinstance(event, o.DamageDealt) or not event.armor:
                continue
            if is_known(state, event.to):
                continue
            name = state.combatants[event.to].name
            for passage in passages(line, "players"):
                if passage.first <= seq <= passage.last:
                    about = [
                        plain_text(beat.dice)
                        for beat in passage.beats
                        if plain_text(beat.story).find(f"{name}'s armor") >= 0
                    ]
                    assert [] == [dice for dice in about if "armor" in dice]
                    read += 1
    assert read or game == "paraverse"


def test_players_read_only_the_die_of_a_blow_on_a_stranger() -> None:
    """They read neither the armor nor what is left."""
    attack = o.AttackRolled("ada", "wolf", "rifle", "2d20", (16, 5), 16)
    events = (attack, DAMAGE, o.ScoreChanged("wolf", "HP", 17, 4))
    assert told(*events).endswith("(Ada 2d20: 16, 5 · Wolf: armor 3 · HP 17 → 4)")
    assert told(*events, audience="players").endswith("(Ada 2d20: 16, 5)")


def test_players_read_only_the_faces_of_a_strangers_rolls() -> None:
    """They read neither bonus nor target number of an attack, a save or a check."""
    for event, whole, redacted in (
        (
            o.AttackRolled("wolf", "ada", "bite", "d20+5", (7,), 12),
            "(Wolf d20+5: 7 + 5 = 12)",
            "(Wolf d20: 7)",
        ),
        (
            o.SaveRolled("wolf", "WIL", 9, 4, True, "morale", "smoke"),
            "(Wolf WIL save 4 against 9, passed · smoke)",
            "(Wolf WIL save 4, passed · smoke)",
        ),
        (
            o.SaveRolled("wolf", "WIL", 9, 4, True, "morale", "alone at 0 HP"),
            "(Wolf WIL save 4 against 9, passed · alone at 0 HP)",
            "(Wolf WIL save 4, passed)",
        ),
        (
            o.CheckRolled("wolf", "DEX", "d20", (7,), 11, 13, False, "called", 4),
            "(Wolf DEX 7 + 4 = 11 against 13, failed)",
            "(Wolf DEX 7, failed)",
        ),
        (
            o.CheckRolled("ada", "DEX", "d20", (7,), 7, 13, False, "called", versus="wolf"),
            "(Ada DEX 7 against 13, failed)",
            "(Ada DEX 7, failed)",
        ),
    ):
        assert told(event).endswith(whole)
        assert told(event, audience="players").endswith(redacted)


def test_players_do_not_read_what_the_referee_writes() -> None:
    """Notes, the problem behind a ruling, and an effect with a number are left out."""
    events = (
        Noted("The wolf is a prince."),
        o.Overruled("CF-02", "Wolf has 4 HP", "so be it"),
        o.EffectTold("wolf", "armor 4 counts as 3"),
    )
    assert "prince" in told(*events) and "4 HP" in told(*events) and "armor 4" in told(*events)
    assert "The Referee ruled: so be it." == told(*events, audience="players")


def test_a_correction_of_a_strangers_numbers_is_not_noted_for_players() -> None:
    """The note would say what they were."""
    from projections.narrative.chronicle import ChronicleOptions

    line, notes = (
        fight(),
        {4: ("Corrected: Wolf with armor 0 (was: armor 3)",), 2: ("Ada is here",)},
    )
    (whole,) = write_chronicle(line, notes)
    (redacted,) = write_chronicle(line, notes, ChronicleOptions("players"))
    assert 2 == len(whole.notes)
    assert ("Ada is here",) == redacted.notes


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_players_miss_only_sentences_on_notes_and_rulings(game: str) -> None:
    """The rest of the story is the same for both audiences."""
    for line, _ in simulated(game):
        fewer = len(stories(line)) - len(stories(line, "players"))
        rulings = sum(
            isinstance(event, Noted) or "Set" in type(event).__name__ for _, event in line
        )
        arms = sum(type(event).__name__ == "Arm" for _, event in line)
        assert 0 <= fewer <= rulings + arms


def test_players_read_not_that_a_stranger_has_nothing_left_before_they_are_hurt() -> None:
    """With what the blows dealt, that the last of the guard is gone would tell how much it was."""
    blow = o.DamageDealt("wolf", 16, 3, 13, "ada", "rifle")
    thrown = o.AttackRolled("ada", "wolf", "rifle", "2d10", (9, 7), 16)
    lines = [
        fight(thrown, blow, o.ScoreChanged("wolf", "HP", was, was - 13)) for was in (13, 14, 17)
    ]
    assert 1 == len({tuple(stories(line, "players")) for line in lines})
    assert 2 == len({tuple(stories(line)) for line in lines})
