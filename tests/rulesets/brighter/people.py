"""People of the text and of the vectors, for the tests. A block is Grit/armor/STR/DEX/WIL."""

from __future__ import annotations

from typing import Any

from events.types.declarations import Attack, Resolve
from events.types.sheets import Weapon
from tests.support.given import Given, Person, given, npc, pc

GAME = "brighter-worlds"

DUST = Weapon("dust", "d6", ("blast",), against="WIL")
HEX = Weapon("hex", "d6", against="DEX")
FIRE = Weapon("fire", "d8", ("blast",))


def fight(*people: Person, **options: Any) -> Given:
    """A fight of Brighter Worlds."""
    return given(GAME, *people, **options)


def sam(block: str = "3/0/8/8/6", **more: Any) -> Person:
    """Sam, with her dagger."""
    return pc("Sam", block, **{"dagger": "d6", **more})


def pete(block: str = "3/0/8/6/6", **more: Any) -> Person:
    """Pete, with his great bow."""
    return pc("Pete", block, **{"great_bow": "d10", **more})


def troll(block: str = "2/1/10/6/6", **more: Any) -> Person:
    """The troll of the text."""
    return npc("Troll", block, **{"claws": "d10", **more})


def strikes(on: Given, said: Attack, *rolls: str) -> Given:
    """Somebody's attack is resolved by itself, before any round."""
    by = on.one(said.by)
    return on.when(said, Resolve(by.side)).rolls(*rolls)
