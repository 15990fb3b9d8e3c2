"""The words of one fight, which its lines are read, written and completed with."""

from __future__ import annotations

from functools import cached_property

from projections.state.fight_state import FightState
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Lexicon, Ruleset

SPENT = {"Fatigue": "Stamina"}
"""Numbers that count what is gone of another score's maximum, by name, with that score. They are
typed and asked for like a score and stored as the other one."""


class Vocabulary:
    """The rules of a fight's game, the words it accepts, and its own names for things."""

    def __init__(self, state: FightState) -> None:
        self.state = state

    @cached_property
    def rules(self) -> Ruleset:
        """The rules of the fight's game."""
        return load_ruleset(self.state.game.rules)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The verbs, fields, weapons and places of the fight's game."""
        return self.rules.lexicon(self.state.game)

    def term(self, key: str) -> str:
        """Return the game's word for `key`; `key` itself where the game has no other."""
        return self.state.game.words.get(key, key)
