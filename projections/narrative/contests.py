"""Contests, in which all roll and one side gets the better of the other."""

from __future__ import annotations

from events.types import outcomes as o
from projections.narrative.context import Context
from projections.narrative.dice_notes import note_contest, note_reason
from projections.text.outcome_phrases import is_critical, is_down
from projections.text.prose import Prose, join_prose
from projections.text.report_lines import Contest

_AWAY = "gets away"


class ContestTeller:
    """Collects the sides and rolls of a contest, and tells its result."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._held = Contest()
        self._away: set[str] = set()

    def form(self, event: o.ContestFormed) -> None:
        """Remember the sides of a contest until it is decided."""
        self._held = Contest(event.sides)

    def roll(self, event: o.ContestRolled) -> None:
        """Remember a roll until the contest is decided."""
        self._held.rolls[event.who] = event

    def decide(self, event: o.ContestDecided) -> None:
        """Tell who won a contest against whom. The winner's blow is told afterwards."""
        context = self._context
        draft = context.page.begin(event.loser, event.winner)
        draft.tell(self._describe_meeting(event))
        draft.tell(self._describe_result(event))
        draft.show(*(note_contest(context, each) for each in self._held.rolls.values()))
        if event.margin and context.sees(*self._held.rolls):
            draft.show(context.say("dice.margin", margin=str(event.margin)))
        if event.why == _AWAY:
            self._away.add(event.winner)
        elif event.why and not context.voice.has(f"contest.{event.why}"):
            equal = not event.winner and not context.sees(*self._held.rolls)
            draft.show(() if equal else note_reason(context, event.why))

    def is_freed(self, event: o.EngagementEnded) -> bool:
        """Return whether the end of an engagement is told: not of the fallen, nor of a combatant
        whose getting away was just told."""
        state, known = self._context.state, event.who in self._away
        self._away.discard(event.who)
        return not known and not state.ended and not is_down(state, event.who)

    def free(self, event: o.EngagementEnded) -> None:
        """Tell that nobody fights a combatant any more."""
        context = self._context
        context.tell(context.say("contest.free", who=context.name(event.who)))

    def _describe_meeting(self, event: o.ContestDecided) -> Prose:
        """Return who stood beside the winner, unless another sentence tells it."""
        context = self._context
        own = next((side for side in self._held.sides if event.winner in side), ())
        equal = not event.margin and context.sees(*self._held.rolls)
        plain = event.loser and not equal and not is_critical(event)
        if len(own) < 2 or plain:
            return ()
        others = context.names(self._held.others(event.winner))
        return context.say("contest.met", friends=context.names(own), others=others)

    def _describe_result(self, event: o.ContestDecided) -> Prose:
        context = self._context
        if not event.winner:
            sides = [context.names(side) for side in self._held.sides]
            several = any(len(side) > 1 for side in self._held.sides)
            last = context.voice.plain("list.final" if several else "list.last")
            return context.say("contest.nobody", sides=join_prose(sides, last))
        own = next((side for side in self._held.sides if event.winner in side), ())
        besides = [id for id in own if id != event.winner]
        faces = (str(face) for each in self._held.rolls.values() for face in each.faces)
        values: dict[str, Prose | str] = {
            "winner": context.name(event.winner),
            "others": context.names(self._held.others(event.winner)),
            "throw": " ".join(faces),
        }
        if not event.loser:
            special = f"contest.{event.why}"
            known = bool(event.why) and context.voice.has(special)
            if besides and context.voice.has(f"{special}-met"):
                return context.say(f"{special}-met", **values)
            return context.say(special if known else "contest.bloodless", **values)
        if is_critical(event):
            return context.say("contest.critical", **values)
        if not event.margin and context.sees(*self._held.rolls):  # seen to be equal
            return context.say("contest.tie-met" if besides else "contest.tie", **values)
        if not besides:
            return context.say("contest.won", **values)
        values |= {"friends": context.names(own), "besides": context.names(besides)}
        return context.say("contest.won-side", **values)
