"""Starships and their crews, for the tests."""

from __future__ import annotations

from typing import Any

from events.types.declarations import BeginRound, Resolve
from tests.support.given import Given, Person, attack, given, npc, pc

ROUND = BeginRound("ambush")


def ship(name: str, block: str = "5/0/10/10/10", side: str = "foes", **more: Any) -> Person:
    """A starship: Hull/armor/INT/ENG/SYS."""
    return npc(name, block, scale="starship", side=side, **more)


def courier(**more: Any) -> Person:
    return ship("Courier", "2/3/8/15/12", "party", **{"gun": "d10", **more})


def fighter() -> Person:
    return ship("Fighter", "3/3/8/13/14", port_gun="d10", starboard_gun="d10")


def aniet(**more: Any) -> Person:
    return pc("Aniet", "3/0/12/13/10", max={"HP": 5}, **more)


def hit_to_nothing(*effect: int, **more: Any) -> Given:
    """Return a shot that takes exactly the courier's last hull."""
    fight = given("plerion", aniet(), pc("Bo"), courier(**more), fighter())
    fight.when(ROUND, attack("fighter", "courier"), Resolve(), Resolve())
    return fight.rolls("fighter d10=5", "fighter d10=3", *(f"courier d6={face}" for face in effect))
