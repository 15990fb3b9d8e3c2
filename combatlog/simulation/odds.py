"""How often a random table says what, by the grammar's verbs; `trait` and `skill` are said with
`set`."""

from __future__ import annotations

_COMBAT = {"attack": 40, "move": 4, "aid": 3, "treat": 1, "retreat": 2}
_COMBAT |= {"disengage": 3, "special": 2, "do": 4}

_RULINGS = dict.fromkeys(
    (
        *("save", "morale", "harm", "time", "rest", "camp", "recover", "pack", "takeover"),
        *("set", "trait", "skill", "condition", "clear", "area", "place", "engage", "crew"),
        *("kill", "revive", "remove", "return", "rename", "hand", "arm", "disarm", "dice"),
    ),
    2,
)

ODDS: dict[str, dict[str, int]] = {
    "combat": _COMBAT,
    "craft": _COMBAT | {"manoeuvre": 16},
    "peace": _COMBAT | {"attack": 3, "aid": 20, "treat": 8},
    "ruling": _RULINGS
    | {"save": 6, "harm": 6, "recover": 6, "takeover": 3}
    | {"kill": 1, "remove": 1, "dice": 1},
}
"""In a round, for those who are craft besides, between rounds, and for the referee."""
