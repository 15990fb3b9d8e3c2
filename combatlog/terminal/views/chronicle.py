"""The chronicle of a fight as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.terminal.views.layout import bold, dim
from projections.narrative.chronicle import Beat, ChronicleOptions, Passage, write_chronicle
from projections.text.prose import Span, plain_text
from replay.log.event_log import History
from replay.text.correction_notes import write_footnotes
from replay.text.redaction import filter_revisions


def tell_line(history: History, telling: ChronicleOptions = ChronicleOptions()) -> list[Passage]:
    """Return the passages of the present line, with notes on what was corrected."""
    notes = write_footnotes(history, filter_revisions(history, telling.audience))
    return write_chronicle(history.told(len(history)), notes, telling)


def render_chronicle(
    history: History, telling: ChronicleOptions = ChronicleOptions(), dice: bool = True
) -> Iterator[str]:
    """Yield a heading for each round, a paragraph for each turn, and notes on corrections. `dice`
    adds the dice in brackets."""
    heading = ""
    for passage in tell_line(history, telling):
        if passage.heading != heading:
            heading = passage.heading
            yield bold(heading)
        if passage.text:
            yield f"  {' '.join(_beat(beat, dice) for beat in passage.beats)}"
        yield from (f"    {dim(note)}" for note in passage.notes)


def _beat(beat: Beat, dice: bool) -> str:
    """Return the story in full brightness and the dice dimmed."""
    small = dim(f"({plain_text(beat.dice)})") if dice and beat.dice else ""
    return " ".join(filter(None, (_marked(beat.story), small)))


def _marked(story: Iterable[Span]) -> str:
    return "".join(bold(span.text) if span.mark == "strong" else span.text for span in story)
