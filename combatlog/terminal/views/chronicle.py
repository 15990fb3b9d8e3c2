"""The chronicle of a fight as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.terminal.views.layout import bold, dim
from projections.narrative.chronicle import Beat, Passage, Telling, chronicle
from projections.text.prose import Span, text_of
from replay.log.event_log import History
from replay.text.correction_notes import footnotes
from replay.text.redaction import tellable


def told(history: History, telling: Telling = Telling()) -> list[Passage]:
    """Return the passages of the present line, with notes on what was corrected."""
    notes = footnotes(history, tellable(history, telling.audience))
    return chronicle(history.told(len(history)), notes, telling)


def shown(history: History, telling: Telling = Telling(), dice: bool = True) -> Iterator[str]:
    """Yield a heading for each round, a paragraph for each turn, and notes on corrections. `dice`
    adds the dice in brackets."""
    heading = ""
    for passage in told(history, telling):
        if passage.heading != heading:
            heading = passage.heading
            yield bold(heading)
        if passage.text:
            yield f"  {' '.join(_beat(beat, dice) for beat in passage.beats)}"
        yield from (f"    {dim(note)}" for note in passage.notes)


def _beat(beat: Beat, dice: bool) -> str:
    """Return the story in full brightness and the dice dimmed."""
    small = dim(f"({text_of(beat.dice)})") if dice and beat.dice else ""
    return " ".join(filter(None, (_marked(beat.story), small)))


def _marked(story: Iterable[Span]) -> str:
    return "".join(bold(span.text) if span.mark == "strong" else span.text for span in story)
