"""What can be said in a game of the family."""

from __future__ import annotations

from events.types.game import Game
from rulesets.cairn.definition import definition
from rulesets.cairn.prepare import features
from rulesets.common.features import lacks, traits
from rulesets.common.once import once_a_game
from rulesets.core.ruleset import Lexicon


@once_a_game
def lexicon(game: Game) -> Lexicon:
    """The game's abilities, distances, creatures, and its word for the special action."""
    rules, has = definition(game), features(game)
    fields = rules.scores_of("individual").every
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        bands=rules.bands,
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=lacks(has),
        has=has,
        traits=traits(has),
        manoeuvres=tuple(each.name for craft in rules.craft.values() for each in craft.manoeuvres),
    )
