"""What the referee lays down, what people say they do, the clock and the end."""

from __future__ import annotations

from typing import Any

from events.types import declarations as d
from events.types import log_events as h
from events.types import outcomes as o
from events.types import statements as s
from events.types.base import tag_of
from events.types.unions import AnyEvent
from projections.narrative.checks import Trials
from projections.narrative.consequences import Fates
from projections.narrative.context import Desk, deed, is_done
from projections.narrative.passage import said
from projections.narrative.weapon_manners import Manners
from projections.text.outcome_phrases import DECLARED
from projections.text.phrases import phrase
from projections.text.prose import Prose, prose
from projections.text.words import is_thing, plus_minus


def event_key(event: AnyEvent) -> str:
    """Return the key of the sentence for this type of event: `event.` and its tag. It has all
    fields of the event; the key with `-dice` behind it is its small print."""
    return f"event.{tag_of(event)}"


def _field_value(desk: Desk, value: Any) -> Prose:
    """Return a field of an event as it stands in a sentence: a combatant by name."""
    if isinstance(value, str):
        return desk.name(value) if desk.one(value) is not None else said(value)
    if isinstance(value, tuple):
        return desk.listed([_field_value(desk, each) for each in value])
    return prose(plus_minus(value))


class Sayings:
    """Tells of one event in a beat of its own."""

    def __init__(self, desk: Desk, fates: Fates, trials: Trials, manners: Manners) -> None:
        self._desk = desk
        self._fates = fates
        self._trials = trials
        self._manners = manners

    def act(self, event: o.Acted) -> None:
        """An action is done; with the roll that it took."""
        desk, one = self._desk, self._desk.one(event.who)
        crew = (event.who, *(one.crew if one is not None else ()))
        if roll := self._trials.taken_for(event.what, crew):
            what = prose(event.what, "emphasis")
            told = desk.say("trial.manoeuvre.passed", who=desk.name(event.who), what=what)
            desk.tell(told, self._trials.dice(roll), about=event.who)
        elif roll := self._trials.taken_action(event.who, True):
            told = deed(desk, event.who, event.what, "passed" if roll.passed else "failed")
            desk.tell(told, self._trials.dice(roll), about=event.who)
        else:
            craft = desk.craft(event.who) and not is_done(desk, event.what)
            what = prose(event.what, "emphasis")
            told = desk.say("trial.manoeuvre.passed", who=desk.name(event.who), what=what)
            desk.tell(told if craft else deed(desk, event.who, event.what), about=event.who)

    def lapse(self, event: o.Lapsed) -> None:
        """What was declared does not happen."""
        desk = self._desk
        if event.what == "attack" and self._trials.has_lost(event.who):
            return
        roll = self._trials.taken(event.who, "retreat") if event.what == "retreat" else None
        roll = roll or self._trials.taken_action(event.who, False)
        dice = (self._trials.dice(roll),) if roll is not None else ()
        if roll is not None and roll.purpose == "retreat" and not roll.passed:
            told = desk.say("trial.retreat.failed", who=desk.name(event.who))
            desk.tell(told, *dice, about=event.who)
        elif event.what in DECLARED:
            kind, why = desk.words.deed(event.what), said(event.why)
            told = desk.say("deed.lapsed", whose=desk.whose(event.who), deed=kind, why=why)
            desk.tell(told, *dice, about=event.who)
        else:
            failed = deed(desk, event.who, event.what, "failed")
            desk.tell(failed, *(dice or (said(event.why),)), about=event.who)

    def move(self, event: o.Moved) -> None:
        """Where to."""
        desk = self._desk
        key = "deed.moved" if event.to else "deed.shifted"
        far = desk.words.far(event.distance).strip()
        desk.tell(
            desk.say(key, who=desk.name(event.who), to=said(desk.place(event.to))), prose(far)
        )

    def aid(self, event: o.Aided) -> None:
        """Who helped whom."""
        desk = self._desk
        roll = self._trials.taken(event.by, "treatment")
        aided = desk.state.game.words.get("aided") or desk.voice.plain("deed.aid")
        by = desk.name(event.by)
        if event.by == event.who:
            told = desk.say("deed.aided-self", by=by, aided=aided)
        else:
            told = desk.say("deed.aided", by=by, who=desk.name(event.who), aided=aided)
        dice = (self._trials.dice(roll),) if roll is not None else ()
        desk.tell(told, *dice, about=event.who).by = event.by

    def other(self, event: AnyEvent) -> None:
        """Whatever else is told."""
        desk = self._desk
        match event:
            case h.Noted():
                desk.tell(desk.say("said.note", text=event.text))
            case o.Overruled():
                against = desk.say("dice.ruled-against", problem=said(event.problem))
                self._by_referee("ruled", event.why, against if desk.sees("") else ())
            case o.ControlPassed():
                told = desk.say("said.passed-on", player=event.player, who=desk.name(event.now))
                desk.tell(told)
            case d.Burden():
                key = "deed.burden" if event.full else "deed.unburden"
                desk.tell(desk.say(key, who=desk.name(event.who)), about=event.who)
            case d.PassTime():
                why = desk.say("said.time-why", why=said(event.why)) if event.why else ""
                desk.tell(desk.say("said.time", why=why), prose(desk.words.time(event.seconds)))
            case d.EndFight():
                ended = desk.say("said.end", why=said(event.why))
                desk.tell(ended if event.why else desk.say("said.end-bare"))
            case _:
                self._statement(event)

    def _statement(self, event: AnyEvent) -> None:
        desk = self._desk
        match event:
            case s.Kill():
                self._fact("dead", event.who, event.why)
            case s.Revive():
                self._fact("alive", event.who, event.why)
            case s.Remove():
                self._fact("removed", event.who, event.why)
            case s.Return():
                self._fact("returned", event.who, event.why)
            case s.Place():
                self._fact("placed", event.who, event.why, area=desk.area(event.area))
            case s.AddCondition():
                self._fates.began(event)
                self._condition(event, self._kind(event, "had", "is", "about"))
            case s.EndCondition():
                self._lifted(event)
            case s.HandOver():
                nobody = desk.say("said.nobody", referee=desk.words.term("referee"))
                self._fact("hand", event.who, event.why, player=event.player or nobody)
            case s.SetScore():
                self._set(event)
            case s.SetTrait() | s.SetSkill():
                dice = said(phrase(event, desk.state)) if desk.sees(event.who) else ()
                trait = event.trait if isinstance(event, s.SetTrait) else event.skill
                values = {"whose": desk.whose(event.who), "trait": prose(trait)}
                self._by_referee("changed", event.why, dice, **values)
            case s.Arm():
                weapon = self._manners.called(event.weapon.name)
                dice = said(phrase(event, desk.state)) if desk.sees(event.who) else ()
                values = {"who": desk.name(event.who), "weapon": weapon}
                self._by_referee("armed", event.why, dice, **values)
            case s.Engage() | s.Crew() | s.Rename() | s.Disarm():
                self._by_referee("ruling", "", said=said(phrase(event, desk.state)))
            case _:
                self._event(event)

    def _event(self, event: AnyEvent) -> None:
        """Tell an event that has no more than a sentence, and perhaps small print, of its own."""
        desk, key = self._desk, event_key(event)
        values = {
            field: _field_value(desk, getattr(event, field)) for field in event.__struct_fields__
        }
        dice = f"{key}-dice"
        small_print = desk.say(dice, **values) if desk.voice.has(dice) else ()
        desk.tell(desk.say(key, **values), small_print, about=getattr(event, "who", ""))

    def _set(self, event: s.SetScore) -> None:
        """A score is put to a number, or its maximum."""
        desk = self._desk
        if event.now is None:
            numbers = said(phrase(event, desk.state))
        else:
            now = desk.words.amount(event.score, event.now)
            numbers = desk.say("dice.number", score=event.score, now=now)
            if event.maximum is not None:
                most = desk.words.amount(event.score, event.maximum)
                numbers = desk.say("dice.most", number=numbers, most=most)
        dice = numbers if desk.sees(event.who) else ()
        values = {"whose": desk.whose(event.who), "score": prose(event.score)}
        self._by_referee("set", event.why, dice, **values)

    def _condition(self, event: s.AddCondition | s.EndCondition, key: str) -> None:
        """Somebody is, or is no longer, in a condition, because the referee says so."""
        desk = self._desk
        what = self._fates.called(event)
        if event.why:
            what = (*what, *desk.say("said.why", why=said(event.why)))
        referee = desk.words.term("referee")
        told = desk.say(f"condition.{key}", who=desk.name(event.who), what=what, referee=referee)
        desk.tell(told, about=event.who)

    def _kind(
        self, event: s.AddCondition | s.EndCondition, had: str, is_in: str, craft: str
    ) -> str:
        """The key for a condition that is had, for one that somebody is in, and for one of craft
        that names a part of it."""
        if self._desk.craft(event.who) and (event.about or "(" in event.condition):
            return craft
        return had if is_thing(event.condition) else is_in

    def _lifted(self, event: s.EndCondition) -> None:
        """The same of one that is told by other words otherwise."""
        key = self._kind(event, "ended-had", "ended", "ended-craft")
        untold = event.condition in self._desk.words.terms("untold")
        self._condition(event, "lifted" if untold else key)

    def _fact(self, key: str, who: str, why: str, **values: Prose | str) -> None:
        desk = self._desk
        reason = desk.say("said.why", why=said(why)) if why else ""
        told = desk.say(f"said.{key}", who=desk.name(who), why=reason, **values)
        desk.tell(told, about=who)

    def _by_referee(self, key: str, why: str, dice: Prose = (), **values: Prose | str) -> None:
        desk = self._desk
        plain = key == "ruled"
        reason = said(why) if plain or not why else desk.say("said.why", why=said(why))
        referee = desk.words.term("referee")
        desk.tell(desk.say(f"said.{key}", referee=referee, why=reason, **values), dice)
