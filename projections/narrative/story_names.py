"""What combatants are called in sentences, also outside the chronicle."""

from __future__ import annotations

from projections.narrative.context import Context
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.state.fight_state import FightState
from projections.text.prose import plain_text
from projections.text.words import possessive


class StoryNames:
    """The names of a fight's combatants as the chronicle has them: “Ada”, “the second wolf”. Tables
    and rows have the names of the sheets: “Wolf 2”."""

    def __init__(self, state: FightState, book: Phrasebook | None = None) -> None:
        self._context = Context(state, "referee", book or load_phrasebook())

    def name(self, id: str) -> str:
        """Return “the second wolf”."""
        return plain_text(self._context.name(id))

    def whose(self, id: str) -> str:
        """Return “the second wolf's”."""
        return plain_text(self._context.whose(id))

    def retell(self, text: str) -> str:
        """Return words of the rules, with people in them called as in sentences."""
        return plain_text(self._context.retell(text))


class RecapNames(StoryNames):
    """The names of a recap, which stands beside tables: as the chronicle has them, but one of
    several with a name is called as in the tables, “Wolf 2”."""

    def name(self, id: str) -> str:
        """Return “the troll”, “Wolf 2”."""
        numbered = self._context.is_numbered(id)
        return self._context.words.name(id) if numbered else super().name(id)

    def whose(self, id: str) -> str:
        """Return “the troll's”, “Wolf 2's”."""
        return possessive(self.name(id)) if self._context.is_numbered(id) else super().whose(id)
