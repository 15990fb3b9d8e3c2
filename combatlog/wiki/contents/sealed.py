"""The seal: what the log has to be held against."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Code, Heading, Paragraph
from combatlog.export.pages.page_context import Desk
from projections.text.prose import filled


def sealed(desk: Desk) -> Iterator[Block]:
    """Up to which event the page tells, and the line that shows whether any was touched since."""
    yield Heading(desk.say("seal"))
    yield Paragraph(filled(desk.say("sealed"), {"count": str(len(desk.record.history))}))
    yield Code(desk.record.seal)
