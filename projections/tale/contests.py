"""A melee in which everybody rolls and one wins."""

from __future__ import annotations

from events.types import outcomes as o
from projections.contests import Contest
from projections.narrative.context import Desk
from projections.narrative.dice_notes import contest_dice, why_dice
from projections.text.outcome_phrases import is_critical, is_down
from projections.text.prose import Prose, between

_AWAY = "gets away"


class Contests:
    """Collects who is in a contest and what they rolled, and tells how it came out."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._held = Contest()
        self._away: set[str] = set()

    def form(self, event: o.ContestFormed) -> None:
        """Who fights whom."""
        self._held = Contest(event.sides)

    def roll(self, event: o.ContestRolled) -> None:
        """What one of them rolled."""
        self._held.rolls[event.who] = event

    def decide(self, event: o.ContestDecided) -> None:
        """Who got the better of whom; the blow, if there is one, is told behind it."""
        desk = self._desk
        draft = desk.page.begin(event.loser, event.winner)
        draft.tell(self._met(event))
        draft.tell(self._told(event))
        draft.show(*(contest_dice(desk, each) for each in self._held.rolls.values()))
        if event.margin and desk.sees(*self._held.rolls):
            draft.show(desk.say("dice.margin", margin=str(event.margin)))
        if event.why == _AWAY:
            self._away.add(event.winner)
        elif event.why and not desk.voice.has(f"contest.{event.why}"):
            equal = not event.winner and not desk.sees(*self._held.rolls)
            draft.show(() if equal else why_dice(desk, event.why))

    def is_freed(self, event: o.EngagementEnded) -> bool:
        """Is it to be told? Not of the fallen, nor of who was just told to have got away."""
        state, told = self._desk.state, event.who in self._away
        self._away.discard(event.who)
        return not told and not state.ended and not is_down(state, event.who)

    def free(self, event: o.EngagementEnded) -> None:
        """Somebody is fought no more."""
        desk = self._desk
        desk.tell(desk.say("contest.free", who=desk.name(event.who)))

    def _met(self, event: o.ContestDecided) -> Prose:
        """Who stood beside the winner, where what decided it does not say so."""
        desk = self._desk
        own = next((side for side in self._held.sides if event.winner in side), ())
        plain = event.loser and event.margin and not is_critical(event)
        if len(own) < 2 or plain:
            return ()
        others = desk.names(self._held.others(event.winner))
        return desk.say("contest.met", friends=desk.names(own), others=others)

    def _told(self, event: o.ContestDecided) -> Prose:
        desk = self._desk
        if not event.winner:
            sides = [desk.names(side) for side in self._held.sides]
            several = any(len(side) > 1 for side in self._held.sides)
            last = desk.voice.plain("list.final" if several else "list.last")
            return desk.say("contest.nobody", sides=between(sides, last))
        own = next((side for side in self._held.sides if event.winner in side), ())
        besides = [id for id in own if id != event.winner]
        values = {
            "winner": desk.name(event.winner),
            "others": desk.names(self._held.others(event.winner)),
        }
        if not event.loser:
            special = f"contest.{event.why}"
            known = bool(event.why) and desk.voice.has(special)
            return desk.say(special if known else "contest.bloodless", **values)
        if is_critical(event):
            return desk.say("contest.critical", **values)
        if not event.margin and desk.sees(*self._held.rolls):  # what is equal is known
            return desk.say("contest.tie", **values)
        if not besides:
            return desk.say("contest.won", **values)
        values |= {"friends": desk.names(own), "besides": desk.names(besides)}
        return desk.say("contest.won-side", **values)
