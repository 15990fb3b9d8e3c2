"""The state as plain data, for JSON: everything but the inner workings of the dice."""

from __future__ import annotations

from typing import Any

import msgspec

from projections.state.fight_state import FightState

_INNER = ("draws", "strays", "absent", "game")


def view(state: FightState) -> dict[str, Any]:
    """The state as dicts, lists and numbers; the game by id, name and version alone."""
    plain: dict[str, Any] = {}
    for field in state.__struct_fields__:
        if field not in _INNER:
            plain[field] = msgspec.to_builtins(getattr(state, field))
    game = state.game
    plain["game"] = {"id": game.id, "name": game.name, "version": game.version}
    return plain
