"""Notes on corrections for a chronicle: one for each input that a correction changed.

“Corrected by Cho: Ada attacks Wolf, impaired: mud (was: Ada attacks Wolf): the mud.”
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Corrected, Skipped
from events.types.rolls import Rolled
from projections.queries.combatant_diff import SheetDiff, compare_sheets
from projections.state.fight_state import FightState
from projections.text.correction_phrases import find_reason
from projections.text.phrases import describe_event
from projections.text.words import Words, capitalize, format_reason, possessive
from replay.log.event_log import History
from replay.log.lineage import (
    Revision,
    RevisionHistory,
    add_known_combatants,
    drop_reverted_revisions,
    find_revisions,
)


def write_footnotes(
    history: History, is_included: Callable[[Revision], bool] = lambda revised: True
) -> dict[int, tuple[str, ...]]:
    """Return the notes on each input of the present line by its seq, the oldest correction first.
    Inputs as first recorded have none; nor has a ruling that the chronicle tells itself.
    `is_included` says which revisions to include."""
    words = RevisionWords(history)
    return {
        seq: tuple(
            words.write_note(each)
            for each in since
            if classify_revision(each) != "kept" and is_included(each)
        )
        for seq, since in _list_revised(history)
    }


def write_correction_notes(
    history: History, is_included: Callable[[Revision], bool] = lambda revised: True
) -> dict[int, tuple[str, ...]]:
    """Return the same notes by the seq of the correction that made them. What one correction made
    and a later one took back has none."""
    words = RevisionWords(history)
    notes: dict[int, tuple[str, ...]] = {}
    for _, since in _list_revised(history):
        for each in since:
            if is_included(each):
                seq = each.correction.seq
                notes[seq] = (*notes.get(seq, ()), words.write_note(each))
    return notes


def _list_revised(history: History) -> Iterator[tuple[int, RevisionHistory]]:
    """Yield the seqs of the inputs of the present line that corrections changed, with the
    revisions that still hold."""
    every = find_revisions(history)
    for row in history.on_line(history.position()) if every else ():
        if since := drop_reverted_revisions(every.get(row.seq, ())):
            yield row.seq, since


RevisionKind: TypeAlias = Literal[
    "corrected", "struck out", "skipped", "put in", "put back", "kept"
]


def classify_revision(revised: Revision) -> RevisionKind:
    """Return what a correction did with an input. `skipped`: made it impossible; `kept`: would
    have, but the referee overruled that."""
    if isinstance(revised.now.event, Skipped):
        return "struck out" if revised.now.event.struck else "skipped"
    if revised.was is None:
        return "put in"
    if isinstance(revised.was.event, Skipped):
        return "put back"
    return "kept" if _is_kept(revised.was, revised.now) else "corrected"


def _is_kept(was: Recorded, now: Recorded) -> bool:
    """Return whether nothing differs but that the referee overrules the rules."""
    before: str = getattr(was.event, "overrule", "")
    insists: str = getattr(now.event, "overrule", "")
    return bool(insists) and not before and was.event == replace(now.event, overrule="")


class RevisionWords:
    """Words for revisions, with the names that held where each was made."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._states: dict[int, FightState] = {}

    def write_note(self, revised: Revision) -> str:
        """Return a revision as a sentence."""
        by = revised.correction.by
        whose = f" by {by}" if by else ""
        done, now, why = (
            classify_revision(revised),
            self.describe_after(revised),
            format_reason(self.get_reason(revised)),
        )
        if done == "skipped":
            since = f"{possessive(by)} correction" if by else "a correction"
            return f"Skipped since {since}: {now}{why}."
        if done == "kept":
            return f"Kept{whose}: {now}."
        sentence = f"{capitalize(done)}{whose}: {now}{self._format_before(revised)}"
        return f"{sentence.removesuffix(why)}{why}."  # not twice, if the input has the same reason

    def describe_after(self, revised: Revision) -> str:
        """Return an input after a revision; for a joining, with what differs on the sheet."""
        differs = self._compare_joins(revised)
        having = f" with {differs.now}" if differs is not None and differs.now else ""
        return self.describe_input(revised.now) + having

    def describe_before(self, revised: Revision) -> str:
        """Return an input before a revision; for a joining, only what differs. Empty if it was not
        there."""
        differs = self._compare_joins(revised)
        if differs is not None:
            return differs.was
        return self.describe_input(revised.was) if revised.was is not None else ""

    def describe_input(self, row: Recorded) -> str:
        """Return an input in words; for a die without its purpose."""
        state = add_known_combatants(self._history, row, self._get_state(row))
        match row.event:
            case Skipped(input=declaration):
                return describe_event(declaration, state)
            case Rolled(by=by, die=die, face=face):
                return f"{Words(state).name(by)} {die} → {face}"
        return describe_event(row.event, state)

    def get_reason(self, revised: Revision) -> str:
        """Return the reason of the correction. An input that was skipped or kept has a reason of
        its own."""
        event = revised.now.event
        if isinstance(event, Skipped):
            return event.why
        if classify_revision(revised) == "kept":
            return str(getattr(event, "overrule", ""))
        assert isinstance(revised.correction.event, Corrected), "a revision is of a correction"
        return find_reason(revised.correction.event)

    def _format_before(self, revised: Revision) -> str:
        """Return “ (was: armor 1)” or “ (was 5)” for a corrected input, else nothing."""
        if classify_revision(revised) != "corrected" or revised.was is None:
            return ""
        if isinstance(revised.was.event, Rolled) and isinstance(revised.now.event, Rolled):
            return f" (was {revised.was.event.face})"
        return f" (was: {self.describe_before(revised)})"

    def _compare_joins(self, revised: Revision) -> SheetDiff | None:
        """Return what differs between two joinings of a combatant, else nothing."""
        was = revised.was.event if revised.was is not None else None
        now = revised.now.event
        if not isinstance(was, Join) or not isinstance(now, Join):
            return None
        differs = compare_sheets(was.sheet, now.sheet, self._get_state(revised.now))
        return differs if differs.was else None

    def _get_state(self, row: Recorded) -> FightState:
        """Return the fight at the end of the command that recorded a row."""
        _, last = self._history.command(row.seq)
        if last not in self._states:
            self._states[last] = self._history.state(last)
        return self._states[last]
