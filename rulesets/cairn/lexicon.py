"""What can be said in a game of the family."""

from __future__ import annotations

from events.games import Game
from rulesets.cairn.definition import definition
from rulesets.ruleset import Lexicon

LACKS = frozenset({"treat", "disengage", "camp"})


def lexicon(game: Game) -> Lexicon:
    """The game's abilities, distances, creatures, and its word for the special action."""
    rules = definition(game)
    scores = rules.scores_of("individual")
    fields = (scores.protection, scores.body, scores.agility, scores.will)
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        bands=rules.bands,
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=LACKS,
    )
