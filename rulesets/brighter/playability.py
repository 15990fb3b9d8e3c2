"""Playability: whether the rules can play a definition that is well formed."""

from __future__ import annotations

from events.types.game import Game
from rulesets.brighter.definition import ATTRIBUTES, GRIT
from rulesets.common.definition import Fault
from rulesets.common.naming import join_words


def check(game: Game) -> None:
    """Raise `Fault` naming the key that the rules cannot play.

    They know one buffer and three dice by their names, and no scales (BW-01).
    """
    every = (GRIT, *ATTRIBUTES)
    if game.scores != {"individual": every}:
        raise Fault(("scores",), f"are {join_words(every)}, in this order, for individuals alone")
