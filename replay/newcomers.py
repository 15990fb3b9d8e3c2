"""Names of those who join in the past: nobody who joins later is shifted, and what is said later
means the same combatants."""

from __future__ import annotations

from msgspec.structs import replace

from events.types.declarations import Join
from events.types.names import checked_name, numbered
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.common.naming import taken


def in_place_of(
    was: Declaration, said: Declaration, later: FightState, now: FightState
) -> Declaration:
    """Whoever joins instead of somebody goes by the same id, which later inputs name; `now` is the
    fight where that is said, `later` with everybody who has joined since."""
    if not isinstance(said, Join):
        return said
    if not isinstance(was, Join):
        return freed(said, later, now)
    name = numbered(checked_name(said.sheet.name), taken(later, but=was.sheet.id))
    return Join(replace(said.sheet, id=was.sheet.id, name=name))


def freed(said: Declaration, later: FightState, now: FightState) -> Declaration:
    """Whoever is put in, or put back, gets a name and an id that nobody has who joins later; who
    is put back and was left out until then, their own."""
    if not isinstance(said, Join):
        return said
    own = said.sheet.id if said.sheet.id not in later.combatants else ""
    names = taken(later, but=own) | taken(now)
    name = numbered(checked_name(said.sheet.name), names)
    return Join(replace(said.sheet, name=name, id="" if said.sheet.id in names else said.sheet.id))
