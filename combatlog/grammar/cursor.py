"""The place on a line where the next word is completed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from combatlog.grammar.scanner import Vocabulary, match_name
from projections.state.fight_state import Combatant, FightState

_VERSUS = ("versus", "vs")


class Cursor(Vocabulary):
    """The finished words behind a verb, and the fight they are about.

    `verbs` are the names of the verbs that the game has.
    """

    def __init__(self, words: Sequence[str], state: FightState, verbs: Sequence[str] = ()) -> None:
        super().__init__(state)
        self.words = words
        self.verbs = verbs

    @property
    def last(self) -> str:
        """The last finished word in lower case; empty where there is none."""
        return self.words[-1].casefold() if self.words else ""

    @cached_property
    def present(self) -> list[Combatant]:
        """The combatants who are in the fight, neither gone nor dead."""
        return [one for one in self.state.combatants.values() if one.standing == "in"]

    @property
    def names(self) -> list[str]:
        """The names of those who are present."""
        return [one.name for one in self.present]

    def list_names(self, standing: str) -> list[str]:
        """Return the names of those with a standing: `in`, `gone` or `dead`."""
        return [one.name for one in self.state.combatants.values() if one.standing == standing]

    @cached_property
    def combatant(self) -> Combatant | None:
        """The combatant that the first words name; None where they name none."""
        return self.find(self.words)

    def find(self, words: Sequence[str]) -> Combatant | None:
        """Return the combatant whose name fits the words best; None where no name fits."""
        everybody = self.state.combatants.values()
        fits = [(match, one) for one in everybody if (match := match_name(words, one.name))]
        if not fits:
            return None
        best = max(match for match, _ in fits)
        return next(one for match, one in fits if match == best)

    @cached_property
    def rollable(self) -> list[str]:
        """The scores and skills that this combatant can roll on."""
        return [*self.rules.rollable(self.state, self.combatant)] if self.combatant else []

    @property
    def skills(self) -> list[str]:
        """The skills that this combatant can roll on."""
        scores = self.combatant.scores if self.combatant else ()
        return [each for each in self.rollable if each not in scores]

    def keep_if(self, feature: str, *words: str) -> list[str]:
        """Return the words where the game has a feature; no word where it lacks it."""
        return [*words] if feature in self.lexicon.has else []

    def list_opponents(self) -> list[str] | None:
        """Return what goes behind `versus`: a combatant, then what that one rolls on; None where
        the last two words have no `versus`."""
        if self.last in _VERSUS:
            return self.names
        if len(self.words) > 1 and self.words[-2].casefold() in _VERSUS:
            opponent = self.find(self.words[-1:])
            return [*self.rules.rollable(self.state, opponent)] if opponent else []
        return None


def complete_nothing(cursor: Cursor) -> list[str]:
    """Suggest nothing: what follows is free text, or a number."""
    return []


def complete_combatant(cursor: Cursor) -> list[str]:
    """Suggest who is present, as the first word alone."""
    return [] if cursor.words else cursor.names


def complete_combatants(cursor: Cursor) -> list[str]:
    """Suggest who is present, for any word."""
    return cursor.names
