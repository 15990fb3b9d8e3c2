"""The chronicle of a fight on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.terminal.views.layout import bold, dim
from projections.narrative.chronicle import Beat, Passage, Telling, chronicle
from projections.text.prose import Span, text_of
from replay.log.event_log import History
from replay.text.correction_notes import footnotes
from replay.text.redaction import tellable


def told(history: History, telling: Telling = Telling()) -> list[Passage]:
    """The chronicle of the present line, with what was corrected of it."""
    notes = footnotes(history, tellable(history, telling.audience))
    return chronicle(history.told(len(history)), notes, telling)


def shown(history: History, telling: Telling = Telling(), dice: bool = True) -> Iterator[str]:
    """A heading a round, under it a paragraph a turn, and below that what was corrected of it;
    `dice`: with the dice and numbers in brackets behind the story."""
    heading = ""
    for passage in told(history, telling):
        if passage.heading != heading:
            heading = passage.heading
            yield bold(heading)
        if passage.text:
            yield f"  {' '.join(_beat(beat, dice) for beat in passage.beats)}"
        yield from (f"    {dim(note)}" for note in passage.notes)


def _beat(beat: Beat, dice: bool) -> str:
    """The story, what stands out in it bold; the dice dimmed."""
    small = dim(f"({text_of(beat.dice)})") if dice and beat.dice else ""
    return " ".join(filter(None, (_marked(beat.story), small)))


def _marked(story: Iterable[Span]) -> str:
    return "".join(bold(span.text) if span.mark == "strong" else span.text for span in story)
