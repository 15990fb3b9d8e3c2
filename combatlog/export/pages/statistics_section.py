"""Statistics on a page: the same numbers as `combatlog stats` shows."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Bullets, Heading, Inlines, Paragraph, Table
from combatlog.export.pages.page_context import Desk
from projections.narrative.phrasebook import Phrasebook
from projections.queries.statistics import COLUMNS, TurningPoint, cells
from projections.text.prose import Span, filled, prose, text_of
from projections.text.words import side_words


def numbers(desk: Desk) -> Iterator[Block]:
    """A table by combatant, one by player, the turning points, and what luck means."""
    found = desk.record.numbers
    if not found.combatants:
        return
    yield Heading(desk.say("statistics"))
    rows = []
    for id, tally in found.combatants.items():
        one = desk.record.state.combatants[id]
        told = cells(tally, desk.unseen.combatant(id))
        rows.append(((desk.link(one),), *(prose(cell) for cell in told)))
    yield tally_table(desk.book, desk.say("who.name"), tuple(rows))
    if found.players:
        yield Heading(desk.say("by-player"), 3)
        rows = [
            (prose(name), *map(prose, cells(tally, desk.unseen.player(name))))
            for name, tally in found.players.items()
        ]
        yield tally_table(desk.book, desk.say("who.player"), tuple(rows))
    yield Paragraph(prose(desk.say("luck"), "emphasis"))
    if found.turns:
        yield Heading(desk.say("turning-points"), 3)
        yield Bullets(tuple((Span(_turned(desk, turn)),) for turn in found.turns))
        yield Paragraph(prose(desk.say("strength"), "emphasis"))


def _turned(desk: Desk, turn: TurningPoint) -> str:
    """A turning point; for players without the strength of a side they do not know."""
    hidden = desk.unseen.side(turn.side)
    when = filled(
        desk.say("turned.in" if turn.round else "turned.early"), {"round": str(turn.round)}
    )
    fields = {
        "when": text_of(when),
        "side": side_words(turn.side),
        "seq": str(turn.seq),
        "before": f"{turn.before:.1f}",
        "after": f"{turn.after:.1f}",
    }
    return text_of(filled(desk.say("turned.against" if hidden else "turned.from"), fields))


def tally_table(book: Phrasebook, first: str, rows: tuple[tuple[Inlines, ...], ...]) -> Table:
    """Rows of statistics under their head."""
    columns = [book.one(f"page.stats.{column}") for column in COLUMNS]
    return Table((first, *columns), rows, frozenset(range(1, len(columns) + 1)))
