"""The page of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.export.document import Block, Code, Heading, Inline, Page, Paragraph
from combatlog.export.pages.chronicle_section import story
from combatlog.export.pages.page_context import Desk
from combatlog.export.pages.participants_section import standing, who_fought
from combatlog.export.pages.statistics_section import numbers
from combatlog.export.pages.wounds_section import wounds
from events.types.declarations import EndFight
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, Span, between, filled, prose
from projections.text.words import capital, side_words


def lead(desk: Desk) -> list[Block]:
    """The game, the day and the rounds; and who is left on each side."""
    state = desk.record.state
    fields: dict[str, Prose | str] = {
        "title": prose(state.title, "strong"),
        "game": state.game.name,
        "day": desk.record.day,
        "rounds": str(state.round),
        "why": why_ended(desk),
    }
    told: list[Inline] = [*filled(desk.say(f"lead.{_opening(desk)}"), fields)]
    for side in state.sides:
        told += [Span(" "), *_fared(desk, side)]
    return [Paragraph(tuple(told))]


def ending(desk: Desk) -> str:
    """How it ended in few words: the reason that was given for it, or that it goes on."""
    if not desk.record.state.ended:
        return desk.say("lead.open")
    return why_ended(desk) or desk.say("lead.over")


def why_ended(desk: Desk) -> str:
    """The reason that was given for the end, if one was."""
    ends = [event for _, event in desk.record.line if isinstance(event, EndFight)]
    return ends[-1].why if ends else ""


def _opening(desk: Desk) -> str:
    """Which sentence the page begins with."""
    state = desk.record.state
    if not state.ended:
        return "goes-on"
    rounds = {0: "no-round", 1: "one-round"}.get(state.round, "rounds")
    return rounds if why_ended(desk) else f"{rounds}-bare"


def _fared(desk: Desk, side: str) -> Prose:
    """“The cult: Cult mob routed; Mask priest dead.”"""
    by_fate: dict[str, list[str]] = {}
    for one in desk.record.state.members(side):
        by_fate.setdefault(_fate(desk, one), []).append(one.name)
    if not by_fate:
        return ()
    last = f" {desk.say('and')} "
    fates = [
        filled(desk.say("fared.some"), {"names": _listed(names, last), "fate": fate})
        for fate, names in by_fate.items()
    ]
    fields: dict[str, Prose | str] = {
        "side": capital(side_words(side)),
        "fates": between(fates, "; "),
    }
    return filled(desk.say("fared.side"), fields)


def _listed(names: Sequence[str], last: str) -> Prose:
    return between([prose(name) for name in names], last=last)


def _fate(desk: Desk, one: Combatant) -> str:
    """How somebody came out of it in a word or two."""
    if one.standing == "dead":
        return desk.say("who.dead" if one.scale == "individual" else "who.destroyed")
    if one.standing == "gone":
        if one.how == "retreated":
            return desk.say("fared.retreated")
        return one.how if one.how in _LEFT else desk.say("fared.gone")
    down = any(each.bars in ("everything", "all but crawling") for each in one.conditions)
    return desk.say("fared.down" if down else "who.on-feet")


_LEFT = ("fled", "surrendered", "routed")
"""How somebody leaves a fight, by its rules, and not by the referee's word."""


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
