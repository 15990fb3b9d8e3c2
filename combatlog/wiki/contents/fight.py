"""The page of a fight."""

from __future__ import annotations

from combatlog.wiki.contents.lead import ending, lead
from combatlog.wiki.contents.numbers import numbers
from combatlog.wiki.contents.record import Desk
from combatlog.wiki.contents.sealed import sealed
from combatlog.wiki.contents.standing import standing
from combatlog.wiki.contents.story import story
from combatlog.wiki.contents.who import who_fought
from combatlog.wiki.contents.wounds import wounds
from combatlog.wiki.document import Page


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
