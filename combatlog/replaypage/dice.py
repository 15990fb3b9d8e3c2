"""The dice of an event, as they are drawn on the page."""

from __future__ import annotations

import re
from typing import TypeAlias

from events.errors import Refused
from events.types import outcomes as o
from events.types.dice_notation import parse_dice
from events.types.rolls import Rolled
from events.types.unions import AnyEvent

Drawn: TypeAlias = "tuple[str, int, int]"
"""A die: its name (`d8`), the face it shows, and whether that one counts (1) or another was kept
instead (0)."""

THROWN = (Rolled, o.AttackRolled, o.CheckRolled, o.ContestRolled)
"""Events whose dice everybody at the table sees fall, whatever is added to them."""

_FLAT = re.compile(r"[+-]\d+$")
"""What is added to the dice, behind them."""


def drawn(event: AnyEvent) -> list[Drawn]:
    """The dice that an event shows."""
    match event:
        case Rolled(die=die, face=face):
            return [(die, face, 1)]
        case o.SaveRolled(face=face) if face:
            return [("d20", face, 1)]
        case o.AttackRolled(dice=dice, faces=faces, value=value):
            return _kept(dice, faces, value - _flat(dice))
        case o.CheckRolled() | o.ContestRolled():
            return _kept(event.dice, event.faces, event.value - event.bonus)
    return []


def _kept(dice: str, faces: tuple[int, ...], kept: int) -> list[Drawn]:
    """These faces, the first that shows what was kept marked; all where none does."""
    names = _names(dice, len(faces))
    at = faces.index(kept) if kept in faces else None
    return [
        (name, face, int(at is None or number == at))
        for number, (name, face) in enumerate(zip(names, faces, strict=True))
    ]


def _names(dice: str, count: int) -> list[str]:
    """The names of so many dice; the last one's again where more were thrown than are written."""
    try:
        names = list(parse_dice(_FLAT.sub("", dice)).dice)
    except Refused:
        names = []
    names = names or [""]
    return (names + names[-1:] * count)[:count]


def _flat(dice: str) -> int:
    flat = _FLAT.search(dice)
    return int(flat.group()) if flat else 0
