"""Rests and what they restore."""

from __future__ import annotations

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.narrative.consequences import Consequences
from projections.narrative.context import Context
from projections.narrative.dice_notes import note_span
from projections.text.prose import Prose


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

    def rest(self, event: o.Rested) -> None:
        """Add a combatant that rests."""
        self._going = True
        self._who.append(event.who)
        self._long = self._long or event.extended

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
            self._woken.append(self._consequences.describe_end(event))
            return True
        if isinstance(event, o.WoundClosed):
            self._woken.append(self._consequences.describe_closing(event))
            return True
        return False

    def _is_by_rest(self, event: AnyEvent) -> bool:
        """Return whether a rest ends this: nothing else has happened, or it has restored its
        combatant."""
        if not isinstance(event, o.ConditionEnded | o.WoundClosed):
            return False
        restored = any(who == event.who for who, _ in self._restored)
        return event.who in self._who and (self._going or restored)

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
        draft = context.tell(context.say(key, names=context.names(self._who)), *dice)
        for sentence in self._woken:
            draft.tell(sentence)
        self._who, self._restored, self._woken, self._long = [], {}, [], False
