"""Who fights whom hand to hand in a round (PV-05, PV-16): the same reckoning serves the check of
a declaration and its resolution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types import declarations as d
from projections.state.fight_state import Combatant, Pending
from rulesets.common.turns import against
from rulesets.core.ruleset import Problem
from rulesets.paraverse.planning import find_hold
from rulesets.paraverse.scene import Scene, find_incapacity, find_obstacle

NOBODY_LEFT = "there is nobody to get away from"


class Skirmish:
    """Two sides in one place, the side that began it first."""

    def __init__(self, place: str, opener: str, target: str) -> None:
        self.place = place
        self.sides = ([opener], [target])

    def side_of(self, id: str) -> int:
        """Which of the two sides somebody is on."""
        return 0 if id in self.sides[0] else 1

    def allies_of(self, id: str) -> list[str]:
        """Somebody's own side."""
        return self.sides[self.side_of(id)]

    def opponents_of(self, id: str) -> list[str]:
        """The other side."""
        return self.sides[1 - self.side_of(id)]


class Assignment:
    """Everybody's skirmish, those who go somewhere for it, and the declarations that come to
    nothing, each with why.

    Attackers are assigned first, player characters before the others; whoever disengages is then
    where they were drawn in. Reach is judged for all. How many may set upon one is judged for the
    declaration that is being `asked` about and no other: what was accepted once does not lapse
    because somebody walks up or plans otherwise. `where` is where people will be by then, if that
    is not where they are.
    """

    def __init__(
        self,
        scene: Scene,
        waiting: Sequence[Pending],
        asked: Pending | None = None,
        where: dict[str, str] | None = None,
    ) -> None:
        self.scene = scene
        self.skirmishes: list[Skirmish] = []
        self.moves: dict[str, str] = {}
        self.failed: dict[int, str] = {}
        self.problems: list[Problem] = []
        everybody = scene.state.combatants.items()
        self._area_of = {id: scene.area_of(one) for id, one in everybody} | (where or {})
        self._skirmish_of: dict[str, Skirmish] = {}
        self._joins = False
        ordered = self._order_by_kind(waiting)
        for each in ordered:
            if isinstance(each.action, d.Attack):
                self._assign_attack(each, each.action, each is asked)
        if asked is not None and self._joins and not self.problems:
            self.problems = list(self._find_late_crowding(scene.one(asked.action.by)))
        for each in ordered:
            if not isinstance(each.action, d.Attack):
                self._assign_disengage(each, scene.one(each.action.by))
        self._sort([each.action.by for each in ordered])

    def _order_by_kind(self, waiting: Sequence[Pending]) -> list[Pending]:
        """Player characters first, then everybody else, each in declared order."""
        return sorted(waiting, key=lambda each: self.scene.one(each.action.by).kind != "pc")

    def _sort(self, declared: list[str]) -> None:
        """Each side in declared order, behind who has only been set upon; so the skirmishes."""
        turn = {id: number for number, id in reversed(list(enumerate(declared)))}
        for skirmish in self.skirmishes:
            for side in skirmish.sides:
                side.sort(key=lambda id: turn.get(id, -1))
        self.skirmishes.sort(
            key=lambda one: min(turn[id] for side in one.sides for id in side if id in turn)
        )

    def _assign_attack(self, each: Pending, attack: d.Attack, asked: bool) -> None:
        one, target = self.scene.one(attack.by), self.scene.one(attack.targets[0].target)
        drawn_in = one.id in self._skirmish_of
        if drawn_in and not asked:
            return
        found = list(self._find_reach_problems(one, target))
        if asked:
            self._joins = not drawn_in
            self.problems = [*found, *(self._find_crowding(one, target) if self._joins else ())]
        elif reason := against(each, found):
            self.failed[each.seq] = reason
            return
        if drawn_in:
            return
        there = self._area_of[target.id]
        if self._area_of[one.id] != there:
            self._area_of[one.id] = self.moves[one.id] = there
        self._join(one.id, target.id)

    def _assign_disengage(self, each: Pending, one: Combatant) -> None:
        """Whoever disengages fights all those they are engaged with who are there and in no other
        skirmish; where all of them are, it is that of the first. Drawn in already, they are joined
        there by the others, unless that made it several against several."""
        here = [
            id
            for id in one.engaged
            if self._area_of[id] == self._area_of[one.id]
            and not find_incapacity(self.scene.one(id))
        ]
        free = [id for id in here if id not in self._skirmish_of]
        if one.id not in self._skirmish_of:
            if not here:
                self.failed[each.seq] = NOBODY_LEFT
                return
            self._join(one.id, (free or here)[0])
        found = self._skirmish_of[one.id]
        if found.allies_of(one.id) == [one.id]:
            for id in free:
                if id not in self._skirmish_of:
                    found.opponents_of(one.id).append(id)
                    self._skirmish_of[id] = found

    def _join(self, one: str, target: str) -> None:
        """A free target is a skirmish of its own; else it is the one the target is in."""
        found = self._skirmish_of.get(target)
        if found is None:
            found = Skirmish(self._area_of[target], one, target)
            self.skirmishes.append(found)
            self._skirmish_of[target] = found
        else:
            found.opponents_of(target).append(one)
        self._skirmish_of[one] = found

    def _find_reach_problems(self, one: Combatant, target: Combatant) -> Iterator[Problem]:
        here, there = self._area_of[one.id], self._area_of[target.id]
        if here == there:
            return
        if not self.scene.is_adjacent(here, there):
            yield Problem(
                f"{target.name} is in {there}, which is not next to {here}, where {one.name} is",
                "PV-05",
            )
        if one.engaged:
            yield Problem(
                f"{one.name} is engaged and cannot leave {here} to attack {target.name}", "PV-16"
            )
        yield from find_hold(one)

    def _find_crowding(self, one: Combatant, target: Combatant) -> Iterator[Problem]:
        """Several on one only where no enemy nearby is free; several on both sides not at all."""
        found = self._skirmish_of.get(target.id)
        if found is None:
            return
        if len(found.allies_of(target.id)) > 1:
            yield _several_against_several(one, target)
            return
        free = self._list_free_enemies(one, self._area_of[target.id])
        if free:
            names = " and ".join(other.name for other in free)
            are = "are" if len(free) > 1 else "is"
            yield Problem(
                f"{target.name} is fought already, and {names} {are} there with nobody to fight",
                "PV-05",
            )

    def _find_late_crowding(self, one: Combatant) -> Iterator[Problem]:
        """Is it several against several with those who are assigned after them?"""
        found = self._skirmish_of[one.id]
        if min(map(len, found.sides)) > 1:
            yield _several_against_several(one, self.scene.one(found.opponents_of(one.id)[0]))

    def _list_free_enemies(self, one: Combatant, area: str) -> list[Combatant]:
        return [
            other
            for other in self.scene.present()
            if other.side != one.side
            and self._area_of[other.id] == area
            and not find_obstacle(other)
            and not other.engaged
            and other.id not in self._skirmish_of
        ]


def _several_against_several(one: Combatant, target: Combatant) -> Problem:
    why = f"{one.name} would make it several against several around {target.name}"
    return Problem(why, "PV-05")
