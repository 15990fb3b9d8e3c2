"""What stands in footnotes: what was corrected, and what the referee overruled."""

from __future__ import annotations

from combatlog.wiki.contents.record import Desk
from combatlog.wiki.document import Footnote
from events.outcomes import Overruled
from projections.prose import filled, prose
from projections.veil import is_shown
from replay.footnotes import footnotes


def corrections(desk: Desk) -> dict[int, tuple[str, ...]]:
    """What was corrected of each event, in words; for players nothing that holds a number they do
    not know."""
    history = desk.record.history
    notes = footnotes(history)
    if desk.options.audience == "referee":
        return notes
    return {
        seq: said
        for seq, said in notes.items()
        if is_shown(history[seq].event, history.state(history.command(seq)[1]))
    }


def overrulings(desk: Desk) -> dict[int, Footnote]:
    """What the referee overruled, by the event that says so."""
    return {
        seq: Footnote(
            filled(
                desk.say("overruled"),
                {"clause": event.clause, "problem": event.problem, "why": prose(event.why)},
            )
        )
        for seq, event in desk.record.line
        if isinstance(event, Overruled)
    }
