"""Somebody for a fight of Paraverse, in few words."""

from __future__ import annotations

from typing import Any, NamedTuple

from events.types.declarations import BeginRound, Resolve
from events.types.game import Game
from events.types.sheets import Kind, Sheet
from rulesets.core.registry import ruleset
from tests.support.given import Given, given

ROUND = BeginRound()
GO = Resolve()


class Somebody(NamedTuple):
    """A roster entry, and the kind it joins as."""

    kind: Kind
    entry: dict[str, Any]

    def sheet(self, game: Game) -> Sheet:
        """The sheet it makes."""
        return ruleset("paraverse").sheet(game, self.entry, self.kind)


def pc(name: str, *weapons: str, **fields: Any) -> Somebody:
    """A player character; what is not said is 10, or nothing."""
    return Somebody("pc", {"name": name, "weapons": list(weapons), **fields})


def npc(name: str, *weapons: str, **fields: Any) -> Somebody:
    """Anybody else."""
    return Somebody("npc", {"name": name, "weapons": list(weapons), **fields})


def fight(*people: Somebody, **options: Any) -> Given:
    """A fight that these have joined, with typed dice."""
    return given("paraverse", *people, **options)  # type: ignore[arg-type]
