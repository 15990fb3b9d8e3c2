"""The narrator: takes the events one by one, and makes the beats of each passage."""

from __future__ import annotations

from events.types import declarations as d, log_events as h, outcomes as o, statements as s
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, is_declaration
from projections.narrative.aftermath import Aftermath
from projections.narrative.attacks import AttackTeller
from projections.narrative.checks import Checks
from projections.narrative.consequences import Consequences
from projections.narrative.contests import ContestTeller
from projections.narrative.context import Context
from projections.narrative.dice_notes import note_die
from projections.narrative.groups import (
    Arrivals,
    Changes,
    ConditionGroup,
    EventGroup,
    Leaving,
    Opening,
    Resting,
    Steady,
)
from projections.narrative.passage import Beat
from projections.narrative.phrasebook import Phrasebook
from projections.narrative.single_events import SingleEvents, make_event_key
from projections.narrative.weapon_manners import Manners
from projections.queries.visibility import Audience, may_read
from projections.state.fight_state import FightState
from projections.text.prose import Prose, join_prose

_HANDLED = (
    *(o.AttackRolled, o.DamageDealt, o.ScoreChanged, o.MaximumChanged, o.SaveRolled),
    *(o.CheckRolled, o.ContestFormed, o.ContestRolled, o.ContestDecided, o.EngagementEnded),
    *(o.WoundTaken, o.WoundTended, o.WoundClosed, o.ConditionBegan, o.ConditionEnded, o.Died),
    *(o.Left, o.Moved, o.Acted, o.Aided, o.Rested, o.Lapsed, o.Overruled, o.ControlPassed),
    *(o.EffectTold, h.Noted, d.Join, d.Burden, d.PassTime, d.EndFight),
    *(s.Kill, s.Revive, s.Remove, s.Return, s.AddCondition, s.EndCondition, s.Place, s.SetScore),
    *(s.SetTrait, s.SetSkill, s.HandOver, s.Engage, s.Crew, s.Rename, s.Arm, s.Disarm),
)
"""The events that a part of the narrator has a method for. Of the others, those are told that have
a sentence of their own (`make_event_key`); the rest is bookkeeping."""

_ROLLS = (Rolled, o.AttackRolled, o.SaveRolled, o.CheckRolled, o.ContestRolled)
"""The events with faces of dice."""

_DICE_SHOWN = ("targets", "ship-effect", "scar-place", "scar-score", "recovery", "duration")
"""The purposes of dice that no other small print shows."""

_HIDEABLE = (h.Noted, s.SetScore, s.SetTrait, s.SetSkill, s.Arm)
"""Events that are left out for readers who may not read them."""


class Narrator:
    """Collects the beats of a passage. The caller keeps `state` up to date."""

    def __init__(self, state: FightState, audience: Audience, book: Phrasebook) -> None:
        context = self._context = Context(state, audience, book)
        manners = Manners(context)
        self._consequences = Consequences(context)
        self._checks = Checks(context)
        self._attacks = AttackTeller(context, manners)
        self._contests = ContestTeller(context)
        self._resting = Resting(context, self._consequences)
        self._singles = SingleEvents(context, self._consequences, self._checks, manners)
        self._aftermath = Aftermath(context)
        self._group: EventGroup | None = None
        self._introduced = False
        self._comma = context.voice.plain("dice.comma")

    def heading(self, number: int) -> str:
        """Return “Round 2”; “Afterwards” for 0."""
        voice = self._context.voice
        if not number:
            return voice.plain("heading.afterwards")
        return voice.plain("heading.round", {"number": str(number)})

    def end_passage(self) -> tuple[Beat, ...]:
        """Return the beats so far, and start empty for the next passage."""
        self._settle()
        self._attacks.end()
        self._checks.settle()
        self._resting.settle()
        self._consequences.end()
        self._singles.end()
        self._context.used.clear()
        self._context.turn = None
        self._context.rolls.clear()
        return self._context.page.take_beats(self._comma)

    def before(self, event: AnyEvent) -> None:
        """Tell what is being collected with the present names, before this event changes them."""
        if isinstance(event, s.Rename | s.Remove | s.SetTrait):
            self._settle()
            self._resting.settle()
        if isinstance(event, s.Rename):
            self._singles.keep_name(event.who)

    def take(self, event: AnyEvent, seq: int = 0) -> None:
        """Add an event with its seq. What it ends is told as of the event before."""
        if isinstance(event, _ROLLS):
            self._context.rolls[event] = seq
        self._aftermath.take(event)
        if isinstance(event, o.TurnBegan):
            self._context.begin_turn(event.side, is_alone=bool(event.alone))
        elif isinstance(event, o.PhaseBegan):
            self._context.begin_turn("", event.phase)
        self._take(event, seq)
        self._context.page.seq = seq

    def _take(self, event: AnyEvent, seq: int) -> None:
        if isinstance(event, Rolled) and event.purpose in _DICE_SHOWN:
            self._show(event)
        if is_declaration(event):
            self._resting.settle()
            self._singles.keep_declarer(event)
            self._context.page.mark()
        if isinstance(event, d.Aid | d.Treat):
            self._checks.keep_patient(event.by, event.target)
        if not isinstance(event, _HANDLED) and not self._has_sentence(event):
            return
        if isinstance(event, o.EngagementEnded) and not self._contests.is_freed(event):
            return
        if isinstance(event, _HIDEABLE) and self._is_hidden(event):
            return
        if isinstance(event, h.Noted) and event.erased:
            return
        if self._attacks.takes(event) or self._gathers(event) or self._resting.takes(event):
            return
        self._settle()
        if self._resting.touches(event):
            self._resting.settle()
        self._context.page.seq = seq
        self._begin(event)

    def _show(self, event: Rolled) -> None:
        """Put a die with its subject; that of a blast with the attack to come."""
        dice = note_die(self._context, event)
        if event.purpose == "targets":
            self._attacks.count(event.by, dice)
            return
        self._settle()
        self._context.add(event.by, (), dice)

    def quiet(self, heading: str) -> Prose:
        """Return the sentence on a round, by its heading, in which nothing was told."""
        return self._context.say("heading.quiet", round=heading)

    def _is_hidden(self, event: AnyEvent) -> bool:
        return not may_read(event, self._context.state, self._context.audience)

    def _has_sentence(self, event: AnyEvent) -> bool:
        """Return whether an event without a method is told: it has a sentence of its own, and the
        audience may read the whole event."""
        return self._context.voice.has(make_event_key(event)) and not self._is_hidden(event)

    def _gathers(self, event: AnyEvent) -> bool:
        return self._group is not None and self._group.takes(event)

    def _settle(self) -> None:
        """Tell what is being collected, before something else is told."""
        self._attacks.settle()
        group, self._group = self._group, None
        if group is not None:
            group.tell()

    def _begin(self, event: AnyEvent) -> None:
        """Take an event that does not belong with the one before."""
        self._checks.pass_by(event)
        self._resting.meanwhile()
        group = self._open_group(event)
        if group is not None and group.takes(event):
            self._group = group
            return
        match event:
            case o.AttackRolled():
                self._attacks.attack(event)
            case o.DamageDealt():
                roll = self._checks.take_roll(event.to, "effect-save")
                self._attacks.deal(event, *([self._checks.dice(roll)] if roll else []))
            case o.CheckRolled(purpose="defence"):
                self._attacks.defend(event)
            case o.SaveRolled() | o.CheckRolled():
                self._checks.add(event)
            case o.ContestFormed():
                self._contests.form(event)
            case o.ContestRolled():
                self._contests.roll(event)
            case o.ContestDecided():
                self._contests.decide(event)
            case o.EngagementEnded():
                self._contests.free(event)
            case o.Acted():
                self._singles.tell_act(event)
            case o.Lapsed():
                self._singles.tell_lapse(event)
            case o.Moved():
                self._singles.tell_move(event)
            case o.Aided():
                self._singles.tell_aid(event)
            case o.Rested():
                self._resting.rest(event)
            case _:
                self._tell_consequence(event)

    def _open_group(self, event: AnyEvent) -> EventGroup | None:
        """Return a new group for events of this kind, or None."""
        match event:
            case d.Join():
                late = self._introduced or bool(self._context.state.turns)
                self._introduced = True
                return Arrivals(self._context, self._consequences, late)
            case s.Place():
                return Arrivals(self._context, self._consequences, True)
            case o.SaveRolled(purpose="opening") | o.CheckRolled(purpose="opening"):
                return Opening(self._context)
            case (
                o.SaveRolled(purpose="morale", passed=True)
                | o.CheckRolled(purpose="morale", passed=True)
            ):
                return Steady(self._context, self._checks)
            case o.Left():
                return Leaving(self._context, self._checks)
            case o.ConditionBegan():
                return ConditionGroup(self._context, self._consequences)
            case o.ScoreChanged() | o.MaximumChanged():
                self._checks.take_roll(event.who, "critical")
                return Changes(self._consequences)
        return None

    def _tell_consequence(self, event: AnyEvent) -> None:
        """Tell a consequence for a combatant; every other event goes to `SingleEvents`."""
        consequences = self._consequences
        match event:
            case o.WoundTaken():
                self._checks.take_roll(event.who, "critical")
                consequences.tell_wound(event)
            case o.WoundTended():
                consequences.tell_tending(event)
            case o.WoundClosed():
                self._checks.release_help()
                self._context.add(event.who, consequences.describe_closing(event))
            case o.ConditionEnded():
                self._context.add(event.who, consequences.describe_end(event))
            case o.Died():
                self._checks.take_roll(event.who, "critical")
                consequences.tell_death(event)
            case o.EffectTold():
                if not self._checks.effect(event):
                    consequences.tell_effect(event)
            case d.EndFight():
                self._singles.tell_other(event)
                if aftermath := join_prose([*self._aftermath.describe()], " "):
                    self._context.tell(aftermath)
            case _:
                self._singles.tell_other(event)
