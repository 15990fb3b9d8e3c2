"""The state of a fight as an audience may read it, as plain data."""

from __future__ import annotations

from typing import Any

from projections.queries.visibility import Audience, sees_all, sees_numbers
from projections.state.fight_state import FightState, dump_state

_NUMBERS = (
    *("scores", "maxima", "armor", "shield", "weapons", "effects", "skills", "choices", "leader"),
    *("origin", "shaken", "spent", "last", "used"),
)
"""What players do not know of a combatant whose numbers are hidden. Grounds for morale are among
it: one is “alone at 0 HP”."""


def dump_visible_state(state: FightState, audience: Audience) -> dict[str, Any]:
    """Return the state as plain data (`dump_state`). For players, combatants with hidden numbers
    have `hidden` in their place, and what the referee overruled, and the grounds for morale of the
    sides, are left out. `state` is that of a log as players may read it (`redact_words`)."""
    plain = dump_state(state)
    if sees_all(audience):
        return plain
    for id, one in plain["combatants"].items():
        if not sees_numbers(state, id, audience):
            for field in _NUMBERS:
                del one[field]
            one["hidden"] = True
    for waiting in plain["pending"]:
        del waiting["overruled"]
    del plain["shaken"], plain["spent"]
    return plain
