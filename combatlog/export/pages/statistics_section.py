"""The statistics of a fight: the same numbers as `combatlog stats` shows."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Bullets, Heading, Inlines, Paragraph, Table
from combatlog.export.pages.page_context import PageContext
from projections.narrative.phrasebook import Phrasebook
from projections.queries.statistics import (
    PAGE_COLUMNS,
    Tally,
    TurningPoint,
    do_players_differ,
    format_tally,
    sort_tallies,
)
from projections.text.prose import Span, fill_template, plain_text, prose
from projections.text.words import describe_side


def build_statistics_section(context: PageContext) -> Iterator[Block]:
    """Yield a table by combatant, one by player if it says something else, the turning points, and
    an explanation of luck."""
    statistics = context.record.statistics
    if not statistics.combatants:
        return
    yield Heading(context.say("statistics"))
    rows = []
    veiled = context.unseen.anybody()
    for id, tally in sort_tallies(statistics.combatants):
        one = context.record.state.combatants[id]
        values = format_page_tally(tally, context.unseen.combatant(id), veiled)
        rows.append(((context.link_name(one),), *(prose(cell) for cell in values)))
    yield build_tally_table(context.book, context.say("who.name"), tuple(rows))
    if do_players_differ(statistics):
        yield Heading(context.say("by-player"), 3)
        rows = [
            (
                prose(name),
                *map(prose, format_page_tally(tally, context.unseen.player(name), veiled)),
            )
            for name, tally in sort_tallies(statistics.players)
        ]
        yield build_tally_table(context.book, context.say("who.player"), tuple(rows))
    yield Paragraph(prose(context.say("luck"), "emphasis"))
    if statistics.turns:
        yield Heading(context.say("turning-points"), 3)
        yield Bullets(
            tuple((Span(_describe_turning_point(context, turn)),) for turn in statistics.turns)
        )
        yield Paragraph(prose(context.say("strength"), "emphasis"))


def _describe_turning_point(context: PageContext, turn: TurningPoint) -> str:
    """Return a turning point in words; for players without the strength of a side that is
    hidden."""
    hidden = context.unseen.side(turn.side)
    when = fill_template(
        context.say("turned.in" if turn.round else "turned.early"), {"round": str(turn.round)}
    )
    fields = {
        "when": plain_text(when),
        "side": describe_side(turn.side),
        "seq": str(turn.seq),
        "before": f"{turn.before:.1f}",
        "after": f"{turn.after:.1f}",
    }
    return plain_text(
        fill_template(context.say("turned.against" if hidden else "turned.from"), fields)
    )


def format_page_tally(tally: Tally, hidden: bool = False, veiled: bool = False) -> list[str]:
    """Format a tally in the columns of a page's table (`format_tally`)."""
    return format_tally(tally, hidden, veiled, PAGE_COLUMNS)


def build_tally_table(book: Phrasebook, first: str, rows: tuple[tuple[Inlines, ...], ...]) -> Table:
    """Return rows of statistics as a table with its head."""
    columns = [book.one(f"page.stats.{column}") for column in PAGE_COLUMNS]
    return Table((first, *columns), rows, frozenset(range(1, len(columns) + 1)))
