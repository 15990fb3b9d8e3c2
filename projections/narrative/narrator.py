"""The narrator: takes the events as they come, and makes the beats of each passage."""

from __future__ import annotations

from events.types import declarations as d
from events.types import log_events as h
from events.types import outcomes as o
from events.types import statements as s
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, Declaration
from projections.narrative.attacks import Blows
from projections.narrative.checks import Contests, Trials
from projections.narrative.consequences import Fates
from projections.narrative.context import Desk
from projections.narrative.dice_notes import thrown_dice
from projections.narrative.groups import Arrivals, Changes, Conditions, Gathered, Leaving, Opening
from projections.narrative.passage import Beat
from projections.narrative.phrasebook import Phrasebook
from projections.narrative.rest import Resting
from projections.narrative.told_declarations import Sayings
from projections.narrative.weapon_manners import Manners
from projections.queries.visibility import Audience, may_read
from projections.state.fight_state import FightState
from projections.text.prose import Prose

_TOLD = (
    *(o.AttackRolled, o.DamageDealt, o.ScoreChanged, o.MaximumChanged, o.SaveRolled),
    *(o.CheckRolled, o.ContestFormed, o.ContestRolled, o.ContestDecided, o.EngagementEnded),
    *(o.WoundTaken, o.WoundTended, o.WoundClosed, o.ConditionBegan, o.ConditionEnded, o.Died),
    *(o.Left, o.Moved, o.Acted, o.Aided, o.Rested, o.Lapsed, o.Overruled, o.ControlPassed),
    *(o.EffectTold, h.Noted, d.Join, d.Burden, d.PassTime, d.EndFight),
    *(s.Kill, s.Revive, s.Remove, s.Return, s.AddCondition, s.EndCondition, s.Place, s.SetScore),
    *(s.SetTrait, s.SetSkill, s.HandOver, s.Engage, s.Crew, s.Rename, s.Arm, s.Disarm),
)
"""Of all other events nothing is told: they are bookkeeping, or what comes of them is told."""

_SHOWN = ("targets", "ship-effect", "scar-place", "scar-score", "recovery", "duration")
"""What dice are thrown for that stand in no other small print."""

_HIDEABLE = (h.Noted, s.SetScore, s.SetTrait, s.SetSkill, s.Arm)
"""What stands in one event alone, and is not told to who may not read it."""


class Narrator:
    """Collects the beats of one passage. `state` is the fight, kept up to date by whoever feeds
    the events."""

    def __init__(self, state: FightState, audience: Audience, book: Phrasebook) -> None:
        desk = self._desk = Desk(state, audience, book)
        manners = Manners(desk)
        self._fates = Fates(desk)
        self._trials = Trials(desk)
        self._blows = Blows(desk, manners)
        self._contests = Contests(desk)
        self._resting = Resting(desk, self._fates)
        self._sayings = Sayings(desk, self._fates, self._trials, manners)
        self._gathered: Gathered | None = None
        self._introduced = False
        self._comma = desk.voice.plain("dice.comma")

    def heading(self, number: int) -> str:
        """“Round 2”; “Afterwards” of 0."""
        voice = self._desk.voice
        if not number:
            return voice.plain("heading.afterwards")
        return voice.plain("heading.round", {"number": str(number)})

    def told(self) -> tuple[Beat, ...]:
        """The beats so far; the next passage starts empty."""
        self._settle()
        self._blows.end()
        self._trials.settle()
        self._resting.settle()
        self._fates.end()
        return self._desk.page.taken(self._comma)

    def before(self, event: AnyEvent) -> None:
        """Tell what is being collected in the words of now, before this one changes them."""
        if isinstance(event, s.Rename | s.Remove | s.SetTrait):
            self._settle()
            self._resting.settle()

    def take(self, event: AnyEvent) -> None:
        """Take in one event."""
        if isinstance(event, Rolled) and event.purpose in _SHOWN:
            self._show(event)
        if isinstance(event, Declaration):
            self._resting.settle()
            self._desk.page.mark()
        if not isinstance(event, _TOLD):
            return
        if isinstance(event, o.EngagementEnded) and not self._contests.is_freed(event):
            return
        if isinstance(event, _HIDEABLE) and self._is_hidden(event):
            return
        if self._blows.takes(event) or self._gathers(event) or self._resting.takes(event):
            return
        self._settle()
        if self._resting.touches(event):
            self._resting.settle()
        self._begin(event)

    def _show(self, event: Rolled) -> None:
        """The die stands with what it is about; that of a blast with the attack to come."""
        dice = thrown_dice(self._desk, event)
        if event.purpose == "targets":
            self._blows.count(event.by, dice)
            return
        self._settle()
        self._desk.add(event.by, (), dice)

    def quiet(self) -> Prose:
        """What is told of a round in which there was nothing to tell."""
        return self._desk.say("heading.quiet")

    def _is_hidden(self, event: AnyEvent) -> bool:
        return not may_read(event, self._desk.state, self._desk.audience)

    def _gathers(self, event: AnyEvent) -> bool:
        return self._gathered is not None and self._gathered.takes(event)

    def _settle(self) -> None:
        """Tell what was being collected, before something else is told."""
        self._blows.settle()
        gathered, self._gathered = self._gathered, None
        if gathered is not None:
            gathered.tell()

    def _begin(self, event: AnyEvent) -> None:
        """An event that does not belong with what came before."""
        self._trials.pass_by(event)
        self._resting.meanwhile()
        gathering = self._gathering(event)
        if gathering is not None and gathering.takes(event):
            self._gathered = gathering
            return
        match event:
            case o.AttackRolled():
                self._blows.attack(event)
            case o.DamageDealt():
                roll = self._trials.taken(event.to, "effect-save")
                self._blows.deal(event, *([self._trials.dice(roll)] if roll else []))
            case o.CheckRolled(purpose="defence"):
                self._blows.defend(event)
            case o.SaveRolled() | o.CheckRolled():
                self._trials.take(event)
            case o.ContestFormed():
                self._contests.form(event)
            case o.ContestRolled():
                self._contests.roll(event)
            case o.ContestDecided():
                self._contests.decide(event)
            case o.EngagementEnded():
                self._contests.free(event)
            case o.Acted():
                self._sayings.act(event)
            case o.Lapsed():
                self._sayings.lapse(event)
            case o.Moved():
                self._sayings.move(event)
            case o.Aided():
                self._sayings.aid(event)
            case o.Rested():
                self._resting.rest(event)
            case _:
                self._befalls(event)

    def _gathering(self, event: AnyEvent) -> Gathered | None:
        """What collects events of this kind."""
        match event:
            case d.Join():
                late = self._introduced or bool(self._desk.state.turns)
                self._introduced = True
                return Arrivals(self._desk, self._fates, late)
            case s.Place():
                return Arrivals(self._desk, self._fates, True)
            case o.SaveRolled(purpose="opening") | o.CheckRolled(purpose="opening"):
                return Opening(self._desk)
            case o.Left():
                return Leaving(self._desk, self._trials)
            case o.ConditionBegan():
                return Conditions(self._desk, self._fates)
            case o.ScoreChanged() | o.MaximumChanged():
                self._trials.taken(event.who, "critical")
                return Changes(self._fates)
        return None

    def _befalls(self, event: AnyEvent) -> None:
        """What becomes of somebody; else what is said."""
        fates = self._fates
        match event:
            case o.WoundTaken():
                self._trials.taken(event.who, "critical")
                fates.wound(event)
            case o.WoundTended():
                fates.tended(event)
            case o.WoundClosed():
                self._trials.helped()
                self._desk.add(event.who, fates.closed(event))
            case o.ConditionEnded():
                self._desk.add(event.who, fates.ended(event))
            case o.Died():
                self._trials.taken(event.who, "critical")
                fates.died(event)
            case o.EffectTold():
                if not self._trials.effect(event):
                    fates.effect(event)
            case _:
                self._sayings.other(event)
