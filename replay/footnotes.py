"""What a chronicle says of corrections: a note for each input that is told otherwise than it was
said first.

“Corrected by Cho: Ada attacks Wolf, impaired: mud (was: Ada attacks Wolf): the mud.”
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from events.corrections import Corrected, Skipped
from events.rolls import Rolled
from events.rows import Recorded
from projections.phrases import phrase
from projections.state import FightState
from projections.words import Words, because, capital, possessive
from replay.history import History
from replay.lineage import Revised, naming, revisions, since_told


def footnotes(history: History) -> dict[int, tuple[str, ...]]:
    """The notes on each input of the present line, by its seq, the oldest correction first; none
    on those that stand as they were said first."""
    every = revisions(history)
    words = Revising(history)
    notes: dict[int, tuple[str, ...]] = {}
    for row in history.on_line(history.position()) if every else ():
        if since := since_told(every.get(row.seq, ())):
            notes[row.seq] = tuple(words.note(each) for each in since)
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
        done, now, why = how(revised), self.said(revised.now), because(self.why(revised))
        if done == "skipped":
            since = f"{possessive(by)} correction" if by else "a correction"
            return f"Skipped since {since}: {now}{why}."
        if done == "kept":
            return f"Kept{whose}: {now}."
        if done == "corrected" and revised.was is not None:
            now += f" (was{self._was(revised.was, revised.now.event)})"
        return f"{capital(done)}{whose}: {now}{why}."

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
        """The reason: the correction's, but of what it has made impossible that which is."""
        event = revised.now.event
        if isinstance(event, Skipped):
            return event.why
        assert isinstance(revised.correction.event, Corrected), "a revision is of a correction"
        return revised.correction.event.why

    def _was(self, was: Recorded, now: object) -> str:
        if isinstance(was.event, Rolled) and isinstance(now, Rolled):
            return f" {was.event.face}"
        return f": {self.said(was)}"

    def _state(self, row: Recorded) -> FightState:
        """The fight at the end of the command a row came with."""
        _, last = self._history.command(row.seq)
        if last not in self._states:
            self._states[last] = self._history.state(last)
        return self._states[last]
