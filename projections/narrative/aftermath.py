"""The aftermath: who stands as a fight ends, who lies and by whom, who left, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.narrative.context import Context, is_state
from projections.narrative.passage import emphasize
from projections.queries.killer import FallTracker, KillTracker
from projections.queries.strength import is_able
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, join_prose

MOST_NAMED = 12
"""The most combatants whose ends are told one by one."""


class Aftermath:
    """Follows who brings down whom, and tells how a fight has ended."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._blame = KillTracker(context.state)
        self._falls = FallTracker(context.state, self._blame)
        self._struck: set[str] = set()

    def take(self, event: AnyEvent) -> None:
        """Take the next event of the line, which the state already has."""
        if isinstance(event, o.DamageDealt) and event.dealt:
            self._struck.add(event.to)
        self._falls.take(event)
        self._blame.take(event)

    def describe(self) -> Iterator[Prose]:
        """Yield the sentences of the aftermath; nothing where nobody was struck."""
        everybody = self._context.state.combatants.values()
        people = [one for one in everybody if not one.crew]
        if not self._struck or len(people) > MOST_NAMED:
            return
        sides: dict[str, list[Combatant]] = {}
        for each in people:
            sides.setdefault(each.side, []).append(each)
        away = [side for side in sides if _is_away(sides[side])]
        for side in away:
            yield self._describe_away(side, sides[side])
        yield from self._describe_standing([each for each in people if _stands(each)], bool(away))
        for side in sides:
            members = [each for each in everybody if each.side == side]
            lost = [
                *self._describe_lost(
                    each for each in members if side not in away or not _has_got_away(each)
                )
            ]
            if lost:
                last = join_prose(lost, self._context.voice.plain("list.next"))
                yield self._context.say("aftermath.of", side=self._context.side(side), lost=last)
        yield from self._describe_cost([each for each in people if _stands(each)])

    def _describe_away(self, side: str, members: Sequence[Combatant]) -> Prose:
        """Return who of a side got away, of which nobody is left on the field."""
        context = self._context
        ids = [each.id for each in members if _has_got_away(each)]
        some = "-all" if 1 < len(ids) == len(members) else ""
        return context.say(
            f"aftermath.away{some}", side=context.side(side), names=context.names(ids)
        )

    def _describe_standing(self, standing: Sequence[Combatant], is_left: bool) -> Iterator[Prose]:
        """Yield who still stands. `is_left` says whether others left them the field."""
        context = self._context
        sides: dict[str, list[str]] = {}
        for one in standing:
            sides.setdefault(one.side, []).append(one.id)
        if not sides:
            yield context.say("aftermath.nobody")
        elif len(sides) == 1:
            ((side, ids),) = sides.items()
            key = "aftermath.left-to" if is_left else "aftermath.held"
            yield context.say(key, side=context.side(side), names=context.names(ids))
        else:
            told = [
                context.say("cast.other", names=context.names(ids), side=context.side(side))
                for side, ids in sides.items()
            ]
            yield context.say("aftermath.both", names=context.join(told))

    def _describe_lost(self, people: Iterable[Combatant]) -> Iterator[Prose]:
        """Yield a clause for all of a side whom one combatant killed or brought down, and for all
        who left in one way."""
        context = self._context
        groups: dict[tuple[str, str], list[str]] = {}
        for one in people:
            if key := self._find_end(one):
                by = "" if key.startswith("left") else self._falls.felled.get(one.id, "")
                groups.setdefault((key, by), []).append(one.id)
        for (key, by), ids in sorted(groups.items(), key=lambda group: group[0][0]):
            many = "-many" if len(ids) > 1 and not key.startswith("left") else ""
            names = context.names(ids)
            if by:
                yield context.say(f"aftermath.{key}-by{many}", names=names, by=context.name(by))
            else:
                yield context.say(f"aftermath.{key}{many}", names=names)

    def _find_end(self, one: Combatant) -> str:
        """Return the key of how somebody was lost; empty for those who stand, or left otherwise."""
        craft = "-craft" if self._context.craft(one.id) else ""
        if one.standing == "dead":
            return f"dead{craft}"
        if one.standing == "in":
            return "" if is_able(one) else f"down{craft}"
        if one.crew:  # its crew tells how it left
            return ""
        left = f"left-{one.how}"
        return left if self._context.voice.has(f"aftermath.{left}") else ""

    def _describe_cost(self, standing: Iterable[Combatant]) -> Iterator[Prose]:
        """Yield who of those who stand carries a wound, who has nothing left, and who is unhurt; of
        those whose numbers the audience may see."""
        context = self._context
        seen = [one for one in standing if context.sees(one.id)]
        wounded = [one for one in seen if one.wounds]
        spent = [one for one in seen if _is_spent(one)]
        for one in wounded:
            wounds = context.join([self._describe_wound(each.name) for each in one.wounds])
            key = "wounded-spent" if spent == [one] else "wounded"
            yield context.say(f"aftermath.{key}", who=context.name(one.id), wounds=wounds)
        if spent and not (len(spent) == 1 and spent[0] in wounded):
            yield context.say("aftermath.spent", names=context.names(one.id for one in spent))
        whole = [one.id for one in seen if one.id not in self._struck and one not in wounded]
        if whole:
            many = "-many" if len(whole) > 1 else ""
            yield context.say(f"aftermath.unhurt{many}", names=context.names(whole))

    def _describe_wound(self, wound: str) -> Prose:
        """Return what somebody came away with or as: “with a broken limb”, “hamstrung”."""
        context = self._context
        if is_state(context, wound):
            return context.say("aftermath.as", wound=emphasize(wound))
        is_mass = wound.split(" ")[-1] in context.voice.words("aftermath.mass")
        an = "-an" if wound[:1] in context.voice.words("aftermath.vowels") else ""
        key = "mass-wound" if is_mass else f"wound{an}"
        return context.say(f"aftermath.{key}", wound=emphasize(wound))


def _stands(one: Combatant) -> bool:
    return one.standing == "in" and is_able(one)


def _has_got_away(one: Combatant) -> bool:
    return one.standing == "gone" and one.how == "retreated"


def _is_away(members: Sequence[Combatant]) -> bool:
    """Return whether somebody of a side got away, and nobody of it stands on the field."""
    return any(map(_has_got_away, members)) and not any(map(_stands, members))


def _is_spent(one: Combatant) -> bool:
    """Return whether the score that wears down first is used up."""
    first = next(iter(one.scores), "")
    return bool(first) and one.scores[first] <= 0
