"""Saves and checks: told with what they decide, or by themselves if nothing follows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from events.types import outcomes as o
from events.types.declarations import Manoeuvre
from events.types.rolls import Purpose
from events.types.unions import AnyEvent
from projections.narrative.context import Context, is_state
from projections.narrative.dice_notes import note_check, note_reason, note_save
from projections.narrative.passage import emphasize, quote
from projections.text.prose import Prose, prose

Roll: TypeAlias = "o.SaveRolled | o.CheckRolled"

_COUNT = re.compile(r"(\d+) of (\d+)")
"""The reason of a death check: which one of how many it is."""

THE_ATTACK = "the attack"
"""The reason of a roll that an attack begins with."""

_TABLES: dict[str, str] = {"effect-save": "effect"}
"""The purposes that use the sentences of another table."""

_WAITING: tuple[Purpose, ...] = ("action", "retreat", "treatment", "manoeuvre")
"""The purposes of rolls that are told with the deed they decide."""

_BRIEF: tuple[Purpose, ...] = ("critical", "effect-save", "morale")
"""The purposes of rolls whose result follows at once."""


class Checks:
    """Keeps rolls in their order until what they decide is told."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._held: list[Roll] = []
        self._lost: set[str] = set()
        self._met: set[tuple[str, str]] = set()
        self._patients: dict[str, str] = {}

    def keep_patient(self, by: str, target: str) -> None:
        """Keep whom a combatant wants to help, for the roll that it takes."""
        self._patients[by] = target

    def add(self, roll: Roll) -> None:
        """Tell a roll, or keep it for what it decides."""
        self._release_superseded(roll)
        context = self._context
        if roll.purpose == "scar-save":  # the gain tells the rest
            context.add(roll.who, (), self.dice(roll, named=False))
        elif roll.purpose == "critical":
            context.add(roll.who, (), self.dice(roll, named=False))
            if roll.passed:
                draft = context.page.of(roll.who)
                told_better = (draft.outcome or draft.bare) and draft.settle()
                draft.tell(self._describe_roll(roll, draft.outcome if told_better else ""))
            else:
                self._held.append(roll)
        elif _has_result_to_come(roll) and self._find_table(roll) != "dodge":
            self._held.append(roll)
        else:
            if roll.why == THE_ATTACK and not roll.passed:
                self._lost.add(roll.who)
            if self._find_table(roll) == "dodge":
                self._met.add((self._find_manoeuvre(roll).by, roll.why))
            context.tell(self._describe_roll(roll), *self.note_dice(roll), about=roll.who)

    def _release_superseded(self, roll: Roll) -> None:
        """Tell the kept rolls of a combatant that rolls again: nothing can follow from them any
        more."""
        for held in [*self._held]:
            if held.who == roll.who and held.purpose in _BRIEF:
                self._release(held)

    def has_lost(self, who: str) -> bool:
        """Return whether a combatant's failed opening was told, and forget it."""
        lost = who in self._lost
        self._lost.discard(who)
        return lost

    def has_met(self, by: str, what: str) -> bool:
        """Return whether a craft's manoeuvre was told with the save against it, and forget it."""
        met = (by, what) in self._met
        self._met.discard((by, what))
        return met

    def pass_by(self, event: AnyEvent) -> None:
        """Tell the failed critical saves from which nothing follows, because another event is told
        now. That of a detachment stays: it may still be routed."""
        for roll in [*self._held]:
            one = self._context.one(roll.who)
            many = one is not None and one.scale == "detachment"
            befalls = isinstance(event, _BEFALLS) and event.who == roll.who
            if roll.purpose == "critical" and not befalls and not many:
                self._release(roll)

    def effect(self, event: o.EffectTold) -> bool:
        """Tell an effect with the failed save against it. Return whether that is told; an effect
        that is a state is not, it has a sentence of its own."""
        roll = self.take_roll(event.who, "effect-save")
        if roll is None:
            return False
        context = self._context
        if roll.why == event.text and is_state(context, roll.why):
            context.add(event.who, (), self.dice(roll))
            return False
        context.add(event.who, self._describe_roll(roll), self.dice(roll))
        return roll.why == event.text

    def release_help(self) -> None:
        """Tell the kept rolls for help, whose result follows now."""
        for roll in [*self._held]:
            if roll.purpose == "treatment":
                self._release(roll)

    def take_roll(self, who: str, *purposes: Purpose) -> Roll | None:
        """Take the first kept roll of a combatant for one of these purposes, if there is one."""
        return self._take_first(lambda roll: roll.who == who and roll.purpose in purposes)

    def take_action_roll(self, who: str, passed: bool) -> Roll | None:
        """Take the first kept roll of a combatant for an action, if possible one with this
        result."""
        mine = self._take_first(
            lambda roll: (roll.who, roll.purpose, roll.passed) == (who, "action", passed)
        )
        return mine or self.take_roll(who, "action")

    def put_back(self, roll: Roll) -> None:
        """Put back a roll that was taken."""
        self._held.insert(0, roll)

    def take_manoeuvre_roll(self, what: str, crew: tuple[str, ...]) -> Roll | None:
        """Take the roll for a craft's manoeuvre, by any of its crew."""
        return self._take_first(
            lambda roll: roll.who in crew and (roll.purpose, roll.why) == ("manoeuvre", what)
        )

    def take_morale_roll(self, side: str) -> Roll | None:
        """Take the failed morale roll of anyone on a side."""

        def of_side(roll: Roll) -> bool:
            one = self._context.one(roll.who)
            return roll.purpose == "morale" and one is not None and one.side == side

        return self._take_first(of_side)

    def settle(self) -> None:
        """Tell all kept rolls: nothing follows from them."""
        for roll in [*self._held]:
            self._release(roll)
        self._lost, self._met = set(), set()

    def _take_first(self, fits: Callable[[Roll], bool]) -> Roll | None:
        """Take the first kept roll that fits."""
        for at, roll in enumerate(self._held):
            if fits(roll):
                return self._held.pop(at)
        return None

    def dice(self, roll: Roll, named: bool = True) -> Prose:
        """Return the small print of a roll."""
        if isinstance(roll, o.SaveRolled):
            return note_save(self._context, roll, named)
        return note_check(self._context, roll, named)

    def _release(self, roll: Roll) -> None:
        self._held.remove(roll)
        if roll.purpose == "critical":
            self._context.add(roll.who, self._describe_roll(roll))
        else:
            self._context.tell(self._describe_roll(roll), *self.note_dice(roll), about=roll.who)

    def note_dice(self, roll: Roll) -> tuple[Prose, ...]:
        """Return the small print of a roll told by itself, with its reason if the story does not
        tell it."""
        numbered = any(letter.isdigit() for letter in roll.why)  # “alone at 0 HP”
        visible = self._context.sees(roll.who) or (roll.purpose == "morale" and not numbered)
        about = note_reason(self._context, roll.why) if roll.purpose in ("morale", "death") else ()
        return self.dice(roll), about if visible else ()

    def _describe_roll(self, roll: Roll, result: str = "") -> Prose:
        context = self._context
        purpose = self._find_table(roll)
        if not context.voice.has(f"trial.{purpose}.passed"):
            purpose = "called"
        versus = getattr(roll, "versus", "")
        return context.say(
            f"trial.{purpose}.{result or self._find_result(roll, purpose)}",
            throw=str(roll.face if isinstance(roll, o.SaveRolled) else roll.faces),
            who=context.name(roll.who),
            versus=context.say("trial.versus", versus=context.name(versus)) if versus else "",
            why=context.say("trial.why", why=quote(roll.why)) if roll.why else "",
            what=context.manoeuvre(roll.why)
            if purpose == "manoeuvre"
            else prose(roll.why, "emphasis"),
            state=emphasize(roll.why),
            patient=self._name_patient(roll.who),
            short=self._describe_shortfall(roll),
            count=self._describe_count(roll),
            **self._name_opponent(roll, purpose),
        )

    def _describe_shortfall(self, roll: Roll) -> Prose:
        """Return by how much a check for help fell short; nothing where the audience may not know
        it, or where there is no word for it."""
        context = self._context
        if not isinstance(roll, o.CheckRolled) or roll.purpose != "treatment" or not roll.faces:
            return ()
        if not context.sees(roll.who, *([roll.versus] if roll.versus else [])):
            return ()
        by = roll.against - roll.value
        numbers = [*context.voice.list("trial.one"), *context.voice.list("name.numbers")]
        return context.say("trial.short", by=numbers[by - 1]) if 0 < by <= len(numbers) else ()

    def _describe_count(self, roll: Roll) -> Prose:
        """Return which of how many death checks it is; nothing where the audience may not know."""
        context, count = self._context, _COUNT.fullmatch(roll.why)
        if roll.purpose != "death" or count is None or not context.sees(roll.who):
            return ()
        nth, all = int(count[1]), int(count[2])
        ordinals, numbers = context.voice.list("name.ordinals"), context.voice.list("name.numbers")
        if not 1 <= nth <= len(ordinals) or not 2 <= all < len(numbers) + 2:
            return ()
        return context.say("trial.count", ordinal=ordinals[nth - 1], number=numbers[all - 2])

    def _name_patient(self, by: str) -> Prose:
        """Return whom a combatant helps."""
        patient = self._patients.get(by, "")
        if not patient:
            return self._context.say("trial.treatment.somebody")
        if patient == by:
            return self._context.say("trial.treatment.self")
        return self._context.name(patient)

    def _find_table(self, roll: Roll) -> str:
        """Return the table of sentences for a roll. A save against another craft's manoeuvre has
        its own, and one for a lock that is kept in spite of it."""
        if roll.purpose == "manoeuvre" and not self._is_own(roll):
            dodged = roll.why in self._context.voice.words("trial.dodges")
            against = "dodge" if dodged else "manoeuvre-against"
            return against if self._list_manoeuvres(roll) else "manoeuvre-lock"
        return _TABLES.get(roll.purpose, roll.purpose)

    def _list_manoeuvres(self, roll: Roll) -> list[Manoeuvre]:
        """Return the declared manoeuvres that a roll may belong to."""
        actions = (each.action for each in self._context.state.pending)
        return [each for each in actions if isinstance(each, Manoeuvre) and each.what == roll.why]

    def _name_opponent(self, roll: Roll, purpose: str) -> dict[str, Prose]:
        """Return by whom the manoeuvre is that a save is made against, and what it is as a deed."""
        if purpose not in ("manoeuvre-against", "dodge"):
            return {}
        context, by = self._context, self._find_manoeuvre(roll).by
        deed = context.manoeuvre(roll.why)
        return {"by": context.name(by), "whose": context.whose(by), "deed": deed}

    def _find_manoeuvre(self, roll: Roll) -> Manoeuvre:
        """Return the manoeuvre that a save is made against, that is one with its target."""
        said = self._list_manoeuvres(roll)
        met = [each for each in said if roll.who in (each.target, *self._list_crew(each.target))]
        return (met or said)[0]

    def _list_crew(self, craft: str) -> tuple[str, ...]:
        one = self._context.one(craft)
        return tuple(one.crew) if one is not None else ()

    def _is_own(self, roll: Roll) -> bool:
        """Return whether a roll is for the combatant's own manoeuvre, or that of a craft it is
        aboard."""
        return any(
            roll.who in (each.by, *self._list_crew(each.by)) for each in self._list_manoeuvres(roll)
        )

    def _find_result(self, roll: Roll, purpose: str) -> str:
        """Return the key for the result of a roll."""
        one = self._context.one(roll.who)
        if roll.why == THE_ATTACK:
            return "won" if roll.passed else "lost"
        if purpose == "critical" and not roll.passed:
            if isinstance(roll, o.SaveRolled) and not roll.face:
                return "itself"
            return "many" if one is not None and one.scale == "detachment" else "failed"
        if purpose == "effect" and is_state(self._context, roll.why):
            return "not" if roll.passed else "is"
        if roll.passed:
            return "passed"
        partial = isinstance(roll, o.CheckRolled) and roll.partial
        known = self._context.voice.has(f"trial.{purpose}.partial")
        return "partial" if partial and known else "failed"


_BEFALLS = (
    *(o.WoundTaken, o.Died, o.ScoreChanged, o.MaximumChanged, o.Left, o.EffectTold),
    *(o.ConditionBegan, o.SaveRolled, o.CheckRolled),
)
"""The events that may follow from a failed save."""


def _has_result_to_come(roll: Roll) -> bool:
    """Return whether an event to come will tell the result. A failed roll is followed by a lapse,
    but not one for help or for a manoeuvre."""
    if roll.purpose in ("morale", "effect-save"):
        return not roll.passed
    vain = not roll.passed and roll.purpose in ("treatment", "manoeuvre")
    return roll.purpose in _WAITING and roll.why != THE_ATTACK and not vain
