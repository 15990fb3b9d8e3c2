"""Who is a foe of whom, and what a combatant can attack with."""

from __future__ import annotations

from events.types.sheets import Weapon
from projections.state.fight_state import Combatant, FightState
from projections.text.words import is_craft
from rulesets.common.scene import list_present
from rulesets.core.ruleset import Lexicon


def list_foes(state: FightState, one: Combatant, lexicon: Lexicon) -> list[Combatant]:
    """Return the foes of a combatant who are in the fight and not down, in joining order."""
    camp = name_camp(state, one)
    return [
        other
        for other in list_present(state)
        if name_camp(state, other) != camp and not other.find_felling(lexicon.felled)
    ]


def name_camp(state: FightState, one: Combatant) -> str:
    """Return what tells friends from foes: the players' sides stand together, and all others do.
    Without players, each side stands alone."""
    if not state.players:
        return one.side
    return "players" if one.side in state.players else "others"


def list_weapons(one: Combatant, lexicon: Lexicon) -> list[tuple[str, Weapon | None]]:
    """Return what a combatant can attack with, by name; with bare hands, no weapon. A craft has no
    hands."""
    hands = () if is_craft(one) else lexicon.weapons
    return [
        *((weapon.name, weapon) for weapon in one.weapons),
        *((name, None) for name in hands),
    ]
