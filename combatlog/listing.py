"""The fights of a store: how they are listed, and which one is meant.

Reading commands need no more of a campaign than this, so it imports no rules.
"""

from __future__ import annotations

import msgspec

from events.declarations import FightStarted
from events.errors import Refused
from events.names import folded
from events.store import Store


class Listed(msgspec.Struct, frozen=True):
    """A fight in a campaign's list: `number` counts from 1 in the order they were started."""

    number: int
    id: str
    title: str
    game: str
    events: int
    started: str


def listed(store: Store, number: int, id: str) -> Listed:
    """A fight as it is listed."""
    first = next(store.read(id, upto=1))
    assert isinstance(first.event, FightStarted), "a fight begins by being started"
    events = store.head(id).seq
    return Listed(number, id, first.event.title, first.event.game.name, events, first.at)


def find_fight(store: Store, name: str = "") -> str:
    """The id of the fight of this number, id, title or beginning of a title; of the latest by
    default. Titles are read only where it takes them. Raises `Refused` where none or several
    are meant."""
    ids = store.fights()
    if not ids:
        raise Refused("This campaign has no fight yet; combatlog start TITLE begins one.")
    if not name:
        return ids[-1]
    if name.isascii() and name.isdigit() and 1 <= int(name) <= len(ids):
        return ids[int(name) - 1]
    return name if name in ids else _titled(store, ids, name)


def _titled(store: Store, ids: list[str], name: str) -> str:
    every = [listed(store, number, id) for number, id in enumerate(ids, start=1)]
    found = [one for one in every if folded(one.title) == folded(name)]
    found = found or [one for one in every if folded(one.title).startswith(folded(name))]
    if len(found) != 1:
        titles = ", ".join(f"{one.number} {one.title}" for one in every[-8:])
        raise Refused(f"“{name}” names no one fight; there are: {titles}.")
    return found[0].id
