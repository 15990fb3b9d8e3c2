"""The chronicle of a fight on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.screen.text import bold
from projections.chronicle import chronicle
from replay.history import History


def shown(history: History) -> Iterator[str]:
    """A heading a round, and under it a paragraph a turn."""
    heading = ""
    for passage in chronicle(history.told(len(history))):
        if passage.heading != heading:
            heading = passage.heading
            yield bold(heading)
        yield f"  {passage.text}"
