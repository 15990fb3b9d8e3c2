"""Events with a beat of their own: deeds, rulings, notes, the clock and the end."""

from __future__ import annotations

from typing import Any

from events.types import declarations as d, log_events as h, outcomes as o, statements as s
from events.types.base import get_tag
from events.types.unions import AnyEvent
from projections.narrative.checks import Checks
from projections.narrative.consequences import Consequences
from projections.narrative.context import (
    Context,
    begins_with_preposition,
    is_verb_phrase,
    tell_deed,
)
from projections.narrative.passage import BeatDraft, quote
from projections.narrative.weapon_manners import Manners
from projections.text.outcome_phrases import DECLARATION_KINDS
from projections.text.phrases import describe_event
from projections.text.prose import Prose, prose
from projections.text.words import format_minus, is_thing


def make_event_key(event: AnyEvent) -> str:
    """Return the key of the sentence for this type of event: `event.` and its tag. It may use all
    fields of the event; the key with `-dice` behind it is its small print."""
    return f"event.{get_tag(event)}"


def _render_field(context: Context, value: Any) -> Prose:
    """Return a field of an event as it stands in a sentence: ids as names."""
    if isinstance(value, str):
        return context.name(value) if context.one(value) is not None else quote(value)
    if isinstance(value, tuple):
        return context.join([_render_field(context, each) for each in value])
    return prose(format_minus(value))


class SingleEvents:
    """Tells an event in a beat of its own."""

    def __init__(
        self, context: Context, consequences: Consequences, checks: Checks, manners: Manners
    ) -> None:
        self._context = context
        self._consequences = consequences
        self._checks = checks
        self._manners = manners
        self._rulings: dict[str, BeatDraft] = {}
        self._name: Prose = ()
        self._declared_by = ""

    def keep_name(self, who: str) -> None:
        """Keep the name of a combatant before it gets another."""
        self._name = self._context.name(who)

    def keep_declarer(self, declaration: AnyEvent) -> None:
        """Keep who declared something (an id; empty where nobody of the fight did), whom a ruling
        on it is about."""
        self._declared_by = str(getattr(declaration, "by", getattr(declaration, "who", "")))

    def end(self) -> None:
        """Start empty for the next passage."""
        self._rulings = {}

    def tell_act(self, event: o.Acted) -> None:
        """Tell a deed, with the roll it took."""
        context, one = self._context, self._context.one(event.who)
        crew = (event.who, *(one.crew if one is not None else ()))
        if self._checks.has_met(event.who, event.what):
            return  # the save against it has told it
        if roll := self._checks.take_manoeuvre_roll(event.what, crew):
            what = context.manoeuvre(event.what)
            sentence = context.say("trial.manoeuvre.passed", who=context.name(event.who), what=what)
            sentence = self._tell_lock(event) or sentence
            context.tell(sentence, self._checks.dice(roll), about=event.who)
        elif roll := self._checks.take_action_roll(event.who, True):
            sentence = tell_deed(
                context, event.who, event.what, "passed" if roll.passed else "failed"
            )
            context.tell(sentence, self._checks.dice(roll), about=event.who)
        else:
            craft = context.craft(event.who) and not is_verb_phrase(context, event.what)
            what = context.manoeuvre(event.what)
            sentence = context.say("trial.manoeuvre.passed", who=context.name(event.who), what=what)
            context.tell(
                sentence if craft else tell_deed(context, event.who, event.what), about=event.who
            )

    def _tell_lock(self, event: o.Acted) -> Prose:
        """Return which weapon a craft has locked on whom, and keep that it is told; nothing of
        another manoeuvre."""
        context = self._context
        if event.what not in context.voice.words("trial.locks"):
            return ()
        for waiting in context.state.pending_of(event.who):
            said = waiting.action
            if not isinstance(said, d.Manoeuvre) or said.what != event.what or not said.weapon:
                continue
            aim = context.say("condition.lock-aim", effect=said.choice) if said.choice else ""
            self._consequences.keep_lock(said)
            return context.say(
                "trial.lock.passed",
                who=context.name(event.who),
                weapon=self._manners.name_weapon(said.weapon),
                target=context.name(said.target),
                effect=aim,
            )
        return ()

    def tell_lapse(self, event: o.Lapsed) -> None:
        """Tell that a declaration comes to nothing."""
        context = self._context
        if event.what == "attack" and self._checks.has_lost(event.who):
            return
        if self._checks.has_met(event.who, event.what):
            return
        roll = self._checks.take_roll(event.who, "retreat") if event.what == "retreat" else None
        roll = roll or self._checks.take_action_roll(event.who, False)
        dice = (self._checks.dice(roll),) if roll is not None else ()
        if roll is not None and roll.purpose == "retreat" and not roll.passed:
            sentence = context.say("trial.retreat.failed", who=context.name(event.who))
            context.tell(sentence, *dice, about=event.who)
        elif event.what in DECLARATION_KINDS:
            kind, why = context.words.deed(event.what), context.retell(event.why)
            sentence = context.say(
                "deed.lapsed", whose=context.whose(event.who), deed=kind, why=why
            )
            context.tell(sentence, *dice, about=event.who)
        else:
            partly = isinstance(roll, o.CheckRolled) and roll.partial
            kind = "partial" if partly else "failed"
            failed = tell_deed(context, event.who, event.what, kind)
            context.tell(failed, *(dice or (context.retell(event.why),)), about=event.who)

    def tell_move(self, event: o.Moved) -> None:
        """Tell a move."""
        context = self._context
        key = "deed.moved" if event.to else "deed.shifted"
        if begins_with_preposition(context, event.to):
            key = "deed.moved-on"
        far = context.words.far(event.distance).strip()
        context.tell(
            context.say(key, who=context.name(event.who), to=quote(context.place(event.to))),
            prose(far),
        )

    def tell_aid(self, event: o.Aided) -> None:
        """Tell who helped whom."""
        context = self._context
        roll = self._checks.take_roll(event.by, "treatment")
        aided = context.state.game.words.get("aided") or context.voice.plain("deed.aid")
        by = context.name(event.by)
        if event.by == event.who:
            sentence = context.say("deed.aided-self", by=by, aided=aided)
        else:
            sentence = context.say("deed.aided", by=by, who=context.name(event.who), aided=aided)
        dice = (self._checks.dice(roll),) if roll is not None else ()
        context.tell(sentence, *dice, about=event.who).by = event.by

    def tell_other(self, event: AnyEvent) -> None:
        """Tell any other event."""
        context = self._context
        match event:
            case h.Noted():
                context.tell(context.say("said.note", text=event.text))
            case o.Overruled():
                against = context.say("dice.ruled-against", problem=quote(event.problem))
                self._tell_overruling(event.why, against if context.sees("") else ())
            case o.ControlPassed():
                was, now = context.name(event.was), context.name(event.now)
                context.tell(context.say("said.passed-on", player=event.player, was=was, who=now))
            case d.Burden():
                key = "deed.burden" if event.full else "deed.unburden"
                context.tell(context.say(key, who=context.name(event.who)), about=event.who)
            case d.PassTime():
                why = context.say("said.time-why", why=quote(event.why)) if event.why else ""
                context.tell(
                    context.say("said.time", why=why), prose(context.words.time(event.seconds))
                )
            case d.EndFight():
                ended = context.say("said.end", why=quote(event.why))
                context.tell(ended if event.why else context.say("said.end-bare"))
            case _:
                self._tell_statement(event)

    def _tell_statement(self, event: AnyEvent) -> None:
        context = self._context
        match event:
            case s.Kill():
                self._tell_fact("dead", event.who, event.why)
            case s.Revive():
                self._tell_fact("alive", event.who, event.why)
            case s.Remove():
                self._tell_fact("removed", event.who, event.why)
            case s.Return():
                self._tell_fact("returned", event.who, event.why)
            case s.Place():
                self._tell_fact("placed", event.who, event.why, area=context.area(event.area))
            case s.AddCondition():
                self._consequences.keep_bars(event)
                self._tell_condition(event, self._choose_kind(event, "had", "is", "about"))
            case s.EndCondition():
                self._tell_lifted(event)
            case s.HandOver():
                nobody = context.say("said.nobody", referee=context.words.term("referee"))
                self._tell_fact("hand", event.who, event.why, player=event.player or nobody)
                if event.side:
                    self._tell_fact("sided", event.who, "", side=context.side(event.side))
            case s.SetScore():
                self._tell_score(event)
            case s.SetTrait(trait="side"):
                self._tell_fact("sided", event.who, event.why, side=context.side(event.value))
            case s.Rename():
                was = self._name or prose(event.was)
                self._tell_fact("renamed", event.who, event.why, was=was)
            case s.Disarm():
                weapon = self._manners.name_weapon(event.weapon)
                self._tell_fact("disarmed", event.who, event.why, weapon=weapon)
            case s.SetTrait() | s.SetSkill():
                dice = (
                    quote(describe_event(event, context.state)) if context.sees(event.who) else ()
                )
                trait = event.trait if isinstance(event, s.SetTrait) else event.skill
                values = {"whose": context.whose(event.who), "trait": prose(trait)}
                self._tell_ruling("changed", event.why, dice, **values)
            case s.Arm():
                weapon = self._manners.name_weapon(event.weapon.name)
                dice = (
                    quote(describe_event(event, context.state)) if context.sees(event.who) else ()
                )
                values = {"who": context.name(event.who), "weapon": weapon}
                self._tell_ruling("armed", event.why, dice, **values)
            case s.Engage() | s.Crew():
                self._tell_ruling("ruling", "", said=quote(describe_event(event, context.state)))
            case _:
                self._tell_event(event)

    def _tell_event(self, event: AnyEvent) -> None:
        """Tell an event that has no more than a sentence, and perhaps small print, of its own."""
        context, key = self._context, make_event_key(event)
        values = {
            field: _render_field(context, getattr(event, field))
            for field in event.__struct_fields__
        }
        dice = f"{key}-dice"
        small_print = context.say(dice, **values) if context.voice.has(dice) else ()
        context.tell(context.say(key, **values), small_print, about=getattr(event, "who", ""))

    def _tell_score(self, event: s.SetScore) -> None:
        """Tell a ruling on a score or its maximum."""
        context = self._context
        if event.now is None:
            numbers = quote(describe_event(event, context.state))
        else:
            now = context.words.amount(event.score, event.now)
            numbers = context.say("dice.number", score=event.score, now=now)
            if event.maximum is not None:
                most = context.words.amount(event.score, event.maximum)
                numbers = context.say("dice.most", number=numbers, most=most)
        dice = numbers if context.sees(event.who) else ()
        values = {"whose": context.whose(event.who), "score": prose(event.score)}
        self._tell_ruling("set", event.why, dice, **values)

    def _tell_condition(self, event: s.AddCondition | s.EndCondition, key: str) -> None:
        """Tell a ruling on a condition."""
        context = self._context
        what = self._consequences.describe_condition(event)
        if event.why:
            what = (*what, *context.say("said.why", why=quote(event.why)))
        referee = context.words.term("referee")
        sentence = context.say(
            f"condition.{key}", who=context.name(event.who), what=what, referee=referee
        )
        context.tell(sentence, about=event.who)

    def _choose_kind(
        self, event: s.AddCondition | s.EndCondition, had: str, is_in: str, craft: str
    ) -> str:
        """Return the key for a condition that is had, for one that its bearer is in, or for a
        craft's."""
        if self._context.craft(event.who) and (event.about or "(" in event.condition):
            return craft
        return had if is_thing(event.condition) else is_in

    def _tell_lifted(self, event: s.EndCondition) -> None:
        """Tell that the referee ends a condition, also one that otherwise has other words."""
        key = self._choose_kind(event, "ended-had", "ended", "ended-craft")
        untold = event.condition in self._context.words.terms("untold")
        self._tell_condition(event, "lifted" if untold else key)

    def _tell_fact(self, key: str, who: str, why: str, **values: Prose | str) -> None:
        context = self._context
        reason = context.say("said.why", why=quote(why)) if why else ""
        sentence = context.say(f"said.{key}", who=context.name(who), why=reason, **values)
        context.tell(sentence, about=who)

    def _tell_overruling(self, why: str, dice: Prose) -> None:
        """Tell that the referee overruled something; once for all that has the same reason."""
        context, known = self._context, self._rulings.get(why)
        if known is not None:
            known.show(dice)
            return
        values: dict[str, Prose | str] = {"referee": context.words.term("referee")}
        if one := context.one(self._declared_by):
            values["who"] = context.name(one.id)
        key = "said.ruled-for" if one else "said.ruled"
        self._rulings[why] = context.tell(context.say(key, **values, why=quote(why)), dice)

    def _tell_ruling(self, key: str, why: str, dice: Prose = (), **values: Prose | str) -> None:
        context = self._context
        reason = context.say("said.why", why=quote(why)) if why else ""
        referee = context.words.term("referee")
        context.tell(context.say(f"said.{key}", referee=referee, why=reason, **values), dice)
