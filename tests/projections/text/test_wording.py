"""Every event has its words, and an outcome needs one entry for all surfaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_type_hints

import pytest

from events.types import outcomes as o
from events.types.base import Event
from events.types.declarations import FightStarted, Join
from events.types.unions import EVENTS, OUTCOMES, AnyEvent
from projections.narrative.narrator import _HANDLED as IN_CHRONICLE, Narrator
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.visibility import Audience, find_stand_in, may_read, redact_event
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.phrases import WORDINGS, describe_event, report_events
from projections.text.prose import plain_text
from projections.text.report_lines import Wording, make_template_phrase
from rulesets.definitions.shipped import load_game
from tests.projections.narrative.given import sheet

BOOKKEEPING = {
    *(o.Awaited, o.RoundBegan, o.RoundEnded, o.TurnBegan, o.TurnEnded, o.PhaseBegan),
    *(o.PhaseEnded, o.ClockAdvanced, o.TargetsCounted, o.EngagementBegan),
    *(o.MoraleShaken, o.MoraleTested),
}
"""Outcomes that the chronicle leaves out: other events or a heading tell them."""

PUBLIC = {
    *(o.Awaited, o.RoundBegan, o.RoundEnded, o.PhaseEnded, o.ClockAdvanced, o.TargetsCounted),
    *(o.Moved, o.ContestDecided, o.ConditionBegan, o.TurnEnded),
}
"""Outcomes whose numbers belong to nobody, or are seen by all. The margin of a contest has a rule
of its own in `visibility`."""


def test_every_event_has_words() -> None:
    """The log leaves no event out."""
    missing = [kind.__name__ for kind in EVENTS if kind not in WORDINGS]
    assert not missing, (
        f"{', '.join(missing)} has no words: add an entry to the table of its kind in"
        " projections/text (for an outcome OUTCOMES in outcome_phrases.py)."
    )
    assert set(EVENTS) == set(WORDINGS)


def test_every_outcome_says_whose_numbers_it_tells() -> None:
    """Else players could read the numbers of combatants they do not know."""
    silent = [
        kind.__name__
        for kind in OUTCOMES
        if int in _types(kind) and kind not in PUBLIC and not WORDINGS[kind].numbers_of
    ]
    assert not silent, (
        f"{', '.join(silent)} holds a number and does not say whose: give its entry in"
        " projections/text/outcome_phrases.py `numbers_of`, or name it in PUBLIC here."
    )


def _types(kind: type) -> Iterator[object]:
    for hint in get_type_hints(kind).values():
        yield hint
        yield from getattr(hint, "__args__", ())


def test_every_outcome_has_its_place_in_the_chronicle() -> None:
    """It has a method of the narrator or a sentence, or is bookkeeping."""
    book = load_phrasebook()
    untold = [
        f"{kind.__name__} (chronicle.event.{kind.__struct_config__.tag})"  # type: ignore[attr-defined]
        for kind in OUTCOMES
        if kind not in IN_CHRONICLE
        and kind not in BOOKKEEPING
        and not book.has(f"chronicle.event.{kind.__struct_config__.tag}")  # type: ignore[attr-defined]
    ]
    assert not untold, (
        f"The chronicle does not tell of {', '.join(untold)}: add that sentence to"
        " projections/lang/en/chronicle.toml, or name the event in BOOKKEEPING here."
    )


class Enchanted(Event, frozen=True, tag="enchanted"):
    """An outcome in no union: a combatant is enchanted for some rounds."""

    who: str
    by: str
    rounds: int


@pytest.fixture
def enchanted(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The event, with one entry in the table."""
    words = Wording(
        make_template_phrase("{who} is enchanted by {by} for {rounds} rounds"),
        redacted=make_template_phrase("{who} is enchanted by {by}"),
        numbers_of=("who",),
    )
    monkeypatch.setitem(WORDINGS, Enchanted, words)
    return Enchanted("wolf", "ada", 3)


def state() -> FightState:
    """Return a fight of Ada, a player's, and the wolf."""
    joined = (Join(sheet("Ada", "party", "pc")), Join(sheet("Wolf", "foes", "npc")))
    return fold(FightState(), 1, (FightStarted("a fight", load_game("golden-idol")), *joined))


def test_one_entry_is_enough_for_every_surface(enchanted: AnyEvent) -> None:
    """Log, report and the redacted phrase come from it."""
    at = state()
    assert "Wolf is enchanted by Ada for 3 rounds" == describe_event(enchanted, at)
    assert ["Wolf is enchanted by Ada for 3 rounds."] == report_events([enchanted], at)
    assert not may_read(enchanted, at, "players")
    assert "Wolf is enchanted by Ada" == redact_event(enchanted, at)
    assert ("", {"said": "Wolf is enchanted by Ada"}) == find_stand_in(enchanted, at)
    assert may_read(Enchanted("ada", "wolf", 3), at, "players")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("audience", "told"),
    [("referee", ["Ada enchanted Wolf. (3 rounds)"]), ("players", [])],
)
def test_one_sentence_is_enough_for_the_chronicle(
    enchanted: AnyEvent, audience: Audience, told: list[str]
) -> None:
    """It is told, with its small print, to an audience that may read the whole event."""
    sentences = {
        "chronicle.event.enchanted": ("{by} enchanted {who}.",),
        "chronicle.event.enchanted-dice": ("{rounds} rounds",),
    }
    narrator = Narrator(state(), audience, _with(sentences))
    narrator.take(enchanted)
    assert told == [
        f"{plain_text(beat.story)} ({plain_text(beat.dice)})" for beat in narrator.end_passage()
    ]


def _with(sentences: Mapping[str, tuple[str, ...]]) -> Phrasebook:
    return Phrasebook("en", {**load_phrasebook()._sentences, **sentences})
