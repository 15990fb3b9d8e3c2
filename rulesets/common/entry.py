"""What everybody gets who joins: a name and an id of their own, and a side."""

from __future__ import annotations

import msgspec

from events.names import checked_name, numbered, slug
from events.sheets import Sheet
from projections.state import FightState
from rulesets.common.naming import taken


def named(state: FightState, sheet: Sheet) -> Sheet:
    """The sheet with a free name and its id (ALL-04); a side that is not said goes by kind."""
    name = numbered(checked_name(sheet.name), taken(state))
    side = checked_name(sheet.side) if sheet.side else ("foes" if sheet.kind == "npc" else "party")
    return msgspec.structs.replace(sheet, id=slug(name), name=name, side=side)
