"""The chronicle of a fight on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.screen.text import bold, dim
from projections.chronicle import Passage, chronicle
from replay.footnotes import footnotes
from replay.history import History


def told(history: History) -> list[Passage]:
    """The chronicle of the present line, with what was corrected of it."""
    return chronicle(history.told(len(history)), footnotes(history))


def shown(history: History) -> Iterator[str]:
    """A heading a round, under it a paragraph a turn, and below that what was corrected of it."""
    heading = ""
    for passage in told(history):
        if passage.heading != heading:
            heading = passage.heading
            yield bold(heading)
        if passage.text:
            yield f"  {passage.text}"
        yield from (f"    {dim(note)}" for note in passage.notes)
