"""What a correction has changed, in words: “#14 Tom d8 → 5 said otherwise: d8 → 2”."""

from __future__ import annotations

from functools import cached_property

from events.store.envelope import Recorded
from events.types.corrections import Corrected
from events.types.rolls import Rolled
from projections.text.correction_phrases import done
from replay.log.event_log import History
from replay.log.lineage import Revised, revisions
from replay.text.correction_notes import Revising, how


class Corrections:
    """Tells what each correction of a log has changed; it looks only if it is asked."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._words = Revising(history)

    @cached_property
    def _every(self) -> dict[int, list[Revised]]:
        """The changes of each correction, by its seq."""
        found: dict[int, list[Revised]] = {}
        for seq, through in revisions(self._history).items():
            last = through[-1]
            if self._history[seq].cmd == last.correction.seq:
                found.setdefault(last.correction.seq, []).append(last)
        return found

    def said(self, row: Recorded) -> str:
        """What the correction in this row did, with what it changed."""
        assert isinstance(row.event, Corrected), "asked of corrections alone"
        every = self._every.get(row.seq, [])
        meant = [each for each in every if self._is_meant(row.event, each)]
        skipped = sum(how(each) == "skipped" for each in every if each not in meant)
        told = self._changed(row.event, meant)
        return f"{told}; {skipped} skipped" if skipped else told

    def _is_meant(self, corrected: Corrected, revised: Revised) -> bool:
        if corrected.change == "insert":
            return revised.was is None
        origin = self._history.origin
        return origin(revised.now.seq) == origin(corrected.input)

    def _changed(self, corrected: Corrected, meant: list[Revised]) -> str:
        if not meant:
            return done(corrected)
        first = meant[0]
        if corrected.change == "insert":
            return f"{done(corrected)}: {', '.join(map(self._words.now, meant))}"
        if corrected.change == "strike" or how(first) != "corrected":
            verb = "put back" if how(first) == "put back" else "struck out"
            if how(first) == "kept":
                verb = "kept"
            return f"{_what_if(corrected)}#{corrected.input} {verb}: {self._words.now(first)}"
        was = self._words.was(first)
        return f"{_what_if(corrected)}#{corrected.input} {was} said otherwise: {self._now(first)}"

    def _now(self, revised: Revised) -> str:
        """How it stands; of a die without whose it is, which was said already."""
        match revised.now.event:
            case Rolled(die=die, face=face):
                return f"{die} → {face}"
        return self._words.now(revised)


def _what_if(corrected: Corrected) -> str:
    return "what if " if corrected.apart else ""
