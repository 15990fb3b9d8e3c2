"""What was corrected of a fight, as short as the summary of an edit wants it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.types.rolls import Rolled
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.log.lineage import Revised, revisions
from replay.text.correction_notes import Revising, how
from replay.text.redaction import tellable


class Change(NamedTuple):
    """Something corrected by event `seq`: `#108 (5 instead of 3)`."""

    seq: int
    said: str


def changes(history: History, audience: Audience) -> list[Change]:
    """What was corrected on the present line, in the order it was, also where a later correction
    has taken it back; for players without words where those hold a number they do not know."""
    return sorted(_changes(history, audience), key=lambda change: change.seq)


def _changes(history: History, audience: Audience) -> Iterator[Change]:
    every = revisions(history)
    words = Revising(history)
    may_be_told = tellable(history) if audience == "players" else None
    for row in history.on_line(history.position()) if every else ():
        for each in every.get(row.seq, ()):
            if how(each) == "kept":
                continue
            number = f"#{history.origin(row.seq)}"
            told = may_be_told is None or may_be_told(each)
            said = f"{number} ({_said(words, each)})" if told else number
            yield Change(each.correction.seq, said)


def _said(words: Revising, revised: Revised) -> str:
    done = how(revised)
    if done in ("struck out", "skipped"):
        return done
    now, was = revised.now.event, revised.was.event if revised.was is not None else None
    if isinstance(now, Rolled) and isinstance(was, Rolled):
        return f"{now.face} instead of {was.face}"
    said = words.now(revised)
    return f"{done}: {said}" if done != "corrected" else said
