"""The words of one fight: what lines are read and written with."""

from __future__ import annotations

from functools import cached_property

from projections.state.fight_state import FightState
from rulesets.core.registry import ruleset
from rulesets.core.ruleset import Lexicon, Ruleset


class Speech:
    """How a fight as it stands is spoken of: its game's rules, what can be said, its terms."""

    def __init__(self, state: FightState) -> None:
        self.state = state

    @cached_property
    def rules(self) -> Ruleset:
        """The rules of the fight's game."""
        return ruleset(self.state.game.rules)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What can be said in the fight's game."""
        return self.rules.lexicon(self.state.game)

    def term(self, key: str) -> str:
        """The game's word for something."""
        return self.state.game.words.get(key, key)
