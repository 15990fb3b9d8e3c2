"""A view that grows with an example fight shows what one shows that is made of the whole log."""

from __future__ import annotations

import pytest

from combatlog.app.examples import list_examples
from combatlog.app.fight import Fight
from combatlog.export.html_replay.growing_view import GrowingView
from combatlog.export.html_replay.replay_data import collect_fight_data
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from tests.examples.given import begun, script

AUDIENCES: tuple[Audience, ...] = ("players", "referee")


class Compared:
    """The views of a fight for both audiences, compared with those that are made anew."""

    def __init__(self, fight: Fight) -> None:
        self._views = {
            audience: GrowingView(fight.history, audience, load_phrasebook())
            for audience in AUDIENCES
        }

    def compare(self, fight: Fight, said: str) -> None:
        """Let them grow; compare each with one that is made anew."""
        for audience, view in self._views.items():
            view.extend(fight.history)
            made = collect_fight_data(fight.history, audience, load_phrasebook())
            assert made == view.collect(), f"{audience}, after {said}"


def compare_growth(name: str, step: int) -> None:
    """Compare the views after so many lines each; at the end after undo, a note and redo."""
    session = begun(EXAMPLES[name])
    fight = session.fight
    views = Compared(fight)
    lines = script(EXAMPLES[name])
    for number, said in enumerate(lines):
        session.say(said)
        if not number % step:
            views.compare(fight, said)
    for _ in range(2):
        fight.undo()
        views.compare(fight, "an undo")
        fight.note("Was that so?")
        views.compare(fight, "a note behind an undo")
    fight.redo()
    views.compare(fight, "a redo")


EXAMPLES = {example.name: example for example in list_examples()}


def test_a_view_grows_with_a_short_fight() -> None:
    """With undo and redo."""
    compare_growth(min(EXAMPLES, key=lambda name: len(EXAMPLES[name].script.read_text())), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_view_grows_with_every_example(name: str) -> None:
    """Its own undos and corrections are in its script."""
    compare_growth(name, 2)
