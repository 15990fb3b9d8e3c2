"""The list of fights in an event store, finding one of them, and which were started there.

Reading commands need no more of a campaign than this, so this module imports no rules.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.errors import CombatlogError, Damaged, Refused, Unreadable
from events.store.protocol import Store
from events.types.declarations import FightStarted
from events.types.names import fold_case


class FightEntry(msgspec.Struct, frozen=True):
    """A fight in the list. `number` counts from 1 in the order the fights were started; `events` is
    the number of events; `started` is UTC."""

    number: int
    id: str
    title: str
    game: str
    events: int
    started: str


def read_fight_entry(store: Store, number: int, id: str) -> FightEntry:
    """Return how a fight is listed. Raises `Unreadable` where its first event starts no fight."""
    first = next(store.read(id, upto=1), None)
    if first is None or not isinstance(first.event, FightStarted):
        raise Unreadable("#1 does not start a fight, and every fight begins with that.")
    events = store.head(id).seq
    return FightEntry(number, id, first.event.title, first.event.game.name, events, first.at)


class BrokenFight(msgspec.Struct, frozen=True):
    """A fight that cannot be listed, with the error."""

    number: int
    id: str
    error: CombatlogError


def list_fights(store: Store) -> Iterator[FightEntry | BrokenFight]:
    """Yield every fight in the order they were started. A damaged one does not hide the rest."""
    for number, id in enumerate(store.fights(), start=1):
        try:
            yield read_fight_entry(store, number, id)
        except (Damaged, Unreadable) as error:
            yield BrokenFight(number, id, error)


def find_fight(store: Store, name: str = "") -> str:
    """Return the id of the fight with this number, id, title or beginning of a title.

    The default is the latest. Titles are read only where they are needed. Raises `Refused` where
    the name fits none or several.
    """
    ids = store.fights()
    if not ids:
        raise Refused("This campaign has no fight yet; combatlog start TITLE begins one.")
    if not name:
        return ids[-1]
    if name.isascii() and name.isdigit() and 1 <= int(name) <= len(ids):
        return ids[int(name) - 1]
    return name if name in ids else _find_by_title(store, name)


def _find_by_title(store: Store, name: str) -> str:
    every = [one for one in list_fights(store) if isinstance(one, FightEntry)]
    found = [one for one in every if fold_case(one.title) == fold_case(name)]
    found = found or [one for one in every if fold_case(one.title).startswith(fold_case(name))]
    if len(found) != 1:
        shown = found or every
        titles = ", ".join(f"{one.number} {one.title}" for one in shown[-8:])
        several = f"“{name}” fits several fights" if found else f"There is no fight “{name}”"
        raise Refused(f"{several}; there are: {titles}.")
    return found[0].id


def mark_import(fight: str) -> str:
    """Return the name of the mark, beside the roots of its dice, that a fight was imported with
    its root."""
    return f"imported {fight}"


def was_started_here(store: Store, fight: str, started: FightStarted) -> bool:
    """Return whether a fight was started in this campaign: the secret that its first event commits
    to is kept here, and did not come with an import."""
    is_kept = _is_kept(store, fight, started.anchor or started.sealed)
    return is_kept and not _is_kept(store, fight, mark_import(fight))


def _is_kept(store: Store, fight: str, sealed: str) -> bool:
    try:
        return store.secret(fight, sealed) is not None
    except Damaged:
        return True
