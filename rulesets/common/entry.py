"""What everybody gets who joins: a name and an id of their own, and a side."""

from __future__ import annotations

import msgspec

from events.errors import Refused
from events.types.names import checked_name, numbered, slug
from events.types.sheets import Sheet
from projections.state.fight_state import FightState
from rulesets.common.naming import taken
from rulesets.common.statements import LARGEST, MOST_ARMOR, refuse_above_maximum


def named(state: FightState, sheet: Sheet) -> Sheet:
    """The sheet with a free name and its id (ALL-04), an id of its own where nobody else goes by
    that; a side that is not said goes by kind."""
    others = taken(state)
    is_free = sheet.id not in state.combatants and sheet.id not in state.absent
    own = sheet.id if sheet.id == slug(sheet.id) and is_free else ""
    name = numbered(checked_name(sheet.name), others)
    side = checked_name(sheet.side) if sheet.side else ("foes" if sheet.kind == "npc" else "party")
    return msgspec.structs.replace(sheet, id=own or slug(name), name=name, side=side)


def check_numbers(sheet: Sheet, what: dict[str, int], most: int = LARGEST) -> None:
    """Raise `Refused` where one of these is below nothing or beyond what can be."""
    for name, value in what.items():
        if not 0 <= value <= most:
            raise Refused(f"{sheet.name}'s {name} can be 0 to {most}, not {value}.")


def check_armor(sheet: Sheet) -> None:
    """Raise `Refused` where what is worn cannot be."""
    check_numbers(sheet, {"armor": sheet.armor, "shield": sheet.shield}, MOST_ARMOR)


def check_scores(sheet: Sheet) -> None:
    """Raise `Refused` where a score or a maximum cannot be, or is less than what is left."""
    check_numbers(sheet, sheet.scores)
    check_numbers(sheet, sheet.maxima)
    for score, maximum in sheet.maxima.items():
        refuse_above_maximum(f"{sheet.name}'s {score}", sheet.scores[score], maximum)
