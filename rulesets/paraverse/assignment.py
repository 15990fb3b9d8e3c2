"""Assignment of the melee phase: who fights whom (PV-05, PV-16).

The checks of a declaration and its resolution share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types import declarations as d
from projections.state.fight_state import Combatant, Pending
from rulesets.common.turns import find_objection
from rulesets.core.ruleset import Problem
from rulesets.paraverse.planning import find_hold
from rulesets.paraverse.scene import Scene, find_incapacity, find_obstacle

NOBODY_LEFT = "there is nobody to get away from"


class Skirmish:
    """Two sides that fight in one place; the side that began it is the first."""

    def __init__(self, place: str, opener: str, target: str) -> None:
        self.place = place
        self.sides = ([opener], [target])

    def side_of(self, id: str) -> int:
        """Return the index, 0 or 1, of a combatant's side."""
        return 0 if id in self.sides[0] else 1

    def allies_of(self, id: str) -> list[str]:
        """Return a combatant's own side."""
        return self.sides[self.side_of(id)]

    def opponents_of(self, id: str) -> list[str]:
        """Return the side against a combatant."""
        return self.sides[1 - self.side_of(id)]


class Assignment:
    """The skirmishes of a melee phase, the moves that lead into them, and the declarations that
    fail.

    `skirmishes` holds the skirmishes in order, `moves` the new areas by combatant, `failed` the
    reasons by the seq of the declaration, `fought` what each combatant carries out, by id.
    `problems` are those of `asked`, the declaration being
    checked. `where` gives the areas of combatants who will have moved by then.

    Attackers are assigned first, player characters before others. A combatant who disengages fights
    in the skirmish that drew them in, if one did. Reach is judged for every attack. How many may
    attack one combatant is judged only for `asked`: an accepted attack does not lapse because
    others move up or declare something else.

    Nobody is in more than one skirmish (PV-05). Of several declarations of one combatant, which the
    referee has allowed, the first that can be carried out is fought, and the others fail.
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
        self.fought: dict[str, Pending] = {}
        self.problems: list[Problem] = []
        everybody = scene.state.combatants.items()
        self._area_of = {id: scene.area_of(one) for id, one in everybody} | (where or {})
        self._skirmish_of: dict[str, Skirmish] = {}
        self._joins = False
        ordered = self._order_by_kind(waiting)
        self._first_to_leave = self._find_first_to_leave(ordered)
        for each in ordered:
            if isinstance(each.action, d.Attack):
                self._assign_attack(each, each.action, each is asked)
        if asked is not None and self._joins and not self.problems:
            self.problems = list(self._find_late_crowding(scene.one(asked.action.by)))
        for each in ordered:
            if not isinstance(each.action, d.Attack):
                self._assign_disengage(each, scene.one(each.action.by))
        self._sort([each.action.by for each in ordered])

    def _find_first_to_leave(self, ordered: Sequence[Pending]) -> set[str]:
        """Return the ids of those who have declared to disengage, and have somebody to get away
        from, before anything else in this phase."""
        first: dict[str, Pending] = {}
        for each in ordered:
            one = self.scene.one(each.action.by)
            if isinstance(each.action, d.Attack) or self._list_engaged_here(one):
                first.setdefault(one.id, each)
        return {id for id, each in first.items() if isinstance(each.action, d.Disengage)}

    def _fails_beside_another(self, each: Pending) -> bool:
        """Return whether something else is fought in place of this declaration; it fails then."""
        if self.scene.state.game.version < 2:  # under which it vanished
            return False
        one = self.scene.one(each.action.by)
        is_late = isinstance(each.action, d.Attack) and one.id in self._first_to_leave
        if not is_late and one.id not in self.fought:
            return False
        why = f"{one.name} is in one skirmish a round, and has declared something else for it"
        is_vain = isinstance(each.action, d.Disengage) and not self._list_engaged_here(one)
        self.failed[each.seq] = NOBODY_LEFT if is_vain else why
        return True

    def _order_by_kind(self, waiting: Sequence[Pending]) -> list[Pending]:
        """Return the declarations of player characters, then all others, each in declared order."""
        return sorted(waiting, key=lambda each: self.scene.one(each.action.by).kind != "pc")

    def _sort(self, declared: list[str]) -> None:
        """Sort each side, then the skirmishes, by declared order.

        On each side, combatants who declared nothing come first.
        """
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
        if not asked:
            if self._fails_beside_another(each):
                return
            if drawn_in:
                self.fought[one.id] = each
                return
        found = list(self._find_reach_problems(one, target))
        if asked:
            self._joins = not drawn_in
            self.problems = [*found, *(self._find_crowding(one, target) if self._joins else ())]
        elif reason := find_objection(self.scene.state, each, found):
            self.failed[each.seq] = reason
            return
        if drawn_in:
            return
        self.fought[one.id] = each
        there = self._area_of[target.id]
        if self._area_of[one.id] != there:
            self._area_of[one.id] = self.moves[one.id] = there
        self._join(one.id, target.id)

    def _assign_disengage(self, each: Pending, one: Combatant) -> None:
        """Assign a combatant who disengages (PV-16).

        They fight everyone they are engaged with who is here and in no other skirmish. If all who
        are here are in skirmishes, they join that of the first. If an attacker has drawn them into
        a skirmish, the others join it, unless that would make it several against several.
        """
        if self._fails_beside_another(each):
            return
        here = self._list_engaged_here(one)
        free = [id for id in here if id not in self._skirmish_of]
        if one.id not in self._skirmish_of:
            if not here:
                self.failed[each.seq] = NOBODY_LEFT
                return
            self._join(one.id, (free or here)[0])
        self.fought[one.id] = each
        found = self._skirmish_of[one.id]
        if found.allies_of(one.id) == [one.id]:
            for id in free:
                if id not in self._skirmish_of:
                    found.opponents_of(one.id).append(id)
                    self._skirmish_of[id] = found

    def _list_engaged_here(self, one: Combatant) -> list[str]:
        """Return the ids of those whom a combatant is engaged with, in their area."""
        return [
            id
            for id in one.engaged
            if self._area_of[id] == self._area_of[one.id]
            and not find_incapacity(self.scene.one(id))
        ]

    def _join(self, one: str, target: str) -> None:
        """Join the target's skirmish, or begin one if the target is free."""
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
                bar=f"apart:{one.id}:{here}:{there}",
            )
        if one.engaged:
            why = f"{one.name} is engaged and cannot leave {here} to attack {target.name}"
            yield Problem(why, "PV-16", bar=f"engaged:{one.id}")
        yield from find_hold(one)

    def _find_crowding(self, one: Combatant, target: Combatant) -> Iterator[Problem]:
        """Yield a problem if several attack one target while another enemy nearby is free, or if it
        would be several against several."""
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
                bar=f"crowded:{target.id}",
            )

    def _find_late_crowding(self, one: Combatant) -> Iterator[Problem]:
        """Yield a problem if later assignments have made it several against several."""
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
    return Problem(why, "PV-05", bar=f"several:{one.id}:{target.id}")
