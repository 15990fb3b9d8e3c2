"""Who fights whom hand to hand in a round (PV-05): the same reckoning serves the check of a
declaration and its resolution."""

from __future__ import annotations

from collections.abc import Sequence

from events import declarations as d
from projections.state import Combatant, Pending
from rulesets.paraverse.areas import area_of, next_to
from rulesets.paraverse.scene import Scene, out_of_action, out_of_it
from rulesets.ruleset import Problem

NOBODY_LEFT = "there is nobody to get away from"


class Skirmish:
    """Two sides in one place, the side that began it first; each in the order it joined."""

    def __init__(self, place: str, opener: str, target: str) -> None:
        self.place = place
        self.sides = ([opener], [target])

    def side_of(self, id: str) -> int:
        """Which of the two sides somebody is on."""
        return 0 if id in self.sides[0] else 1


class Assignment:
    """Everybody's skirmish, those who go somewhere for it, and the declarations that come to
    nothing, each with why."""

    def __init__(self, scene: Scene, waiting: Sequence[Pending]) -> None:
        self.scene = scene
        self.skirmishes: list[Skirmish] = []
        self.moves: dict[str, str] = {}
        self.failed: dict[int, Problem] = {}
        self._where = {id: area_of(scene, one) for id, one in scene.state.combatants.items()}
        self._in: dict[str, Skirmish] = {}
        loose: list[Pending] = []
        for each in self._in_order(waiting):
            one = scene.one(each.action.by)
            if one.id in self._in:
                continue
            if isinstance(each.action, d.Attack):
                self._attack(each, one, scene.one(each.action.targets[0].target))
            elif not self._get_away(one):
                loose.append(each)
        for each in loose:
            if each.action.by not in self._in:
                self.failed[each.seq] = Problem(NOBODY_LEFT, "PV-16", False)

    def _in_order(self, waiting: Sequence[Pending]) -> list[Pending]:
        """Player characters first, then everybody else, each in declared order."""
        return sorted(waiting, key=lambda each: self.scene.one(each.action.by).kind != "pc")

    def _attack(self, each: Pending, one: Combatant, target: Combatant) -> None:
        problem = self._reach(one, target) or self._crowd(one, target)
        if problem is not None and not each.action.overrule:
            self.failed[each.seq] = problem
            return
        there = self._where[target.id]
        if self._where[one.id] != there:
            self._where[one.id] = self.moves[one.id] = there
        self._join(one, target)

    def _get_away(self, one: Combatant) -> bool:
        """Whoever disengages fights those they are engaged with, in the skirmish of the first
        who has one; False where there is nobody."""
        left = [id for id in one.engaged if not out_of_it(self.scene.one(id))]
        if not left:
            return False
        fighting = [id for id in left if id in self._in]
        self._join(one, self.scene.one((fighting or left)[0]))
        return True

    def _join(self, one: Combatant, target: Combatant) -> None:
        """A free target is a skirmish of its own; else it is the one the target is in."""
        found = self._in.get(target.id)
        if found is None:
            found = Skirmish(self._where[target.id], one.id, target.id)
            self.skirmishes.append(found)
            self._in[target.id] = found
        else:
            found.sides[1 - found.side_of(target.id)].append(one.id)
        self._in[one.id] = found

    def _reach(self, one: Combatant, target: Combatant) -> Problem | None:
        here, there = self._where[one.id], self._where[target.id]
        if here == there:
            return None
        if not next_to(self.scene, here, there):
            return Problem(
                f"{target.name} is in {there}, which is not next to {here}, where {one.name} is",
                "PV-05",
            )
        if one.engaged:
            return Problem(
                f"{one.name} is engaged and cannot leave {here} to attack {target.name}", "PV-16"
            )
        return None

    def _crowd(self, one: Combatant, target: Combatant) -> Problem | None:
        """Several on one only where no enemy nearby is free; several on both sides not at all."""
        found = self._in.get(target.id)
        if found is None:
            return None
        if len(found.sides[found.side_of(target.id)]) > 1:
            return Problem(
                f"{one.name} would make it several against several around {target.name}", "PV-05"
            )
        free = self._free_enemies(one, self._where[target.id])
        if free:
            names = " and ".join(other.name for other in free)
            are = "are" if len(free) > 1 else "is"
            return Problem(
                f"{target.name} is fought already, and {names} {are} there with nobody to fight",
                "PV-05",
            )
        return None

    def _free_enemies(self, one: Combatant, area: str) -> list[Combatant]:
        return [
            other
            for other in self.scene.present()
            if other.side != one.side
            and self._where[other.id] == area
            and not out_of_action(other)
            and not other.engaged
            and other.id not in self._in
        ]
