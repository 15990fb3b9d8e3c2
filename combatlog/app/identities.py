"""Who is the same person in several fights."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from events.types.names import folded
from events.types.sheets import Kind
from projections.state.fight_state import FightState


class Member(NamedTuple):
    """Somebody in a fight: the fight's number, who (`fight/id`), who they were taken over from (the
    same way, if they were), and what a person is known by."""

    fight: int
    who: str
    origin: str
    name: str
    kind: Kind
    player: str


def members(number: int, id: str, state: FightState) -> list[Member]:
    """Everybody in fight `number`, which is called `id`, in the order they joined."""
    return [
        Member(number, f"{id}/{one.id}", one.origin, one.name, one.kind, one.player)
        for one in state.combatants.values()
    ]


def persons(everybody: Iterable[Member]) -> dict[str, str]:
    """For each `fight/id`, fight by fight, that of the first fight the person was in.

    Who was taken over from another fight is the one who fought there. Else a player character is
    the one of that name before, as long as no other player had them, and a follower the follower
    of that name: the same roster begins one fight after the other. Nobody is two in one fight.
    """
    known = _Known()
    for _, group in groupby(everybody, key=lambda one: one.fight):
        there = list(group)
        for one in there:  # who was taken over goes before whoever is only called so
            if one.origin in known.found:
                known.add(one, [known.found[one.origin]])
        for one in there:
            if one.who not in known.found:
                known.add(one, [] if one.kind == "npc" else known.called(one))
    return known.found


class _Known:
    """The persons so far: whose they are in each fight, and how they were known last."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._last: dict[str, Member] = {}
        self._named: dict[tuple[Kind, str], list[str]] = {}

    def called(self, one: Member) -> list[str]:
        """Those who were called so, the first first."""
        named = self._named.get((one.kind, folded(one.name)), [])
        return [each for each in named if _is_same(self._last[each], one)]

    def add(self, one: Member, before: list[str]) -> None:
        """Somebody is the first of these who is not in the fight yet, or a person of their own."""
        free = (each for each in before if self._last[each].fight != one.fight)
        person = next(free, one.who)
        self.found[one.who], self._last[person] = person, one
        named = self._named.setdefault((one.kind, folded(one.name)), [])
        if person not in named:
            named.append(person)


def _is_same(before: Member, now: Member) -> bool:
    """Is it the same name and kind still, and no other player's?"""
    if (before.kind, folded(before.name)) != (now.kind, folded(now.name)):
        return False
    return before.player == now.player or not (before.player and now.player)
