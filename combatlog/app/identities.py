"""Identities: which combatants of several fights are the same person."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from events.types.names import fold_case
from events.types.sheets import Kind
from projections.state.fight_state import FightState


class Member(NamedTuple):
    """A combatant of one fight. `who` is `fight/id`; `origin` is the `fight/id` it was carried over
    from, or empty."""

    fight: int
    who: str
    origin: str
    name: str
    kind: Kind
    player: str


def list_members(number: int, id: str, state: FightState) -> list[Member]:
    """Return the combatants of a fight, in the order they joined."""
    return [
        Member(number, f"{id}/{one.id}", one.origin, one.name, one.kind, one.player)
        for one in state.combatants.values()
    ]


def identify_persons(everybody: Iterable[Member]) -> dict[str, str]:
    """Map each `fight/id` to the `fight/id` of the first fight that the person was in.

    A combatant that was carried over is the one who fought there. Otherwise a player character is
    the earlier one of that name, unless it had another player, and a follower is the earlier
    follower of that name, because one roster often starts several fights. Two combatants of one
    fight are never the same person.
    """
    known = _KnownPersons()
    for _, group in groupby(everybody, key=lambda one: one.fight):
        there = list(group)
        for one in there:  # combatants carried over come before those of the same name
            if one.origin in known.found:
                known.add(one, [known.found[one.origin]])
        for one in there:
            if one.who not in known.found:
                known.add(one, [] if one.kind == "npc" else known.find_called(one))
    return known.found


class _KnownPersons:
    """The persons found so far, and the name and player each had last."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._last: dict[str, Member] = {}
        self._named: dict[tuple[Kind, str], list[str]] = {}

    def find_called(self, one: Member) -> list[str]:
        """Return the persons of that name, the earliest first."""
        named = self._named.get((one.kind, fold_case(one.name)), [])
        return [each for each in named if _is_same(self._last[each], one)]

    def add(self, one: Member, before: list[str]) -> None:
        """Add a combatant as the first of these persons who is not in the fight yet, else as a new
        one."""
        free = (each for each in before if self._last[each].fight != one.fight)
        person = next(free, one.who)
        self.found[one.who], self._last[person] = person, one
        named = self._named.setdefault((one.kind, fold_case(one.name)), [])
        if person not in named:
            named.append(person)


def _is_same(before: Member, now: Member) -> bool:
    """Return whether kind and name are the same, and the player is not another one."""
    if (before.kind, fold_case(before.name)) != (now.kind, fold_case(now.name)):
        return False
    return before.player == now.player or not (before.player and now.player)
