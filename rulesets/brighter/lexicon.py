"""What can be said in Brighter Worlds."""

from __future__ import annotations

from events.games import Game
from rulesets.brighter.definition import definition
from rulesets.brighter.ladder import ATTRIBUTES, GRIT
from rulesets.brighter.prepare import HAS
from rulesets.ruleset import Lexicon

LACKS = frozenset({"treat", "disengage", "manoeuvre", "crew", "camp", "engage"})


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
        lacks=LACKS,
        has=HAS,
    )
