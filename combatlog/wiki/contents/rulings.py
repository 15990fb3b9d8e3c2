"""What stands in footnotes: what was corrected, and what the referee overruled."""

from __future__ import annotations

from combatlog.export.document import Footnote
from combatlog.export.pages.page_context import Desk
from events.types.outcomes import Overruled
from projections.text.prose import filled, prose
from replay.text.correction_notes import footnotes
from replay.text.redaction import tellable, veiled


def corrections(desk: Desk) -> dict[int, tuple[str, ...]]:
    """What was corrected of each event, in words; for players nothing that holds a number they do
    not know."""
    history = desk.record.history
    if desk.options.audience == "referee":
        return footnotes(history)
    return footnotes(history, tellable(history))


def overrulings(desk: Desk) -> dict[int, Footnote]:
    """What the referee overruled, by the event that says so; for players without what the rules
    said against it where that holds a number they may not know."""
    is_players = desk.options.audience == "players"
    kept = veiled(desk.record.history) if is_players else {}
    return {
        seq: Footnote(
            filled(
                desk.say("overruled-alone" if seq in kept else "overruled"),
                {"clause": event.clause, "problem": event.problem, "why": prose(event.why)},
            )
        )
        for seq, event in desk.record.line
        if isinstance(event, Overruled)
    }
