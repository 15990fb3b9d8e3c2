"""Events of several combatants in one sentence: arrivals, openings, conditions, losses, leaving,
rests."""

from __future__ import annotations

from abc import ABC, abstractmethod

from events.types import declarations as d, outcomes as o, statements as s
from events.types.unions import AnyEvent
from projections.narrative.checks import Checks, Roll
from projections.narrative.consequences import Consequences
from projections.narrative.context import Context, begins_with_preposition
from projections.narrative.dice_notes import note_check, note_save, note_span
from projections.state.fight_state import Combatant
from projections.text.outcome_phrases import is_down
from projections.text.prose import Prose, join_prose, plain_text


class EventGroup(ABC):
    """Events of one kind, told together when another kind comes."""

    @abstractmethod
    def takes(self, event: AnyEvent) -> bool:
        """Add an event if it belongs to the group. Return whether it does."""

    @abstractmethod
    def tell(self) -> None:
        """Tell the group."""


class Arrivals(EventGroup):
    """Those who are there: sides, places, and effects from the beginning. `late`: they join a fight
    under way."""

    def __init__(self, context: Context, consequences: Consequences, late: bool) -> None:
        self._context = context
        self._consequences = consequences
        self._late = late
        self._sides: dict[str, list[str]] = {}
        self._played: set[str] = set()
        self._places: dict[str, list[str]] = {}
        self._effects: list[o.EffectTold] = []

    def takes(self, event: AnyEvent) -> bool:
        """Add a joining, a placement before the first round, or an effect of these."""
        match event:
            case d.Join(sheet=sheet):
                self._sides.setdefault(sheet.side, []).append(sheet.id)
                if sheet.kind != "npc":
                    self._played.add(sheet.side)
                self._consequences.keep_sheet(sheet)
                if sheet.area:
                    self._place(sheet.id, sheet.area)
            case s.Place(why="") if not self._context.state.round:
                self._place(event.who, event.area)
            case o.EffectTold() if self._sides:
                self._effects.append(event)
            case _:
                return False
        return True

    def tell(self) -> None:
        """Tell sides, places, effects."""
        context = self._context
        if self._sides:
            self._tell_sides()
        placed = {area: who for area, who in self._places.items() if who}
        if placed:
            parts = [
                context.say("cast.place", names=context.names(who), area=context.area(area))
                for area, who in placed.items()
            ]
            places = join_prose(parts, context.voice.plain("list.next"))
            context.tell(context.say("cast.places", places=places))
        for each in self._effects:
            self._consequences.tell_effect(each)

    def _tell_sides(self) -> None:
        context = self._context
        # As on the stage, the sides of players come first.
        sides = sorted(self._sides.items(), key=lambda each: each[0] not in self._played)
        parts = [(context.names(who), context.side(side)) for side, who in sides]
        if self._late:
            for names, side in parts:
                context.tell(context.say("cast.join", names=names, side=side))
            return
        (names, side), *rest = parts
        if not rest:
            context.tell(context.say("cast.one", names=names, side=side))
            return
        others = [context.say("cast.other", names=names, side=side) for names, side in rest]
        last = context.voice.plain("list.final")
        context.tell(
            context.say(
                "cast.several", names=names, side=side, others=join_prose(others, last, last)
            )
        )

    def _place(self, who: str, area: str) -> None:
        for there in self._places.values():
            if who in there:
                there.remove(who)
        self._places.setdefault(area, []).append(who)


class Opening(EventGroup):
    """The rolls for who acts before the opponents."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._rolls: list[Roll] = []

    def takes(self, event: AnyEvent) -> bool:
        """Add a roll for the opening."""
        if not isinstance(event, o.SaveRolled | o.CheckRolled) or event.purpose != "opening":
            return False
        self._rolls.append(event)
        return True

    def tell(self) -> None:
        """Tell them in one sentence."""
        context = self._context
        quick = [each.who for each in self._rolls if each.passed]
        slow = [each.who for each in self._rolls if not each.passed]
        rest = self._list_rest(quick)
        foes = [] if quick else self._list_foes(slow)
        bare = "slow-one" if len(foes) == 1 else "slow"
        key = "quick-slow" if quick and slow else "quick" if quick else bare
        placed = context.say(
            f"cast.{key}{'-with' if rest else ''}",
            names=context.names(quick or slow),
            others=context.names(foes if key == "slow-one" else slow),
            rest=context.names(rest),
        )
        dice = [
            note_save(context, each)
            if isinstance(each, o.SaveRolled)
            else note_check(context, each)
            for each in self._rolls
        ]
        context.tell(placed, *dice)

    def _list_rest(self, quick: list[str]) -> list[str]:
        """Return who acts with those who were quick, and needed no roll: the others on their
        sides."""
        rolled = {each.who for each in self._rolls}
        sides = self._list_sides(quick)
        return [one.id for one in self._list_able() if one.side in sides and one.id not in rolled]

    def _list_foes(self, slow: list[str]) -> list[str]:
        """Return who acts before those who were slow."""
        sides = self._list_sides(slow)
        return [one.id for one in self._list_able() if one.side not in sides]

    def _list_sides(self, who: list[str]) -> set[str]:
        return {self._context.state.combatants[each].side for each in who}

    def _list_able(self) -> list[Combatant]:
        """Return who is in the fight and can act, without craft."""
        state = self._context.state
        return [
            one
            for one in state.combatants.values()
            if one.standing == "in"
            and not self._context.craft(one.id)
            and not is_down(state, one.id)
        ]


class Steady(EventGroup):
    """Combatants whose morale holds."""

    def __init__(self, context: Context, checks: Checks) -> None:
        self._context = context
        self._checks = checks
        self._rolls: list[Roll] = []

    def takes(self, event: AnyEvent) -> bool:
        """Add a passed morale roll."""
        if not isinstance(event, o.SaveRolled | o.CheckRolled):
            return False
        if event.purpose != "morale" or not event.passed:
            return False
        self._rolls.append(event)
        return True

    def tell(self) -> None:
        """Tell them in one sentence."""
        context = self._context
        who = [each.who for each in self._rolls]
        notes = [self._checks.note_dice(each) for each in self._rolls]
        throw = " ".join(plain_text(dice) for dice, _ in notes)
        sentence = context.say("trial.morale.passed", who=context.names(who), throw=throw)
        reasons = dict.fromkeys(why for _, why in notes)
        context.tell(sentence, *(dice for dice, _ in notes), *reasons, about=who[-1])


class Leaving(EventGroup):
    """Combatants who leave the fight in the same way."""

    def __init__(self, context: Context, checks: Checks) -> None:
        self._context = context
        self._checks = checks
        self._how = ("", "", "")
        self._who: list[str] = []
        self._dice: list[Prose] = []

    def takes(self, event: AnyEvent) -> bool:
        """Add a combatant that leaves in the same way, to the same place."""
        if not isinstance(event, o.Left):
            return False
        roll = self._checks.take_roll(event.who, "morale", "retreat", "critical")
        one = self._context.one(event.who)
        if roll is None and event.how != "retreated" and one is not None and not self._who:
            roll = self._checks.take_morale_roll(one.side)
        how = (self._find_morale_key(event, roll), event.how, event.to)
        if self._who and how[1:] != self._how[1:]:
            if roll is not None:
                self._checks.put_back(roll)
            return False
        if not self._who:
            self._how = how
        self._who.append(event.who)
        if roll is not None and roll.purpose != "critical":
            self._dice.append(self._checks.dice(roll))
        return True

    def tell(self) -> None:
        """Tell them in one sentence."""
        context = self._context
        lost, how, to = self._how
        on = "-on" if begins_with_preposition(context, to) else ""
        where = context.say(f"left.to{on}", to=to) if to else ""
        placed = context.say(f"left.{lost}{how}", names=context.names(self._who), to=where)
        context.tell(placed, *self._dice, about=self._who[0])

    @staticmethod
    def _find_morale_key(event: o.Left, roll: Roll | None) -> str:
        fled = event.how != "retreated" and roll is not None and roll.purpose == "morale"
        return "lost-" if fled else ""


class ConditionGroup(EventGroup):
    """Conditions that begin."""

    def __init__(self, context: Context, consequences: Consequences) -> None:
        self._context = context
        self._consequences = consequences
        self._began: dict[str, list[o.ConditionBegan]] = {}

    def takes(self, event: AnyEvent) -> bool:
        """Add a condition. Those of a wound are told with the wound."""
        if not isinstance(event, o.ConditionBegan):
            return False
        self._consequences.keep_bars(event)
        if not event.source and event.condition not in self._context.words.terms("untold"):
            self._began.setdefault(event.who, []).append(event)
        return True

    def tell(self) -> None:
        """Tell the conditions of each combatant."""
        for who, began in self._began.items():
            self._consequences.tell_conditions(who, began)


class Changes(EventGroup):
    """A score and its maximum that change together."""

    def __init__(self, consequences: Consequences) -> None:
        self._consequences = consequences
        self._events: list[o.ScoreChanged | o.MaximumChanged] = []

    def takes(self, event: AnyEvent) -> bool:
        """Add a change of the same score, or of its maximum, for the same reason."""
        if not isinstance(event, o.ScoreChanged | o.MaximumChanged):
            return False
        if self._events and not self._belongs(event):
            return False
        self._events.append(event)
        return True

    def _belongs(self, event: o.ScoreChanged | o.MaximumChanged) -> bool:
        first = self._events[0]
        same = (event.who, event.score, event.why) == (first.who, first.score, first.why)
        return same and all(type(event) is not type(each) for each in self._events)

    def tell(self) -> None:
        """Tell them in one sentence."""
        self._consequences.tell_change(self._events)


class Resting:
    """Collects who rests and what that restores; told at the end of the passage."""

    def __init__(self, context: Context, consequences: Consequences) -> None:
        self._context = context
        self._consequences = consequences
        self._who: list[str] = []
        self._long = False
        self._going = False
        self._restored: dict[tuple[str, str], tuple[int, int]] = {}
        self._woken: list[Prose] = []
        self._risen = ("", "")  # who is on their feet by what was told last, and from which wound

    def rest(self, event: o.Rested) -> None:
        """Add a combatant that rests."""
        if self._long != event.extended:
            self.settle()
        self._going = True
        self._who.append(event.who)
        self._long = event.extended

    def meanwhile(self) -> None:
        """Note that another event is told: conditions that end from now on do not end by the
        rest."""
        self._going = False

    def takes(self, event: AnyEvent) -> bool:
        """Add what a rest restores or ends. Return whether the event is that."""
        if not self._who:
            return False
        if isinstance(event, o.ScoreChanged) and event.why == "rest":
            was, _ = self._restored.get((event.who, event.score), (event.was, 0))
            self._restored[(event.who, event.score)] = was, event.now
            return True
        if not self._is_by_rest(event):
            return False
        if isinstance(event, o.ConditionEnded):
            told = self._consequences.describe_end(event)
            self._woken.append(told)
            self._risen = (event.who, event.source) if told and event.source else ("", "")
            return True
        if isinstance(event, o.WoundClosed):
            risen = event.healed and (event.who, event.wound) == self._risen
            if risen:
                self._woken.pop()
            self._woken.append(self._consequences.describe_closing(event, risen))
            return True
        return False

    def _is_by_rest(self, event: AnyEvent) -> bool:
        """Return whether a rest ends this: it has restored its combatant, or that one rests and
        nothing else has happened."""
        if not isinstance(event, o.ConditionEnded | o.WoundClosed):
            return False
        restored = any(who == event.who for who, _ in self._restored)
        return restored or (self._going and event.who in self._who)

    def touches(self, event: AnyEvent) -> bool:
        """Return whether an event changes a score that a rest restored."""
        if not isinstance(event, o.ScoreChanged | o.MaximumChanged):
            return False
        return (event.who, event.score) in self._restored

    def settle(self) -> None:
        """Tell the rests."""
        if not self._who:
            return
        context = self._context
        key = "rest.long" if self._long else "rest.rested"
        dice = [
            note_span(context, who, score, was, now, True)
            for (who, score), (was, now) in self._restored.items()
        ]
        alive = [who for who in self._who if not self._is_dead(who)]
        resting = [who for who in alive if not self._is_lying(who)] or alive
        draft = context.page.begin()
        if resting:
            draft.tell(context.say(key, names=context.names(resting)))
        draft.show(*dice)
        for sentence in self._woken:
            draft.tell(sentence)
        self._who, self._restored, self._woken, self._long = [], {}, [], False
        self._risen = ("", "")

    def _is_lying(self, who: str) -> bool:
        """Return whether somebody is still down, and has no more from the rest."""
        restored = any(each == who for each, _ in self._restored)
        return not restored and is_down(self._context.state, who)

    def _is_dead(self, who: str) -> bool:
        one = self._context.one(who)
        return one is not None and one.standing == "dead"
