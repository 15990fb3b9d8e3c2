"""Short ways to write combatants for a fight of Paraverse."""

from __future__ import annotations

from typing import Any, NamedTuple

from events.types.base import Game
from events.types.declarations import BeginRound, Resolve
from events.types.sheets import Kind, Sheet
from rulesets.core.registry import load_ruleset
from tests.support.given import Given, given

ROUND = BeginRound()
GO = Resolve()


class RosterEntry(NamedTuple):
    """A roster entry, and the kind of combatant it makes."""

    kind: Kind
    entry: dict[str, Any]

    def sheet(self, game: Game) -> Sheet:
        """Return the sheet of this entry."""
        return load_ruleset("paraverse").sheet(game, self.entry, self.kind)


def pc(name: str, *weapons: str, **fields: Any) -> RosterEntry:
    """Return a player character; fields that are left out are 10 or empty."""
    return RosterEntry("pc", {"name": name, "weapons": list(weapons), **fields})


def npc(name: str, *weapons: str, **fields: Any) -> RosterEntry:
    """Return a non-player character."""
    return RosterEntry("npc", {"name": name, "weapons": list(weapons), **fields})


def fight(*people: RosterEntry, **options: Any) -> Given:
    """Return a fight that these have joined, with typed dice."""
    return given("paraverse", *people, **options)  # type: ignore[arg-type]
