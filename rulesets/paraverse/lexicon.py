"""What can be said in Paraverse."""

from __future__ import annotations

from events.types.game import Game
from rulesets.common.features import lacks, traits
from rulesets.common.once import once_a_game
from rulesets.core.ruleset import Lexicon
from rulesets.paraverse.definition import definition
from rulesets.paraverse.plan import MELEE
from rulesets.paraverse.prepare import HAS
from rulesets.paraverse.scene import PHASES, PLANNING
from rulesets.paraverse.sheets import line_fields


@once_a_game
def lexicon(game: Game) -> Lexicon:
    """The game's stats and skills, creatures, places on the body, phases, and its own words."""
    rules = definition(game)
    return Lexicon(
        fields=line_fields(rules),
        needed=0,
        weapons=(rules.unarmed,),
        bands=(MELEE,),
        creatures=tuple(rules.creatures),
        called={
            "special": game.words.get("special", "magic"),
            "rest": "watch",
            "aid": "stabilize",
            "save": "check",
        },
        lacks=lacks(HAS),
        has=HAS,
        traits=traits(HAS),
        places=rules.places,
        phases=(PLANNING, *PHASES),
    )
