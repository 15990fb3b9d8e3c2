"""What combatants are called in sentences outside the chronicle."""

from __future__ import annotations

from projections.narrative.context import Context
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.state.fight_state import FightState
from projections.text.prose import plain_text


class StoryNames:
    """The names of a fight's combatants for sentences beside tables: as the chronicle has them,
    “Ada”, “the troll”; but one of several of a kind is called as in the tables, “Wolf 2”, where the
    chronicle has “the second wolf”."""

    def __init__(self, state: FightState, book: Phrasebook | None = None) -> None:
        book = book or load_phrasebook()
        self._context = Context(state, "referee", book, keeps_numbers=True)

    def name(self, id: str) -> str:
        """Return “the troll”, “Wolf 2”."""
        return plain_text(self._context.name(id))

    def whose(self, id: str) -> str:
        """Return “the troll's”, “Wolf 2's”."""
        return plain_text(self._context.whose(id))

    def retell(self, text: str) -> str:
        """Return words of the rules, with people in them called by these names."""
        return plain_text(self._context.retell(text))
