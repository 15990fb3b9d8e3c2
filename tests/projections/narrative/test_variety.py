"""Stock phrases do not come back within a few beats, the opening names everybody, and a beat that
stands alone can be understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from combatlog.app.examples import list_examples
from projections.narrative.beats import list_stage_beats
from projections.narrative.phrasebook import load_phrasebook
from projections.text.prose import plain_text
from tests.combatlog.export.html_replay.reading import example
from tests.projections.narrative.given import passages

NEAR = 4
"""So many beats on, no phrase is told again of which there are three or more."""

TABLES = (
    *("attack.cut", "attack.thrust", "attack.crush", "attack.shot", "attack.loosed"),
    *("again.other", "result.held", "result.told", "result.spent", "result.beyond"),
    *("result.told-armor", "result.told-armor-deep", "result.best-armor", "result.hurt"),
    *("trial.critical.passed", "trial.critical.hurt", "trial.morale.passed"),
    *("wound.fell", "contest.won-side", "left.routed"),
)
"""Sentences with three variants or more, and the clauses of attacks."""

FIELD = re.compile(r"(\{\w+\})")


def list_stories(name: str) -> list[str]:
    """Return the story of every beat of an example."""
    history = example(name)
    line = list(history.interleave_notes(len(history)))
    return [plain_text(beat.story) for passage in passages(line) for beat in passage.beats]


def list_beats(name: str) -> Iterator[str]:
    """Yield what each beat of the stage tells of an example."""
    history = example(name)
    for beat in list_stage_beats(history.interleave_notes(len(history))):
        yield plain_text(beat.story)


def pattern(template: str) -> re.Pattern[str]:
    """Return what finds a sentence of the phrasebook, or a clause at its beginning."""
    parts = (r"[^:;.]+?" if part[:1] == "{" else re.escape(part) for part in FIELD.split(template))
    return re.compile("".join(parts) + ("$" if template.endswith(".") else ""))


@pytest.mark.parametrize("name", [each.name for each in list_examples()])
def test_no_stock_phrase_comes_back_within_a_few_beats(name: str) -> None:
    """Whoever strikes, and with whatever."""
    stories = list_stories(name)
    for key in TABLES:
        templates = load_phrasebook().several(f"chronicle.{key}")
        assert len(templates) > 2
        for template in templates:
            told = [
                at
                for at, story in enumerate(stories)
                if any(map(pattern(template).match, re.split(r"(?<=[.!?]) ", story)))
            ]
            assert all(b - a > NEAR for a, b in pairwise(told)), (template, told)


@pytest.mark.parametrize(
    ("name", "rest"),
    [("bridge-ambush", "Edo"), ("black-sails", "Lykos"), ("hounds-on-the-causeway", "Pip")],
)
def test_the_opening_names_those_who_needed_no_roll(name: str, rest: str) -> None:
    """They act with those who were quick."""
    opening = next(story for story in list_stories(name) if "their opponents" in story)
    assert f"and {rest} with them" in opening


def test_a_beat_that_stands_alone_says_what_befell_somebody() -> None:
    """“It did not spare Ines either” says nothing by itself; in the chronicle it follows."""
    beats = [told for told in list_beats("the-courier-run") if "Osei" in told or "Ines" in told]
    hurt = [told for told in beats if "fire on board" in told]
    assert 2 == len(hurt) and all("aboard the courier" in told.casefold() for told in hurt)
    assert 2 == len({re.sub("Ines|Doctor Osei", "", told) for told in hurt})
    assert any("either" in told or "Nor did" in told for told in list_stories("the-courier-run"))


@pytest.mark.parametrize("name", [each.name for each in list_examples()])
def test_no_beat_leans_on_the_one_before(name: str) -> None:
    """None begins with what only another beat says."""
    leaning = ("It did", "Nor ", "That ", "It cost", "It left", "It felled", "The rest")
    assert not [told for told in list_beats(name) if told.startswith(leaning)]


def test_the_aftermath_does_not_say_where_somebody_lies() -> None:
    """They may have been carried or dragged off since."""
    for each in list_examples():
        assert not [told for told in list_stories(each.name) if "lay where" in told]
