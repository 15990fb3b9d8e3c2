"""Checks of a definition beyond its types: can the rules play it?"""

from __future__ import annotations

from events.types.base import Game
from events.types.names import join_words
from rulesets.brighter.definition import ATTRIBUTES, GRIT
from rulesets.common.definition import Fault


def check(game: Game) -> None:
    """Raise `Fault` naming the key that the rules cannot play.

    They have one buffer and three dice with fixed names, and no scales (BW-01).
    """
    every = (GRIT, *ATTRIBUTES)
    if game.scores != {"individual": every}:
        raise Fault(("scores",), f"are {join_words(every)}, in this order, for individuals alone")
