"""What can be said in Brighter Worlds."""

from __future__ import annotations

from events.types.game import Game
from rulesets.brighter.definition import definition
from rulesets.brighter.ladder import ATTRIBUTES, GRIT
from rulesets.brighter.prepare import HAS
from rulesets.common.features import lacks, traits
from rulesets.common.once import once_a_game
from rulesets.core.ruleset import Lexicon


@once_a_game
def lexicon(game: Game) -> Lexicon:
    """Grit and the three dice, the game's creatures, and its word for the special action."""
    rules = definition(game)
    fields = (GRIT, *ATTRIBUTES)
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=lacks(HAS),
        has=HAS,
        traits=traits(HAS),
    )
