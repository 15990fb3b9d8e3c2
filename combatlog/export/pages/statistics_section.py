"""The statistics of a fight: the same numbers as `combatlog stats` shows."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.app.turning_points import find_turning_points, locate_turning_point
from combatlog.export.document import Block, Bullets, Heading, Inlines, Paragraph, Table
from combatlog.export.pages.page_context import PageContext
from projections.narrative.phrasebook import Phrasebook
from projections.queries.statistics import (
    PAGE_COLUMNS,
    Tally,
    do_players_differ,
    format_tally,
    sort_tallies,
)
from projections.text.prose import prose


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
    line = context.record.history.line_events()
    if turns := find_turning_points(line, context.options.audience):
        yield Heading(context.say("turning-points"), 3)
        yield Bullets(tuple(prose(locate_turning_point(turn, context.book)) for turn in turns))
        yield Paragraph(prose(context.say("strength"), "emphasis"))


def format_page_tally(tally: Tally, hidden: bool = False, veiled: bool = False) -> list[str]:
    """Format a tally in the columns of a page's table (`format_tally`)."""
    return format_tally(tally, hidden, veiled, PAGE_COLUMNS)


def build_tally_table(book: Phrasebook, first: str, rows: tuple[tuple[Inlines, ...], ...]) -> Table:
    """Return rows of statistics as a table with its head."""
    columns = [book.one(f"page.stats.{column}") for column in PAGE_COLUMNS]
    return Table((first, *columns), rows, frozenset(range(1, len(columns) + 1)))
