"""What can be said in a game of the family."""

from __future__ import annotations

from events.games import Game
from rulesets.cairn.definition import Definition, definition
from rulesets.cairn.prepare import features
from rulesets.ruleset import Lexicon

LACKS = frozenset({"treat", "disengage", "camp", "engage"})
"""The verbs that the whole family has no use for."""


def lexicon(game: Game) -> Lexicon:
    """The game's abilities, distances, creatures, and its word for the special action."""
    rules = definition(game)
    fields = rules.scores_of("individual").every
    return Lexicon(
        fields=fields,
        needed=len(fields),
        weapons=(rules.unarmed,),
        bands=rules.bands,
        creatures=tuple(rules.creatures),
        called={"special": game.words["special"]} if "special" in game.words else {},
        lacks=LACKS | _lacks(rules),
        has=features(rules),
        manoeuvres=tuple(each.name for craft in rules.craft.values() for each in craft.manoeuvres),
    )


def _lacks(rules: Definition) -> set[str]:
    """What is said of craft only, where there are none, or none that manoeuvre (CF-27)."""
    lacks = set() if rules.craft else {"crew"}
    return lacks if rules.manoeuvres else lacks | {"manoeuvre"}
