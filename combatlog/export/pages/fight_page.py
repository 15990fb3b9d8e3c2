"""The page of a fight."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Code, Heading, Page, Paragraph
from combatlog.export.pages.chronicle_section import story
from combatlog.export.pages.final_state import standing
from combatlog.export.pages.intro import ending, lead
from combatlog.export.pages.page_context import Desk
from combatlog.export.pages.participants_section import who_fought
from combatlog.export.pages.statistics_section import numbers
from combatlog.export.pages.wounds_section import wounds
from projections.text.prose import filled


def sealed(desk: Desk) -> Iterator[Block]:
    """Up to which event the page tells, and the line that shows whether any was touched since."""
    yield Heading(desk.say("seal"))
    yield Paragraph(filled(desk.say("sealed"), {"count": str(len(desk.record.history))}))
    yield Code(desk.record.seal)


def fight_page(desk: Desk) -> Page:
    """Who fought and how it ended, the chronicle, wounds, everybody's state, numbers, the seal."""
    record = desk.record
    sections = (lead, who_fought, story, wounds, standing, numbers, sealed)
    return Page(
        record.key,
        "fight",
        record.state.title,
        tuple(block for section in sections for block in section(desk)),
        {
            "game": record.state.game.name,
            "fight": record.listed.number,
            "date": record.day,
            "rounds": record.state.round,
            "ended": ending(desk),
            "events": len(record.history),
            "language": desk.book.language,
            "combatants": tuple(one.name for one in record.in_order),
        },
        (record.listed.id,),
    )
