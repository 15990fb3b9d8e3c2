"""What a chronicle says of corrections: a note for each input that is told otherwise than it was
said first.

“Corrected by Cho: Ada attacks Wolf, impaired: mud (was: Ada attacks Wolf): the mud.”
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped
from events.types.declarations import Join
from events.types.rolls import Rolled
from projections.queries.combatant_diff import Rejoined, rejoined
from projections.state.fight_state import FightState
from projections.text.correction_phrases import reason
from projections.text.phrases import phrase
from projections.text.words import Words, because, capital, possessive
from replay.log.event_log import History
from replay.log.lineage import Revised, naming, revisions, since_told


def footnotes(
    history: History, told: Callable[[Revised], bool] = lambda revised: True
) -> dict[int, tuple[str, ...]]:
    """The notes on each input of the present line, by its seq, the oldest correction first; none
    on those that stand as they were said first, or but for a ruling that the story itself tells,
    and of the others only on the revisions that are to be `told`."""
    every = revisions(history)
    words = Revising(history)
    notes: dict[int, tuple[str, ...]] = {}
    for row in history.on_line(history.position()) if every else ():
        if since := since_told(every.get(row.seq, ())):
            notes[row.seq] = tuple(
                words.note(each) for each in since if how(each) != "kept" and told(each)
            )
    return notes


How: TypeAlias = Literal["corrected", "struck out", "skipped", "put in", "put back", "kept"]


def how(revised: Revised) -> How:
    """What a correction did with an input; skipped is what it has made impossible, kept what the
    referee has overruled that for."""
    if isinstance(revised.now.event, Skipped):
        return "struck out" if revised.now.event.struck else "skipped"
    if revised.was is None:
        return "put in"
    if isinstance(revised.was.event, Skipped):
        return "put back"
    return "kept" if _is_kept(revised.was, revised.now) else "corrected"


def _is_kept(was: Recorded, now: Recorded) -> bool:
    """Has nothing been said but that the rules are overruled?"""
    before: str = getattr(was.event, "overrule", "")
    insists: str = getattr(now.event, "overrule", "")
    return bool(insists) and not before and was.event == replace(now.event, overrule="")


class Revising:
    """Puts revisions in words, with the names that held where each was made."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._states: dict[int, FightState] = {}

    def note(self, revised: Revised) -> str:
        """One revision as a sentence."""
        by = revised.correction.by
        whose = f" by {by}" if by else ""
        done, now, why = how(revised), self.now(revised), because(self.why(revised))
        if done == "skipped":
            since = f"{possessive(by)} correction" if by else "a correction"
            return f"Skipped since {since}: {now}{why}."
        if done == "kept":
            return f"Kept{whose}: {now}."
        told = f"{capital(done)}{whose}: {now}{self._before(revised)}"
        return f"{told.removesuffix(why)}{why}."  # the reason may be that of what is said, too

    def now(self, revised: Revised) -> str:
        """How an input stands since a revision; of a joining with what differs."""
        differs = self._rejoined(revised)
        having = f" with {differs.now}" if differs is not None and differs.now else ""
        return self.said(revised.now) + having

    def was(self, revised: Revised) -> str:
        """How it stood before; of a joining only what differs. Empty where it was not there."""
        differs = self._rejoined(revised)
        if differs is not None:
            return differs.was
        return self.said(revised.was) if revised.was is not None else ""

    def said(self, row: Recorded) -> str:
        """How an input stands: a die without what it was thrown for."""
        state = naming(self._history, row, self._state(row))
        match row.event:
            case Skipped(input=declaration):
                return phrase(declaration, state)
            case Rolled(by=by, die=die, face=face):
                return f"{Words(state).name(by)} {die} → {face}"
        return phrase(row.event, state)

    def why(self, revised: Revised) -> str:
        """The reason: the correction's, but of what it has made impossible, and of what is kept
        all the same, which has one of its own."""
        event = revised.now.event
        if isinstance(event, Skipped):
            return event.why
        if how(revised) == "kept":
            return str(getattr(event, "overrule", ""))
        assert isinstance(revised.correction.event, Corrected), "a revision is of a correction"
        return reason(revised.correction.event)

    def _before(self, revised: Revised) -> str:
        """“ (was: armor 1)”, “ (was 5)”; nothing but where something was said otherwise."""
        if how(revised) != "corrected" or revised.was is None:
            return ""
        if isinstance(revised.was.event, Rolled) and isinstance(revised.now.event, Rolled):
            return f" (was {revised.was.event.face})"
        return f" (was: {self.was(revised)})"

    def _rejoined(self, revised: Revised) -> Rejoined | None:
        """What differs, where somebody joins otherwise."""
        was = revised.was.event if revised.was is not None else None
        now = revised.now.event
        if not isinstance(was, Join) or not isinstance(now, Join):
            return None
        differs = rejoined(was.sheet, now.sheet, self._state(revised.now))
        return differs if differs.was else None

    def _state(self, row: Recorded) -> FightState:
        """The fight at the end of the command a row came with."""
        _, last = self._history.command(row.seq)
        if last not in self._states:
            self._states[last] = self._history.state(last)
        return self._states[last]
